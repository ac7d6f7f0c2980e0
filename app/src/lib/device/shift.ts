/* The way out by keyboard. Imports nothing: pages that come drawn bring it along (`umbral/first.ts`). */

/** How often the Shift key must be pressed, alone, to leave. */
export const SHIFT_PRESSES = 3

export const SHIFT_WINDOW_MS = 5000

export type ShiftCount = { presses: number; last: number; alone: boolean }

export const noShift: ShiftCount = { presses: 0, last: Number.NEGATIVE_INFINITY, alone: false }

type KeyPress = { type: 'keydown' | 'keyup'; key: string; at: number; repeat?: boolean }

/**
 * Counts presses of the Shift key on its own. A Shift held to write a capital letter is not one, and neither is one
 * that comes more than five seconds after the press before it.
 *
 * @param at milliseconds on any clock that does not go back
 * @returns the new count; three presses mean that she wants to leave
 */
export function countShift(count: ShiftCount, { type, key, at, repeat }: KeyPress): ShiftCount {
  if (key !== 'Shift') return type === 'keydown' ? noShift : count
  if (type === 'keydown') return repeat ? count : { ...count, alone: true }
  if (!count.alone) return count
  const inTime = at - count.last <= SHIFT_WINDOW_MS
  return { presses: inTime ? count.presses + 1 : 1, last: at, alone: false }
}
