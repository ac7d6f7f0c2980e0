import type { Envio } from '../envio.ts'
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
    case 'simulacro':
      return {
        titulo: `SIMULACRO · ${name}`,
        cuerpo: 'Es una prueba, no ha pasado nada. Toca para que sepa que te llegó.',
      }
    case 'cierre':
      return { titulo: name, cuerpo: tellClosing({ ...datos, nombre: name }, now) }
    case 'repetida':
      return datos.con_tema
        ? {
            titulo: `Alerta de ${name}`,
            cuerpo: `Sigue abierta desde las ${hour}. Toca para ver y responder.`,
          }
        : { titulo: name, cuerpo: 'Te sigue necesitando. Toca para ver y responder.' }
    default:
      return datos.con_tema
        ? { titulo: `Alerta de ${name}`, cuerpo: `Desde las ${hour}. Toca para ver y responder.` }
        : { titulo: name, cuerpo: 'Te necesita. Toca para ver y responder.' }
  }
}
