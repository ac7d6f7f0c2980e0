import { type ReactNode, useEffect, useState } from 'react'
import { useNavigationType } from 'react-router'
import { afterFrame } from '../../lib/device/painted.ts'

/** From this width on (`lg`) pages have columns: what is below on a phone stands beside. */
const WIDE_PX = 1024

/**
 * Whether what stands below the first screen of a page on a phone is drawn: a frame later, so that a slow phone paints sooner what is seen.
 * At once where she comes back to a page, since the browser restores the scroll position, and on a wide screen, where it is in view.
 */
export function useBelowFirst(): boolean {
  const arrivedBy = useNavigationType()
  // A prerendered page is the first screen alone.
  const [drawn, setDrawn] = useState(
    () => !import.meta.env.SSR && (arrivedBy === 'POP' || window.innerWidth >= WIDE_PX),
  )
  useEffect(() => {
    if (drawn) return
    let gone = false
    void afterFrame().then(() => gone || setDrawn(true))
    return () => {
      gone = true
    }
  }, [drawn])
  return drawn
}

/** What stands below the first screen of a page. */
export function BelowFirst({ children }: { children: ReactNode }) {
  return useBelowFirst() ? children : null
}
