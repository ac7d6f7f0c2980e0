import { type RefObject, useEffect, useRef } from 'react'
import { useLocation } from '../lib/router.tsx'

/**
 * Shows and focuses a place within a room each time an address leads to it.
 *
 * @param name the fragment, with its sign: `#coberturas`
 * @returns for the element, which must be able to hold the focus
 */
export function useLedHere<Place extends HTMLElement>(name: string): RefObject<Place | null> {
  const { hash, key } = useLocation()
  const place = useRef<Place>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each time she is led here.
  useEffect(() => {
    if (hash !== name) return
    // Behind what every change of room does (`layout/Stage.tsx`).
    const frame = requestAnimationFrame(() => {
      place.current?.scrollIntoView({ block: 'start' })
      place.current?.focus({ preventScroll: true })
    })
    return () => cancelAnimationFrame(frame)
  }, [hash, key, name])
  return place
}
