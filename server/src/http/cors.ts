import cors, { type FastifyCorsOptions } from '@fastify/cors'
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

/**
 * Says to browsers whose pages may ask: those of `origins`, or everybody's where `*` is among them. No cookie is ever asked for.
 * @param exposed further headers that such a page may read
 */
export async function allowOrigins(
  app: FastifyInstance,
  origins: readonly string[],
  exposed: readonly string[] = [],
): Promise<void> {
  const isOpen = origins.includes('*')
  const options: FastifyCorsOptions = {
    origin: isOpen ? '*' : [...origins],
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
    maxAge: 600,
  }
  const exposedHeaders = [...EXPOSED, ...exposed]
  await app.register(cors, {
    delegator: ({ method, headers }, done) =>
      done(null, {
        ...options,
        // An OPTIONS request that is no preflight is a question for the API: the data API says what a table allows.
        preflight: method === 'OPTIONS' && headers['access-control-request-method'] !== undefined,
        // Our own pages read every header anyway.
        ...((isOpen || headers.origin !== undefined) && { exposedHeaders }),
      }),
  })
}
