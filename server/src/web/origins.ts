import type { FastifyInstance } from 'fastify'

/** What a page of another origin may read of an answer besides what the browser lets it read of any. */
const EXPOSED = [
  'Content-Range',
  'Content-Location',
  'Range-Unit',
  'Preference-Applied',
  'X-Supabase-Api-Version',
  'X-Sb-Error-Code',
  'Retry-After',
]
const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS'
/** For so long a browser remembers what it was told it may ask. */
const MAX_AGE_SECONDS = '600'

/**
 * Says to browsers whose pages may ask: those of `origins`, or everybody's where `*` is among them. No cookie is ever asked for. A plugin does
 * the same, and put its options together anew for every answer, which was measured to be a twenty-fifth of what the server takes for one.
 * Source: WHATWG, Fetch, "HTTP extensions" of the CORS protocol.
 * @param exposed further headers that such a page may read
 */
export function crossOrigins(
  app: FastifyInstance,
  origins: readonly string[],
  exposed: readonly string[] = [],
): void {
  const isOpen = origins.includes('*')
  const allowed = new Set(origins)
  const readable = [...EXPOSED, ...exposed].join(', ')
  app.addHook('onRequest', (request, reply, done) => {
    const { headers, method } = request
    const { origin } = headers
    reply.header('vary', 'Origin')
    if (isOpen) reply.header('access-control-allow-origin', '*')
    else if (origin !== undefined && allowed.has(origin)) reply.header('access-control-allow-origin', origin)
    // To the house's own pages, which read whatever comes, it would be as long as a tenth of all other headers.
    if (isOpen || origin !== undefined) reply.header('access-control-expose-headers', readable)
    // An OPTIONS request that is no preflight is a question for the doors: the data door says what a table allows.
    if (method !== 'OPTIONS' || headers['access-control-request-method'] === undefined) return done()
    if (origin === undefined) {
      reply.code(400).type('text/plain').send('Invalid Preflight Request')
      return
    }
    const asked = headers['access-control-request-headers']
    reply.header('vary', 'Origin, Access-Control-Request-Headers')
    reply.header('access-control-allow-methods', METHODS)
    if (asked !== undefined) reply.header('access-control-allow-headers', asked)
    reply.header('access-control-max-age', MAX_AGE_SECONDS).header('content-length', '0').code(204).send()
  })
}
