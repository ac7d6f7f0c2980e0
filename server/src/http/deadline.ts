import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'

/** Longest time in which a whole request must arrive; uploads have it all, others less. */
export const UPLOAD_TIMEOUT_MS = 300_000
const REQUEST_TIMEOUT_MS = 10_000
const HEADERS_TIMEOUT_MS = 10_000
const UPLOAD_PATH = /^\/storage\/v1\/object\//

/**
 * Gives every request ten seconds to arrive whole, but files on a slow connection five minutes: Node's own limit is one
 * for the whole server. The storage API ends uploads from which nothing comes any more.
 * @param timeoutMs for every request but an upload
 */
export function requestDeadlines(app: FastifyInstance, timeoutMs = REQUEST_TIMEOUT_MS): void {
  app.server.headersTimeout = HEADERS_TIMEOUT_MS
  app.addHook('onRequest', ({ raw }, _reply, done) => {
    if (hasBody(raw) && !UPLOAD_PATH.test(raw.url ?? '')) {
      const timer = setTimeout(() => {
        if (!raw.complete) raw.destroy()
      }, timeoutMs)
      raw.once('close', () => clearTimeout(timer))
    }
    done()
  })
}

/** What announces no body is whole with its headers, and needs no timer. Source: RFC 9112, section 6.3. */
function hasBody({ headers }: IncomingMessage): boolean {
  return headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined
}
