import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { WebSocket } from 'ws'
import type { RunningServer } from '../src/start.ts'
import { DEMO_PASSWORD, startAmparo } from './amparoServer.ts'
import { startBucket } from './objectStore.ts'

export type Person = 'visitor' | 'ana' | 'bea' | 'carla' | 'service'

/** The whole server with Amparo's schema and its demo people, on folders of its own. */
export interface Harness {
  server: RunningServer
  dataDir: string
  /** The official client: signed in, with the visitor's key, or with the key that passes every policy. */
  client(person: Person): Promise<SupabaseClient>
  token(person: 'ana' | 'bea' | 'carla'): Promise<string>
  id(person: 'ana' | 'bea' | 'carla'): Promise<string>
  /** Names of all files of the storage, wherever they lie. */
  storedFiles(): Promise<string[]>
  close(): Promise<void>
}

/** @param env further settings, as the operator gives them. With `AMPARO_TEST_STORAGE=s3` files lie in an object store. */
export async function startHarness(env: Record<string, string> = {}): Promise<Harness> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'amparo-storage-'))
  // Temporary folders are closed; this one lets PostgreSQL's own account pass.
  await chmod(dataDir, 0o711)
  const bucket = process.env.AMPARO_TEST_STORAGE === 's3' ? await startBucket() : undefined
  const server = await startAmparo({
    ...{ AMPARO_DATA: dataDir, AMPARO_RATE_FACTOR: '10000' },
    ...bucket?.env,
    ...env,
  })
  // Carla is the admin here with her password alone.
  await server.query(`update interno.ajustes set valor = 'libre' where clave = 'factor_de_administracion'`)
  const { anonKey, serviceRoleKey } = server.config.secrets
  const people = new Map<Person, Promise<SupabaseClient>>()
  const client = (person: Person) => {
    const known = people.get(person) ?? connect(person)
    people.set(person, known)
    return known
  }
  const connect = async (person: Person): Promise<SupabaseClient> => {
    const supabase = createClient(server.url, person === 'service' ? serviceRoleKey : anonKey, {
      auth: { persistSession: false, autoRefreshToken: false },
      // Node 20 has none of its own.
      realtime: { transport: WebSocket as never },
    })
    if (person === 'visitor' || person === 'service') return supabase
    const { error } = await supabase.auth.signInWithPassword({
      email: `${person}@amparo.test`,
      password: DEMO_PASSWORD,
    })
    if (error) throw error
    return supabase
  }
  const session = async (person: Person) => (await (await client(person)).auth.getSession()).data.session!
  return {
    server,
    dataDir,
    client,
    token: async (person) => (await session(person)).access_token,
    id: async (person) => (await session(person)).user.id,
    storedFiles: async () => {
      const entries = await readdir(path.join(dataDir, 'storage'), { recursive: true, withFileTypes: true })
      const local = entries.filter((entry) => entry.isFile()).map(({ name }) => name)
      return [...local, ...((await bucket?.names()) ?? [])]
    },
    close: async () => {
      await server.stop()
      await bucket?.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
