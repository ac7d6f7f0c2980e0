import { onDevice } from '../device/storage.ts'
import { createSignal } from '../store.ts'
import { eraseDevice, forgetAccountIfDeleted } from './eraseDevice.ts'
import { forgetSession, storedSession } from './sessionStorage.ts'

/*
 * What happens on a device whose session somebody ended elsewhere, that ran out, or whose account was suspended or deleted: screens
 * and copies go, what she was writing and what has not arrived stays, sealed.
 */

/** The mark that a session ended here, for all tabs and after a reload, until she has read it. It names nobody. */
export const FIN_KEY = 'fin'

/** A press of the panic button keeps the screen so long: WhatsApp may still have to be opened. */
const ALERTA_MS = 60_000
/** But never longer than this, however often it is pressed: somebody else might have the device. */
const MAXIMO_MS = 120_000
/** Refusals this soon after signing out are its consequence. */
const SALIDA_MS = 10_000

/** What she asked for in several steps: `baja` had not begun to happen; of `baja incierta` nobody has said whether it has. */
export type Interrumpido = 'baja' | 'baja incierta'
/** The account that she asked to delete is no more, whichever request it was. */
export type Cumplido = 'baja cumplida'

/** So long an end of the session is told together with what had not begun to happen. */
const INTERRUMPIDO_MS = 60_000

let interrumpido: { what: Interrumpido; owner: string; until: number } | null = null
let alertaHasta = Number.NEGATIVE_INFINITY
let salidaHasta = Number.NEGATIVE_INFINITY
let ending: Promise<void> | undefined
const ended = createSignal()

/** Whether a session ended on this device, and nobody has said yet that she read it. */
export function hasSessionEnded(): boolean {
  return onDevice.getItem(FIN_KEY) !== null
}

/** She asked for something whose end she has not been told: if her session ends first, that says how it is (`interruptedBySessionEnd`). */
export function noteUnfinished(what: Interrumpido, owner: string): void {
  interrumpido = {
    what,
    owner,
    until: what === 'baja' ? Date.now() + INTERRUMPIDO_MS : Number.POSITIVE_INFINITY,
  }
}

/** It begins to happen, its end is known, or she gave it up. */
export function forgetUnfinished(): void {
  interrumpido = null
}

/** What the end of the session interrupted, and whether that turned out to have happened; null where it was nothing. */
export function interruptedBySessionEnd(): Interrumpido | Cumplido | null {
  const what = onDevice.getItem(FIN_KEY)
  return what?.startsWith('baja') ? (what as Interrumpido | Cumplido) : null
}

/** For all tabs and after a reload. */
function mark(what: Interrumpido | Cumplido | null): void {
  onDevice.setItem(FIN_KEY, what ?? '1')
}

/** She has read it, or somebody has signed in. */
export function forgetSessionEnd(): void {
  if (!hasSessionEnded()) return
  onDevice.removeItem(FIN_KEY)
  ended.emit()
}

/** @returns how to stop listening */
export function onSessionEnd(listener: () => void): () => void {
  return ended.subscribe(listener)
}

/** She signs out or deletes her account: refusals from now on are expected. */
export function beginSignOut(): void {
  salidaHasta = Date.now() + SALIDA_MS
}

/** She has pressed the panic button: its screen stays long enough to open what she pressed it for. */
export function holdAlerta(): void {
  alertaHasta = Date.now() + ALERTA_MS
}

/** How long the screens stay: as long as an alert is under way. */
async function alertaOver(): Promise<void> {
  const latest = Date.now() + MAXIMO_MS
  for (;;) {
    const left = Math.min(alertaHasta, latest) - Date.now()
    if (left <= 0) return
    await new Promise((resolve) => setTimeout(resolve, Math.min(left, 1_000)))
  }
}

/**
 * Ends the session on this device, in every tab. The session goes at once, the rest as soon as no alert is under way.
 *
 * @returns once nothing of hers is left but what the records name
 */
export function endSessionHere(): Promise<void> {
  if (Date.now() < salidaHasta) return Promise.resolve()
  ending ??= end().finally(() => {
    ending = undefined
  })
  return ending
}

async function end(): Promise<void> {
  const session = storedSession()
  const { what, owner, until } = interrumpido ?? { what: null, owner: null, until: 0 }
  const told = owner === session?.user.id && Date.now() < until ? what : null
  // Where another tab ended it, that one knew what for.
  if (session || !hasSessionEnded()) mark(told)
  forgetSession()
  await alertaOver()
  // She signed out herself in the meantime.
  if (storedSession()) return
  // With a PIN the page is locked at once.
  const erased = eraseDevice({ tab: true, drafts: false, ended: true })
  ended.emit()
  await erased
  const gone = session !== null && (await forgetAccountIfDeleted(session))
  // Only where she asked for it: on another device this would tell anyone with it in hand.
  if (!gone || told === null || !hasSessionEnded()) return
  mark('baja cumplida')
  ended.emit()
}
