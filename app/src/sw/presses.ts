import { type HeldPress, heldPresses } from '../lib/offline/heldPresses.ts'

/** A page that lives tells of its press by itself, and takes it away: it has this long. */
const HEAD_START_MS = 5_000

/** A line that hangs holds up no press behind it. */
const LONGEST_MS = 30_000

/** Heard, or refused in a way that another try would not change: the page, which has her session, goes on with such a press. */
const isAnswered = ({ ok, status }: Response): boolean => ok || [400, 401, 403].includes(status)

async function ask({ url, headers, args }: HeldPress): Promise<boolean> {
  const stop = new AbortController()
  const timer = setTimeout(() => stop.abort(), LONGEST_MS)
  try {
    // When it is told, by this clock: what it is ahead or behind then moves nothing.
    const body = JSON.stringify({ ...args, reloj: new Date().toISOString() })
    return isAnswered(
      await fetch(url, { method: 'POST', headers, body, credentials: 'omit', signal: stop.signal }),
    )
  } catch {
    return false
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Tells the service of presses whose page is gone. Says nothing on the device: somebody else may be looking at it.
 *
 * @throws Error where one could not be told; the browser then wakes the worker again, some minutes later
 */
export async function tellPresses(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, HEAD_START_MS))
  let failed = false
  for (const { read, drop } of await heldPresses()) {
    const press = await read()
    if (!press) continue
    if (await ask(press)) await drop()
    else failed = true
  }
  if (failed) throw new Error('a press has not arrived')
}
