import { writeFile } from 'node:fs/promises'
import { setPriority } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { type Hostile, WORST } from './worst.ts'

/*
 * Sends the worst requests without pause until it is ended, and says how often it was answered with what. In a process of its own, at a
 * lower priority: it is no part of the server.
 */

export interface Senders {
  url: string
  anonKey: string
  senders: (Hostile & { token: string })[]
}

const AT_ONCE = 12

setPriority(19)
// Where Linux weighs whole sessions, it is this one's that counts.
await writeFile('/proc/self/autogroup', '19').catch(() => {})
const { url, anonKey, senders } = await new Promise<Senders>((resolve) => process.once('message', resolve))
process.once('disconnect', () => process.exit(0))

const answers: Record<string, number> = {}
process.on('message', (word) => {
  if (word === 'count') process.send?.(answers)
})

async function sendAll(sender: Senders['senders'][number], lane: number): Promise<never> {
  const requests = WORST.map(({ ask }) => {
    const { path, method = 'GET', headers = {}, body } = ask(sender)
    const fixed = body === undefined || typeof body === 'string' ? body : JSON.stringify(body)
    return {
      address: encodeURI(url + path),
      init: (): RequestInit => ({
        method,
        headers: {
          apikey: anonKey,
          authorization: `Bearer ${sender.token}`,
          'content-type': 'application/json',
          ...headers,
        },
        body: typeof body === 'function' ? JSON.stringify(body()) : fixed,
      }),
    }
  })
  for (let i = lane; ; i++) {
    const { address, init } = requests[i % requests.length]!
    try {
      const response = await fetch(address, init())
      await response.arrayBuffer()
      answers[response.status] = (answers[response.status] ?? 0) + 1
    } catch {
      answers.broken = (answers.broken ?? 0) + 1
      await delay(20)
    }
  }
}

await Promise.all(
  senders.flatMap((sender) => Array.from({ length: AT_ONCE }, (_, lane) => sendAll(sender, lane))),
)
