import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Cierre } from '../../lib/session/sessionStorage.ts'
import { useCierre } from '../../lib/session/useCierre.ts'
import { lockToasts } from '../../lib/toast/toast.tsx'

const VEIL = 'velado'

/**
 * Whether the app, which the PIN has opened, asks for it again: on coming back after the time of her choice, and while wrong tries make it wait. A page
 * that begins has nothing of hers before (`LockedApp.tsx`).
 */
export function usePinLock(): { locked: boolean; open: () => void } {
  const cierre = useCierre()
  const [opened, setOpened] = useState(true)
  const locked = cierre !== null && !opened

  useEffect(() => {
    if (cierre !== null && cierre.espera > 0) setOpened(false)
  }, [cierre])

  const minutos = cierre?.minutos
  useEffect(() => {
    if (minutos === undefined || locked) return
    return watchAbsence(minutos, () => flushSync(() => setOpened(false)))
  }, [minutos, locked])

  useEffect(() => {
    lockToasts(locked)
    return () => lockToasts(false)
  }, [locked])

  return { locked, open: () => setOpened(true) }
}

/** Covers the screen while the app is in the background, and locks it when she comes back too late. @returns how to stop */
export function watchAbsence(minutos: Cierre['minutos'], lock: () => void): () => void {
  let left: { wall: number; steady: number } | null = null

  const onChange = () => {
    if (document.visibilityState === 'hidden') {
      left ??= { wall: Date.now(), steady: performance.now() }
      document.documentElement.classList.add(VEIL)
      return
    }
    // `performance.now()` stands still while a phone sleeps, `Date.now()` can be set: the longer of the two
    // counts, so setting the clock back does not help.
    const wall = left ? Date.now() - left.wall : 0
    const away = left ? Math.max(wall, performance.now() - left.steady) : 0
    if (left && (wall < 0 || away >= minutos * 60_000)) lock()
    left = null
    document.documentElement.classList.remove(VEIL)
  }

  document.addEventListener('visibilitychange', onChange)
  window.addEventListener('pageshow', onChange)
  window.addEventListener('focus', onChange)
  return () => {
    document.removeEventListener('visibilitychange', onChange)
    window.removeEventListener('pageshow', onChange)
    window.removeEventListener('focus', onChange)
    document.documentElement.classList.remove(VEIL)
  }
}
