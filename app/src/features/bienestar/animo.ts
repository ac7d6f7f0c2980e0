import { useEffect, useState } from 'react'
import { keepCopy, readCopy } from '../../lib/offline/deviceStore.ts'
import { useUser } from '../../lib/session/session.tsx'
import type { Fecha } from '../../lib/time/fechas.ts'

export const ANIMOS = ['Muy bien', 'Bien', 'Regular', 'Mal', 'Muy mal'] as const
export type Animo = (typeof ANIMOS)[number]

type Copia = { fecha: Fecha; animo: Animo }
const COPY = 'animo'

/** How she said that she is today; sealed on this device, and only the last word. */
export function useAnimo(hoy: Fecha): [Animo | null, (animo: Animo) => void] {
  const { id } = useUser()
  const [copia, setCopia] = useState<Copia | null>(null)

  useEffect(() => {
    void readCopy<Copia>(id, COPY).then((kept) => setCopia((current) => current ?? kept))
  }, [id])

  const chooseAnimo = (animo: Animo) => {
    const next = { fecha: hoy, animo }
    setCopia(next)
    keepCopy(id, COPY, next).catch(() => {
      // Without storage it is shown as long as the page is open.
    })
  }
  return [copia?.fecha === hoy ? copia.animo : null, chooseAnimo]
}
