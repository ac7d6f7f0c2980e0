import { createStore, type Store } from '../../lib/store.ts'
import type { Respuesta, Vista } from './vista.ts'

/** What the page knows. */
export type Seguimiento = {
  /** Undefined before the first answer. */
  vista: Vista | undefined
  /** When the service answered last. */
  vistaEn: number | null
  /** Since when it has not been reached; null while it is. */
  falloDesde: number | null
  /** An answer that is on its way and has not arrived. */
  saliendo: Respuesta | null
}

/** What outlives a reload. */
export type Known = Pick<Seguimiento, 'vista' | 'vistaEn' | 'saliendo'>

type Deps = {
  /** What this tab knew before a reload. */
  known?: Known | null
  fetchVista: (signal: AbortSignal) => Promise<Vista>
  sendRespuesta: (respuesta: Respuesta, signal: AbortSignal) => Promise<Vista>
  isVisible: () => boolean
  now?: () => number
}

/** Pauses between two questions. On a bad line they grow, and never beyond the last. */
const PAUSES_MS = [5_000, 10_000, 15_000] as const

export type Following = Pick<Store<Seguimiento>, 'get' | 'subscribe'> & {
  /** Asks from now on, also after `stop`. */
  start: () => void
  /** The page became visible, or the network came back: asks at once, whatever was on its way. */
  look: () => void
  /** Sends an answer, again and again until it has arrived or another one replaces it. */
  answer: (respuesta: Respuesta) => void
  stop: () => void
}

/**
 * Follows one alert for as long as the page is visible, and never gives up: an hour without network costs that hour and no more.
 * Asks nothing while the page is hidden, because asking tells her that it was seen. Without React.
 */
export function followAlerta({
  known,
  fetchVista,
  sendRespuesta,
  isVisible,
  now = Date.now,
}: Deps): Following {
  const store = createStore<Seguimiento>({
    vista: undefined,
    vistaEn: null,
    saliendo: null,
    ...known,
    falloDesde: null,
  })
  const update = (part: Partial<Seguimiento>) => store.set({ ...store.get(), ...part })
  let timer: ReturnType<typeof setTimeout> | undefined
  let asking: AbortController | undefined
  let failures = 0
  let over = false

  /** What has ended stays as it was last read; only a return to the page asks once more. */
  const hasEnded = () => {
    const { vista, saliendo } = store.get()
    return saliendo === null && (vista === null || vista?.estado === 'cerrada')
  }

  const look = async () => {
    if (over || !isVisible()) return
    clearTimeout(timer)
    asking?.abort()
    const mine = new AbortController()
    asking = mine
    const { saliendo } = store.get()
    try {
      const vista = saliendo ? await sendRespuesta(saliendo, mine.signal) : await fetchVista(mine.signal)
      if (over || asking !== mine) return
      failures = 0
      const { saliendo: wanted } = store.get()
      const arrived = wanted === saliendo || vista === null || vista.estado === 'cerrada'
      update({ vista, vistaEn: now(), falloDesde: null, saliendo: arrived ? null : wanted })
    } catch {
      if (over || asking !== mine) return
      failures++
      update({ falloDesde: store.get().falloDesde ?? now() })
    }
    asking = undefined
    if (hasEnded()) return
    const pause = PAUSES_MS[Math.min(failures, PAUSES_MS.length - 1)]
    timer = setTimeout(look, failures === 0 && store.get().saliendo ? 0 : pause)
  }

  const lookNow = () => {
    failures = 0
    void look()
  }

  return {
    get: store.get,
    subscribe: store.subscribe,
    start: () => {
      over = false
      lookNow()
    },
    look: lookNow,
    answer: (saliendo) => {
      update({ saliendo })
      void look()
    },
    stop: () => {
      over = true
      clearTimeout(timer)
      asking?.abort()
    },
  }
}
