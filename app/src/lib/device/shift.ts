/* The way out by keyboard. Imports nothing: prerendered pages load it (`app/prerender/first.ts`). */

/** How often the Shift key must be pressed, alone, to leave. */
export const SHIFT_PRESSES = 3

export const SHIFT_WINDOW_MS = 5000

export type ShiftCount = { presses: number; last: number; held: boolean }

export const noShift: ShiftCount = { presses: 0, last: Number.NEGATIVE_INFINITY, held: false }

/** What is heard for it: with a click or a turn of the wheel, Shift selects or scrolls. */
export const SHIFT_EVENTS = ['keydown', 'keyup', 'pointerdown', 'wheel'] as const

type Heard = Pick<Event, 'type' | 'timeStamp'> &
  Partial<Pick<KeyboardEvent, 'key' | 'repeat' | 'altKey' | 'ctrlKey' | 'metaKey'>>

/**
 * Counts presses of the Shift key on its own, with nothing between them. A Shift held to write a capital letter, to select with the mouse or
 * to change the keyboard (Alt+Shift) is none, and neither is one that comes more than five seconds after the press before it.
 *
 * @returns the new count; three presses mean that she wants to leave
 */
export function countShift(count: ShiftCount, event: Heard): ShiftCount {
  if (event.key !== 'Shift') return event.type === 'keyup' ? count : noShift
  if (event.altKey || event.ctrlKey || event.metaKey) return noShift
  if (event.repeat) return count
  const held = event.type === 'keydown'
  // The other Shift goes down before the first one is up: that was a press.
  if (!count.held) return held ? { ...count, held } : count
  const inTime = event.timeStamp - count.last <= SHIFT_WINDOW_MS
  return { presses: inTime ? count.presses + 1 : 1, last: event.timeStamp, held }
}
