import { createServer } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { SettingsError } from './config/environment.ts'
import type { HealthReport, ServerConfig } from './config/serverConfig.ts'
import type { Database } from './db/database.ts'
import type { Jobs } from './jobs/jobs.ts'

interface Measured {
  app: FastifyInstance
  jobs: Jobs
  db: Database
  authPool: pg.Pool
  ownerPool: pg.Pool
  /** Bytes of the largest tables. */
  sizes: () => Promise<Record<string, number>>
  query: <R extends pg.QueryResultRow>(text: string) => Promise<R[]>
  health: () => Promise<HealthReport>
  /** How many live sockets are open. */
  sockets: () => number
  operatorStatus: ServerConfig['operatorStatus']
}

const LOOPBACK = '127.0.0.1'
/** A page from elsewhere can make a name of its own point here (DNS rebinding). */
const LOOPBACK_HOST = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i
const APIS = ['rest', 'auth', 'storage', 'functions', 'realtime']

/** Begun streams of changes, and how much of the log each makes PostgreSQL keep. */
const LAG = `select coalesce(max(pg_wal_lsn_diff(pg_current_wal_lsn(), confirmed_flush_lsn)), 0)::float8 as bytes
  from pg_replication_slots where active`

/**
 * Tells figures as Prometheus reads them, on a port of the loopback address alone: behind a proxy on the same machine every request
 * of the main port comes from there. No label names a member, an address or what was asked.
 * Source: Prometheus, "Exposition formats"; names as in "Metric and label naming".
 * @param at `setting`: how the operator calls that port
 * @returns ends it
 * @throws SettingsError where the port is taken
 */
export async function serveMetrics(
  { port, setting }: { port: number; setting: string },
  measured: Measured,
): Promise<() => Promise<void>> {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  countRequests(registry, measured.app)
  describeState(registry, measured)
  const server = createServer((request, reply) => {
    if (request.url !== '/metrics' || !LOOPBACK_HOST.test(request.headers.host ?? '')) {
      reply.writeHead(404).end()
      return
    }
    registry.metrics().then(
      (text) =>
        reply.writeHead(200, { 'content-type': registry.contentType, 'cache-control': 'no-store' }).end(text),
      (err: unknown) => {
        measured.app.log.error({ err }, 'metrics could not be told')
        reply.writeHead(503).end()
      },
    )
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        new SettingsError(
          `Ajuste ${setting} no válido: el puerto ${port} de ${LOOPBACK} no se puede usar (${error.code}).`,
        ),
      ),
    )
    server.listen({ host: LOOPBACK, port }, resolve)
  })
  return () =>
    new Promise((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
}

/** By API and status, never by route or address. */
function countRequests(registry: Registry, app: FastifyInstance): void {
  const requests = new Counter({
    name: 'http_requests_total',
    help: 'Answered requests',
    labelNames: ['door', 'status'],
    registers: [registry],
  })
  const seconds = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to the end of the answer',
    labelNames: ['door'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  })
  const errors = new Counter({
    name: 'http_errors_total',
    help: 'Answers of 500 and above',
    labelNames: ['door'],
    registers: [registry],
  })
  app.addHook('onResponse', async (request, reply) => {
    const named = request.routeOptions.url?.split('/')[1] ?? ''
    const door = APIS.includes(named) ? named : 'pages'
    requests.inc({ door, status: reply.statusCode })
    seconds.observe({ door }, reply.elapsedTime / 1000)
    if (reply.statusCode >= 500) errors.inc({ door })
  })
}

function describeState(registry: Registry, measured: Measured): void {
  const { db, authPool, ownerPool, jobs, sockets, health, query, sizes, operatorStatus } = measured
  const gauge = (
    name: string,
    help: string,
    labelNames: string[],
    collect: (gauge: Gauge) => unknown,
  ): Gauge =>
    new Gauge({
      name,
      help,
      labelNames,
      registers: [registry],
      async collect() {
        const forget = () => (labelNames.length === 0 ? this.remove() : this.reset())
        forget()
        try {
          await collect(this as Gauge)
        } catch {
          // What cannot be known just now is left out; the rest is told all the same.
          forget()
        }
      },
    })
  gauge('live_sockets', 'Open live sockets', [], (to) => to.set(sockets()))
  gauge('database_connections', 'Open connections', ['pool'], (to) => {
    to.set({ pool: 'requests' }, db.load.connections)
    to.set({ pool: 'auth' }, authPool.totalCount)
    to.set({ pool: 'owner' }, ownerPool.totalCount)
  })
  gauge('database_running', 'Requests that run in a lane', ['lane'], (to) => {
    for (const lane of ['common', 'heavy', 'urgent'] as const) to.set({ lane }, db.load[lane].running)
  })
  gauge('database_waiting', 'Requests that wait for their turn', ['lane'], (to) => {
    for (const lane of ['common', 'heavy', 'urgent'] as const) to.set({ lane }, db.load[lane].waiting)
    to.set({ lane: 'auth' }, authPool.waitingCount)
  })
  gauge('database_stream_lag_bytes', 'What the slowest stream of changes has not read', [], async (to) => {
    to.set((await query<{ bytes: number }>(LAG))[0]!.bytes)
  })
  gauge('table_bytes', 'Size of the largest tables, indexes included', ['table'], async (to) => {
    for (const [table, bytes] of Object.entries(await sizes())) to.set({ table }, bytes)
  })
  gauge('doors_shut', 'Doors that cannot ask the database', [], async (to) =>
    to.set((await health()).shut.length),
  )
  gauge('disk_free_bytes', 'On the disk of the data folder', [], async (to) =>
    to.set((await health()).disk.freeBytes),
  )
  gauge('queue_oldest_seconds', 'Age of the oldest work that waits', ['queue'], async (to) => {
    for (const [queue, { seconds }] of Object.entries((await health()).waiting)) to.set({ queue }, seconds)
  })
  gauge('job_failing', 'Whether a job fails or hangs', ['job'], (to) => {
    for (const job of jobs.names) to.set({ job }, jobs.failing.some((failing) => failing.job === job) ? 1 : 0)
  })
  gauge('job_succeeded_seconds', 'Since a job last succeeded', ['job'], (to) => {
    for (const [job, seconds] of Object.entries(jobs.ages)) to.set({ job }, seconds)
  })
  gauge('backup_newest_timestamp_seconds', 'When the newest backup was made', [], async (to) => {
    const { backup } = ((await operatorStatus?.()) ?? {}) as { backup?: { newest?: string } }
    if (backup?.newest) to.set(Date.parse(backup.newest) / 1000)
  })
}
