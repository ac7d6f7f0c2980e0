import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import type pg from 'pg'
import { authApi } from './auth/index.ts'
import type { ServerConfig, TrustedProxies } from './config/serverConfig.ts'
import type { Database } from './db/database.ts'
import { functionsApi } from './functions/index.ts'
import { allowOrigins } from './http/cors.ts'
import { requestDeadlines, UPLOAD_TIMEOUT_MS } from './http/deadline.ts'
import { Drain } from './http/drain.ts'
import { ApiError, noteCode } from './http/errors.ts'
import { securityHeaders } from './http/headers.ts'
import { createLog, RequestLog } from './http/log.ts'
import { servePages } from './http/pages.ts'
import { clientAddress, warnOfProxies } from './http/proxy.ts'
import { nameRequest, REQUEST_ID, tellRequestIds } from './http/requestId.ts'
import { unlistedPages } from './http/robots.ts'
import { type StatusParts, statusRoutes } from './http/status.ts'
import { Jobs } from './jobs/jobs.ts'
import type { LargeBodies } from './limits/largeBodies.ts'
import { delayRepeatedRefusals } from './limits/refusalDelay.ts'
import type { Mailer } from './mail/mailer.ts'
import type { SmsSender } from './mail/smsSender.ts'
import { type RealtimeOptions, realtimeApi } from './realtime/index.ts'
import { restApi } from './rest/index.ts'
import { storageApi } from './storage/index.ts'
import type { Tokens } from './tokens/tokens.ts'

/** Largest request body; storage has its own limits. Source: docs/api.md#auth-errors, 413 above 1 MB. */
const BODY_LIMIT = 1024 * 1024

/** How long an API may take to open; a first start on a small, busy machine needs more than the usual ten seconds. */
const PLUGIN_TIMEOUT_MS = 60_000

export interface AppParts {
  config: ServerConfig
  db: Database
  authPool: pg.Pool
  pendingMigrations: StatusParts['pendingMigrations']
  /** How the server is. @param jobs of this server */
  health: (parts: { jobs: Jobs; log: FastifyBaseLogger }) => StatusParts['health']
  tokens: Tokens
  bodies: LargeBodies
  mailer: Mailer
  /** Sends codes to telephones, where something can. */
  sms?: SmsSender
  /** Where live changes come from, and who is told when there are none. */
  realtime: Pick<RealtimeOptions, 'database' | 'publicChannels' | 'limits' | 'onNoChanges' | 'onCount'>
  /** `POST /mail/v1/send`, for a caller with the service key. */
  mailSendRoute: (app: FastifyInstance) => Promise<void>
  /** Other processes may serve the same data folder and database. */
  isShared: boolean
  /** Proxies that are believed when they say who asks. */
  trustedProxies?: TrustedProxies
  /** Name of the setting that says so. */
  proxySetting: string
  corsOrigins: readonly string[]
}

/** Composes the one Fastify instance: headers, APIs, status, pages. */
export async function createApp(
  parts: AppParts,
): Promise<{ app: FastifyInstance; jobs: Jobs; drain: Drain }> {
  const { config } = parts
  const app = Fastify({
    loggerInstance: createLog(config.dataDir, config.release) as FastifyBaseLogger,
    logController: new RequestLog(),
    genReqId: nameRequest,
    bodyLimit: BODY_LIMIT,
    pluginTimeout: PLUGIN_TIMEOUT_MS,
    requestTimeout: UPLOAD_TIMEOUT_MS,
    connectionTimeout: 0,
    keepAliveTimeout: 65_000,
    trustProxy: parts.trustedProxies ?? false,
    routerOptions: { maxParamLength: 500, ignoreTrailingSlash: false },
    return503OnClosing: true,
    forceCloseConnections: true,
  })

  const drain = new Drain(app)
  tellRequestIds(app)
  requestDeadlines(app)
  delayRepeatedRefusals(app)
  unlistedPages(app, config.unlistedPages ?? [])
  warnOfProxies(app, {
    siteUrl: config.siteUrl,
    trusted: parts.trustedProxies,
    setting: parts.proxySetting,
  })
  await securityHeaders(app, config.siteUrl, config.askedOrigins)
  await allowOrigins(app, [new URL(config.siteUrl).origin, ...parts.corsOrigins], [REQUEST_ID])

  app.setErrorHandler((error, request, reply) => {
    const status =
      error instanceof ApiError ? error.status : ((error as { statusCode?: number }).statusCode ?? 500)
    if (status >= 500) request.log.error({ err: error }, 'unexpected failure')
    noteCode(request, 'unexpected_failure')
    return reply.code(status).send({
      code: status,
      error_code: 'unexpected_failure',
      msg: status >= 500 ? 'Error inesperado.' : 'Petición no válida.',
    })
  })

  const jobs = new Jobs(app.log)
  app.addHook('onClose', async () => jobs.stop())
  const { db, authPool, tokens, bodies } = parts
  const context = { config, db, authPool, tokens, bodies, log: app.log }
  await app.register(authApi, { prefix: '/auth/v1', ...context, jobs, mailer: parts.mailer, sms: parts.sms })
  await app.register(restApi, { prefix: '/rest/v1', ...context })
  await app.register(realtimeApi, {
    ...context,
    ...parts.realtime,
    drain,
    corsOrigins: parts.corsOrigins,
    addressOf: (request) => clientAddress(request, parts.trustedProxies),
  })
  await app.register(storageApi, { prefix: '/storage/v1', ...context, jobs, isShared: parts.isShared })
  await app.register(functionsApi, { prefix: '/functions/v1', ...context, ownUrl: () => ownUrl(app) })
  await app.register(statusRoutes, {
    config,
    jobs,
    drain,
    health: parts.health({ jobs, log: app.log }),
    pendingMigrations: parts.pendingMigrations,
  })
  await app.register(parts.mailSendRoute)
  if (config.staticDir) await servePages(app, config.staticDir)
  return { app, jobs, drain }
}

/** Where this process itself answers, once it listens. */
export function ownUrl(app: FastifyInstance): string {
  const address = app.server.address()
  if (address === null || typeof address === 'string') throw new Error('The server does not listen yet.')
  const { address: host, port, family } = address
  if (host === '0.0.0.0') return `http://127.0.0.1:${port}`
  if (host === '::') return `http://[::1]:${port}`
  return `http://${family === 'IPv6' ? `[${host}]` : host}:${port}`
}
