import type { Datos } from '../envio.ts'

/** Whether «¿Llegaste?» opened it: she pressed nothing, and nobody knows that she needs somebody. */
export const isTimer = ({ origen }: Datos): boolean => origen === 'llegada'

/** Whether her press arrived long after it was made. A timer of the service waits for no telephone. */
export const isLate = (datos: Datos): boolean => Boolean(datos.tardia) && !isTimer(datos)
