import { useEffect } from 'react'
import { ask } from '../../../lib/api/ask.ts'
import { locate, observeLocationPermission } from '../../../lib/device/geolocation.ts'

/** Often enough to be found by, seldom enough for her battery. */
const EVERY_MS = 2 * 60_000

/**
 * While a timer runs and this page lives, the service knows where she was last, for the alert alone. Asks for no permission.
 *
 * @param llegada the id of the timer; null where none runs
 */
export function useLugar(llegada: string | null): void {
  useEffect(() => {
    if (llegada === null) return
    let allowed = false
    let gone = false
    const tell = async () => {
      if (!allowed || document.visibilityState !== 'visible') return
      const { fix } = await locate()
      if (!fix || gone) return
      await ask((db) =>
        db.rpc('lugar_de_llegada', {
          llegada,
          latitud: fix.lat,
          longitud: fix.lng,
          precision_m: fix.accuracy ?? 0,
          tomada_en: new Date(fix.at).toISOString(),
        }),
      ).catch(() => {
        // Only the last place counts: the next one will do.
      })
    }
    const stop = observeLocationPermission((permiso) => {
      const before = allowed
      allowed = permiso === 'granted'
      if (allowed && !before) void tell()
    })
    const timer = setInterval(tell, EVERY_MS)
    return () => {
      gone = true
      stop()
      clearInterval(timer)
    }
  }, [llegada])
}
