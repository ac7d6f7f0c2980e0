import { useEffect, useMemo, useRef, useState } from 'react'
import { uuid } from '../../lib/random.ts'
import type { Fecha } from '../../lib/time/fechas.ts'
import { diaDelAviso, type Plan, planOf, type Quieto } from './aviso.ts'
import type { MiCicloDatos } from './useCiclo.ts'

/** The reminders of her agenda. */
export type Quietos = {
  /** Null while they are not known. */
  deUnDia: readonly Quieto[] | null
  /** @returns whether it is there, or will be once there is a network */
  add: (id: string, dia: Fecha) => Promise<boolean>
  remove: (these: readonly Quieto[]) => Promise<boolean>
}

/** The reminder of «¿Llegó?», which is put where the forecast is, whenever that changes. */
export function useAviso(ciclo: MiCicloDatos | null, hoy: Fecha, { deUnDia, add, remove }: Quietos) {
  const historia = ciclo?.historia
  const plan = useMemo(
    () => historia && deUnDia && planOf(historia.avisos, deUnDia, diaDelAviso(historia, hoy), hoy),
    [historia, deUnDia, hoy],
  )
  const busy = useRef(false)
  const tried = useRef('')
  const [, look] = useState(0)

  const carryOut = async ({ add: next, write, remove: gone }: Plan) => {
    if (next && !(await add(next.id, next.fecha))) return
    for (const { semilla, value } of write) await ciclo?.writeAviso(semilla, value)
    await remove(gone)
  }

  useEffect(() => {
    const key = JSON.stringify(plan)
    // What could not be done was said, and is tried again on a later visit.
    if (!plan || busy.current || key === tried.current) return
    busy.current = true
    tried.current = key
    void carryOut(plan).finally(() => {
      busy.current = false
      look((times) => times + 1)
    })
  })

  const avisos = historia?.avisos ?? []
  return {
    isOn: avisos.length > 0,
    begin: () => {
      const semilla = uuid()
      void ciclo?.writeAviso(semilla, { que: 'aviso', semilla, fecha: null })
    },
    /** It goes, and what it was of. */
    end: async () => {
      if (!historia) return
      // Nothing is expected any more: what is ahead goes.
      const ended = deUnDia && planOf(historia.avisos, deUnDia, null, hoy)
      for (const { semilla } of historia.avisos) await ciclo?.writeAviso(semilla, null)
      if (ended) await remove(ended.remove)
    },
  }
}
