import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'

/** As Supabase's own gateway calls it. */
export const REQUEST_ID = 'sb-request-id'

/** Crockford's alphabet, without letters that are taken for digits: the last four are read out on the telephone. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const LENGTH = 12

/** Random bytes are drawn for so many names at once: for each alone they cost more than what routes its request. */
const DRAWN_NAMES = 256
let drawn: Buffer = Buffer.alloc(0)
let used = 0

/** A name for one request, which tells nothing of it. For Fastify's `genReqId`, which has it in every line that a request logs. */
export function nameRequest(): string {
  if (used === drawn.length) {
    drawn = randomBytes(LENGTH * DRAWN_NAMES)
    used = 0
  }
  let name = ''
  for (const end = used + LENGTH; used < end; used++) name += LETTERS[drawn[used]! & 31]
  return name
}

/**
 * Every answer says the name of its request, so that a member's word leads to the log's line: the app shows the last four letters of it
 * («Código 7F3K», `app/src/lib/api/reference.ts`). A name that somebody sends along is not taken over: it would stand in the log.
 */
export function tellRequestIds(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header(REQUEST_ID, request.id)
    done()
  })
}
