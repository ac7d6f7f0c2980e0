import { randomBytes } from 'node:crypto'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { WebSocket } from 'ws'

/** A request by hand, where the official client would not send it. */
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
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape
  json: any
  /** How long the whole answer took. */
  ms: number
}

export type Send = (path: string, sent?: Sent) => Promise<Received>

/** Somebody signed in on a device of her own. */
export interface Person {
  id: string
  email: string
  password: string
  name: string
  token: string
  client: SupabaseClient
  send: Send
}

export interface Mail {
  subject: string
  text: string
  links: string[]
}

/** A server, in this process or in another one. */
export interface Service {
  url: string
  anonKey: string
  mailboxUrl: string
  createUser(user: {
    email: string
    password: string
    confirmed: boolean
    metadata: Record<string, unknown>
  }): Promise<{ id: string }>
}

export const PASSWORD = 'bugambilias en la barda 71'

/** The caller with this token, or, with the key of every visitor, as nobody. */
export function sender({ url, anonKey }: Pick<Service, 'url' | 'anonKey'>, token = anonKey): Send {
  return async (where, { method = 'GET', headers = {}, body } = {}) => {
    const isRaw = typeof body === 'string' || body instanceof Uint8Array
    const began = performance.now()
    const response = await fetch(url + where, {
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
    const { status } = response
    return { status, headers: response.headers, text, json: parsed(text), ms: performance.now() - began }
  }
}

/** People who use a server. */
export function peopleOf(service: Service) {
  const clients: SupabaseClient[] = []
  const visitor = () => {
    const client = createClient(service.url, service.anonKey, {
      auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
      // Node 20 has none of its own.
      realtime: { transport: WebSocket as never },
    })
    clients.push(client)
    return client
  }

  const signIn = async (
    account: { id: string; email: string; password: string },
    name = '',
  ): Promise<Person> => {
    const client = visitor()
    const { email, password } = account
    const { data, error } = await client.auth.signInWithPassword({ email, password })
    if (error) throw error
    const token = data.session.access_token
    return { ...account, name, client, token, send: sender(service, token) }
  }

  /** A confirmed account; without an identity it is not admitted. */
  const account = async (metadata: Record<string, unknown> = {}) => {
    const email = `${randomBytes(6).toString('hex')}@ejemplo.mx`
    const { id } = await service.createUser({ email, password: PASSWORD, confirmed: true, metadata })
    return { id, email, password: PASSWORD }
  }

  return {
    send: sender(service),
    visitor,
    account,
    signIn,
    member: async (name = `Ela ${randomBytes(3).toString('hex')}`) =>
      signIn(await account({ username: name, identidad_genero: 'mujer cis' }), name),
    notAdmitted: async () => signIn(await account()),
    /** Mails to an address, newest first. */
    mails: async (to: string): Promise<Mail[]> =>
      (await fetch(`${service.mailboxUrl}.json?to=${encodeURIComponent(to)}`)).json() as Promise<Mail[]>,
    async leave() {
      for (const client of clients) await client.realtime.disconnect()
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
