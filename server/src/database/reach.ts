import pg from 'pg'
import type { Credentials, DatabaseAddress } from '../core/db.ts'
import { SettingsError } from '../settings/error.ts'

const CONNECT_MS = 10_000

/**
 * Asks the database of `DATABASE_URL` once, before anything is built on it.
 * @throws SettingsError, one line without the password, where nobody answers there, or the account or the database is refused
 */
export async function assertReachable(
  { host, port, database, ssl }: DatabaseAddress,
  { user, password }: Credentials,
): Promise<void> {
  const client = new pg.Client({
    host,
    port,
    database,
    user,
    password,
    ssl: ssl || undefined,
    connectionTimeoutMillis: CONNECT_MS,
  })
  // A connection that breaks after the answer is nobody's business here.
  client.on('error', () => undefined)
  try {
    await client.connect()
  } catch (error) {
    throw new SettingsError(
      `Ajuste DATABASE_URL no válido: ${reasonOf(error, `${host}:${port}`, user, database)}.`,
    )
  } finally {
    // A connection that is broken cannot be closed any more.
    await client.end().catch(() => undefined)
  }
}

/** In Spanish. Source: PostgreSQL documentation, appendix A, for the codes of five characters. */
function reasonOf(error: unknown, at: string, user: string, database: string): string {
  const { code = '', message = '' } = error as { code?: string; message?: string }
  if (code === '28P01' || code === '28000') return `${at} no acepta a «${user}» con esa contraseña (${code})`
  if (code === '3D000') return `en ${at} no existe la base «${database}» (${code})`
  if (code === '53300') return `${at} no tiene conexiones libres (${code})`
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return `no existe el servidor ${at} (${code})`
  if (/SSL|certificate/i.test(message)) return `con ${at} no se logra una conexión cifrada: ${message}`
  return `en ${at} no contesta PostgreSQL (${code || message})`
}
