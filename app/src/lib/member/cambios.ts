import { queryOptions, useQuery } from '@tanstack/react-query'
import { ask } from '../api/ask.ts'
import type { Database } from '../api/database.types.ts'
import { queryClient } from '../api/query.ts'
import { keepCopy, readCopy } from '../offline/deviceStore.ts'
import { useUser } from '../session/session.tsx'

/**
 * What was asked for on her account and takes effect a day later: `baja`, `factor`, `correo`, `telefono`; and, for a week, that a way to what she has
 * sealed was made: `codigo`.
 */
export type Cambio = Database['public']['Functions']['cambios_pendientes']['Returns'][number]

export const CAMBIOS = ['cambios_pendientes'] as const
const LOOK_MS = 5 * 60_000

const cambiosOptions = (owner: string) =>
  queryOptions({
    queryKey: [...CAMBIOS, owner],
    queryFn: ({ signal }) => ask((db) => db.rpc('cambios_pendientes', undefined, { get: true }), { signal }),
  })

/** What waits for its day; looked for when the app is opened again, and every few minutes. */
export function useCambios() {
  const { id } = useUser()
  return useQuery({
    ...cambiosOptions(id),
    staleTime: 60_000,
    refetchInterval: LOOK_MS,
    refetchOnWindowFocus: true,
  })
}

/**
 * Cancels a pending change; no proof is needed, and any device of hers may.
 *
 * @throws ServiceError
 */
export async function cancelCambio(tipo: string): Promise<void> {
  await ask((db) => db.rpc('cancelar_cambio', { tipo }))
  await queryClient.invalidateQueries({ queryKey: CAMBIOS })
}

const VISTO = 'codigo visto'

const vistoOptions = (owner: string) =>
  queryOptions({
    queryKey: [VISTO, owner],
    queryFn: () => readCopy<string>(owner, VISTO),
    staleTime: Number.POSITIVE_INFINITY,
    networkMode: 'always',
  })

/** Of which code she has said on this device that it is hers; undefined while the device is read. */
export function useCodigoVisto(): string | null | undefined {
  const { id } = useUser()
  return useQuery(vistoOptions(id)).data
}

/** A code is hers, she says. */
export async function seeCodigo(owner: string, pedido_en: string): Promise<void> {
  queryClient.setQueryData(vistoOptions(owner).queryKey, pedido_en)
  await keepCopy(owner, VISTO, pedido_en)
}

/** What was just made on this device is no news on it. @throws ServiceError */
export async function seeOwnCodigo(owner: string): Promise<void> {
  const cambios = await queryClient.fetchQuery({ ...cambiosOptions(owner), staleTime: 0 })
  const codigo = cambios.find(({ tipo }) => tipo === 'codigo')
  if (codigo) await seeCodigo(owner, codigo.pedido_en)
}
