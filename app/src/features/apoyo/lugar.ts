import { useEffect, useState } from 'react'
import { useEmergencia } from '../../lib/emergencia/emergencia.ts'
import { keepCopy, readCopy } from '../../lib/offline/deviceStore.ts'
import { useUser } from '../../lib/session/session.tsx'
import { type Lugar, lugarInicial } from './lugares.ts'

const COPY = 'apoyo lugar'

/**
 * Where she looks for help. The device remembers it, sealed, for the next time: who lives in Guatemala must not find
 * Mexico's emergency number each time she opens the page.
 */
export function useLugar() {
  const { id } = useUser()
  const { pais, supuesta } = useEmergencia()
  const [lugar, setLugar] = useState<Lugar | null>(null)

  useEffect(() => {
    let current = true
    void readCopy<Lugar>(id, COPY).then((kept) => {
      // What she has chosen in the meantime counts.
      if (current && kept) setLugar((chosen) => chosen ?? kept)
    })
    return () => {
      current = false
    }
  }, [id])

  return {
    // The country that she said she is in; one that is only supposed is asked about above the list.
    lugar: lugar ?? (supuesta ? lugarInicial : { ...lugarInicial, pais }),
    /** For this page only: what she looks at as an editora is not where she lives. */
    showLugar: setLugar,
    chooseLugar: (next: Lugar) => {
      setLugar(next)
      // If the device cannot store it, it holds until this page is closed.
      keepCopy(id, COPY, next).catch(() => {})
    },
  }
}
