import { heldPresses } from '../lib/offline/heldPresses.ts'

/** A page that lives tells of its press by itself, and takes it away: it has this long. */
const HEAD_START_MS = 5_000

/** Answers that another try would not change: the page, which has her session, goes on with such a press. */
const isFinal = (status: number): boolean => status < 500 && status !== 408 && status !== 429

/**
 * Tells the service of presses whose page is gone. Says nothing on the device: whoever holds it would read it.
 *
 * @throws Error where one could not be told; the browser then wakes the worker again, some minutes later
 */
export async function tellPresses(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, HEAD_START_MS))
  let failed = false
  for (const { read, drop } of await heldPresses()) {
    const press = await read()
    if (!press) continue
    const { url, headers, args } = press
    // When it is told, by this clock: what it is ahead or behind then moves nothing.
    const body = JSON.stringify({ ...args, reloj: new Date().toISOString() })
    const response = await fetch(url, { method: 'POST', headers, body, credentials: 'omit' }).catch(
      () => null,
    )
    if (response && isFinal(response.status)) await drop()
    else failed = true
  }
  if (failed) throw new Error('a press has not arrived')
}
