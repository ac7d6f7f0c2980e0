import { ask, askAll } from '../api/ask.ts'
import { isDuplicate, toServiceError } from '../api/errors.ts'
import { type Llavero, llaveroOf, llaveToSeal } from './cofre.ts'
import { CLASES, type Clase, changeHere, inTurn, readHere } from './hojasAqui.ts'
import { type Hoja, takeIn } from './notas.ts'
import { type Llave, type Lugar, llaveOf, open, seal } from './sobre.ts'

const TABLA = 'cofre'
/** Another device was faster: read and written again. */
const TRIES = 5

const lugarOf = (owner: string, clase: Clase, periodo: string, revision: number): Lugar => ({
  tabla: TABLA,
  owner,
  fila: `${clase}/${periodo}/${revision}`,
})

/**
 * Brings what this device wrote to the service, and what others wrote from it. Without a key of her vault, and without a network, nothing
 * happens: what was written stays here until there is both. A sheet that cannot be brought keeps none of the others waiting.
 *
 * @throws ServiceError the first of the failures, once every sheet was tried
 */
export async function exchange(owner: string, clase: Clase): Promise<void> {
  await inTurn(`sync ${clase}`, async () => {
    for (let left = TRIES; left > 0; left--) if (await meet(owner, clase)) return
  })
}

/** Brings what waits here of every kind, on whichever screen it was written. @throws ServiceError */
export async function exchangeUnsent(owner: string): Promise<void> {
  for (const clase of CLASES) {
    const hojas = Object.values(await readHere(owner, clase))
    if (hojas.some(({ changed }) => changed)) await exchange(owner, clase)
  }
}

/** @returns whether both have the same now; false where another device wrote in between */
async function meet(owner: string, clase: Clase): Promise<boolean> {
  const llavero = await llaveroOf(owner)
  if (!llavero) return true
  const rows = await askAll((db, from, to) =>
    db
      .from(TABLA)
      .select('periodo, revision')
      .eq('user_id', owner)
      .eq('clase', clase)
      .order('periodo', { ascending: true })
      .range(from, to),
  )
  const there = new Map(rows.map(({ periodo, revision }) => [periodo, revision]))
  const here = await readHere<unknown>(owner, clase)
  const gone = Object.keys(here).filter((periodo) => here[periodo]!.revision > 0 && !there.has(periodo))
  for (const periodo of gone) await changeHere(owner, clase, (hojas) => takeIn(hojas, periodo, {}, 0))

  const failures: unknown[] = []
  const later = (failure: unknown) => {
    failures.push(failure)
    return null
  }
  /** Not had, sealed with a key that this device has not, or damaged: not written over. */
  const unreadable = new Set<string>()
  for (const [periodo, revision] of there) {
    if (revision === here[periodo]?.revision) continue
    const read = await readThere(owner, clase, periodo, llavero).catch(later)
    if (!read) unreadable.add(periodo)
    else
      await changeHere(owner, clase, (hojas) => {
        const taken = takeIn(hojas, periodo, read.notas, read.revision)
        // Under an earlier key: brought back under the present one, where this device has it.
        return read.llave === (llavero.actual?.id ?? read.llave)
          ? taken
          : { ...taken, [periodo]: { ...taken[periodo]!, changed: true } }
      })
  }

  const due = Object.entries(await readHere<unknown>(owner, clase)).filter(
    ([periodo, { changed }]) => changed && !unreadable.has(periodo),
  )
  const llave = due.length > 0 && (await llaveToSeal(owner))
  let arrived = true
  if (llave)
    for (const [periodo, hoja] of due)
      if ((await deliver(owner, clase, periodo, hoja, llave).catch(later)) === false) arrived = false
  if (failures.length > 0) throw failures[0]
  return arrived
}

/** @returns null where it cannot be read here */
async function readThere(owner: string, clase: Clase, periodo: string, { todas }: Llavero) {
  const row = await ask((db) =>
    db
      .from(TABLA)
      .select('revision, sobre')
      .eq('user_id', owner)
      .eq('clase', clase)
      .eq('periodo', periodo)
      .single(),
  )
  const llave = todas.get(llaveOf(row.sobre)!)
  if (!llave) return null
  const lugar = lugarOf(owner, clase, periodo, row.revision)
  const notas = await open<Hoja<unknown>['notas']>(llave, lugar, row.sobre).catch(() => null)
  return notas && { notas, revision: row.revision, llave: llave.id }
}

/** @returns whether it arrived; false where another device was faster */
async function deliver(
  owner: string,
  clase: Clase,
  periodo: string,
  { notas, revision: before }: Hoja<unknown>,
  llave: Llave,
): Promise<boolean> {
  const revision = before + 1
  const sobre = await seal(llave, lugarOf(owner, clase, periodo, revision), notas)
  const row = { user_id: owner, clase, periodo, sobre, revision }
  try {
    await ask((db) => {
      const rows = db.from(TABLA)
      const written =
        before === 0
          ? rows.insert(row)
          : rows.update(row).eq('user_id', owner).eq('clase', clase).eq('periodo', periodo)
      return written.select('revision').single()
    })
  } catch (failure) {
    const { code } = toServiceError(failure)
    // Written, or erased, by another device since it was read.
    if (isDuplicate(failure) || code === 'PT409' || code === 'PGRST116') return false
    throw failure
  }
  await changeHere(owner, clase, (hojas) => takeIn(hojas, periodo, notas, revision))
  return true
}
