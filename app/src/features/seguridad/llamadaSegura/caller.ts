import { shownKey } from '../../../lib/offline/useKey.ts'

/* The names that the safe call may show, and which of them it shows. On this device alone, sealed, and a plain word for a key. */

export const LARGO_NOMBRE = 30
const NOMBRES = ['Mamá', 'Mi hermana', 'Trabajo'] as const

export type Callers = {
  /** Three, as she calls them. */
  nombres: readonly string[]
  /** Whose call it is next. */
  elegida: number
}

const clean = (nombre: unknown) =>
  typeof nombre === 'string' ? nombre.trim().replace(/\s+/g, ' ').slice(0, LARGO_NOMBRE) : ''

/** Who may call, by what is kept: an empty name is what it was at first. */
export function callersOf(kept: unknown): Callers {
  const { nombres, elegida } = (kept ?? {}) as Record<string, unknown>
  // Only one name was stored before there were three.
  const given: unknown[] = Array.isArray(nombres) ? nombres : [kept]
  return {
    nombres: NOMBRES.map((first, place) => clean(given[place]) || first),
    elegida: typeof elegida === 'number' && NOMBRES[elegida] ? elegida : 0,
  }
}

/** Whose name the call shows. Nothing is waited for: the first one until the device was read. */
export function nextNombre(): string {
  const { nombres, elegida } = callersOf(shownKey('llamada'))
  return nombres[elegida]!
}
