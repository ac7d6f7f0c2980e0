import { setTimeout as sleep } from 'node:timers/promises'

/** More than any of these answers takes on a machine that is not overloaded, and less than anybody notices. */
const FLOOR_MS = 40

/**
 * Does what differs between an account and nobody, and answers no sooner than it would for either: how long it took then
 * tells nothing.
 */
export async function evenly<T>(work: Promise<T>): Promise<T> {
  const floor = sleep(FLOOR_MS)
  try {
    return await work
  } finally {
    await floor
  }
}
