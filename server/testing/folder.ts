import { chmod, cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { WebSocket } from 'ws'
import type { RunningServer } from '../src/start.ts'
import { startAmparo } from './amparoServer.ts'
import { CLUSTER_PASSWORD, plantCluster } from './cluster.ts'

const FOLDERS = path.join(import.meta.dirname, 'folders')

/** A folder of `folders/`, served as the command serves it. */
export interface ServedFolder {
  server: RunningServer
  /** A copy that ends with it. */
  projectDir: string
  /** The official client, in a browser of its own. */
  client(key?: 'anon' | 'service'): SupabaseClient
  close(): Promise<void>
}

/** @param more files that are added to the folder, by their path below `supabase/`, or put in place of those there */
export async function serveFolder(
  name: string,
  more: Readonly<Record<string, string>> = {},
): Promise<ServedFolder> {
  const root = await mkdtemp(path.join(tmpdir(), 'a-folder-'))
  // Temporary folders are closed; this one lets PostgreSQL's own account pass.
  await chmod(root, 0o711)
  const projectDir = path.join(root, 'supabase')
  const dataDir = path.join(root, 'data')
  await cp(path.join(FOLDERS, name, 'supabase'), projectDir, { recursive: true })
  for (const [file, content] of Object.entries(more)) await writeFile(path.join(projectDir, file), content)
  await mkdir(dataDir)
  if (await plantCluster(dataDir, 'platform'))
    await writeFile(
      path.join(dataDir, 'secrets.json'),
      JSON.stringify({ superuserPassword: CLUSTER_PASSWORD }),
    )
  const server = await startAmparo(
    { AMPARO_DATA: dataDir, AMPARO_RATE_FACTOR: '1000' },
    { projectDir, extraSeeds: [], asTool: true },
  )
  const { anonKey, serviceRoleKey } = server.config.secrets
  const clients: SupabaseClient[] = []
  return {
    server,
    projectDir,
    client(key = 'anon') {
      const items = new Map<string, string>()
      const supabase = createClient(server.url, key === 'anon' ? anonKey : serviceRoleKey, {
        // Node 20 has none of its own.
        realtime: { transport: WebSocket as never },
        auth: {
          autoRefreshToken: false,
          detectSessionInUrl: false,
          storage: {
            getItem: (item) => items.get(item) ?? null,
            setItem: (item, value) => void items.set(item, value),
            removeItem: (item) => void items.delete(item),
          },
        },
      })
      clients.push(supabase)
      return supabase
    },
    async close() {
      for (const client of clients) await client.removeAllChannels()
      await server.stop()
      await rm(root, { recursive: true, force: true })
    },
  }
}
