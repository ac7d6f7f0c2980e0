import { randomBytes } from 'node:crypto'
import { chmod, chown, lstat, mkdir, readlink, realpath, rename, rm, stat, symlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'

import { type Account, canEnter, unprivilegedAccount } from './account.ts'
import { privateBase } from './binaries.ts'
import { errno, LauncherError } from './errors.ts'

/**
 * Where root may put what an unprivileged account must reach, best first. `/var/tmp` comes last because some systems
 * clear it of old files.
 */
export const OUTSIDE = ['/var/lib/amparo', '/opt/amparo', '/var/tmp/amparo']

/**
 * Makes the data folder if it is missing, closed to everyone else; started by root, the group of PostgreSQL's account may
 * pass through it to reach its own part. A folder that exists keeps the permissions it has.
 */
export async function ensureDataFolder(dataDir: string): Promise<void> {
  if (await stat(dataDir).catch(() => undefined)) return
  await mkdir(dirname(dataDir), { recursive: true })
  // Without such an account only a database elsewhere can serve, and then nobody needs to pass.
  await passage(dataDir, await unprivilegedAccount().catch(() => undefined))
}

/** A folder of ours that lets the account through, and nobody else. */
async function passage(folder: string, account: Account | undefined): Promise<void> {
  try {
    await mkdir(folder, { mode: 0o700 })
  } catch (error) {
    // Made by another process at the same moment.
    if (errno(error) === 'EEXIST') return
    throw error
  }
  if (!account) return
  await chown(folder, 0, account.gid)
  await chmod(folder, 0o710)
}

/**
 * The folder that holds the cluster, made if missing: `<dataDir>/postgres`, or, where the account cannot get there (a
 * clone below `/root`, a private temporary folder), a place outside to which `<dataDir>/postgres` is a link. Deleting the
 * data folder deletes the link, and so means a fresh start either way.
 * @returns its real path; inside are `data` (the cluster), `run` (the socket) and `lock`
 * @throws LauncherError `cluster_missing` if the link leads nowhere
 */
export async function findHome(dataDir: string, account: Account | undefined): Promise<string> {
  await ensureDataFolder(dataDir)
  const entry = join(await realpath(dataDir), 'postgres')
  const found = await lstat(entry).catch(() => undefined)
  if (found?.isSymbolicLink()) return follow(entry)
  if (await canEnter(account, dataDir)) {
    await passage(entry, account)
    return entry
  }
  return outside(entry, account, found?.isDirectory() ?? false)
}

/** The account that owns the cluster already made in `home`, if that is not who we are. */
export async function ownerOf(data: string): Promise<Account | undefined> {
  const found = await stat(data).catch(() => undefined)
  return found && { uid: found.uid, gid: found.gid }
}

async function follow(entry: string): Promise<string> {
  try {
    return await realpath(entry)
  } catch (error) {
    if (errno(error) !== 'ENOENT') throw error
    throw new LauncherError(
      'cluster_missing',
      `La base de datos de ${entry} estaba en ${await readlink(entry)} y ya no existe: restaura una copia allí, ` +
        'o borra ese enlace para empezar de cero.',
    )
  }
}

async function outside(entry: string, account: Account | undefined, moveExisting: boolean): Promise<string> {
  const home = join(await firstUsable(OUTSIDE), `datos-${randomBytes(6).toString('hex')}`)
  if (moveExisting) {
    // The folder was reachable when the cluster was made and is not any more.
    await rename(entry, home)
  } else {
    await passage(home, account)
  }
  try {
    await symlink(home, entry)
    return home
  } catch (error) {
    if (errno(error) !== 'EEXIST') throw error
    // Another process made its own at the same moment: use that one.
    await rm(home, { recursive: true, force: true })
    return follow(entry)
  }
}

async function firstUsable(bases: string[]): Promise<string> {
  for (const base of bases) {
    try {
      await privateBase(base)
      return base
    } catch {
      // Read-only, or somebody else's: try the next one.
    }
  }
  throw new LauncherError(
    'data_folder_not_ours',
    `PostgreSQL no puede llegar a la carpeta de datos ni escribir en ${bases.join(', ')}: usa otra con AMPARO_DATA.`,
  )
}
