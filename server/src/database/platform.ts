import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type pg from 'pg'
import type { Secrets } from '../core/config.ts'
import { type LoginRole, rolePassword } from '../settings/secrets.ts'

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

/** Sets the passwords that this server signs in with. They are literals because PostgreSQL takes no parameter there. */
export async function setRolePasswords(client: pg.Client, secrets: Secrets): Promise<void> {
  for (const role of LOGIN_ROLES) {
    await client.query(
      `alter role ${role} with login password ${client.escapeLiteral(rolePassword(secrets, role))}`,
    )
  }
}
