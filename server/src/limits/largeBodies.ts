import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { storableJson } from '../db/storableText.ts'
import { FairQueue } from './fairQueue.ts'
import { type Requester, requesterOf } from './requester.ts'
import { TimeBudget } from './timeBudget.ts'

/**
 * Parsing bodies above this size would delay other requests noticeably. The app's own are smaller, except for
 * long diary entries.
 */
const LARGE_BYTES = 32 * 1024
/** How long a body waits for those before it. */
const WAIT_MS = 10_000
/** Reading a megabyte takes about 15 ms; one member may fill twenty of every thousand milliseconds for good. */
const TERMS = { freeMs: 0, capacityMs: 300, refill: 0.02, networkShare: 4, visitorShare: 1 }

/** After a body the thread belongs to everybody else for this many times what reading it took. */
const REST = 3

interface Headers {
  'content-length'?: string
  'transfer-encoding'?: string
}

/**
 * Request bodies are parsed on the one thread that answers everybody. Large ones are parsed one at a time, with everybody
 * else's work in between, and their time is taken from a budget of their sender; once that is spent they are refused
 * before they are received.
 */
export class LargeBodies {
  private readonly queue = new FairQueue(
    1,
    { places: 1, waiting: 4, networkShare: 1, visitorShare: 1 },
    WAIT_MS,
  )
  private readonly budget: TimeBudget

  /** @param factor multiplies what everybody has */
  constructor(factor = 1) {
    this.budget = new TimeBudget(factor, undefined, TERMS)
  }

  /** Whether a body may be large, by what its request says of it. */
  mayBeLarge(headers: Headers): boolean {
    return Number(headers['content-length'] ?? 0) > LARGE_BYTES || headers['transfer-encoding'] !== undefined
  }

  /** Call it before a body is received that may be large. @throws ApiError 429 `LS429` once the budget is spent */
  assertLeft(requester: Requester | undefined): void {
    if (requester) this.budget.assertLeft(requester)
  }

  /**
   * Reads a body: at once where it is small, else in its turn.
   * @param requester who sent it; undefined for the service itself
   * @returns what `parse` makes of it
   * @throws whatever `parse` throws; ApiError 429 `LS429`
   */
  async read<T>(requester: Requester | undefined, text: string, parse: (text: string) => T): Promise<T> {
    if (text.length <= LARGE_BYTES || !requester) return parse(text)
    this.budget.assertLeft(requester)
    await this.queue.enter(requester)
    const begun = performance.now()
    try {
      this.budget.assertLeft(requester)
      return parse(text)
    } finally {
      const took = performance.now() - begun
      this.budget.spend(requester, took)
      // Only the next large body waits for this, not the answer to the present one.
      void delay(took * REST).then(() => this.queue.leave(requester))
    }
  }
}

/**
 * Has an API read JSON bodies in their turn. Large ones count for the network that they come from: who sends them is not
 * known yet.
 * @param options `parse` throws the API's own refusal; `bodyLimit` in bytes
 */
export function acceptJson(
  app: FastifyInstance,
  options: { bodies: LargeBodies; parse: (text: string) => unknown; bodyLimit?: number },
): void {
  const { bodies, parse, bodyLimit } = options
  const sender = ({ ip }: FastifyRequest) =>
    requesterOf({ role: 'anon', claims: { role: 'anon' }, address: ip })
  app.addHook('onRequest', async (request) => {
    if (bodies.mayBeLarge(request.headers)) bodies.assertLeft(sender(request))
  })
  if (app.hasContentTypeParser('application/json')) app.removeContentTypeParser('application/json')
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'string', bodyLimit },
    (request: FastifyRequest, body: string) =>
      bodies.read(sender(request), body, (text) => parse(storableJson(text))),
  )
}
