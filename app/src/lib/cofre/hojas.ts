import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { whenIdle } from '../device/idle.ts'
import { sayNotKept } from '../offline/notKept.ts'
import { useUser } from '../session/session.tsx'
import { toast } from '../toast/toast.tsx'
import { type Clase, changeHere, hojasOptions, readHere } from './hojasAqui.ts'
import { type Hojas, type Nota, notesOf, withNote, withoutNotes } from './notas.ts'

/*
 * What she writes for herself besides the diary: notes on sheets, one for each kind and period. They live on her device, where she writes them
 * without a network; where this device has a key of her vault, they go to the service as envelopes too, and come from it. Two devices lose
 * nothing of each other: of each note the newer writing stays.
 */

type Change<Value> = (now: Value | null) => Value | null
export type Escrita<Value> = { periodo: string; id: string; value: Value | null | Change<Value> }

export type Notas<Value> = {
  /** What stands on the sheets of this kind, by period; undefined while the device is read. */
  notas: ReadonlyMap<string, readonly Nota<Value>[]> | undefined
  /** Periods of which something is on this device alone. */
  soloAqui: ReadonlySet<string>
  /** Writes a note, or, with null, erases it. @returns whether the device keeps it beyond this page */
  write: (periodo: string, id: string, value: Value | null) => Promise<boolean>
  /** Writes several at once, or erases them; a function makes of a note as it is then what it becomes. @returns the same of all */
  writeAll: (escritas: readonly Escrita<Value>[]) => Promise<boolean>
  /** Erases every note of the kind, here and at the service. */
  eraseAll: () => Promise<void>
}

/** Her notes of one kind. */
export function useNotas<Value>(clase: Clase): Notas<Value> {
  const { id: owner } = useUser()
  const { data, isError } = useQuery(hojasOptions<Value>(owner, clase))
  const notas = useMemo(() => data && notesOf(data), [data])
  const soloAqui = useMemo(() => new Set(Object.keys(unsentOf(data ?? {}))), [data])

  useEffect(() => {
    if (isError) sayUnread()
  }, [isError])

  useEffect(() => {
    const bring = () => syncHojas(owner, clase)
    bring()
    window.addEventListener('online', bring)
    return () => window.removeEventListener('online', bring)
  }, [owner, clase])

  const writeAll: Notas<Value>['writeAll'] = async (escritas) => {
    const now = Date.now()
    const kept = await changeHere<Value>(owner, clase, (hojas) =>
      escritas.reduce((left, { periodo, id, value }) => {
        const before = left[periodo]?.notas[id]?.value ?? null
        return withNote(left, periodo, id, isChange(value) ? value(before) : value, now)
      }, hojas),
    )
    syncHojas(owner, clase)
    if (!kept) sayNotKept()
    return kept
  }

  return {
    notas,
    soloAqui,
    write: (periodo, id, value) => writeAll([{ periodo, id, value }]),
    writeAll,
    eraseAll: async () => {
      const kept = await changeHere<Value>(owner, clase, (hojas) => withoutNotes(hojas, Date.now()))
      syncHojas(owner, clase)
      if (!kept) sayNotKept()
    },
  }
}

const isChange = <Value>(value: Value | null | Change<Value>): value is Change<Value> =>
  typeof value === 'function'

const sayUnread = () =>
  toast({
    title: 'No pudimos leer tus notas',
    description: 'Siguen en este dispositivo. Recarga la página para verlas.',
    variant: 'destructive',
  })

/** Her notes of one kind, without a screen. @throws where the device cannot be read */
export const readNotas = async <Value>(owner: string, clase: Clase) =>
  notesOf(await readHere<Value>(owner, clase))

/** Her notes on sheets of which something is on this device alone. @throws where the device cannot be read */
export async function readUnsent<Value>(owner: string, clase: Clase): Promise<Value[]> {
  const hojas = unsentOf(await readHere<Value>(owner, clase))
  return [...notesOf(hojas).values()].flat().map(({ value }) => value)
}

const unsentOf = <Value>(hojas: Hojas<Value>): Hojas<Value> =>
  Object.fromEntries(Object.entries(hojas).filter(([, { changed }]) => changed))

/** Meets the service in its own time: first screens do not load what that takes. A lost connection is tried again with the next note or screen. */
function syncHojas(owner: string, clase: Clase): void {
  whenIdle(() => {
    import('./intercambio.ts').then(({ exchange }) => exchange(owner, clase)).catch(() => {})
  })
}
