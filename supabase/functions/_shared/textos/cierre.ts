import type { Datos } from '../envio.ts'
import { COACCION, isForced } from './apertura.ts'
import { tellTime } from './momento.ts'

/**
 * How an alert ended, in one sentence. That she is safe is said only where her device asked for her PIN: anyone with her phone
 * can close, and only she knows that.
 */
export function tellClosing(datos: Datos, now?: Date): string {
  const hour = tellTime(datos.cerrada_en, datos.zona, { now })
  if (datos.motivo === 'cuenta_eliminada')
    return `La cuenta de ${datos.nombre} se eliminó a las ${hour} sin que dijera cómo está: no sabemos si está a salvo. ${isForced(datos) ? COACCION : 'Búscala por otro medio.'}`
  if (datos.motivo === 'sin_noticias')
    return `Pasaron 24 horas sin noticias de ${datos.nombre} y el aviso se cerró solo. No sabemos cómo está.${isForced(datos) ? ` ${COACCION}` : ''}`
  if (isForced(datos))
    return `Cerrada a las ${hour} sin su PIN, después de avisar que la obligaban. ${COACCION}`
  if (!datos.con_pin) return `Cerrada desde su teléfono a las ${hour}; confirma con ella.`
  if (datos.motivo === 'por_error')
    return `${datos.nombre} avisó con su PIN a las ${hour}: dice que fue por error. Confirma con ella.`
  // The service cannot check a PIN, and an attacker may know it: it is her phone that says so.
  return `${datos.nombre} avisó con su PIN a las ${hour}: dice que está a salvo. Confirma con ella.`
}
