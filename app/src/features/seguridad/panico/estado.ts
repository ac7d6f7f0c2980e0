import type { Fix, Whereabouts } from '../../../lib/device/geolocation.ts'
import { type Entrega, personasOf } from '../alarma/estado.ts'
import type { Contacto } from '../contactos/contactos.ts'
import type { Via } from './alerta.ts'

export type Fase = 'reposo' | 'ubicando' | 'preparando' | 'lista'

/** Which way out of the app was opened, and to whom. */
export type Apertura = Pick<Via, 'canal' | 'contactoId' | 'nombre'>

/** A press of the button whose message is ready. */
export type Alerta = {
  id: string
  pressedAt: number
  readyAt: number
  whereabouts: Whereabouts
  /** Null when they could not be known in time, which is not the same as having none. */
  contactos: Contacto[] | null
  principal: Contacto | null
  otros: Contacto[]
  /** What the message calls her; null where it says no name. */
  nombre: string | null
  mensaje: string
  /** What it was handed to, if anything: nobody has received it yet. */
  abierta: Apertura | null
}

/** What this device remembers of a press, so that a page that was closed or left in the middle shows it again. */
export type Recuerdo = { id: string; pressedAt: number; alerta: Alerta | null }

/** Two presses within this time are one: a trembling hand, not a second alert. */
const SAME_PRESS_MS = 2_000
/** As long as this, a ready message that was never opened is what another press is for. */
const STILL_PENDING_MS = 2 * 60_000
/** As long as this, a place that comes late still improves a message that she has not opened. */
const IMPROVABLE_MS = 60_000

/** Whether a press is only the echo of the one before; also across a clock that was set back. */
export function isSamePress(pressedAt: number, lastPressedAt: number): boolean {
  return Math.abs(pressedAt - lastPressedAt) < SAME_PRESS_MS
}

/** Whether another press is still about this alert: there is a place in it, and she has not opened it. */
export function isPending({ abierta, readyAt, whereabouts }: Alerta, now: number): boolean {
  return !abierta && whereabouts.fix !== null && now - readyAt < STILL_PENDING_MS
}

/** Whether a place that came late belongs into a message that is ready. */
export function isImprovedBy({ abierta, readyAt, whereabouts }: Alerta, late: Fix, now: number): boolean {
  if (abierta || now - readyAt >= IMPROVABLE_MS) return false
  const { fix, failure } = whereabouts
  if (!fix || failure) return true
  return (late.accuracy ?? Infinity) < (fix.accuracy ?? Infinity) / 2
}

/** A phone drops the page when another app opens; as long as this, its next one shows what was ready. */
const REMEMBERED_MS = 60 * 60_000
/** A place that was being looked for when the page was dropped is looked for again, as long as this. */
const RESUMED_MS = 60_000

/** What a page does with what an earlier one left: shows it, goes on with it, or nothing. */
export function whatNext({ pressedAt, alerta }: Recuerdo, now: number): 'show' | 'go on' | 'nothing' {
  const age = now - pressedAt
  if (age < 0) return 'nothing'
  if (alerta) return age < REMEMBERED_MS ? 'show' : 'nothing'
  return age < RESUMED_MS ? 'go on' : 'nothing'
}

/**
 * What is left to do with her own message. Nothing is said to have opened or to have been sent: the browser does not tell.
 *
 * @param entregas of the alert of the service, by which whom she writes to may have answered already
 */
export function describeMensaje(
  { principal, contactos, abierta }: Alerta,
  online: boolean,
  entregas: readonly Entrega[],
): { titulo: string; instrucciones: string } {
  if (abierta) return describeOpened(abierta, entregas)
  if (principal) {
    return {
      // Under «Salió para …» the same words would say that nothing had left.
      titulo: entregas.length > 0 ? 'También puedes escribirle tú' : 'Listo para enviar',
      instrucciones: online
        ? `El mensaje para ${principal.nombre} ya está escrito. Ábrelo y presiona enviar.`
        : `No tienes internet: un SMS para ${principal.nombre} puede salir sin él. Ábrelo y presiona enviar.`,
    }
  }
  return {
    titulo: contactos?.length ? 'Elige a quién escribir' : 'Elige cómo pedir ayuda',
    instrucciones: contactos
      ? 'No tienes un contacto de prioridad 1. El mensaje ya está escrito.'
      : 'No pudimos cargar tus contactos. El mensaje ya está escrito.',
  }
}

function describeOpened({ canal, nombre, contactoId }: Apertura, entregas: readonly Entrega[]) {
  const [persona] = personasOf(entregas.filter(({ contacto_id }) => contacto_id === contactoId))
  if (persona?.estado === 'respondida') {
    return {
      titulo: `${nombre} respondió ${persona.texto}`,
      instrucciones: 'Tu propio mensaje va aparte: envíalo si quieres decirle algo más.',
    }
  }
  if (canal === 'llamada') {
    return {
      titulo: 'Llama ahora',
      instrucciones: `Si la llamada no empezó sola, llama a ${nombre} desde tu teléfono.`,
    }
  }
  return {
    titulo: 'Falta un paso',
    instrucciones: `Presiona enviar en ${canal === 'sms' ? 'tus mensajes' : 'WhatsApp'} para que este mensaje le llegue a ${nombre}. Si no se abrió, ábrelo aquí.`,
  }
}
