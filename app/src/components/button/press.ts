import { useEffect, useReducer, useRef } from 'react'
import { createSignal } from '../../lib/store.ts'

/*
 * What began as a press of one thing must not end on another: while her finger is down, what an answer brings does not move what is below it.
 */

/** A browser makes a press of a tap a moment after the finger is up; one that slid off makes none. */
const PRESS_FOLLOWS_MS = 100
/** A finger that stays down for longer is not about to press: what is new is shown. */
const LONGEST_PRESS_MS = 1_000

/** Of the moment in which her finger was put down (`performance.now`); null once its press is made. */
let since: number | null = null
const ended = createSignal()

/** For how long what is down now may still become a press; some browsers tell nothing of a finger that opened a list of theirs. */
const msLeft = (): number => (since === null ? 0 : since + LONGEST_PRESS_MS - performance.now())

/** Follows what she presses. @returns ends it */
export function followPresses(): () => void {
  let following: ReturnType<typeof setTimeout>
  const down = () => {
    clearTimeout(following)
    since = performance.now()
  }
  const end = () => {
    clearTimeout(following)
    since = null
    ended.emit()
  }
  const up = () => {
    following = setTimeout(end, PRESS_FOLLOWS_MS)
  }
  // Before what is pressed hears of it: what that says from here on is of this press.
  const follow = () => {
    since = null
  }
  window.addEventListener('click', follow, true)
  // After it has heard: what waited may take it away.
  window.addEventListener('click', end)
  window.addEventListener('pointerdown', down, true)
  window.addEventListener('pointerup', up, true)
  // A finger that scrolls has its pointer cancelled.
  window.addEventListener('pointercancel', end, true)
  return () => {
    end()
    window.removeEventListener('click', follow, true)
    window.removeEventListener('click', end)
    window.removeEventListener('pointerdown', down, true)
    window.removeEventListener('pointerup', up, true)
    window.removeEventListener('pointercancel', end, true)
  }
}

/** Does something once her finger is up and its press is made. @returns how not to */
export function onceReleased(act: () => void): () => void {
  const left = msLeft()
  if (left <= 0) {
    act()
    return () => {}
  }
  const stop = () => {
    clearTimeout(timer)
    forget()
  }
  const run = () => {
    stop()
    act()
  }
  const timer = setTimeout(run, left)
  const forget = ended.subscribe(run)
  return stop
}

/**
 * What is shown, without what came while her finger is down: that is drawn right after her press, or after a second.
 *
 * @param value undefined while there is nothing to press yet: what comes then is shown at once
 */
export function useStill<Value>(value: Value): Value {
  const drawn = useRef(value)
  const [, draw] = useReducer((times: number) => times + 1, 0)
  const left = msLeft()
  const isHeld = value !== drawn.current && drawn.current !== undefined && left > 0
  if (!isHeld) drawn.current = value
  useEffect(() => {
    if (!isHeld) return
    const forget = ended.subscribe(draw)
    const timer = setTimeout(draw, left)
    return () => {
      forget()
      clearTimeout(timer)
    }
  })
  return drawn.current
}
