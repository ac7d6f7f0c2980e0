import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ask } from '../api/ask.ts'
import { isDuplicate, toServiceError } from '../api/errors.ts'
import { queryClient } from '../api/query.ts'
import { keepCopy, readCopy } from '../offline/deviceStore.ts'
import { useUser } from '../session/session.tsx'
import { storedSession } from '../session/sessionStorage.ts'
import { type Llavero, llaveroOf } from './cofre.ts'
import {
  type Hoja,
  type Hojas,
  keepNewest,
  type Nota,
  notesOf,
  takeIn,
  withNote,
  withoutNotes,
} from './notas.ts'
import { type Lugar, llaveOf, open, seal } from './sobre.ts'

/*
 * What she writes for herself besides the diary: notes on sheets, one for each kind and period. They live on her device, where she writes them
 * without a network; where this device has a key of her vault, they go to the service as envelopes too, and come from it. Two devices lose
 * nothing of each other: of each note the newer writing stays.
 */

/** As `cofre.clase` has them. */
export type Clase = 'animo' | 'ciclo' | 'medicamentos' | 'plan' | 'hechos'

const TABLA = 'cofre'
/** Another device was faster: read and written again. */
const TRIES = 5

const copyOf = (clase: Clase) => `hojas ${clase}`
const lugarOf = (owner: string, clase: Clase, periodo: string, revision: number): Lugar => ({
  tabla: TABLA,
  owner,
  fila: `${clase}/${periodo}/${revision}`,
})

const hojasOptions = <Value>(owner: string, clase: Clase) =>
  queryOptions({
    queryKey: ['hojas', owner, clase],
    queryFn: async () => (await readCopy<Hojas<Value>>(owner, copyOf(clase))) ?? {},
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  })

/** The sheets as the device has them now; another tab may have written since this one read. */
async function readHere<Value>(owner: string, clase: Clase): Promise<Hojas<Value>> {
  const shown = queryClient.getQueryData(hojasOptions<Value>(owner, clase).queryKey) ?? {}
  const stored = (await readCopy<Hojas<Value>>(owner, copyOf(clase))) ?? {}
  return keepNewest(stored, shown)
}

/** Shows them, and keeps them on the device; one that keeps nothing shows them for as long as the page is open. */
async function writeHere<Value>(owner: string, clase: Clase, hojas: Hojas<Value>): Promise<void> {
  if (storedSession()?.user.id !== owner) return
  queryClient.setQueryData(hojasOptions<Value>(owner, clase).queryKey, hojas)
  await keepCopy(owner, copyOf(clase), hojas).catch(() => {})
}

/** Changes of one kind happen on this page one after the other. */
const turns = new Map<string, Promise<unknown>>()

function inTurn<Made>(name: string, work: () => Promise<Made>): Promise<Made> {
  const next = (turns.get(name) ?? Promise.resolve()).then(work, work)
  turns.set(name, next)
  return next
}

/** Changes what this device has. @returns it, as it is then */
const changeHere = <Value>(owner: string, clase: Clase, change: (hojas: Hojas<Value>) => Hojas<Value>) =>
  inTurn(clase, async () => {
    const hojas = change(await readHere<Value>(owner, clase))
    await writeHere(owner, clase, hojas)
    return hojas
  })

export type Notas<Value> = {
  /** What stands on the sheets of this kind, by period; undefined while the device is read. */
  notas: ReadonlyMap<string, readonly Nota<Value>[]> | undefined
  /** Writes a note, or, with null, erases it. */
  write: (periodo: string, id: string, value: Value | null) => Promise<void>
  /** Erases every note of the kind, here and at the service. */
  eraseAll: () => Promise<void>
}

/** Her notes of one kind. */
export function useNotas<Value>(clase: Clase): Notas<Value> {
  const { id: owner } = useUser()
  const { data } = useQuery(hojasOptions<Value>(owner, clase))

  useEffect(() => {
    const bring = () => void syncHojas(owner, clase)
    bring()
    window.addEventListener('online', bring)
    return () => window.removeEventListener('online', bring)
  }, [owner, clase])

  return {
    notas: data && notesOf(data),
    write: async (periodo, id, value) => {
      await changeHere<Value>(owner, clase, (hojas) => withNote(hojas, periodo, id, value, Date.now()))
      void syncHojas(owner, clase)
    },
    eraseAll: async () => {
      await changeHere<Value>(owner, clase, (hojas) => withoutNotes(hojas, Date.now()))
      void syncHojas(owner, clase)
    },
  }
}

/** Her notes of one kind, without a screen: for «Descargar mis datos». */
export const readNotas = async (owner: string, clase: Clase) => notesOf(await readHere<unknown>(owner, clase))

/**
 * Brings what this device wrote to the service, and what others wrote from it. Without a key of her vault, and without a network, nothing
 * happens: what was written stays here until there is both.
 */
export async function syncHojas(owner: string, clase: Clase): Promise<void> {
  await inTurn(`sync ${clase}`, async () => {
    for (let left = TRIES; left > 0; left--) if (await exchange(owner, clase)) return
  }).catch(() => {
    // Tried again with the next note, screen or network.
  })
}

/** @returns whether both have the same now; false where another device wrote in between */
async function exchange(owner: string, clase: Clase): Promise<boolean> {
  const llavero = await llaveroOf(owner)
  if (!llavero) return true
  const rows = await ask((db) =>
    db.from(TABLA).select('periodo, revision').eq('user_id', owner).eq('clase', clase),
  )
  const there = new Map(rows.map(({ periodo, revision }) => [periodo, revision]))
  const here = await readHere<unknown>(owner, clase)
  const gone = Object.keys(here).filter((periodo) => here[periodo]!.revision > 0 && !there.has(periodo))
  for (const periodo of gone) await changeHere(owner, clase, (hojas) => takeIn(hojas, periodo, {}, 0))

  for (const [periodo, revision] of there) {
    if (revision === here[periodo]?.revision) continue
    const notas = await readThere(owner, clase, periodo, llavero)
    // Sealed with a key that this device has not, or damaged: it is not written over.
    if (!notas) return true
    await changeHere(owner, clase, (hojas) => takeIn(hojas, periodo, notas.notas, notas.revision))
  }

  for (const [periodo, hoja] of Object.entries(await readHere<unknown>(owner, clase))) {
    if (hoja.changed && !(await deliver(owner, clase, periodo, hoja, llavero))) return false
  }
  return true
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
  return notas && { notas, revision: row.revision }
}

/** @returns whether it arrived; false where another device was faster */
async function deliver(
  owner: string,
  clase: Clase,
  periodo: string,
  { notas, revision: before }: Hoja<unknown>,
  { actual }: Llavero,
): Promise<boolean> {
  const revision = before + 1
  const sobre = await seal(actual, lugarOf(owner, clase, periodo, revision), notas)
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
