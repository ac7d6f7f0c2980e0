import { createPool } from './core/db.ts'
import { holdInstallation } from './hold.ts'
import { runningAddress } from './postgres/running.ts'
import type { Settings } from './settings/environment.ts'
import { loadSecrets } from './settings/secrets.ts'

export { hashPassword } from './auth/passwords.ts'
export { sendTestMail } from './mail/smtp.ts'
export { readSettings, SettingsError } from './settings/environment.ts'

/** Runs SQL as the owner of the database. */
export type Query = (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>

/**
 * Attends to an installation from the machine it runs on: to the database of the server that runs, or, where none does, to
 * one started for this alone. For whoever may read the data folder, hence nobody who only holds an account.
 * @throws SettingsError or LauncherError with one clear line
 */
export async function attend<T>(settings: Settings, work: (query: Query) => Promise<T>): Promise<T> {
  const running = settings.databaseUrl ? undefined : await runningAddress(settings.dataDir)
  const holding = running ? undefined : await holdInstallation({ ...settings, port: 0 })
  try {
    const { superuserPassword: password } = await loadSecrets(settings.dataDir, settings.jwtSecret)
    const { address, owner } = holding?.database ?? {
      address: { ...running!, database: 'postgres' },
      owner: { user: 'postgres', password },
    }
    const pool = createPool(address, owner, { max: 1, application_name: 'attend' })
    try {
      return await work(async (text, values) => (await pool.query(text, values)).rows)
    } finally {
      await pool.end()
    }
  } finally {
    await holding?.release()
  }
}
