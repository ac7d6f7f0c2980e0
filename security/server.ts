import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { WebSocket } from 'ws'
import { startAmparo } from '../scripts/lib/amparo.mjs'
import { freePort, plantHouse } from '../server/testing/house.ts'

/** A request as the attacker sends it: no client stands between him and the server. */
export interface Sent {
  method?: string
  headers?: Record<string, string>
  /** Strings and bytes go as they are, anything else as JSON. */
  body?: unknown
}

export interface Received {
  status: number
  headers: Headers
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: attacks look into bodies of every shape
  json: any
}

export type Send = (path: string, sent?: Sent) => Promise<Received>

/** Somebody signed in on a device of her own. */
export interface Person {
  id: string
  email: string
  password: string
  token: string
  client: SupabaseClient
  send: Send
}

export interface Mail {
  subject: string
  text: string
  links: string[]
}

export type Server = Awaited<ReturnType<typeof startServer>>

export const PASSWORD = 'bugambilias en la barda 71'

/**
 * Starts the whole server with Amparo's schema, on a database of its own. The built app is not served.
 * @param env further settings; without AMPARO_RATE_FACTOR the limits are those of an ordinary start
 */
export async function startServer(env: Record<string, string> = {}) {
  const folder = await mkdtemp(path.join(tmpdir(), 'amparo-security-'))
  // PostgreSQL runs under another account when root starts this.
  await chmod(folder, 0o711)
  const dataDir = path.join(folder, 'data')
  await plantHouse(dataDir)
  const { server } = await startAmparo({
    demo: true,
    staticDir: null,
    env: {
      ADMIN_EMAIL: 'direccion@ejemplo.mx',
      PORT: String(await freePort()),
      ...env,
      AMPARO_DATA: dataDir,
    },
    load: () => import('../server/src/start.ts'),
  })
  const { anonKey } = server.config.secrets
  const clients: SupabaseClient[] = []

  const visitor = () => {
    const client = createClient(server.url, anonKey, {
      auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
      // Node 20 has none of its own.
      realtime: { transport: WebSocket as never },
    })
    clients.push(client)
    return client
  }

  const sendAs =
    (token: string): Send =>
    async (where, { method = 'GET', headers = {}, body } = {}) => {
      const isRaw = typeof body === 'string' || body instanceof Uint8Array
      const response = await fetch(server.url + where, {
        method,
        redirect: 'manual',
        headers: {
          apikey: anonKey,
          authorization: `Bearer ${token}`,
          ...(body !== undefined && !isRaw && { 'content-type': 'application/json' }),
          ...headers,
        },
        body: body === undefined || isRaw ? (body as BodyInit | undefined) : JSON.stringify(body),
      })
      const text = await response.text()
      return { status: response.status, headers: response.headers, text, json: parsed(text) }
    }

  const signIn = async (account: { id: string; email: string; password: string }): Promise<Person> => {
    const client = visitor()
    const { email, password } = account
    const { data, error } = await client.auth.signInWithPassword({ email, password })
    if (error) throw error
    const token = data.session.access_token
    return { ...account, client, token, send: sendAs(token) }
  }

  /** A confirmed account; without an identity it is not admitted. */
  const account = async (metadata: Record<string, unknown> = {}) => {
    const email = `${randomBytes(6).toString('hex')}@ejemplo.mx`
    const { id } = await server.createUser({ email, password: PASSWORD, confirmed: true, metadata })
    return { id, email, password: PASSWORD }
  }

  return {
    url: server.url,
    serviceKey: server.config.secrets.serviceRoleKey,
    /** What the helpers of other tests take. */
    running: server,
    /** Outside of every policy: to prepare an attack, and to see what is true afterwards. */
    sql: server.query,
    send: sendAs(anonKey),
    visitor,
    account,
    signIn,
    member: async (username = `Ela ${randomBytes(3).toString('hex')}`) =>
      signIn(await account({ username, identidad_genero: 'mujer cis' })),
    notAdmitted: async () => signIn(await account()),
    /** Mails to an address, newest first. */
    mails: async (to: string): Promise<Mail[]> =>
      (await fetch(`${server.mailboxUrl}.json?to=${encodeURIComponent(to)}`)).json() as Promise<Mail[]>,
    async stop() {
      for (const client of clients) await client.realtime.disconnect()
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Not every answer is JSON.
    return undefined
  }
}
