import pg from 'pg'
import { SettingsError } from '../config/error.ts'
import type { Credentials, DatabaseAddress } from './database.ts'

const CONNECT_MS = 10_000

/** How many connections ask at the same time whether one of them is somebody else's. */
const OTHERS = 3

/**
 * Asks the database of `DATABASE_URL` once, before anything is built on it.
 * @throws SettingsError, one line without the password, where nobody answers there, or the account or the database is refused, or something in
 * between gives a connection to others after each transaction
 */
export async function assertReachable(
  { host, port, database, ssl }: DatabaseAddress,
  { user, password }: Credentials,
): Promise<void> {
  const open = async () => {
    const client = new pg.Client({
      ...{ host, port, database, user, password },
      ssl: ssl || undefined,
      connectionTimeoutMillis: CONNECT_MS,
    })
    // A connection that breaks after the answer is nobody's business here.
    client.on('error', () => undefined)
    await client.connect()
    return client
  }
  try {
    if (!(await sharesConnections(open))) return
  } catch (error) {
    throw new SettingsError(
      `Ajuste DATABASE_URL no válido: ${reasonOf(error, `${host}:${port}`, user, database)}.`,
    )
  }
  throw new SettingsError(
    `Ajuste DATABASE_URL no válido: en ${host}:${port} hay un pooler que cambia de conexión en cada transacción; hace falta su modo de sesión (pool_mode = session) o PostgreSQL mismo.`,
  )
}

/**
 * Whether a pooler stands in between that gives a connection to somebody else as soon as no transaction is open. Through it the start succeeds, and
 * then what a session was told holds for another one: a panic event is refused as "read only".
 * @param open makes one connection more
 */
export async function sharesConnections(
  open: () => Promise<Pick<pg.Client, 'query' | 'end'>>,
): Promise<boolean> {
  const opened: Pick<pg.Client, 'query' | 'end'>[] = []
  const another = async () => {
    const client = await open()
    opened.push(client)
    return client
  }
  const idOf = async (client: Pick<pg.Client, 'query'>) =>
    (await client.query<{ id: number }>('select pg_backend_pid() as id')).rows[0]!.id
  try {
    const idle = await another()
    const id = await idOf(idle)
    // A pooler gives the idle connection to the next transaction; a direct connection stays its owner's.
    for (let count = 0; count < OTHERS; count += 1) {
      const other = await another()
      await other.query('begin')
      if ((await idOf(other)) === id) return true
    }
    return (await idOf(idle)) !== id
  } finally {
    // A connection that is broken cannot be closed any more.
    await Promise.all(opened.map((client) => client.end().catch(() => undefined)))
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
