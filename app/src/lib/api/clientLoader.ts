import { afterPaint } from '../device/painted.ts'
import { createSignal } from '../store.ts'
import type { Client } from './client.ts'

/*
 * The official client is 60 KB, most of what a page without it weighs besides React. So it is fetched here and imported nowhere: a visitor
 * who never asks anything of the service never loads it, and forms are on screen, and can be filled in, while it is on its way.
 */

let open: Client | undefined
const opened = createSignal()

/**
 * The client of this page, loaded when it is first asked for, but not before the first screen can be seen: its 53 KB would take the
 * bandwidth from the screen's own code.
 *
 * @throws TypeError on a first visit without a connection
 */
export async function openClient(): Promise<Client> {
  await afterPaint()
  const client = await import('./client.ts').then(({ openClient }) => openClient())
  if (open !== client) {
    open = client
    opened.emit()
  }
  return client
}

/** Tells, once, of the client that somebody opens, before anything is asked with it. @returns how to stop waiting */
export function onceOpen(take: (client: Client) => void): () => void {
  if (open) {
    take(open)
    return () => {}
  }
  const stop = opened.subscribe(() => {
    stop()
    take(open!)
  })
  return stop
}

/** Asks the service whether the session still is. For requests made without the client that were refused. */
export function doubtSession(): void {
  import('./client.ts').then(
    ({ doubtSession }) => doubtSession(),
    // It will be asked by whatever needs the session next.
    () => {},
  )
}
