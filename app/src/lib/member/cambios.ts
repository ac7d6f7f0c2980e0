import { queryOptions, useQuery } from '@tanstack/react-query'
import { ask } from '../api/ask.ts'
import type { Database } from '../api/database.types.ts'
import { queryClient } from '../api/query.ts'
import { keepCopy, readCopy } from '../offline/deviceStore.ts'
import { useUser } from '../session/session.tsx'

/**
 * What was asked for on her account and takes effect a day later: `baja`, `factor`, `correo`, `telefono`, the key of her vault (`devolucion`, then
 * `devolucion_lista` until it is taken); and, for a week, that a way to what she has sealed was made (`codigo`)
 * or that the installation's was removed (`copia_quitada`).
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
 * Cancels a pending change; no proof is needed, and any device of hers may: a `devolucion`, any that was hers a week before.
 *
 * @throws ServiceError `PT403` where this device is too new for that
 */
export async function cancelCambio(tipo: string): Promise<void> {
  await ask((db) => db.rpc('cancelar_cambio', { tipo }))
  await queryClient.invalidateQueries({ queryKey: CAMBIOS })
}

const VISTO = 'visto'

/** By kind, when she was told of it. */
type Vistos = Partial<Record<string, string>>

const vistosOptions = (owner: string) =>
  queryOptions({
    queryKey: [VISTO, owner],
    queryFn: async () => (await readCopy<Vistos>(owner, VISTO)) ?? {},
    staleTime: Number.POSITIVE_INFINITY,
    networkMode: 'always',
  })

/** What of her changes she has said on this device that it is hers; undefined while the device is read. */
export function useVistos(): Vistos | undefined {
  const { id } = useUser()
  return useQuery(vistosOptions(id)).data
}

/** A change is hers, she says. */
export async function seeCambio(
  owner: string,
  { tipo, pedido_en }: Pick<Cambio, 'tipo' | 'pedido_en'>,
): Promise<void> {
  const vistos = { ...(await queryClient.fetchQuery(vistosOptions(owner))), [tipo]: pedido_en }
  queryClient.setQueryData(vistosOptions(owner).queryKey, vistos)
  await keepCopy(owner, VISTO, vistos)
}

/** What was just done on this device is no news on it. @throws ServiceError */
export async function seeOwn(owner: string, tipo: 'codigo' | 'copia_quitada' | 'devolucion'): Promise<void> {
  const cambios = await queryClient.fetchQuery({ ...cambiosOptions(owner), staleTime: 0 })
  const cambio = cambios.find((one) => one.tipo === tipo)
  if (cambio) await seeCambio(owner, cambio)
}
