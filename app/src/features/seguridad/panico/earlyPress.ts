import type { Alerta, Apertura } from './estado.ts'

/** A press on the prerendered button (`app/prerender/panico.ts`), before the app was there. */
export type EarlyPress = {
  id: string
  owner: string
  pressedAt: number
  /** The message that was made ready for it; null while it is not. */
  alerta: Alerta | null
}

declare global {
  // Declared with `var` it is a property of `globalThis`, which two scripts share.
  var earlyPress: EarlyPress | undefined
}

/** The press that this page began with; the caller goes on with it. @returns null where there was none of this account */
export function takeEarlyPress(owner: string | undefined): EarlyPress | null {
  const early = globalThis.earlyPress
  if (!early || early.owner !== owner) return null
  globalThis.earlyPress = undefined
  return early
}

/** Notes that she followed a link of its message. */
export function markEarlyOpened(abierta: Apertura): void {
  const early = globalThis.earlyPress
  if (early?.alerta) early.alerta = { ...early.alerta, abierta }
}
