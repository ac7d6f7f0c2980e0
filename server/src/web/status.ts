import type { FastifyInstance } from 'fastify'
import type { ServerConfig } from '../core/config.ts'

/** How long the database may take to answer before the server calls itself unwell. */
const PATIENCE_MS = 2_000

/**
 * `GET /healthz`: 200 when the database answers and has every migration, else 503.
 * `GET /config.json`: the public settings that the app starts from; `supabaseUrl` is the origin that the page came from.
 */
export async function statusRoutes(
  app: FastifyInstance,
  {
    config,
    pendingMigrations,
  }: { config: ServerConfig; pendingMigrations: () => Promise<readonly unknown[]> },
): Promise<void> {
  app.get('/healthz', async (_request, reply) => {
    reply.header('Cache-Control', 'no-store')
    try {
      const pending = await Promise.race([pendingMigrations(), timeout()])
      if (pending.length === 0) return { status: 'ok', database: 'ok', migrations: 'ok' }
      return reply.code(503).send({ status: 'error', database: 'ok', migrations: 'pending' })
    } catch {
      return reply.code(503).send({ status: 'error', database: 'unreachable', migrations: 'unknown' })
    }
  })

  app.get('/config.json', async (request, reply) => {
    reply.header('Cache-Control', 'no-store')
    return {
      ...config.publicSettings,
      supabaseUrl: `${request.protocol}://${request.host}`,
      anonKey: config.secrets.anonKey,
    }
  })
}

function timeout(): Promise<never> {
  return new Promise((_, reject) => {
    setTimeout(() => reject(new Error('timeout')), PATIENCE_MS).unref()
  })
}
