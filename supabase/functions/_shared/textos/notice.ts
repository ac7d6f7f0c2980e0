import type { Envio } from '../envio.ts'
import { COACCION, isLate, isTimer } from './apertura.ts'
import { tellClosing } from './cierre.ts'
import { tellTime } from './momento.ts'

/**
 * The two lines of a notice on a contact's device. They are read on locked screens: neither product nor topic unless she wants it.
 */
export function writeNotice(
  { tipo, datos }: Pick<Envio, 'tipo' | 'datos'>,
  now?: Date,
): { titulo: string; cuerpo: string } {
  const name = datos.nombre ?? 'Alguien que confía en ti'
  const hour = tellTime(datos.pulsada_en, datos.zona, { now })
  switch (tipo) {
    case 'prueba':
      return { titulo: 'Prueba', cuerpo: `Funciona: los avisos de ${name} te llegan aquí.` }
    case 'relevo':
      return {
        titulo: name,
        cuerpo:
          'Sus avisos ya no te llegan aquí: alguien respondió un enlace nuevo. Si no fuiste tú, díselo.',
      }
    case 'simulacro':
      return {
        titulo: `SIMULACRO · ${name}`,
        cuerpo: 'Es una prueba, no ha pasado nada. Toca para que sepa que te llegó.',
      }
    case 'cierre':
      return { titulo: name, cuerpo: tellClosing({ ...datos, nombre: name }, now) }
    default:
      return {
        titulo: datos.con_tema ? `Alerta de ${name}` : name,
        cuerpo: datos.coaccion
          ? COACCION
          : `${tellOpening(tipo === 'repetida', datos, hour)} Toca para ver y responder.`,
      }
  }
}

/** What happened and since when. Of a timer no more than is known: that she has not said a word. */
function tellOpening(again: boolean, datos: Envio['datos'], hour: string): string {
  if (isTimer(datos)) return `${again ? 'Seguimos sin' : 'Sin'} noticias suyas desde las ${hour}.`
  if (again)
    return datos.con_tema ? `Sigue abierta desde las ${hour}.` : `Te sigue necesitando desde las ${hour}.`
  if (isLate(datos))
    return `${datos.con_tema ? 'Pulsó a' : 'Te necesita desde'} las ${hour}; su teléfono no tenía señal.`
  return datos.con_tema ? `Desde las ${hour}.` : `Te necesita desde las ${hour}.`
}
