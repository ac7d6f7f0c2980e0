import { createHash, createHmac } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { SettingsError } from '../config/error.ts'
import { type LoginRole, rolePassword } from '../config/secrets.ts'
import type { Secrets } from '../config/serverConfig.ts'

const LOGIN_ROLES: readonly LoginRole[] = ['authenticator', 'supabase_auth_admin', 'supabase_storage_admin']

/**
 * Gives a database what Supabase brings (roles, schemas auth, storage and realtime) where it lacks it, and brings what we
 * gave earlier up to date. A database that Supabase itself prepared is left alone.
 * @param platformDir folder of the numbered SQL files
 */
export async function applyPlatform(client: pg.Client, platformDir: string): Promise<void> {
  const files = (await readdir(platformDir)).filter((name) => name.endsWith('.sql')).sort()
  const contents = await Promise.all(files.map((name) => readFile(path.join(platformDir, name), 'utf8')))
  const hash = createHash('sha256').update(contents.join('\0')).digest('hex')

  const { rows } = await client.query<{ ours: boolean; theirs: boolean }>(
    `select to_regclass('supabase_migrations.platform') is not null as ours, to_regclass('auth.users') is not null as theirs`,
  )
  const { ours, theirs } = rows[0]!
  if (theirs && !ours) return
  if (ours) {
    const kept = await client.query<{ hash: string }>('select hash from supabase_migrations.platform')
    if (kept.rows[0]?.hash === hash) return
  }
  await assertMayMakeRoles(client)
  await client.query('begin')
  try {
    for (const content of contents) await client.query(content)
    await client.query('create table if not exists supabase_migrations.platform (hash text not null)')
    await client.query('delete from supabase_migrations.platform')
    await client.query('insert into supabase_migrations.platform values ($1)', [hash])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

/** Roles of PostgreSQL are the whole cluster's, and so are their passwords: which installation set them stands beside one of them. */
interface Claim {
  database: string
  installation: string
}

/** How long connections of a process that has just ended may still be there. */
const LEAVING_MS = 3_000

/**
 * Asserts that the roles are this installation's to set: a second one on the same cluster would lock the first one out, and be
 * locked out by its next start.
 * @throws SettingsError saying whose they are
 */
export async function assertRolesAreFree(
  client: pg.Client,
  secrets: Secrets,
  leavingMs = LEAVING_MS,
): Promise<void> {
  const deadline = performance.now() + leavingMs
  for (;;) {
    const refusal = await whoseRoles(client, secrets)
    if (refusal === undefined) return
    if (performance.now() >= deadline) throw new SettingsError(refusal)
    await delay(100)
  }
}

/** @returns a refusal that may pass with time; throws one that does not */
async function whoseRoles(client: pg.Client, secrets: Secrets): Promise<string | undefined> {
  const { rows } = await client.query<{ here: string; note: string | null; others: string[]; mine: boolean }>(
    `select current_database()::text as here, shobj_description(to_regrole('authenticator'), 'pg_authid') as note,
       array(select datname::text from pg_database where datname <> current_database()) as others,
       exists (select from pg_stat_activity where usename = any ($1) and datname = current_database()) as mine`,
    [LOGIN_ROLES],
  )
  const { here, note, others, mine } = rows[0]!
  const claim = readClaim(note)
  if (claim?.installation === installationOf(secrets)) return undefined
  if (claim && claim.database !== here && others.includes(claim.database))
    throw new SettingsError(
      `Este PostgreSQL ya es de otra instalación, en su base de datos «${claim.database}»: los papeles y sus contraseñas son de todo el servidor de PostgreSQL. Usa otro servidor de PostgreSQL para esta (DATABASE_URL).`,
    )
  if (claim?.database === here && mine)
    return 'Otro proceso usa esta base de datos con otro secreto: todos los procesos necesitan el mismo ajuste JWT_SECRET. Para cambiarlo, detén antes los demás.'
  if (claim) return undefined
  const { rows: busy } = await client.query<{ database: string }>(
    `select datname::text as database from pg_stat_activity
     where usename = any ($1) and datname is not null and datname <> current_database() limit 1`,
    [LOGIN_ROLES],
  )
  return busy[0]
    ? `Otro programa usa ya los papeles authenticator o supabase_… de este PostgreSQL, en la base de datos «${busy[0].database}». Usa otro servidor de PostgreSQL para esta instalación (DATABASE_URL).`
    : undefined
}

function readClaim(note: string | null): Claim | undefined {
  try {
    const { database, installation } = JSON.parse(note ?? '') as Claim
    return typeof database === 'string' && typeof installation === 'string'
      ? { database, installation }
      : undefined
  } catch {
    // A note of somebody else.
    return undefined
  }
}

/** Tells installations apart, and nothing of the secret. */
function installationOf({ jwtSecret }: Secrets): string {
  return createHmac('sha256', jwtSecret).update('installation').digest('base64url').slice(0, 22)
}

/**
 * Asserts that the owner may make the roles that are missing.
 * @throws SettingsError with what a superuser has to do first
 */
async function assertMayMakeRoles(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{
    name: string
    version: number
    super: boolean
    creates: boolean
    bypasses: boolean
    lacks: boolean
    service: boolean
  }>(
    `select rolname::text as name, current_setting('server_version_num')::int as version, rolsuper as super,
       rolcreaterole as creates, rolbypassrls as bypasses, to_regrole('service_role') is not null as service,
       exists (select from unnest(array['anon', 'authenticated', 'authenticator', 'supabase_auth_admin', 'supabase_storage_admin']) r
         where to_regrole(r) is null) as lacks
     from pg_roles where rolname = current_user`,
  )
  const { name, version, super: isSuper, creates, bypasses, lacks, service } = rows[0]!
  if (isSuper) return
  const user = client.escapeIdentifier(name)
  if (lacks && !creates)
    throw new SettingsError(
      `El usuario de DATABASE_URL no puede crear los papeles que faltan. Un superusuario lo permite con: alter role ${user} createrole;`,
    )
  if (!service && (version < 160_000 || !creates || !bypasses))
    throw new SettingsError(
      `El usuario de DATABASE_URL no puede crear el papel service_role${version < 160_000 ? ' (antes de PostgreSQL 16 solo un superusuario puede)' : ''}. Un superusuario lo hace una vez, y después basta el usuario de siempre: create role service_role nologin noinherit bypassrls; grant service_role to ${user} with admin option;`,
    )
}

/** Sets the passwords that this server signs in with, and notes whose they are. They are literals because PostgreSQL takes no parameter there. */
export async function setRolePasswords(client: pg.Client, secrets: Secrets): Promise<void> {
  for (const role of LOGIN_ROLES) {
    await client.query(
      `alter role ${role} with login password ${client.escapeLiteral(rolePassword(secrets, role))}`,
    )
  }
  const { rows } = await client.query<{ here: string }>('select current_database()::text as here')
  const claim: Claim = { database: rows[0]!.here, installation: installationOf(secrets) }
  await client.query(`comment on role authenticator is ${client.escapeLiteral(JSON.stringify(claim))}`)
}
