import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { networkOf } from '../limits/network.ts'
import { bearerToken } from '../tokens/identity.ts'
import { TokenError } from '../tokens/tokens.ts'
import { topicName } from './hub.ts'
import { askPolicies, type Principal, readPrincipal, TokenRefusal } from './principal.ts'
import type { Broadcast } from './protocol.ts'
import type { RealtimeService } from './service.ts'
import { RateWindow } from './usage.ts'

/** A request that is refused. */
class Refusal extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message)
  }
}

interface Message {
  topic: string
  event: string
  isPrivate: boolean
  broadcast: Broadcast
}

const MOST_MESSAGES = 100
const MOST_SENDERS = 10_000

/**
 * Broadcast without a socket: `POST /realtime/v1/api/broadcast` with several messages, and one message at
 * `…/broadcast/<topic>/events/<event>`. Answers 202.
 * Source: Supabase, "Broadcast", REST API; `RealtimeChannel.httpSend` of `@supabase/realtime-js` 2.109.
 */
export const broadcastRoutes: FastifyPluginAsync<{ service: RealtimeService }> = async (app, { service }) => {
  const senders = new Map<string, RateWindow>()
  app.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (_request, body, done) =>
    done(null, body),
  )
  app.setErrorHandler((error, request, reply) => {
    reply.header('Cache-Control', 'no-store')
    if (error instanceof Refusal) return answer(reply, error.status, error.message)
    if (error instanceof TokenRefusal || error instanceof TokenError)
      return answer(reply, 401, 'Invalid or missing key')
    const status = (error as { statusCode?: number }).statusCode ?? 500
    if (status >= 500) request.log.error({ err: error }, 'realtime: unexpected failure')
    return answer(reply, status, status >= 500 ? 'Internal server error' : 'Bad request')
  })

  const options = { bodyLimit: service.limits.payloadBytes }
  app.post('/broadcast', options, async (request, reply) => {
    const principal = await sender(request)
    const messages = (request.body as { messages?: unknown } | null)?.messages
    if (!Array.isArray(messages) || messages.length > MOST_MESSAGES)
      throw new Refusal(422, 'messages must be a list')
    for (let more = 1; more < messages.length; more++) countMessage(request)
    await send(principal, messages.map(messageOf))
    return reply.code(202).header('Cache-Control', 'no-store').send()
  })
  app.post<{ Params: { topic: string; event: string }; Querystring: { private?: string } }>(
    '/broadcast/:topic/events/:event',
    options,
    async (request, reply) => {
      const principal = await sender(request)
      const { topic, event } = request.params
      if (event.length > 255) throw new Refusal(422, 'The name of the event is too long')
      const { body } = request
      const broadcast: Broadcast = Buffer.isBuffer(body)
        ? { kind: 'split', event, encoding: 'binary', body }
        : { kind: 'object', json: JSON.stringify({ type: 'broadcast', event, payload: body ?? {} }) }
      await send(principal, [{ topic, event, isPrivate: request.query.private === 'true', broadcast }])
      return reply.code(202).header('Cache-Control', 'no-store').send()
    },
  )

  async function sender(request: FastifyRequest): Promise<Principal> {
    countMessage(request)
    const principal = await readPrincipal(service.tokens, bearerToken(request.headers) ?? '')
    if (principal.sessionId !== undefined && !(await service.sessions.isAlive(principal.sessionId)))
      throw new Refusal(401, 'Invalid or missing key')
    return principal
  }

  /** Each message may ask the database: many in one request count as many. */
  function countMessage({ ip }: FastifyRequest): void {
    if (!windowOf(networkOf(ip)).take()) throw new Refusal(429, 'Too many requests')
  }

  function windowOf(address: string): RateWindow {
    const known = senders.get(address)
    if (known) return known
    if (senders.size >= MOST_SENDERS) senders.clear()
    const window = new RateWindow(service.limits.messagesPerSecond, 1_000)
    senders.set(address, window)
    return window
  }

  async function send(principal: Principal, messages: Message[]): Promise<void> {
    for (const { topic, isPrivate, broadcast } of messages) {
      // As on Supabase, a message that policies refuse is dropped, and its sender is not told which.
      if (!isPrivate && !service.publicChannels) continue
      if (isPrivate && !(await askPolicies(service.db, principal, topic)).write.has('broadcast')) continue
      if (!service.hub.broadcast(topicName(topic, isPrivate), broadcast))
        throw new Refusal(429, 'Too many messages per second')
    }
  }
}

function messageOf(value: unknown): Message {
  const { topic, event, payload, private: isPrivate } = (value ?? {}) as Record<string, unknown>
  if (typeof topic !== 'string' || topic === '' || typeof event !== 'string' || event === '')
    throw new Refusal(422, 'Every message needs a topic and an event')
  const broadcast: Broadcast = {
    kind: 'object',
    json: JSON.stringify({ type: 'broadcast', event, payload: payload ?? {} }),
  }
  return { topic, event, isPrivate: isPrivate === true, broadcast }
}

function answer(reply: FastifyReply, status: number, message: string): FastifyReply {
  return reply.code(status).send({ error: message, message })
}
