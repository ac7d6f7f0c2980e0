import { onDevice } from '../../../lib/device/storage.ts'

/** The names that the safe call may show, and which of them it shows. On this device alone, and a plain word for a key. */
const KEY = 'llamada'

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

/** As they are dialled: an empty one is what it was at first. */
function complete({ nombres, elegida }: { nombres: readonly unknown[]; elegida: unknown }): Callers {
  return {
    nombres: NOMBRES.map((first, place) => clean(nombres[place]) || first),
    elegida: typeof elegida === 'number' && NOMBRES[elegida] ? elegida : 0,
  }
}

/** Who may call. */
export function readCallers(): Callers {
  try {
    const text = onDevice.getItem(KEY) ?? ''
    // Only one name was stored before there were three.
    if (!text.startsWith('{')) return complete({ nombres: [text], elegida: 0 })
    return complete(JSON.parse(text) as Callers)
  } catch {
    return complete({ nombres: [], elegida: 0 })
  }
}

/** Remembers them; an empty name brings the first one back. */
export function saveCallers(callers: Callers): void {
  onDevice.setItem(KEY, JSON.stringify(complete(callers)))
}

/** Whose name the call shows. */
export const nameOf = ({ nombres, elegida }: Callers): string =>
  complete({ nombres, elegida }).nombres[elegida]!

/** Leaves no trace of them for the next user of this device. */
export function forgetCaller(): void {
  onDevice.removeItem(KEY)
}
