import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import path from 'node:path'
import { hashQuickly } from '../src/auth/accounts/passwords.ts'
import { type Product, readSettings, type Settings } from '../src/config/environment.ts'
import { type RunningServer, type StartOptions, startServer } from '../src/start.ts'
import { CLUSTER_PASSWORD, PRODUCT_NAME, plantCluster } from './cluster.ts'

export const ROOT = path.resolve(import.meta.dirname, '../..')
/** Of everybody in `demo.sql`. */
export const DEMO_PASSWORD = 'Amparo-demo-2026'

hashQuickly()

const PRODUCT: Product = {
  name: PRODUCT_NAME,
  prefix: 'AMPARO_',
  functionSettings: [{ name: 'DAILY_API_KEY' }, { name: 'DAILY_API_URL', isService: true }],
}

/** @param env as the operator gives it */
export function settingsOf(env: Record<string, string>): Settings {
  return readSettings(env, PRODUCT, ROOT)
}

/** Puts this run's cluster with Amparo's schema and its demo people into a new data folder, for the first start of a server there. */
export async function plantInstallation(dataDir: string): Promise<void> {
  await mkdir(dataDir, { recursive: true })
  if (!(await plantCluster(dataDir, 'schema'))) return
  const secrets = { superuserPassword: CLUSTER_PASSWORD }
  await writeFile(path.join(dataDir, 'secrets.json'), JSON.stringify(secrets))
}

/**
 * The whole server with a real project: Amparo's schema and its demo people.
 * @param env further settings, the data folder among them; a free port where none is named
 */
export async function startAmparo(
  env: Record<string, string>,
  more: Partial<StartOptions> = {},
): Promise<RunningServer> {
  const { AMPARO_DATA: dataDir } = env
  if (
    dataDir &&
    !env.DATABASE_URL &&
    !more.projectDir &&
    !more.extraSeeds &&
    !existsSync(path.join(dataDir, 'secrets.json'))
  )
    await plantInstallation(dataDir)
  return startServer({
    // Other tests work on this machine too.
    settings: settingsOf({ PORT: String(await freePort()), AMPARO_STAND_BACK: '0', ...env }),
    projectDir: path.join(ROOT, 'supabase'),
    extraSeeds: ['./demo.sql'],
    ...more,
  })
}

/** A port of this machine that was free a moment ago. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
