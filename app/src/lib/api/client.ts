import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { type Config, knownConfig, loadConfig } from '../installation/config.ts'
import { createPulso } from '../session/heartbeat.ts'
import { SESSION_KEY } from '../session/keys.ts'
import { endSessionHere, onSessionEnd } from '../session/sessionEnd.ts'
import { sessionStorageAdapter, storedSession } from '../session/sessionStorage.ts'
import { steadySession } from '../session/steadySession.ts'
import type { Database } from './database.types.ts'
import { within } from './deadline.ts'
import { toServiceError } from './errors.ts'
import { withReferences } from './reference.ts'
import { gate } from './requestGate.ts'

export type Client = SupabaseClient<Database>

let made: Client | undefined

function create({ supabaseUrl, anonKey }: Config): Client {
  const client: Client = createClient<Database>(supabaseUrl, anonKey, {
    auth: {
      // With PKCE nobody can hand her a link that signs her into somebody else's account.
      flowType: 'pkce',
      storageKey: SESSION_KEY,
      storage: sessionStorageAdapter,
    },
    global: {
      fetch: withReferences(
        steadySession(limitedFetch, {
          sesion: storedSession,
          renew: () => client.auth.refreshSession(),
          onEnded: () => void endSessionHere(),
          onServed: pulso.served,
        }),
      ),
    },
    realtime: { transport: watchedSocket(), reconnectAfterMs },
  })
  // auth-js lets a minute pass after a renewal without an answer (`REFRESH_FAILURE_COOLDOWN_MS`): her press would wait though the line is back.
  Object.defineProperty(client.auth, 'lastRefreshFailure', { get: () => null, set() {} })
  pulso.start()
  // Its channels would go on trying to rejoin.
  onSessionEnd(() => {
    if (!storedSession()) void client.removeAllChannels().then(() => client.realtime.disconnect())
  })
  return client
}

/** Asks the service whether the session still is. For requests made without supabase-js that were refused. */
export const doubtSession = () => pulso.doubt()

const pulso = createPulso(async () => {
  if (storedSession()) await made?.auth.getUser()
})

/** «Service Restart»: a process of the service ends in order, another one serves. */
const RESTART = 1012
/** Within which everybody whom it sent away comes back; the official client waits a second. */
const AT_ONCE_MS = 400
/** As the official client has it. */
const LATER_MS = [1_000, 2_000, 5_000]
let sentElsewhere = false

function reconnectAfterMs(tries: number): number {
  if (tries === 1 && sentElsewhere) return Math.random() * AT_ONCE_MS
  return LATER_MS[tries - 1] ?? 10_000
}

/** Watches the live connection: an error about the session, or a broken connection, is a reason to ask; that it restarts is none. */
function watchedSocket(): typeof WebSocket {
  return class VigiladoSocket extends WebSocket {
    constructor(url: string | URL, protocols?: string | string[]) {
      super(url, protocols)
      this.addEventListener('message', ({ data }) => {
        if (typeof data === 'string' && data.includes('"status":"error"')) pulso.doubt()
      })
      this.addEventListener('close', ({ code }) => {
        sentElsewhere = code === RESTART
        if (code !== 1000 && !sentElsewhere) pulso.doubt()
      })
    }
  }
}

/** Longer than anybody waits who asked: she hears of her own deadline first. */
const AUTH_LIMIT_MS = 30_000

/**
 * What the client asks by itself, renewing a session above all, has no other limit, and everything else waits for it: an answer that
 * never comes must not hold it for ever.
 */
const limitedFetch: typeof fetch = (input, init) => {
  const url = typeof input === 'string' ? input : input instanceof URL ? input.href : input.url
  if (!url.includes('/auth/v1/')) return gate.fetch(input, init)
  return within(
    AUTH_LIMIT_MS,
    (signal) => gate.fetch(input, { ...init, signal }),
    init?.signal ?? undefined,
  ).catch((failure: unknown) => {
    // As a service that cannot answer right now: the client tries again, and writes nothing into the console.
    if (toServiceError(failure).code === 'request_timeout') return new Response(null, { status: 503 })
    throw failure
  })
}

/**
 * The client of this page; asks the server for its settings first if need be.
 *
 * @throws TypeError on a first visit without a connection
 */
export async function openClient(): Promise<Client> {
  if (made) return made
  const config = knownConfig() ?? (await loadConfig())
  // It may have been created in the meantime; two clients would compete for one session.
  made ??= create(config)
  return made
}
