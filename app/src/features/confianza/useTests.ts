import { useState } from 'react'
import { messageOf } from '../../lib/api/errors.ts'
import { testVia } from './confianza.ts'
import type { Via, ViaTest } from './vista.ts'

export type Tests = {
  /** The last test of each way that was asked for on this page. */
  at: ReadonlyMap<string, ViaTest>
  busy: string | null
  failure: { id: string; text: string } | null
  start: (via: Via) => Promise<void>
}

/** «Enviarme una prueba», for each way. */
export function useTests(codigo: string): Tests {
  const [at, setAt] = useState<ReadonlyMap<string, ViaTest>>(new Map())
  const [busy, setBusy] = useState<string | null>(null)
  const [failure, setFailure] = useState<Tests['failure']>(null)

  const start = async ({ id, probadaEn }: Via) => {
    if (busy) return
    setBusy(id)
    setFailure(null)
    try {
      const test = { at: Date.now(), before: probadaEn }
      if (await testVia(codigo, id)) setAt((known) => new Map(known).set(id, test))
      else setFailure({ id, text: 'Esta forma de avisarte ya no está. Agrégala de nuevo.' })
    } catch (failed) {
      setFailure({ id, text: messageOf(failed) })
    } finally {
      setBusy(null)
    }
  }
  return { at, busy, failure, start }
}
