import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ask } from '../api/ask.ts'
import { keepCopy, readCopy } from '../offline/deviceStore.ts'
import { useUser } from '../session/session.tsx'

/** What the team tells her. */
export type Comunicado = { id: string; titulo: string; texto: string; desde: string; hasta: string }

/** What the team tells her now, newest first; which of it is for everybody the service alone knows. */
export function useComunicados() {
  const { id } = useUser()
  return useQuery({
    queryKey: ['comunicados', id],
    queryFn: ({ signal }) => ask((db) => db.rpc('mis_comunicados'), { signal }) as Promise<Comunicado[]>,
    staleTime: 60_000,
    // What was open overnight says nothing that is over.
    select: (list) => list.filter(({ hasta }) => Date.parse(hasta) > Date.now()),
  })
}

type Copia = { cerrados: string[] }
const COPY = 'comunicados'

/**
 * Which of them she has put away on this device. Sealed here and told to nobody: no row anywhere says who has read what.
 *
 * @returns their ids, or null until the device has answered; and what puts one away
 */
export function useCerrados(): [
  ReadonlySet<string> | null,
  (id: string, current: readonly Comunicado[]) => void,
] {
  const { id: owner } = useUser()
  const [cerrados, setCerrados] = useState<readonly string[] | null>(null)

  useEffect(() => {
    let gone = false
    void readCopy<Copia>(owner, COPY)
      .catch(() => null)
      .then((copia) => {
        if (!gone) setCerrados((current) => current ?? copia?.cerrados ?? [])
      })
    return () => {
      gone = true
    }
  }, [owner])

  const close = (id: string, current: readonly Comunicado[]) => {
    // What is over is not remembered any longer.
    const next = [...(cerrados ?? []), id].filter((one) =>
      current.some((comunicado) => comunicado.id === one),
    )
    setCerrados(next)
    keepCopy(owner, COPY, { cerrados: next } satisfies Copia).catch(() => {
      // Without storage it stays away as long as the page is open.
    })
  }
  return [cerrados && new Set(cerrados), close]
}
