import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { type Config, knownConfig, loadConfig } from '../lib/config.ts'
import type { Database } from '../lib/database.types.ts'
import { createPulso } from './pulso.ts'
import { sesionFirme } from './sesionFirme.ts'
import { SESSION_KEY, storedSession } from './session-storage.ts'
import { endSessionHere, onSessionEnd } from './sessionEnd.ts'

export type Client = SupabaseClient<Database>

let client: Client | undefined

function create({ supabaseUrl, anonKey }: Config): Client {
  const made: Client = createClient<Database>(supabaseUrl, anonKey, {
    auth: {
      // With PKCE nobody can hand her a link that signs her into somebody else's account.
      flowType: 'pkce',
      storageKey: SESSION_KEY,
    },
    global: {
      fetch: sesionFirme(undefined, {
        sesion: storedSession,
        renew: () => made.auth.refreshSession(),
        onEnded: () => void endSessionHere(),
        onServed: pulso.served,
      }),
    },
    realtime: { transport: watchedSocket() },
  })
  pulso.start()
  // Its channels would go on trying to rejoin.
  onSessionEnd(() => {
    if (!storedSession()) void made.removeAllChannels().then(() => made.realtime.disconnect())
  })
  return made
}

/** Asks the service whether the session still is. For requests made without supabase-js that were refused. */
export const doubtSession = () => pulso.doubt()

const pulso = createPulso(async () => {
  if (storedSession()) await client?.auth.getUser()
})

/** Watches the live connection: an error about the session, or a broken connection, is a reason to ask. */
function watchedSocket(): typeof WebSocket {
  return class VigiladoSocket extends WebSocket {
    constructor(url: string | URL, protocols?: string | string[]) {
      super(url, protocols)
      this.addEventListener('message', ({ data }) => {
        if (typeof data === 'string' && data.includes('"status":"error"')) pulso.doubt()
      })
      this.addEventListener('close', ({ code }) => {
        if (code !== 1000) pulso.doubt()
      })
    }
  }
}

/**
 * The client, for rooms: they only open once a session is known, and by then the settings are on the device.
 *
 * @throws Error when called before {@link openSupabase} on a device that has never been here
 */
export function supabase(): Client {
  if (!client) {
    const config = knownConfig()
    if (!config) throw new Error('supabase() before openSupabase()')
    client = create(config)
  }
  return client
}

/**
 * The client, for the doors (landing, login, register): asks the server for its settings first if need be.
 *
 * @throws TypeError on a first visit without a connection
 */
export async function openSupabase(): Promise<Client> {
  const config = await loadConfig()
  // A room may have made it in the meantime; two clients would fight over one session.
  client ??= create(config)
  return client
}
