import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ask, askAll } from '../../lib/api/ask.ts'
import { isDuplicate, toServiceError } from '../../lib/api/errors.ts'
import { queryClient } from '../../lib/api/query.ts'
import { readNotas } from '../../lib/cofre/hojas.ts'
import { useCachedQuery } from '../../lib/offline/cachedQuery.ts'
import { dropCopy, keepCopy, readCopy } from '../../lib/offline/deviceStore.ts'
import { useUser } from '../../lib/session/session.tsx'
import { byEscrito, enlazar, type Hecho, huellaOf, type Sello, SIN_ANTERIOR } from './registro.ts'

const TABLA = 'registro_sellos'
const sellosKey = (owner: string) => [TABLA, owner]
/** Another device of hers was faster: read, and stamped again. */
const TRIES = 5
/** The copy that says that every entry of this device has its mark: then no start of the app reads and hashes them. */
const AL_DIA = 'registro al dia'

/** The time as the chain writes it: in milliseconds, of UTC. */
const timeOf = (creado_en: string) => new Date(creado_en).toISOString()

async function readSellos(owner: string, signal?: AbortSignal): Promise<Sello[]> {
  const rows = await askAll(
    (db, from, to) =>
      db
        .from(TABLA)
        .select('numero, huella, creado_en')
        .eq('user_id', owner)
        .order('numero', { ascending: true })
        .range(from, to),
    { signal },
  )
  return rows.map(({ numero, huella, creado_en }) => ({ numero, huella, sellado: timeOf(creado_en) }))
}

/** The entries of this device. */
const readHechos = async (owner: string): Promise<Hecho[]> =>
  [...(await readNotas<Hecho>(owner, 'hechos')).values()].flat().map(({ value }) => value)

/**
 * Her chain: the marks of the service with the entries of this device, and what waits for its mark. Without a network as it was last seen;
 * with one, what waits is stamped.
 */
export function useCadena(hechos: readonly Hecho[] | undefined) {
  const { id: owner } = useUser()
  const { data: sellos = [] } = useCachedQuery<Sello[]>({
    queryKey: sellosKey(owner),
    queryFn: ({ signal }) => readSellos(owner, signal),
    staleTime: 0,
  })
  const ids = hechos?.map(({ id }) => id) ?? []
  const { data } = useQuery({
    queryKey: ['registro', owner, sellos, ids],
    queryFn: () => enlazar(owner, hechos!, sellos),
    enabled: hechos !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    // While the next one is found, the one before is shown.
    placeholderData: (before) => before,
    networkMode: 'always',
  })

  const waits = ids.length
  // biome-ignore lint/correctness/useExhaustiveDependencies: again with each entry; `Sellador` does it with each network.
  useEffect(() => void stamp(owner).catch(() => {}), [owner, waits])

  return data
}

/** Of this page one after the other; another device's, or tab's, are told apart by the service. */
let turn: Promise<unknown> = Promise.resolve()

/** An entry is about to be written: the next start of the app looks for what waits. */
export const expectStamp = (owner: string): Promise<void> => dropCopy(owner, AL_DIA).catch(() => {})

/** {@link stamp}, where something may wait. @throws ServiceError */
export async function stampWaiting(owner: string): Promise<void> {
  if (!(await readCopy<true>(owner, AL_DIA))) await stamp(owner)
}

/** Has every entry of this device stamped that has no mark yet, in the order of writing. @throws ServiceError */
export function stamp(owner: string): Promise<void> {
  const next = turn.then(
    () => stampAll(owner),
    () => stampAll(owner),
  )
  turn = next
  return next
}

async function stampAll(owner: string): Promise<void> {
  await expectStamp(owner)
  for (let left = TRIES; left > 0; left--) {
    const hechos = await readHechos(owner)
    const sellos = hechos.length > 0 ? await readSellos(owner) : []
    const { sueltos } = await enlazar(owner, hechos, sellos)
    if (sueltos.length > 0 && !(await stampInTurn(owner, sueltos.sort(byEscrito), sellos))) continue
    await keepCopy(owner, AL_DIA, true).catch(() => {})
    return
  }
}

/** @returns whether all of them have a mark now; false where another device was faster */
async function stampInTurn(owner: string, sueltos: readonly Hecho[], sellos: Sello[]): Promise<boolean> {
  const marks = [...sellos]
  try {
    for (const hecho of sueltos) {
      const numero = marks.length + 1
      const huella = await huellaOf(owner, numero, marks.at(-1) ?? SIN_ANTERIOR, hecho)
      const { creado_en } = await ask((db) =>
        db.from(TABLA).insert({ user_id: owner, numero, huella }).select('creado_en').single(),
      )
      marks.push({ numero, huella, sellado: timeOf(creado_en) })
    }
    return true
  } catch (failure) {
    if (isDuplicate(failure) || toServiceError(failure).code === 'PT409') return false
    throw failure
  } finally {
    queryClient.setQueryData<Sello[]>(sellosKey(owner), marks)
  }
}
