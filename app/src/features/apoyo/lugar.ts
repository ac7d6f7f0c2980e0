import { useEffect, useState } from 'react'
import { keepCopy, readCopy } from '../../data/device.ts'
import { useUser } from '../../data/session.tsx'
import { type Lugar, lugarInicial } from './lugares.ts'

const COPY = 'apoyo lugar'

/**
 * Where she looks for help. The device remembers it, sealed, for the next time: who lives in Guatemala must not find
 * Mexico's emergency number each time she opens the room.
 */
export function useLugar() {
  const { id } = useUser()
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
    lugar: lugar ?? lugarInicial,
    chooseLugar: (next: Lugar) => {
      setLugar(next)
      // On a device that keeps nothing it holds for this page.
      keepCopy(id, COPY, next).catch(() => {})
    },
  }
}
