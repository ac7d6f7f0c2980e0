import { setTimeout as sleep } from 'node:timers/promises'

/** Longer than any of these answers takes on a machine that is not overloaded, and too short to be noticed. */
const FLOOR_MS = 40

/**
 * Does what differs between an account and nobody, and answers no sooner than it would for either: how long it took then
 * tells nothing.
 */
export async function withMinimumTime<T>(work: Promise<T>): Promise<T> {
  const floor = sleep(FLOOR_MS)
  try {
    return await work
  } finally {
    await floor
  }
}
