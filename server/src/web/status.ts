import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { ServerConfig } from '../core/config.ts'
import type { Jobs } from '../core/jobs.ts'

/** How long the database may take to answer before the server calls itself unwell. */
const PATIENCE_MS = 2_000

export interface StatusParts {
  config: ServerConfig
  jobs: Pick<Jobs, 'failing'>
  /** Which migrations the database lacks; throws where it does not answer. */
  pendingMigrations: () => Promise<readonly unknown[]>
}

/**
 * `GET /healthz`: 200 when the database answers and has every migration, else 503. `jobs` says whether something that is done
 * beside the requests fails; what it is, whoever holds the service key is told. Requests are served all the same.
 * `GET /config.json`: the public settings that the app starts from; `supabaseUrl` is the origin that the page came from.
 */
export async function statusRoutes(
  app: FastifyInstance,
  { config, jobs, pendingMigrations }: StatusParts,
): Promise<void> {
  app.get('/healthz', async (request, reply) => {
    reply.header('Cache-Control', 'no-store')
    try {
      const pending = await Promise.race([pendingMigrations(), timeout()])
      const health = { database: 'ok', jobs: jobs.failing.length === 0 ? 'ok' : 'failing' }
      const detail = isOperator(request.headers.authorization, config)
        ? {
            failing: jobs.failing,
            // It tells more, and never less: the house is well without it.
            ...(await config.operatorStatus?.().catch(() => ({}))),
          }
        : {}
      if (pending.length === 0) return { status: 'ok', ...health, migrations: 'ok', ...detail }
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

function isOperator(authorization: string | undefined, { secrets }: ServerConfig): boolean {
  const [given, own] = [Buffer.from(authorization ?? ''), Buffer.from(`Bearer ${secrets.serviceRoleKey}`)]
  return given.length === own.length && timingSafeEqual(given, own)
}

function timeout(): Promise<never> {
  return new Promise((_, reject) => {
    setTimeout(() => reject(new Error('timeout')), PATIENCE_MS).unref()
  })
}
