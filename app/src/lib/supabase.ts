import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { type Config, knownConfig, loadConfig } from './config.ts'
import type { Database } from './database.types.ts'
import { sesionFirme } from './sesionFirme.ts'
import { SESSION_KEY } from './session-storage.ts'

export type Client = SupabaseClient<Database>

let client: Client | undefined

function create({ supabaseUrl, anonKey }: Config): Client {
  return createClient<Database>(supabaseUrl, anonKey, {
    auth: {
      // With PKCE nobody can hand her a link that signs her into somebody else's account.
      flowType: 'pkce',
      storageKey: SESSION_KEY,
    },
    global: { fetch: sesionFirme() },
  })
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
