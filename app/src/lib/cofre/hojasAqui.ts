import { queryOptions } from '@tanstack/react-query'
import { queryClient } from '../api/query.ts'
import { keepCopy, readCopy } from '../offline/deviceStore.ts'
import { storedSession } from '../session/sessionStorage.ts'
import { type Hojas, keepNewest } from './notas.ts'

/* The sheets as this device has them. */

/** As `cofre.clase` has them. */
export const CLASES = ['animo', 'ciclo', 'medicamentos', 'plan', 'hechos'] as const
export type Clase = (typeof CLASES)[number]

const copyOf = (clase: Clase) => `hojas ${clase}`
export const hojasOptions = <Value>(owner: string, clase: Clase) =>
  queryOptions({
    queryKey: ['hojas', owner, clase],
    queryFn: async () => (await readCopy<Hojas<Value>>(owner, copyOf(clase))) ?? {},
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  })

/** The sheets as the device has them now; another tab may have written since this one read. */
export async function readHere<Value>(owner: string, clase: Clase): Promise<Hojas<Value>> {
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

export function inTurn<Made>(name: string, work: () => Promise<Made>): Promise<Made> {
  const next = (turns.get(name) ?? Promise.resolve()).then(work, work)
  turns.set(name, next)
  return next
}

/** Changes what this device has. @returns it, as it is then */
export const changeHere = <Value>(
  owner: string,
  clase: Clase,
  change: (hojas: Hojas<Value>) => Hojas<Value>,
) =>
  inTurn(clase, async () => {
    const hojas = change(await readHere<Value>(owner, clase))
    await writeHere(owner, clase, hojas)
    return hojas
  })
