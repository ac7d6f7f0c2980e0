import { queryOptions } from '@tanstack/react-query'
import { queryClient } from '../api/query.ts'
import { copyOfHojas as copyOf, hasNoStore, keepCopy, readCopyOrFail } from '../offline/deviceStore.ts'
import { storedSession } from '../session/sessionStorage.ts'
import { type Hojas, keepNewest } from './notas.ts'

/* The sheets as this device has them. */

/** As `cofre.clase` has them. */
export const CLASES = ['animo', 'ciclo', 'medicamentos', 'plan', 'hechos', 'recuerdos'] as const
export type Clase = (typeof CLASES)[number]

/** Nothing where the browser has no store at all: then they live as long as the page. @throws where they cannot be read */
const readStored = async <Value>(owner: string, clase: Clase): Promise<Hojas<Value>> =>
  (await hasNoStore()) ? {} : ((await readCopyOrFail<Hojas<Value>>(owner, copyOf(clase))) ?? {})

export const hojasOptions = <Value>(owner: string, clase: Clase) =>
  queryOptions({
    queryKey: ['hojas', owner, clase],
    queryFn: () => readStored<Value>(owner, clase),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  })

/** The sheets as the device has them now; another tab may have written since this one read. @throws where they cannot be read */
export async function readHere<Value>(owner: string, clase: Clase): Promise<Hojas<Value>> {
  const shown = queryClient.getQueryData(hojasOptions<Value>(owner, clase).queryKey) ?? {}
  return keepNewest(await readStored<Value>(owner, clase), shown)
}

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
  const here = await readHere<Value>(owner, clase).catch(() => null)
  if (storedSession()?.user.id !== owner) return false
  if (!here) {
    queryClient.setQueryData(queryKey, (shown) => shown && change(shown))
    return false
  }
  const hojas = change(here)
  queryClient.setQueryData(queryKey, hojas)
  return keepCopy(owner, copyOf(clase), hojas).then(
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

/** Changes what this device has. @returns whether the device keeps it */
export const changeHere = <Value>(
  owner: string,
  clase: Clase,
  change: (hojas: Hojas<Value>) => Hojas<Value>,
): Promise<boolean> => inTurn(clase, () => writeHere(owner, clase, change))
