import { queryOptions } from '@tanstack/react-query'
import { queryClient } from '../api/query.ts'
import {
  copyOfHojas as copyOf,
  hasNoStore,
  keepCopy,
  readCopiesOrFail,
  readCopyOrFail,
} from '../offline/deviceStore.ts'
import { storedSession } from '../session/sessionStorage.ts'
import { type Hoja, type Hojas, keepNewest, stateOf } from './notas.ts'

/* The sheets as this device has them. */

/** As `cofre.clase` has them. */
export const CLASES = ['animo', 'ciclo', 'medicamentos', 'plan', 'hechos', 'recuerdos'] as const
export type Clase = (typeof CLASES)[number]

/**
 * The kind whose sheets are large: a picture or a sound each. Every one of them is a copy of its own, so that one entry is not written anew with all
 * others. Their periods are random, so the names of the copies tell no more than how many there are.
 */
const LARGE: Clase = 'hechos'
const PREFIX = `${copyOf(LARGE)} `

/** Nothing where the browser has no store at all: then they live as long as the page. @throws where they cannot be read */
async function readStored<Value>(owner: string, clase: Clase): Promise<Hojas<Value>> {
  if (await hasNoStore()) return {}
  if (clase !== LARGE) return (await readCopyOrFail<Hojas<Value>>(owner, copyOf(clase))) ?? {}
  const copies = await readCopiesOrFail<Hoja<Value>>(owner, PREFIX)
  return Object.fromEntries(copies.map(([name, hoja]) => [name.slice(PREFIX.length), hoja]))
}

/** @throws DOMException when the device is full or keeps nothing for this site */
async function store<Value>(
  owner: string,
  clase: Clase,
  hojas: Hojas<Value>,
  stored: Hojas<Value>,
): Promise<void> {
  if (clase !== LARGE) return keepCopy(owner, copyOf(clase), hojas)
  for (const [periodo, hoja] of Object.entries(hojas))
    if (stateOf(hoja) !== stateOf(stored[periodo])) await keepCopy(owner, PREFIX + periodo, hoja)
}

export const hojasOptions = <Value>(owner: string, clase: Clase) =>
  queryOptions({
    queryKey: ['hojas', owner, clase],
    queryFn: () => readStored<Value>(owner, clase),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  })

/** The sheets as the device has them now; another tab may have written since this one read. @throws where they cannot be read */
export const readHere = async <Value>(owner: string, clase: Clase): Promise<Hojas<Value>> =>
  withShown(owner, clase, await readStored<Value>(owner, clase))

const withShown = <Value>(owner: string, clase: Clase, stored: Hojas<Value>): Hojas<Value> =>
  keepNewest(stored, queryClient.getQueryData(hojasOptions<Value>(owner, clase).queryKey) ?? {})

/**
 * Shows the change, and keeps it on the device; one that keeps nothing shows it for as long as the page is open. Where the device cannot be
 * read nothing is written over: what is shown meets what is there with the next change.
 *
 * @returns whether the device keeps it
 */
async function writeHere<Value>(
  owner: string,
  clase: Clase,
  change: (hojas: Hojas<Value>) => Hojas<Value>,
): Promise<boolean> {
  const { queryKey } = hojasOptions<Value>(owner, clase)
  const stored = await readStored<Value>(owner, clase).catch(() => null)
  if (storedSession()?.user.id !== owner) return false
  if (!stored) {
    queryClient.setQueryData(queryKey, (shown) => shown && change(shown))
    return false
  }
  const hojas = change(withShown(owner, clase, stored))
  queryClient.setQueryData(queryKey, hojas)
  return store(owner, clase, hojas, stored).then(
    () => true,
    () => false,
  )
}

/** Changes of one kind happen on this page one after the other. */
const turns = new Map<string, Promise<unknown>>()

export function inTurn<Made>(name: string, work: () => Promise<Made>): Promise<Made> {
  const next = (turns.get(name) ?? Promise.resolve()).then(work, work)
  turns.set(name, next)
  return next
}

/**
 * The same among all pages of this browser: for what is read on the device, changed and written back. The service is never asked within it, since a
 * page whose request hangs would hold up the others.
 */
export const inTurnOfTabs = <Made>(name: string, work: () => Promise<Made>): Promise<Made> =>
  inTurn(
    name,
    () =>
      new Promise((resolve, reject) => {
        const begin = () => work().then(resolve, reject)
        // A browser may have none, or none for a site that may store nothing.
        const asked = globalThis.navigator?.locks?.request(name, begin) ?? Promise.reject()
        asked.catch(begin)
      }),
  )

/** Changes what this device has. @returns whether the device keeps it */
export const changeHere = <Value>(
  owner: string,
  clase: Clase,
  change: (hojas: Hojas<Value>) => Hojas<Value>,
): Promise<boolean> => inTurnOfTabs(clase, () => writeHere(owner, clase, change))
