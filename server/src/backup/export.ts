import { createWriteStream } from 'node:fs'
import { readdir, readFile, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import type { Credentials, DatabaseAddress } from '../db/database.ts'
import { listMigrations, pendingMigrations } from '../db/migrations.ts'
import { BackupError, explainedFor } from './errors.ts'

export interface ExportOptions {
  address: DatabaseAddress
  owner: Credentials
  projectDir: string
  platformDir: string
  /** The file, which must not exist. */
  target: string
  /** For a project of Supabase that has the migrations already: data alone, and of `auth` what it knows as well. */
  isForHosted: boolean
}

/** What opens sessions, waits to be mailed or shows for a moment: nobody needs it elsewhere, and somebody who finds the file could use it. */
const LEFT_OUT = new Set([
  ...['auth.sessions', 'auth.refresh_tokens', 'auth.mfa_challenges', 'auth.mfa_amr_claims'],
  ...['auth.one_time_tokens', 'auth.flow_state', 'auth.audit_log_entries', 'realtime.messages'],
  ...[
    'local_server.mailbox',
    'local_server.mail_outbox',
    'local_server.mailed_passwords',
    'local_server.oauth_flows',
  ],
])
/** Of what Supabase itself brings; its files are uploaded, and make their rows. */
const HOSTED_AUTH = new Set(['auth.users', 'auth.identities', 'auth.mfa_factors'])
/** Every other schema is the project's. */
const PLATFORM_SCHEMAS = new Set(['auth', 'storage', 'realtime', 'local_server', 'supabase_migrations'])
/** Supabase's auth server reads an empty text where ours has none. */
const NEVER_NULL = [
  ...['confirmation_token', 'recovery_token', 'email_change_token_new', 'email_change_token_current'],
  ...['email_change', 'phone_change', 'phone_change_token', 'reauthentication_token'],
]

interface Table {
  /** Quoted. */
  name: string
  columns: { name: string; value: string }[]
}

/**
 * Writes an installation as plain SQL that `psql` loads into any PostgreSQL 15 or newer: the schema from platform and migrations, then every
 * row, in one transaction with triggers off. Sessions, waiting mails and the installation's own secrets stay behind.
 * @returns how many rows
 * @throws BackupError where the database has not every migration, or the file cannot be written; then none is there
 */
export async function exportSql(options: ExportOptions): Promise<{ rows: number; tables: number }> {
  const { address, owner, target } = options
  const ssl = address.ssl ? { rejectUnauthorized: true } : undefined
  const client = new pg.Client({ ...address, ...owner, ssl, application_name: 'export' })
  // The statement that is running fails by itself.
  client.on('error', () => undefined)
  await client.connect()
  const partial = `${target}.partial`
  try {
    // One moment for all tables.
    await client.query('begin isolation level repeatable read read only')
    if ((await pendingMigrations(client, options.projectDir)).length > 0)
      throw new BackupError(
        'A la base de datos le faltan migraciones: arranca una vez con «npm start» y repite.',
      )
    const tables = await tablesOf(client, options.isForHosted)
    const counted = { rows: 0, tables: tables.length }
    if ((await readdir(path.dirname(target))).includes(path.basename(target)))
      throw new BackupError(`${target} ya existe: elige otro nombre.`)
    await pipeline(
      Readable.from(textOf(client, options, tables, counted)),
      createWriteStream(partial, { mode: 0o600, flush: true }),
    )
    await rename(partial, target)
    return counted
  } catch (error) {
    await rm(partial, { force: true })
    throw explainedFor(error, target)
  } finally {
    await client.end()
  }
}

async function* textOf(
  client: pg.Client,
  { projectDir, platformDir, isForHosted }: ExportOptions,
  tables: Table[],
  counted: { rows: number },
): AsyncGenerator<string | Buffer> {
  yield `-- psql "postgres://…" --set ON_ERROR_STOP=1 --file THIS\n\\set ON_ERROR_STOP on\nbegin;\n`
  yield `set client_encoding = 'UTF8';\nset client_min_messages = warning;\nset standard_conforming_strings = on;\n`
  if (!isForHosted) yield* schemaOf(projectDir, platformDir)
  // Neither triggers nor foreign keys: the rows are as they were.
  yield `\nset session_replication_role = replica;\nset row_security = off;\n`
  const emptied = tables.map(({ name }) => name).filter((name) => !isForHosted || !HOSTED_AUTH.has(name))
  // Migrations write rows, too; a project of Supabase has what is its own besides.
  yield `truncate ${emptied.join(', ')}${isForHosted ? '' : ' cascade'};\n`
  for (const { name, columns } of tables) {
    const names = columns.map((column) => column.name).join(', ')
    yield `\ncopy ${name} (${names}) from stdin;\n`
    const source = `select ${columns.map(({ value }) => value).join(', ')} from ${name}`
    const copy = client.query(copyTo(`copy (${source}) to stdout`))
    for await (const chunk of copy) yield chunk as Buffer
    counted.rows += copy.rowCount ?? 0
    yield '\\.\n'
  }
  yield* sequencesOf(client, tables)
  if (isForHosted) yield hostedAccounts()
  yield `\nset session_replication_role = origin;\ncommit;\nanalyze;\n`
}

async function* schemaOf(projectDir: string, platformDir: string): AsyncGenerator<string> {
  const platform = (await readdir(platformDir)).filter((name) => name.endsWith('.sql')).sort()
  for (const name of platform) yield `\n-- ${name}\n${await readFile(path.join(platformDir, name), 'utf8')}\n`
  // As `applyPlatform` makes it: a server that starts on this database knows by it whose it is.
  yield 'create table if not exists supabase_migrations.platform (hash text not null);\n'
  for (const { file } of await listMigrations(path.join(projectDir, 'migrations')))
    yield `\n-- ${path.basename(file)}\n${await readFile(file, 'utf8')}\n`
}

/** Every table that is taken along, with its columns. What points to something that stays behind points to nothing then. */
async function tablesOf(client: pg.Client, isForHosted: boolean): Promise<Table[]> {
  const { rows } = await client.query<{
    id: string
    name: string
    columns: { name: string; isNullable: boolean; target: string | null }[]
  }>(
    `select n.nspname || '.' || c.relname as id, format('%I.%I', n.nspname, c.relname) as name,
       json_agg(json_build_object('name', quote_ident(a.attname), 'isNullable', not a.attnotnull,
         'target', (select tn.nspname || '.' || t.relname from pg_constraint k
           join pg_class t on t.oid = k.confrelid join pg_namespace tn on tn.oid = t.relnamespace
           where k.conrelid = c.oid and k.contype = 'f' and k.conkey = array[a.attnum] limit 1)) order by a.attnum) as columns
     from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
     where c.relkind = 'r' and n.nspname not in ('information_schema', 'extensions') and n.nspname not like 'pg\\_%' and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     group by n.nspname, c.relname order by n.nspname, c.relname`,
  )
  const wanted = rows.filter(({ id }) => {
    const [schema] = id.split('.')
    if (LEFT_OUT.has(id)) return false
    return !isForHosted || !PLATFORM_SCHEMAS.has(schema!) || HOSTED_AUTH.has(id)
  })
  const left = new Set(rows.map(({ id }) => id).filter((id) => !wanted.some((table) => table.id === id)))
  // A row that needs what stays behind stays behind with it; another one may need that row in turn.
  for (let before = -1; before !== left.size; ) {
    before = left.size
    for (const { id, columns } of wanted)
      if (columns.some(({ target, isNullable }) => target && left.has(target) && !isNullable)) left.add(id)
  }
  return wanted
    .filter(({ id }) => !left.has(id))
    .map(({ name, columns }) => ({
      name,
      columns: columns.map((column) => ({
        name: column.name,
        value: column.target && left.has(column.target) ? 'null' : column.name,
      })),
    }))
}

/** Where each counter goes on. */
async function* sequencesOf(client: pg.Client, tables: Table[]): AsyncGenerator<string> {
  const { rows } = await client.query<{ name: string }>(
    `select format('%I.%I', n.nspname, s.relname) as name from pg_class s
     join pg_namespace n on n.oid = s.relnamespace
     join pg_depend d on d.objid = s.oid and d.classid = 'pg_class'::regclass and d.refclassid = 'pg_class'::regclass and d.deptype in ('a', 'i')
     join pg_class t on t.oid = d.refobjid join pg_namespace tn on tn.oid = t.relnamespace
     where s.relkind = 'S' and format('%I.%I', tn.nspname, t.relname) = any ($1) order by 1`,
    [tables.map(({ name }) => name)],
  )
  for (const { name } of rows) {
    const last = await client.query<{ last_value: string; is_called: boolean }>(
      `select last_value, is_called from ${name}`,
    )
    const { last_value: value, is_called: isCalled } = last.rows[0]!
    yield `select pg_catalog.setval(${pg.escapeLiteral(name)}, ${value}, ${isCalled});\n`
  }
}

function hostedAccounts(): string {
  const sets = NEVER_NULL.map((column) => `${column} = coalesce(${column}, '')`)
  return `
update auth.users set ${sets.join(', ')},
  instance_id = coalesce(instance_id, '00000000-0000-0000-0000-000000000000') where true;
`
}
