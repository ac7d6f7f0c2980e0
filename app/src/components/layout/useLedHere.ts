import { type RefObject, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/**
 * Shows and focuses a place within a page each time an address leads to it.
 *
 * @param name the fragment, with its sign: `#historias`
 * @returns for the element, which must be able to hold the focus
 */
export function useLedHere<Place extends HTMLElement>(name: string): RefObject<Place | null> {
  const { hash, key } = useLocation()
  const place = useRef<Place>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each time she is led here.
  useEffect(() => {
    if (hash !== name) return
    let shown: ResizeObserver | undefined
    // After what every change of route does (`app/layout/Stage.tsx`).
    const frame = requestAnimationFrame(() => {
      const led = place.current
      const before = document.activeElement
      if (!led || show(led)) return
      // It stands there, unseen until what is above it is known. Wherever she has gone meanwhile, she stays.
      shown = new ResizeObserver(() => {
        if (document.activeElement !== before || show(led)) shown?.disconnect()
      })
      shown.observe(led)
    })
    return () => {
      cancelAnimationFrame(frame)
      shown?.disconnect()
    }
  }, [hash, key, name])
  return place
}

/** @returns whether it can be seen, and so can hold the focus */
function show(place: HTMLElement): boolean {
  if (place.getClientRects().length === 0) return false
  place.scrollIntoView({ block: 'start' })
  place.focus({ preventScroll: true })
  return true
}
