import { useQuery } from '@tanstack/react-query'
import { queryClient } from '../../lib/api/query.ts'
import { keepKey, keyOptions } from '../../lib/offline/plainKeys.ts'
import { useUser } from '../../lib/session/session.tsx'

/** The assistant's name and picture, as the device keeps them (docs/product.md#assistant). */
export type Ajustes = { name: string; avatar: string }

export const NOMBRE = 'Psicóloga AI'

const optionsOf = (owner: string) => keyOptions(owner, 'assistantConfig')

/** What is kept, or the defaults; what cannot be read counts as nothing. */
export function ajustesOf(kept: unknown): Ajustes {
  const { name, avatar } = (kept ?? {}) as Record<string, unknown>
  return {
    name: typeof name === 'string' && name.trim() ? name : NOMBRE,
    avatar: typeof avatar === 'string' ? avatar : '',
  }
}

/** The defaults until the device was read. */
export const useAjustes = (): Ajustes => ajustesOf(useQuery(optionsOf(useUser().id)).data)

/** Shows them, and keeps them sealed. */
export function saveAjustes(owner: string, ajustes: Ajustes): void {
  queryClient.setQueryData(optionsOf(owner).queryKey, ajustes)
  void keepKey(owner, 'assistantConfig', ajustes)
}
