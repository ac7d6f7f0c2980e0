import { useState } from 'react'
import { messageOf } from '../../data/errors.ts'
import { testVia } from './confianza.ts'

export type Tests = {
  /** When a test of which way was asked for last on this page. */
  at: ReadonlyMap<string, number>
  busy: string | null
  failure: { id: string; text: string } | null
  start: (id: string) => Promise<void>
}

/** «Enviarme una prueba», for each way. */
export function useTests(codigo: string): Tests {
  const [at, setAt] = useState<ReadonlyMap<string, number>>(new Map())
  const [busy, setBusy] = useState<string | null>(null)
  const [failure, setFailure] = useState<Tests['failure']>(null)

  const start = async (id: string) => {
    if (busy) return
    setBusy(id)
    setFailure(null)
    try {
      const began = Date.now()
      if (await testVia(codigo, id)) setAt((known) => new Map(known).set(id, began))
      else setFailure({ id, text: 'Esta forma de avisarte ya no está. Agrégala de nuevo.' })
    } catch (failed) {
      setFailure({ id, text: messageOf(failed) })
    } finally {
      setBusy(null)
    }
  }
  return { at, busy, failure, start }
}
