import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Headers that describe one connection (RFC 9110, section 7.6.1), or that the server itself answers for (CORS). */
const OWN_HEADERS =
  /^(connection|keep-alive|transfer-encoding|upgrade|te|trailer|content-length|access-control-.*)$/

/** A request as the web's standard has it. @param prefix is left out of its path */
export function toWebRequest(
  request: FastifyRequest,
  prefix: string,
  origin: string,
  signal: AbortSignal,
): Request {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) {
    if (value === undefined || OWN_HEADERS.test(name) || name === 'host') continue
    headers.set(name, Array.isArray(value) ? value.join(', ') : value)
  }
  const body =
    Buffer.isBuffer(request.body) && request.body.length > 0 ? new Uint8Array(request.body) : undefined
  return new Request(new URL(request.url.slice(prefix.length), origin), {
    method: request.method,
    headers,
    body,
    signal,
  })
}

/** Sends what a function answered, its body as it comes. */
export function sendWebResponse(reply: FastifyReply, response: Response): FastifyReply {
  reply.code(response.status)
  for (const [name, value] of response.headers) {
    if (!OWN_HEADERS.test(name)) reply.header(name, value)
  }
  if (!response.body) return reply.send('')
  return reply.send(Readable.fromWeb(response.body as ReadableStream))
}
