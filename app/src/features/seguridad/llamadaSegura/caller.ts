import { useQuery } from '@tanstack/react-query'
import { queryClient } from '../../../lib/api/query.ts'
import { keepKey, keyOptions } from '../../../lib/offline/plainKeys.ts'
import { useUser } from '../../../lib/session/session.tsx'
import { storedSession } from '../../../lib/session/sessionStorage.ts'

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

const optionsOf = (owner: string) => keyOptions(owner, 'llamada')

/** Who may call, the first names until the device was read; and how to change them, from then on: the others would be lost. */
export function useCallers() {
  const { id } = useUser()
  const { data } = useQuery(optionsOf(id))
  return {
    callers: callersOf(data),
    save:
      data !== undefined &&
      ((next: Callers) => {
        const callers = callersOf(next)
        queryClient.setQueryData(optionsOf(id).queryKey, callers)
        void keepKey(id, 'llamada', callers)
      }),
  }
}

/** Whose name the call shows. Nothing is waited for: the first one until the device was read. */
export function nextNombre(): string {
  const { nombres, elegida } = callersOf(
    queryClient.getQueryData(optionsOf(storedSession()?.user.id ?? '').queryKey),
  )
  return nombres[elegida]!
}
