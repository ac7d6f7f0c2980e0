import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type pg from 'pg'
import { createApp, ownUrl } from './app.ts'
import { createUser, type NewUser } from './auth/index.ts'
import type { Settings } from './config/environment.ts'
import { readProject } from './config/project.ts'
import { loadSecrets, rolePassword } from './config/secrets.ts'
import type { IdentityProvider, ServerConfig, WaitingWork } from './config/serverConfig.ts'
import { createPool, Database, type SlowStatements } from './db/database.ts'
import { pendingMigrations } from './db/migrations.ts'
import { prepareDatabase } from './db/prepare.ts'
import { DueRunner, type DueWork } from './functions/due.ts'
import { apiRoles, Health } from './health.ts'
import { Clock, type ClockParts, type Reading } from './jobs/clock.ts'
import type { Jobs } from './jobs/jobs.ts'
import { LargeBodies } from './limits/largeBodies.ts'
import { createMail } from './mail/index.ts'
import { mailSendRoute } from './mail/sendRoute.ts'
import { createSms } from './mail/sms.ts'
import { isForThisMachine, serveMailbox } from './mailbox.ts'
import { serveMetrics } from './metrics.ts'
import { assertPortFree, type OwnerConnection, openDatabase } from './openDatabase.ts'
import { pushKeys } from './push/keys.ts'
import { Tokens } from './tokens/tokens.ts'

export { hashQuickly } from './auth/accounts/passwords.ts'
export { readSettings, type Settings, SettingsError } from './config/environment.ts'
export { lockDataFolder, removeCluster } from './postgres/launcher.ts'
export { serveAsWorker } from './worker.ts'

export interface StartOptions {
  settings: Settings
  /** Supabase project folder. */
  projectDir: string
  /** Which release of the product this is: each line of the log says so. */
  release?: string
  /**
   * Serves the folder as Supabase's command-line tool does: its functions by their `index.ts`, its `site_url`, pages of every
   * origin, channels that no policy guards.
   */
  asTool?: boolean
  /** Built app; without it only the API is served. */
  staticDir?: string
  /** Further SQL files of the project folder to run once, such as demo people. */
  extraSeeds?: readonly string[]
  /** Further members of `GET /config.json`. */
  publicSettings?: Record<string, unknown>
  /** Further members of `GET /healthz` for a caller with the service key. */
  operatorStatus?: ServerConfig['operatorStatus']
  /** Work of the project that waits in the database, by a name for the operator: `GET /healthz` tells when it waits too long. */
  waiting?: Readonly<Record<string, WaitingWork>>
  /** Beginnings of paths that search engines must not list. */
  unlistedPages?: readonly string[]
  /** Origins besides its own that the pages may ask. */
  askedOrigins?: readonly string[]
  /** Told once why nothing is live, where the database of `DATABASE_URL` is not set up for it. */
  onNoLiveChanges?: (reason: string) => void
  /** Tables and functions whose requests have connections of their own, so that nothing else can make them wait. */
  urgent?: ServerConfig['urgent']
  /** A function of the project that is called whenever the database says that something has become due. */
  due?: DueWork
  /**
   * A function of the project's database that puts right what waits there once the clock was moved: by how much, and how much
   * time has passed since the check before.
   */
  clockMoved?: string
  /** Who push services may write to, told to functions that push: an https or mailto address. */
  pushSubject?: string
  /** Runs after the database is prepared and before the first request is taken. */
  beforeListen?: (installation: Installation) => Promise<void>
  /** Where another process holds the data folder and the database for this one; without it this process does. */
  opened?: OwnerConnection
}

/** What the project's own start script may do with the installation: its owner's SQL, and accounts. */
export interface Installation {
  /** Runs SQL as the owner of the database, outside of every row rule. */
  query<R extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<R[]>
  createUser(user: NewUser): Promise<{ id: string }>
}

export interface RunningServer extends Installation {
  url: string
  /** Address of the local mailbox; undefined where SMTP is set, or the site is for other machines. */
  mailboxUrl?: string
  app: FastifyInstance
  /** What the project has done beside the requests; they end with the server. */
  jobs: Jobs
  /** Where the database is and who owns it, for tests and benchmarks. */
  database: OwnerConnection
  config: ServerConfig
  /** Leaves in good order while it still serves; `stop` then ends what is left. */
  drain(): Promise<void>
  stop(): Promise<void>
}

/** SQL of what Supabase brings; it lies beside `src/` and beside the built `dist/` alike. */
const PLATFORM_DIR = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', 'platform')

/**
 * Starts everything: data folder, database, APIs, pages.
 * @returns once requests are taken
 * @throws SettingsError or LauncherError with one clear line; whatever was started is stopped again first
 */
export async function startServer(options: StartOptions): Promise<RunningServer> {
  const closers: Closers = []
  const stop = async () => {
    for (const close of closers.splice(0).reverse()) await close()
  }
  try {
    return await startAll(options, closers, stop)
  } catch (error) {
    await stop()
    throw error
  }
}

/** Time between two checks for mails that wait for the relay. */
const MAIL_MS = 10_000
const NO_MAIL =
  'Sin SMTP_HOST no sale ningún correo: el buzón local solo existe donde SITE_URL es de este equipo. Nadie podrá confirmar su cuenta.'
const portOf = (url: string) => Number(new URL(url).port)
/** A relay may ask for a later time (greylisting), for as long as a quarter of an hour. */
const MAIL_WAITING: WaitingWork = {
  since: 'select min(created_at) from local_server.mail_outbox',
  lateAfterSeconds: 900,
}

/** What must be ended again, in reverse. */
type Closers = (() => Promise<unknown>)[]

async function startAll(
  options: StartOptions,
  closers: Closers,
  stop: () => Promise<void>,
): Promise<RunningServer> {
  const { settings } = options
  const project = await readProject(options.projectDir)
  for (const note of project.notes ?? []) console.warn(note)
  const opened = await takeDatabase(options, closers)
  const secrets = await loadSecrets(settings.dataDir, settings.jwtSecret)
  const publicSettings: Record<string, unknown> = { ...options.publicSettings }
  const config = configOf(options, { project, secrets, publicSettings })
  const { hasLocalServer } = await prepareDatabase({
    address: opened.address,
    credentials: opened.owner,
    projectDir: options.projectDir,
    platformDir: PLATFORM_DIR,
    project,
    secrets,
    extraSeeds: options.extraSeeds,
  })
  let log: FastifyBaseLogger | undefined
  const reportSlow = (slow: SlowStatements) => log?.warn(slow, 'slow query')
  const connections = connect(config, opened, { settings, hasLocalServer, reportSlow }, closers)
  const { db, authPool, ownerPool } = connections
  const query = async <R extends pg.QueryResultRow>(text: string, values?: unknown[]) =>
    (await ownerPool.query<R>(text, values)).rows

  const { pushSubject } = options
  const keys = pushSubject ? await pushKeys(authPool) : undefined
  if (keys && pushSubject) {
    publicSettings.pushKey = keys.publicKey
    config.functionSettings = { ...config.functionSettings, ...pushSettings(keys, pushSubject, settings) }
  }

  const tokens = new Tokens(secrets.jwtSecret, project.auth.signingKeys)
  const hasMailbox = isForThisMachine(settings.siteUrl)
  const mail = await createMail({ config, pool: authPool, isKept: hasLocalServer, hasMailbox })
  if (!config.smtp && !hasMailbox) console.warn(NO_MAIL)
  closers.push(() => mail.close())
  const texting = createSms(config, mail)
  closers.push(() => texting.close())
  let health: Health | undefined
  let sockets = () => 0
  const { app, jobs, drain } = await createApp({
    config,
    db,
    authPool,
    pendingMigrations: () => pendingMigrations(ownerPool, options.projectDir),
    health: (of) => {
      health = new Health({
        ...of,
        query,
        address: opened.address,
        roles: apiRoles(connections.requests, connections.auth),
        dataDir: settings.dataDir,
        waiting: { ...(hasLocalServer && { mail: MAIL_WAITING }), ...options.waiting },
      })
      return health
    },
    tokens,
    bodies: new LargeBodies(settings.rateFactor),
    mailer: mail.mailer,
    sms: texting.sender,
    realtime: {
      database: {
        ...opened,
        requests: connections.requests,
        searchPath: connections.searchPath,
        readers: settings.connections.live,
      },
      onCount: (count) => {
        sockets = count
      },
      publicChannels: settings.publicChannels || options.asTool === true,
      limits: settings.realtimeLimits,
      onNoChanges: options.onNoLiveChanges ?? warnOfNoLiveChanges,
    },
    mailSendRoute: (app) => mailSendRoute(app, { deliver: mail.deliver, tokens }),
    isShared: settings.databaseUrl !== undefined,
    trustedProxies: settings.trustedProxies,
    proxySetting: settings.proxySetting,
    corsOrigins: options.asTool ? ['*'] : settings.corsOrigins,
  })
  closers.push(() => app.close())
  log = app.log
  if (hasLocalServer) {
    const clock = new Clock({ ...databaseClock(ownerPool, options.clockMoved), log: app.log })
    jobs.before = () => clock.check()
  }

  const installation: Installation = {
    query,
    createUser: (user) =>
      createUser({ config, db, authPool, tokens, log: app.log, mailer: mail.mailer }, user),
  }
  await options.beforeListen?.(installation)
  if (settings.metricsPort !== undefined)
    closers.push(
      await serveMetrics(
        { port: settings.metricsPort, setting: settings.metricsSetting },
        {
          ...{ app, jobs, db, authPool, ownerPool, query },
          health: () => health!.ask(),
          sizes: () => health!.sizes(),
          sockets: () => sockets(),
          operatorStatus: config.operatorStatus,
        },
      ),
    )
  const url = await app.listen({ host: settings.host, port: settings.port })
  if (mail.work) jobs.every('mail', MAIL_MS, mail.work)
  if (options.due) {
    const runner = new DueRunner({
      work: options.due,
      jobs,
      listen: (notices) => db.listen(notices),
      functionsUrl: `${ownUrl(app)}/functions/v1`,
      serviceKey: secrets.serviceRoleKey,
      log: app.log,
    })
    closers.push(() => runner.stop())
  }
  const mailbox = mail.routes && (await serveMailbox(mail.routes, { ...settings, port: portOf(url) }))
  if (mailbox) closers.push(mailbox.close)
  return {
    ...installation,
    ...{ url, mailboxUrl: mailbox?.url, app, jobs, config, stop },
    database: opened,
    drain: () => drain.leave(settings.drainSeconds),
  }
}

const READ_CLOCK = `with seen as (update local_server.clock set seen_at = statement_timestamp())
  select extract(epoch from statement_timestamp())::float8 * 1000 as at, extract(epoch from seen_at)::float8 * 1000 as before, moves
  from local_server.clock`

/** The database's clock, and what waits by it: the server's own, and the project's. */
function databaseClock(pool: pg.Pool, project: string | undefined): Pick<ClockParts, 'read' | 'move'> {
  return {
    read: async () => (await pool.query<Reading>(READ_CLOCK)).rows[0]!,
    async move({ seconds, moves, elapsedSeconds }) {
      const client = await pool.connect()
      try {
        await client.query('begin')
        // A row that somebody locks for longer holds up no other: it is tried again within seconds.
        await client.query("set local lock_timeout = '5s'")
        const { rows } = await client.query<{ moved: boolean }>(
          'select local_server.clock_moved($1, $2, $3) as moved',
          [seconds, moves, elapsedSeconds],
        )
        if (rows[0]!.moved && project)
          await client.query(`select ${project}(make_interval(secs => $1), make_interval(secs => $2))`, [
            seconds,
            elapsedSeconds,
          ])
        await client.query('commit')
        return rows[0]!.moved
      } catch (error) {
        // The connection may be what broke.
        await client.query('rollback').catch(() => undefined)
        throw error
      } finally {
        client.release()
      }
    },
  }
}

/** What functions that push are told, by the names under which operators set it elsewhere. */
function pushSettings(
  { publicKey, privateKey }: Awaited<ReturnType<typeof pushKeys>>,
  subject: string,
  { pushServices }: Settings,
): Record<string, string> {
  return {
    VAPID_PUBLIC_KEY: publicKey,
    VAPID_PRIVATE_KEY: privateKey,
    VAPID_SUBJECT: subject,
    PUSH_SERVICES: pushServices.join(' '),
  }
}

/** The database, opened by another process already or from now on by this one. */
async function takeDatabase({ settings, opened }: StartOptions, closers: Closers): Promise<OwnerConnection> {
  if (opened) {
    await assertPortFree(settings.host, settings.port)
    return opened
  }
  const own = await openDatabase(settings)
  closers.push(() => own.release())
  return own.database
}

/** A built app may bring a page of its own for what a mailed link opens (docs/api.md). */
function readLinkPage(staticDir: string): string | undefined {
  const file = path.join(staticDir, 'enlace.html')
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}

/** What every API may know: the settings, the project, the secrets. */
function configOf(
  options: StartOptions,
  read: Pick<ServerConfig, 'project' | 'secrets' | 'publicSettings'>,
): ServerConfig {
  const { settings } = options
  const { auth } = read.project
  return {
    projectDir: options.projectDir,
    release: options.release,
    staticDir: options.staticDir,
    linkPage: options.staticDir && readLinkPage(options.staticDir),
    unlistedPages: options.unlistedPages,
    askedOrigins: options.askedOrigins,
    operatorStatus: options.operatorStatus,
    urgent: options.urgent,
    dataDir: settings.dataDir,
    host: settings.host,
    port: settings.port,
    siteUrl: settings.siteUrl,
    rateFactor: settings.rateFactor,
    maxAnswerBytes: settings.maxAnswerBytes,
    smtp: settings.smtp,
    captcha: settings.captcha ?? auth.captcha,
    identityProviders: withoutRepeats([
      ...(settings.identityProviders ?? []),
      ...(auth.identityProviders ?? []),
    ]),
    s3: settings.s3,
    sms: settings.sms,
    functionSettings: settings.functionSettings,
    functionForm: options.asTool ? 'index' : undefined,
    ...read,
    // Elsewhere the operator says where the pages are.
    project: options.asTool ? read.project : { ...read.project, auth: { ...auth, siteUrl: undefined } },
  }
}

/** The operator's own word on a provider comes before the folder's. */
function withoutRepeats(providers: readonly IdentityProvider[]): IdentityProvider[] {
  return providers.filter(({ name }, place) => providers.findIndex((other) => other.name === name) === place)
}

/** Connections to the database by who they are: those that become the requester, the auth API's, the owner's. */
function connect(
  { secrets, project }: ServerConfig,
  { address, owner }: OwnerConnection,
  {
    settings,
    hasLocalServer,
    reportSlow,
  }: { settings: Settings; hasLocalServer: boolean; reportSlow: (slow: SlowStatements) => void },
  closers: Closers,
) {
  const requests = { user: 'authenticator', password: rolePassword(secrets, 'authenticator') }
  const searchPath = [...project.api.schemas, ...project.api.extraSearchPath].map(quoteIdentifier).join(', ')
  const db = new Database(address, requests, {
    searchPath,
    checkSessions: hasLocalServer,
    budgetFactor: settings.rateFactor,
    limits: settings.connections,
    standsBack: settings.standsBack && settings.databaseUrl === undefined,
    reportSlow:
      settings.slowQueryMs === undefined ? undefined : { ms: settings.slowQueryMs, tell: reportSlow },
  })
  closers.push(() => db.close())
  const auth = { user: 'supabase_auth_admin', password: rolePassword(secrets, 'supabase_auth_admin') }
  const authPool = createPool(address, auth, { max: settings.connections.auth, application_name: 'auth' })
  closers.push(() => authPool.end())
  const ownerPool = createPool(address, owner, {
    max: settings.connections.owner,
    application_name: 'owner',
    idleTimeoutMillis: 5_000,
  })
  closers.push(() => ownerPool.end())
  return { requests, auth, searchPath, db, authPool, ownerPool }
}

function quoteIdentifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

/** Clients then catch up by asking; the operator should know why. */
function warnOfNoLiveChanges(reason: string): void {
  console.warn(
    `Nada cambia en vivo: la base de datos no ofrece replicación lógica (${reason}). Ajusta wal_level=logical y reiníciala.`,
  )
}
