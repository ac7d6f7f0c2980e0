import { type ReactNode, useEffect, useState } from 'react'
import { useNavigationType } from 'react-router'
import { afterFrame } from '../../lib/device/painted.ts'

/** From this width on (`lg`) rooms have columns, and what is below on a phone stands beside. */
const WIDE_PX = 1024

/**
 * Whether what stands below a room's first screen on a phone is drawn: a frame after it, so that a slow one has sooner what is seen. Where she comes back
 * to a room it is at once, since the browser puts her where she was; so it is on a wide screen, where it is seen from the first.
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

/** What stands below a room's first screen. */
export function BelowFirst({ children }: { children: ReactNode }) {
  return useBelowFirst() ? children : null
}
