import type { Datos } from '../envio.ts'

/** Whether «¿Llegaste?» opened it: she pressed nothing, and nobody knows that she needs somebody. */
export const isTimer = ({ origen }: Datos): boolean => origen === 'llegada'

/** Whether her press arrived long after it was made. A timer of the service waits for no telephone. */
export const isLate = (datos: Datos): boolean => Boolean(datos.tardia) && !isTimer(datos)

/** Somebody made her close it, or may be beside her: he must not learn that anybody knows. */
export const COACCION =
  'No la llames ni le escribas: puede seguir en peligro, y alguien puede estar con ella.'

/** Whether it ended without her PIN after she was made to close it, or pressed beside somebody: who closed it may be with her. */
export const isForced = ({ coaccion, con_pin }: Datos): boolean => Boolean(coaccion) && !con_pin
