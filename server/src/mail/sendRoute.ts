import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { ApiError } from '../http/errors.ts'
import { identify } from '../tokens/identity.ts'
import { TokenError, type Tokens } from '../tokens/tokens.ts'
import type { Deliver } from './queue.ts'
import { isRefused } from './refusals.ts'

const BODY_LIMIT_BYTES = 256 * 1024

const Letter = z.object({
  to: z.string().min(3).max(320),
  subject: z.string().max(500),
  text: z.string().max(50_000),
  html: z.string().max(100_000),
  /** The same for the same message: a second attempt is then known as such. */
  id: z
    .string()
    .regex(/^[\w.-]{1,100}$/)
    .optional(),
})

/**
 * `POST /mail/v1/send`, for the service key alone: hands one mail to the relay, or into the local mailbox, and says how that ended. For
 * functions that keep their own queue and must know; nothing is kept here.
 * @returns 200 once it was taken, 422 where the relay will never take it, 503 where it may later, 400 for what is no mail
 */
export async function mailSendRoute(
  app: FastifyInstance,
  { deliver, tokens }: { deliver: Deliver; tokens: Tokens },
): Promise<void> {
  // Before anything of the body is read.
  const onRequest = (request: FastifyRequest) => assertService(tokens, request)
  app.post('/mail/v1/send', { bodyLimit: BODY_LIMIT_BYTES, onRequest }, async (request, reply) => {
    const letter = Letter.safeParse(request.body)
    if (!letter.success) throw new ApiError(400, 'validation_failed', 'Not a mail')
    reply.header('cache-control', 'no-store')
    // A caller that gave up asks again: what nobody waits for must not leave beside that, or after it was taken back.
    const gone = new AbortController()
    reply.raw.once('close', () => gone.abort())
    try {
      await deliver({ ...letter.data, kind: 'function', lane: 'security' }, gone.signal)
      return { taken: true }
    } catch (error) {
      return reply.code(isRefused(error) ? 422 : 503).send({ taken: false })
    }
  })
}

async function assertService(tokens: Tokens, request: Parameters<typeof identify>[1]): Promise<void> {
  try {
    if ((await identify(tokens, request)).role === 'service_role') return
  } catch (error) {
    if (!(error instanceof TokenError)) throw error
  }
  throw new ApiError(403, 'not_allowed', 'For the service key alone')
}
