import { existsSync } from 'node:fs'
import path from 'node:path'
import { type Settings, SettingsError } from './config/environment.ts'
import { loadSecrets, SECRETS_FILE } from './config/secrets.ts'
import { createPool } from './db/database.ts'
import { openDatabase } from './openDatabase.ts'
import { runningAddress } from './postgres/running.ts'

export { hashPassword } from './auth/accounts/passwords.ts'
export { readSettings, SettingsError } from './config/environment.ts'
export { sendTestMail } from './mail/smtp.ts'

/** Runs SQL as the owner of the database. */
export type Query = (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>

/**
 * Attends to an installation from the machine it runs on: to the database of the server that runs, or, where none does, to
 * one started for this alone. It takes the right to read the data folder; an account is not enough.
 * @throws SettingsError or LauncherError with one clear line
 */
export async function runAsOwner<T>(settings: Settings, work: (query: Query) => Promise<T>): Promise<T> {
  const running = settings.databaseUrl ? undefined : await runningAddress(settings.dataDir)
  const opened = running ? undefined : await openDatabase({ ...settings, port: 0 })
  try {
    const { superuserPassword: password } = await loadSecrets(settings.dataDir, settings.jwtSecret)
    const { address, owner } = opened?.database ?? {
      address: { ...running!, database: 'postgres' },
      owner: { user: 'postgres', password },
    }
    const pool = createPool(address, owner, { max: 1, application_name: 'command' })
    try {
      return await work(async (text, values) => (await pool.query(text, values)).rows)
    } finally {
      await pool.end()
    }
  } finally {
    await opened?.release()
  }
}

/** An address that only means "every one of this machine", and the one at which it then answers itself. */
const EVERYWHERE: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '[::1]' }

/**
 * Where this machine's own server answers, and the key to which it says what fails. Nothing is made.
 * @throws SettingsError where no server was ever started in this data folder
 */
export async function ownServer(settings: Settings): Promise<{ url: string; serviceKey: string }> {
  const { host, port, dataDir, dataSetting, jwtSecret } = settings
  if (!existsSync(path.join(dataDir, SECRETS_FILE)))
    throw new SettingsError(`Ajuste ${dataSetting}: en ${dataDir} no hay ninguna instalación.`)
  const { serviceRoleKey: serviceKey } = await loadSecrets(dataDir, jwtSecret)
  const name = EVERYWHERE[host] ?? (host.includes(':') ? `[${host}]` : host)
  return { url: `http://${name}:${port}`, serviceKey }
}
