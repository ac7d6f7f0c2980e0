import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { HealthReport, ServerConfig } from '../config/serverConfig.ts'
import type { Jobs } from '../jobs/jobs.ts'
import type { Drain } from './drain.ts'

/** How long the database may take to answer before the server calls itself unwell. */
const DATABASE_TIMEOUT_MS = 2_000
const DRAINING = { status: 'draining' }
const UNREACHABLE = { status: 'error', database: 'unreachable', migrations: 'unknown' }

export interface StatusParts {
  config: ServerConfig
  health: {
    /** How the server is; throws where the database does not answer. */
    ask(): Promise<HealthReport>
    /** Bytes of the largest tables. */
    sizes(): Promise<Record<string, number>>
  }
  /** Seconds since each job last succeeded. */
  jobs: Pick<Jobs, 'ages'>
  drain: Pick<Drain, 'hasBegun'>
  /** Which migrations the database lacks; throws where it does not answer. */
  pendingMigrations: () => Promise<readonly unknown[]>
}

/** That nothing is missing is cached for so long: the owner has two connections, and strangers ask as often as they like. */
const CACHED_MS = 1_000

/**
 * `GET /healthz`: 200 when every API can ask the database and it has every migration, else 503. `jobs` says whether something that
 * is done beside the requests fails, hangs or waits too long, `disk` whether there is space: requests are served all the same. Words
 * are all that strangers are told; what it is, a caller with the service key is told.
 * A process that is about to end says `draining`, 503.
 * `GET /readyz`: 200 unless it is: what a proxy asks, since a server whose database is away still has pages to show.
 * `GET /config.json`: the public settings that the app starts from; `supabaseUrl` is the origin that the page came from.
 */
export async function statusRoutes(
  app: FastifyInstance,
  { config, health, jobs, drain, pendingMigrations }: StatusParts,
): Promise<void> {
  const pendingOf = cached(pendingMigrations)
  app.get('/healthz', async (request, reply) => {
    reply.header('Cache-Control', 'no-store')
    if (drain.hasBegun) return reply.code(503).send(DRAINING)
    try {
      const [pending, report] = await Promise.race([Promise.all([pendingOf(), health.ask()]), timeout()])
      const { shut, disk, waiting, failing } = report
      const detail = isOperator(request.headers.authorization, config)
        ? {
            failing,
            shut,
            freeBytes: disk.freeBytes,
            waiting,
            succeeded: jobs.ages,
            // These tell more, and never less: the server is well without them.
            tableBytes: await health.sizes().catch(() => undefined),
            // As above.
            ...(await config.operatorStatus?.().catch(() => ({}))),
          }
        : {}
      const words = { disk: disk.state, jobs: failing.length === 0 ? 'ok' : 'failing' }
      if (shut.length > 0) return reply.code(503).send({ ...UNREACHABLE, ...detail })
      if (pending.length > 0)
        return reply.code(503).send({ status: 'error', database: 'ok', migrations: 'pending', ...detail })
      return { status: 'ok', database: 'ok', migrations: 'ok', ...words, ...detail }
    } catch {
      return reply.code(503).send(UNREACHABLE)
    }
  })

  app.get('/readyz', async (_request, reply) => {
    reply.header('Cache-Control', 'no-store')
    return drain.hasBegun ? reply.code(503).send(DRAINING) : { status: 'ok' }
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

/** Asks once for all who ask in that moment, and not again for a while where nothing was missing. */
function cached(ask: StatusParts['pendingMigrations']): StatusParts['pendingMigrations'] {
  // By the monotonic clock: by the other one, set back by days, «nothing is missing» would be kept for days.
  let goodUntil = 0
  let asking: Promise<readonly unknown[]> | undefined
  return () => {
    if (performance.now() < goodUntil) return Promise.resolve([])
    asking ??= ask()
      .then((pending) => {
        if (pending.length === 0) goodUntil = performance.now() + CACHED_MS
        return pending
      })
      .finally(() => {
        asking = undefined
      })
    return asking
  }
}

function isOperator(authorization: string | undefined, { secrets }: ServerConfig): boolean {
  const [given, own] = [Buffer.from(authorization ?? ''), Buffer.from(`Bearer ${secrets.serviceRoleKey}`)]
  return given.length === own.length && timingSafeEqual(given, own)
}

function timeout(): Promise<never> {
  return new Promise((_, reject) => {
    setTimeout(() => reject(new Error('timeout')), DATABASE_TIMEOUT_MS).unref()
  })
}
