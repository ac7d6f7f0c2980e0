import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import Fastify, { type FastifyInstance } from 'fastify'
import type pg from 'pg'
import { hashQuickly } from '../src/auth/accounts/passwords.ts'
import type { AuthApiOptions } from '../src/auth/context.ts'
import { authApi, createUser } from '../src/auth/index.ts'
import { rolePassword } from '../src/config/secrets.ts'
import type { ProjectConfig, ServerConfig } from '../src/config/serverConfig.ts'
import { createPool, Database } from '../src/db/database.ts'
import { prepareDatabase } from '../src/db/prepare.ts'
import { Jobs } from '../src/jobs/jobs.ts'
import { LargeBodies } from '../src/limits/largeBodies.ts'
import { createMail } from '../src/mail/index.ts'
import type { StoredMail } from '../src/mail/mailbox.ts'
import { createSms } from '../src/mail/sms.ts'
import { Tokens } from '../src/tokens/tokens.ts'
import { startTestPostgres } from './postgres.ts'

hashQuickly()

const SITE_URL = 'http://127.0.0.1:8080'
const PLATFORM_DIR = path.join(import.meta.dirname, '..', 'platform')

/** A project whose rules are short: a hook and a trigger that refuse, in both of the ways that a project may refuse. */
const PROJECT_SQL = `
create schema rules;
grant usage on schema rules to supabase_auth_admin;
create function rules.before_user_created(event jsonb) returns jsonb language plpgsql as $$
begin
  if event #>> '{user,user_metadata,identity}' = 'refused' then
    return '{"error": {"http_code": 403, "message": "Restricted"}}';
  elsif event #>> '{user,user_metadata,identity}' = 'refused without status' then
    return '{"error": {"message": "Restricted"}}';
  end if;
  return '{}';
end $$;
create table rules.seen (event jsonb, at timestamptz default now());
create function rules.on_user() returns trigger language plpgsql as $$
begin
  if new.raw_user_meta_data ->> 'trigger' = 'raise' then
    raise exception 'Not like this';
  elsif new.raw_user_meta_data ->> 'trigger' = 'PT409' then
    raise exception using errcode = 'PT409', message = 'Conflict of ours';
  elsif new.raw_user_meta_data ->> 'trigger' = 'check' then
    raise exception using errcode = '23514', message = 'secret detail';
  end if;
  return new;
end $$;
create trigger on_user before insert on auth.users for each row execute function rules.on_user();
`

export interface Harness {
  config: ServerConfig
  options: AuthApiOptions
  /** The API and the mailbox on one instance; `inject` needs no port. */
  app: FastifyInstance
  /** Signs in as the database's owner. */
  owner: pg.Pool
  /** Mail to an address, newest first, once everything sent has arrived. */
  mailsTo(address: string): Promise<StoredMail[]>
  /** A second instance on the same database with other settings; closed with the first. */
  another(settings: HarnessSettings): Promise<FastifyInstance>
  close(): Promise<void>
}

/** One request and what came back, the body parsed where there is one. */
export interface Answer {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape
  body: any
  headers: Record<string, string | string[] | number | undefined>
}

export interface Call {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'HEAD'
  /** Below `/auth/v1`, with its query. */
  path: string
  body?: unknown
  /** Access token. */
  token?: string
  headers?: Record<string, string>
  ip?: string
}

/** Sends one request to an API without a port. A body makes it a POST; the dated interface is spoken unless a header says otherwise. */
export async function call(app: FastifyInstance, { path: url, body, token, ...more }: Call): Promise<Answer> {
  const response = await app.inject({
    method: more.method ?? (body === undefined ? 'GET' : 'POST'),
    url: `/auth/v1${url}`,
    remoteAddress: more.ip,
    headers: {
      'x-supabase-api-version': '2024-01-01',
      ...(body === undefined ? {} : { 'content-type': 'application/json;charset=UTF-8' }),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...more.headers,
    },
    payload: body === undefined || typeof body === 'string' ? body : JSON.stringify(body),
  })
  const json = String(response.headers['content-type'] ?? '').includes('json')
  return {
    status: response.statusCode,
    body: json ? response.json() : response.body,
    headers: response.headers,
  }
}

export interface Member {
  id: string
  email: string
  password: string
  accessToken: string
  refreshToken: string
}

/** The official client in a browser of its own: two of them share nothing. */
export function officialClient(
  url: string,
  anonKey: string,
  flowType: 'implicit' | 'pkce' = 'implicit',
): SupabaseClient {
  const items = new Map<string, string>()
  return createClient(url, anonKey, {
    // Node 20 has no WebSocket, and nothing here listens to one.
    realtime: { transport: class {} as never },
    auth: {
      autoRefreshToken: false,
      detectSessionInUrl: false,
      flowType,
      storage: {
        getItem: (key) => items.get(key) ?? null,
        setItem: (key, value) => void items.set(key, value),
        removeItem: (key) => void items.delete(key),
      },
    },
  })
}

let members = 0

/** An account of its own for one test, confirmed and signed in. */
export async function makeMember(
  { app, options }: Harness,
  metadata: Record<string, unknown> = {},
): Promise<Member> {
  const email = newAddress()
  const password = 'una clave larga'
  const { id } = await createUser(options, { email, password, metadata, confirmed: true })
  return { id, email, password, ...(await signIn(app, email, password)) }
}

export function newAddress(): string {
  return `member${++members}@example.com`
}

export async function signIn(
  app: FastifyInstance,
  email: string,
  password: string,
): Promise<{ accessToken: string; refreshToken: string }> {
  const { status, body } = await call(app, {
    path: '/token?grant_type=password',
    body: { email, password },
  })
  if (status !== 200) throw new Error(`Sign-in failed: ${status} ${JSON.stringify(body)}`)
  return { accessToken: body.access_token, refreshToken: body.refresh_token }
}

/** The secrets of the newest mail to an address. */
export async function mailedSecrets(
  harness: Harness,
  address: string,
): Promise<{ subject: string; link: URL; token: string; code: string }> {
  const [mail] = await harness.mailsTo(address)
  if (!mail) throw new Error('No mail')
  const link = new URL(mail.links[0] ?? 'http://none.invalid')
  return {
    subject: mail.subject,
    link,
    token: link.searchParams.get('token') ?? '',
    code: /\b\d{6}\b/.exec(mail.text)?.[0] ?? '',
  }
}

/**
 * Opens a mailed link as a browser does, and presses the button where a page with one comes first.
 * @param cookie the browser's
 * @returns where the browser is sent
 */
export async function openLink(url: string, link: URL, cookie = ''): Promise<URL> {
  const address = url + link.pathname + link.search
  const opened = await fetch(address, { redirect: 'manual', headers: { cookie } })
  if (opened.status === 303) return new URL(opened.headers.get('location')!)
  const page = await opened.text()
  if (opened.status !== 200 || !page.includes('value="confirmar"')) throw new Error(`No button: ${page}`)
  const pressed = await fetch(address, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie },
    body: new URLSearchParams({ accion: 'confirmar' }),
  })
  return new URL(pressed.headers.get('location')!)
}

export interface HarnessSettings {
  rateFactor?: number
  auth?: Partial<ProjectConfig['auth']>
  server?: Partial<ServerConfig>
}

/** Starts a database with the platform and the test project, and the API on it. Limits are wide unless asked for. */
export async function startHarness(settings: HarnessSettings = {}): Promise<Harness> {
  const postgres = await startTestPostgres(undefined, 'platform')
  const { folder: dataDir, address, owner: credentials } = postgres
  const projectDir = path.join(dataDir, 'project')
  await mkdir(path.join(projectDir, 'migrations'), { recursive: true })
  await writeFile(path.join(projectDir, 'migrations', '1_rules.sql'), PROJECT_SQL)

  const config = testConfig(settings, { dataDir, projectDir })
  const { secrets, project } = config
  await prepareDatabase({
    address,
    credentials,
    projectDir,
    platformDir: PLATFORM_DIR,
    project,
    secrets,
  })
  const login = (role: 'authenticator' | 'supabase_auth_admin') => ({
    user: role,
    password: rolePassword(secrets, role),
  })
  const owner = createPool(address, credentials, { max: 3 })
  const authPool = createPool(address, login('supabase_auth_admin'), { max: 10 })
  const db = new Database(address, login('authenticator'), { checkSessions: true })
  const post = await createMail({ config, pool: authPool })

  const shared = {
    db,
    authPool,
    tokens: new Tokens(secrets.jwtSecret),
    bodies: new LargeBodies(100),
    mailer: post.mailer,
  }
  const apps: FastifyInstance[] = []
  const build = async (appConfig: ServerConfig) => {
    const app = Fastify({ bodyLimit: 1024 * 1024 })
    const { sender: sms } = createSms(appConfig, post)
    const jobs = new Jobs(app.log)
    app.addHook('onClose', async () => jobs.stop())
    const options: AuthApiOptions = { ...shared, jobs, sms, config: appConfig, log: app.log }
    await app.register(authApi, { prefix: '/auth/v1', ...options })
    await app.register(post.routes!)
    apps.push(app)
    return { app, options }
  }
  const { app, options } = await build(config)

  return {
    config,
    options,
    app,
    owner,
    mailsTo: async (to) => {
      const response = await app.inject({ url: '/_mailbox.json', query: { to }, headers: LOCAL })
      return response.json()
    },
    another: async (more) => (await build(testConfig({ ...settings, ...more }, { dataDir, projectDir }))).app,
    close: async () => {
      for (const running of apps) await running.close()
      await post.close()
      await Promise.all([owner.end(), authPool.end(), db.close()])
      await postgres.stop()
    },
  }
}

const LOCAL = { host: 'localhost' }

/** Settings of a server under test. Limits are wide unless asked for. */
export function testConfig(
  { rateFactor = 10_000, auth = {}, server = {} }: HarnessSettings = {},
  { dataDir, projectDir } = { dataDir: '', projectDir: '' },
): ServerConfig {
  return {
    projectDir,
    dataDir,
    host: '127.0.0.1',
    port: 8080,
    siteUrl: SITE_URL,
    rateFactor,
    secrets: {
      jwtSecret: 'a-secret-for-tests-with-32-bytes-or-more',
      anonKey: '',
      serviceRoleKey: '',
      superuserPassword: 'a-password-for-tests',
    },
    project: {
      api: { schemas: ['public'], extraSearchPath: ['public'], maxRows: 1000 },
      auth: {
        enableSignup: true,
        additionalRedirectUrls: ['https://other.example/**', 'app://back'],
        jwtExpirySeconds: 3600,
        refreshTokenReuseIntervalSeconds: 10,
        minimumPasswordLength: 8,
        refuseGuessablePasswords: true,
        email: { enableConfirmations: true, otpLengthDigits: 6, maxFrequencySeconds: 60 },
        mfa: { maxFactors: 10, totp: { enroll: true, verify: true } },
        beforeUserCreatedHook: { schema: 'rules', name: 'before_user_created' },
        ...auth,
      },
      seed: { enabled: false, sqlPaths: [] },
    },
    publicSettings: {},
    ...server,
  }
}
