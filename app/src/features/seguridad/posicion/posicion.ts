import { useEffect, useMemo, useState } from 'react'
import {
  type Fix,
  FRESH_MS,
  followPosition,
  type LocationPermission,
  observeLocationPermission,
} from '../../../lib/device/geolocation.ts'
import { keepCopy, readCopy } from '../../../lib/offline/deviceStore.ts'
import { createStore } from '../../../lib/store.ts'

/** A last known position older than this would mislead more than help. */
const KNOWN_MS = 6 * 3_600_000
/** How often the device is made to remember it. */
const KEEP_EVERY_MS = 60_000

const COPY = 'ultima_posicion'

export type Memoria = ReturnType<typeof createMemoria>

/** The places that the device reported lately; only the newest counts. */
export function createMemoria(now: () => number = Date.now) {
  const newest = createStore<Fix | null>(null)
  const within = (ms: number) => {
    const last = newest.get()
    return last && now() - last.at <= ms ? last : null
  }
  return {
    remember(fix: Fix): void {
      const last = newest.get()
      if (!last || fix.at >= last.at) newest.set(fix)
    },
    /** Fresh enough to send as it is. */
    warm: () => within(FRESH_MS),
    /** Better than nothing. */
    lastKnown: () => within(KNOWN_MS),
    subscribe: (listener: (fix: Fix) => void): (() => void) =>
      newest.subscribe(() => listener(newest.get()!)),
  }
}

/**
 * Keeps her place at hand while this screen is open and seen, if she has already allowed it: then an alert opens within
 * the tap itself. Asks for no permission.
 */
export function usePosicion(userId: string | null): { memoria: Memoria; permiso: LocationPermission } {
  const memoria = useMemo(() => createMemoria(), [])
  const [permiso, setPermiso] = useState<LocationPermission>('unknown')

  useEffect(() => observeLocationPermission(setPermiso), [])

  useEffect(() => {
    if (!userId) return
    void readCopy<Fix>(userId, COPY).then((fix) => fix && memoria.remember(fix))
    let keptAt = 0
    return memoria.subscribe((fix) => {
      if (fix.at - keptAt < KEEP_EVERY_MS) return
      keptAt = fix.at
      // On a device that keeps nothing the next page begins without it.
      keepCopy(userId, COPY, fix).catch(() => {})
    })
  }, [userId, memoria])

  useEffect(() => {
    if (permiso !== 'granted') return
    let stop: (() => void) | undefined
    const follow = () => {
      stop?.()
      stop = document.visibilityState === 'visible' ? followPosition(memoria.remember) : undefined
    }
    follow()
    document.addEventListener('visibilitychange', follow)
    return () => {
      document.removeEventListener('visibilitychange', follow)
      stop?.()
    }
  }, [permiso, memoria])

  return { memoria, permiso }
}
