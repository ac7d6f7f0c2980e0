import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Answer } from './answer.ts'

/** Sends what a handler made; a server of several schemas says which one it came from. */
export function sendAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: Answer,
  profile: string,
  exposed: readonly string[],
): FastifyReply {
  if (exposed.length > 1) answer.headers['content-profile'] = profile
  return send(request, reply, answer.status, answer.headers, answer.body)
}

/** Sends a body of JSON, or none. Nothing that a person may read is kept by anything between her and us. */
export function send(
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  headers: Readonly<Record<string, string>>,
  body: string,
): FastifyReply {
  reply.code(status).header('cache-control', 'no-store').headers(headers)
  if (body !== '' && !('content-type' in headers))
    reply.header('content-type', 'application/json; charset=utf-8')
  return reply.send(request.method === 'HEAD' || body === '' ? undefined : body)
}
