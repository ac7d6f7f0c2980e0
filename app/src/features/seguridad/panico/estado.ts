import type { Fix, Whereabouts } from '../../../lib/device/geolocation.ts'
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
