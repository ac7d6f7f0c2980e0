import { onDevice } from '../../../lib/device/storage.ts'

/*
 * What the device seals it has not written down yet when the page may already be gone: a phone short of memory drops it as soon as another app
 * opens. So a press leaves a line at once that says nothing but that it was, and is taken away once the press itself is on the device.
 */

/** A press that may not be on the device yet. */
export type Begun = { id: string; owner: string; pressedAt: number }

const KEY = 'apuntes'

function read(): Begun[] {
  try {
    const stored: unknown = JSON.parse(onDevice.getItem(KEY) ?? '')
    return Array.isArray(stored) ? stored : []
  } catch {
    return []
  }
}

function write(all: Begun[]): void {
  if (all.length > 0) onDevice.setItem(KEY, JSON.stringify(all))
  else onDevice.removeItem(KEY)
}

const without = (id: string) => read().filter((one) => one?.id !== id)

/** She pressed. */
export function noteBegun(press: Begun): void {
  write([...without(press.id), press])
}

/** Heard by the alarm's first script: a press on the prerendered button was noted, and the rest of the app may never come. */
export const EARLY_PRESS = 'early-press'

/** The press is on the device, or the service has it. */
export const forgetBegun = (id: string): void => write(without(id))

/** What earlier pages of this account began and may not have written down. */
export const begunOf = (owner: string): Begun[] =>
  read().filter((one) => one?.owner === owner && one.id && one.pressedAt > 0)
