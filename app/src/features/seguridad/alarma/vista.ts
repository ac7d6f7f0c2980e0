import { useEffect, useState } from 'react'
import type { Entry } from '../../../lib/offline/queueEntry.ts'
import type { PorPin } from '../../../lib/session/fingidas.ts'
import { createStore } from '../../../lib/store.ts'
import { useStore } from '../../../lib/useStore.ts'
import { type Alarma, type Alerta, alarmaOf, type Entrega } from './estado.ts'
import type { Motivo, UnheardPaso } from './unheard.ts'

/** What her screens know of an alert; `alarma.ts`, which is loaded later, runs it. */
export type Vista = {
  servicio: Alerta | null
  entregas: readonly Entrega[]
  unheard: readonly Entry<UnheardPaso>[]
  saleEnHere: ReadonlyMap<string, number>
  sendNow: () => void
  end: (motivo: Motivo, conPin: boolean, porPin?: PorPin) => void
  /** She has read that it is closed. */
  dismiss: () => void
}

const NONE: Vista = {
  servicio: null,
  entregas: [],
  unheard: [],
  saleEnHere: new Map(),
  sendNow: () => {},
  end: () => {},
  dismiss: () => {},
}

const shown = createStore<Vista>(NONE)

export function showVista(vista: Vista | null): void {
  shown.set(vista ?? NONE)
}

const COUNTING_MS = 250
const RESTING_MS = 5_000

/** The alert of this member as it stands now, on whichever device it was opened. */
export function useAlarma(): Omit<Vista, 'servicio' | 'unheard' | 'saleEnHere'> & {
  alarma: Alarma | null
  now: number
} {
  const { servicio, unheard, saleEnHere, ...rest } = useStore(shown)
  const [, tick] = useState(0)
  const now = Date.now()
  const alarma = alarmaOf(servicio, unheard, now, saleEnHere)
  const fase = alarma?.fase ?? null
  useEffect(() => {
    if (fase === null) return
    const timer = setInterval(() => tick((times) => times + 1), fase === 'pausa' ? COUNTING_MS : RESTING_MS)
    return () => clearInterval(timer)
  }, [fase])
  return { ...rest, alarma, now }
}
