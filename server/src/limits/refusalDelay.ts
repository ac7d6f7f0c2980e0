import type { FastifyInstance } from 'fastify'
import { networkOf } from './network.ts'

/** Refusals of one network that are answered at once, in each second. */
const UNDELAYED_REFUSALS = 10
/** How long each further one is delayed, in milliseconds. */
const DELAY_MS = 250
/** More than so many are never delayed at once: what waits takes memory, too. */
const MOST_DELAYED = 500

/**
 * A client that was refused (429) and comes back at once gets the next refusal later: refusing three hundred requests a
 * second takes half of the one thread that serves everybody. Only the refusal is late, by a quarter of a second; nothing is refused
 * that was not.
 */
export function delayRepeatedRefusals(app: FastifyInstance, delayMs = DELAY_MS): void {
  let second = 0
  let refused = new Map<string, number>()
  let delayed = 0
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (reply.statusCode !== 429) return done()
    const now = Math.floor(performance.now() / 1000)
    if (now !== second) refused = new Map()
    second = now
    const network = networkOf(request.ip)
    const count = (refused.get(network) ?? 0) + 1
    refused.set(network, count)
    if (count <= UNDELAYED_REFUSALS || delayed >= MOST_DELAYED) return done()
    delayed++
    // What was sent may be large, and nobody reads it any more.
    request.body = undefined
    setTimeout(() => {
      delayed--
      done()
    }, delayMs)
  })
}
