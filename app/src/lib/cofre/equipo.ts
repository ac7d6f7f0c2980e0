import { useQuery } from '@tanstack/react-query'
import { ask, invoke } from '../api/ask.ts'
import { queryClient } from '../api/query.ts'
import { CAMBIOS } from '../member/cambios.ts'
import { useUser } from '../session/session.tsx'
import { adopt, askRanuras, CofreCerrado, keptHere, ranurasOptions, useLlavero } from './cofre.ts'
import { fromBase64Url, toBase64Url } from './sobre.ts'

/*
 * The installation's slot of the vault (docs/vault.md): only where she says so, and given back a day after she asked, if nobody stopped it.
 */

const FUNCION = 'devolucion'

/** What the installation has of her keys: `ahora` the present one, `antes` only others; undefined while that is read. */
export function useEquipo(): 'nada' | 'ahora' | 'antes' | undefined {
  const { id } = useUser()
  const { data: ranuras } = useQuery(ranurasOptions(id))
  const llavero = useLlavero()
  if (!ranuras || llavero === undefined) return undefined
  const suyas = ranuras.filter(({ tipo }) => tipo === 'equipo')
  if (suyas.length === 0) return 'nada'
  const actual = llavero?.actual?.id
  return !actual || suyas.some(({ llave }) => llave === actual) ? 'ahora' : 'antes'
}

/** Whether this installation can give a key back at all; undefined while it is asked, false where it cannot say. */
export function useHayDevolucion(): boolean | undefined {
  const { data, isFetching } = useQuery({
    queryKey: ['hay_devolucion'],
    queryFn: ({ signal }) => ask((db) => db.rpc('hay_devolucion', undefined, { get: true }), { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return data ?? (isFetching ? undefined : false)
}

const changed = () => queryClient.invalidateQueries({ queryKey: ['cofre_ranuras'] })

/**
 * Lets the installation have every key of this device.
 *
 * @throws ServiceError: `PT428` without a fresh proof, `PT403` where a mailbox is all that was proven; CofreCerrado
 */
export async function giveToEquipo(owner: string): Promise<void> {
  const { llaves } = await keptHere(owner)
  if (llaves.length === 0) throw new CofreCerrado()
  await invoke(FUNCION, { accion: 'guardar', llaves: llaves.map(toBase64Url) })
  await changed()
}

/**
 * From now on it has none; what waits is stopped.
 *
 * @throws ServiceError `PT428` without a fresh proof; on a device of less than a week, `PT403`, and `PT422` without a mailed code
 */
export async function takeAwayFromEquipo(): Promise<void> {
  await ask((db) => db.rpc('quitar_ranura_del_equipo'))
  await changed()
}

/**
 * Asks for her keys.
 *
 * @throws ServiceError: `PT428` without a fresh proof, then `PT422` without a mailed code; `PT403`, `PT409`, `PT429`
 */
export async function askEquipo(): Promise<void> {
  await ask((db) => db.rpc('pedir_devolucion'))
  await queryClient.invalidateQueries({ queryKey: CAMBIOS })
}

/**
 * Takes them to this device, once the day has passed.
 *
 * @throws ServiceError: `PT428`, `PT403`; `PT422` without a mailed code where another device asked; `PT409` before, or where it was stopped; an Error where the device does not keep them
 */
export async function takeFromEquipo(owner: string): Promise<'abierto' | 'anterior'> {
  const answer = await invoke<{ llaves: string[] }>(FUNCION, { accion: 'recoger' })
  const opened = await adopt(owner, answer!.llaves.map(fromBase64Url), await askRanuras(owner))
  void queryClient.invalidateQueries({ queryKey: CAMBIOS })
  return opened
}
