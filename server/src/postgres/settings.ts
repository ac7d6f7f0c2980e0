import { Client } from 'pg'
import { LOG_SETTINGS } from './diskSpace.ts'
import { LauncherError } from './errors.ts'

/**
 * How our PostgreSQL runs. Given on the command line, where neither `ALTER SYSTEM` nor an edited file can undo it.
 * Nothing a member writes may reach the log: no statements, no parameters, no message of a refused one (a message can
 * quote the value it refuses); what failed and why is known to the server that sent it.
 */
const SETTINGS: Record<string, string> = {
  // Durability: what was acknowledged is on the disk.
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  // Replication feeds the live channels. A reader that vanished may not fill the disk with what it never fetched.
  wal_level: 'logical',
  max_wal_senders: '10',
  max_replication_slots: '10',
  max_slot_wal_keep_size: '256MB',
  ...LOG_SETTINGS,
  // Sized for one small machine.
  max_connections: '100',
  shared_buffers: '128MB',
  jit: 'off',
  // Access: every role needs a password, and only this machine can connect (the launcher chooses the address).
  password_encryption: 'scram-sha-256',
  ssl: 'off',
  unix_socket_permissions: '0700',
  // Time and language do not depend on the machine.
  timezone: 'UTC',
  log_timezone: 'UTC',
  lc_messages: 'C',
  // One file per weekday inside the cluster's own folder, each written over a week later.
  logging_collector: 'on',
  log_directory: 'log',
  log_filename: 'postgresql-%u.log',
  log_truncate_on_rotation: 'on',
  log_rotation_age: '1d',
  log_rotation_size: '0',
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_statement: 'none',
  log_min_duration_statement: '-1',
  log_parameter_max_length: '0',
  log_parameter_max_length_on_error: '0',
  log_checkpoints: 'off',
  log_autovacuum_min_duration: '-1',
}

/** The settings as arguments of `postgres`; `extra` wins over ours. */
export function settingArguments(extra: Record<string, string>): string[] {
  return Object.entries({ ...SETTINGS, ...extra }).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

/** Without these an acknowledged write can be lost or a damaged page go unnoticed. */
const SAFETY = ['fsync', 'synchronous_commit', 'full_page_writes', 'data_checksums'] as const

/**
 * Asks the running server for its safety settings, through the same address and password that the product will use.
 * @throws LauncherError `unsafe_settings` if one is off, `wrong_password` if the password is not this cluster's
 */
export async function assertSafe(connection: {
  host: string
  port: number
  user: string
  password: string
  database: string
}): Promise<void> {
  const client = new Client({
    ...connection,
    connectionTimeoutMillis: 10_000,
    application_name: 'launcher',
  })
  try {
    await client.connect()
    const wanted = SAFETY.map((name) => `current_setting('${name}') as ${name}`).join(', ')
    const { rows } = await client.query<Record<string, string>>(`select ${wanted}`)
    const off = SAFETY.filter((name) => rows[0]?.[name] !== 'on')
    if (off.length > 0) {
      throw new LauncherError(
        'unsafe_settings',
        `PostgreSQL arrancaría sin proteger los datos (${off.join(', ')}): quita ese ajuste y vuelve a empezar.`,
      )
    }
  } catch (error) {
    if ((error as { code?: string }).code === '28P01') {
      throw new LauncherError(
        'wrong_password',
        'La contraseña guardada no abre la base de datos de esta carpeta: recupera el archivo de secretos con el que se creó.',
        { cause: error },
      )
    }
    throw error
  } finally {
    // A connection that is broken cannot be closed any more.
    await client.end().catch(() => undefined)
  }
}
