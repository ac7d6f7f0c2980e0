import { randomBytes } from 'node:crypto'
import {
  chmod,
  chown,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  realpath,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { dirname, join } from 'node:path'

import { type Account, canEnter, unprivilegedAccount } from './account.ts'
import { privateBase } from './binaries.ts'
import { errno, LauncherError } from './errors.ts'

/**
 * Where root may put what an unprivileged account must reach, best first. `/var/tmp` comes last because some systems
 * clear it of old files.
 */
export function outsideOf(product: string): string[] {
  return ['/var/lib', '/opt', '/var/tmp'].map((base) => join(base, product))
}

/**
 * Makes the data folder if it is missing, closed to everyone else; started by root, the group of PostgreSQL's account may
 * pass through it to reach its own part. A folder that exists keeps the permissions it has.
 * @param product whose account that is
 */
export async function ensureDataFolder(dataDir: string, product: string): Promise<void> {
  // Not made yet.
  if (await stat(dataDir).catch(() => undefined)) return
  await mkdir(dirname(dataDir), { recursive: true })
  // Without such an account only a database elsewhere can serve, and then nobody needs to pass.
  await passage(dataDir, await unprivilegedAccount(product).catch(() => undefined))
}

/**
 * Makes a folder of ours that lets the account through and nobody else. It appears with its permissions already set:
 * a second process must not find it half made and take it for closed.
 */
async function passage(folder: string, account: Account | undefined): Promise<void> {
  const unfinished = await mkdtemp(`${folder}.`)
  try {
    if (account) {
      await chown(unfinished, 0, account.gid)
      await chmod(unfinished, 0o710)
    }
    await rename(unfinished, folder)
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true })
    // It was there already, perhaps since a moment ago.
    if (!(await stat(folder).catch(() => undefined))) throw error
  }
}

/** The account that owns the cluster of a data folder, or undefined if there is no cluster yet. */
export async function clusterOwner(dataDir: string): Promise<Account | undefined> {
  // No cluster yet.
  const found = await stat(join(dataDir, 'postgres', 'data')).catch(() => undefined)
  return found && { uid: found.uid, gid: found.gid }
}

/**
 * The folder that holds the cluster, made if missing: `<dataDir>/postgres`, or, where the account cannot get there (a
 * clone below `/root`, a private temporary folder), a place outside to which `<dataDir>/postgres` is a link. Deleting the
 * data folder deletes the link, and so means a fresh start either way.
 * @returns its real path; inside are `data` (the cluster), `run` (the socket) and `lock`
 * @throws LauncherError `cluster_missing` if the link leads nowhere
 */
export async function findHome(
  dataDir: string,
  { account, product, log }: { account: Account | undefined; product: string; log: (line: string) => void },
): Promise<string> {
  await ensureDataFolder(dataDir, product)
  const entry = join(await realpath(dataDir), 'postgres')
  // Nothing there yet.
  const found = await lstat(entry).catch(() => undefined)
  if (found?.isSymbolicLink()) return follow(entry)
  if (await canEnter(account, dataDir)) {
    if (!found) await passage(entry, account)
    return entry
  }
  const base = await firstUsable(outsideOf(product))
  for (const left of await abandonedHomes(base, entry)) {
    log(
      `En ${left} queda la base de datos de una carpeta que estuvo aquí: bórrala solo si ya no la necesitas`,
    )
  }
  return found ? moveOut(entry, base) : makeOutside(entry, base, account)
}

/**
 * Deletes the cluster of a data folder wherever it lies; the rest of the folder stays. Only while no server uses it.
 * @returns once nothing of it is left
 */
export async function removeCluster(dataDir: string): Promise<void> {
  const entry = join(dataDir, 'postgres')
  // Nothing there: nothing to delete.
  const home = await realpath(entry).catch(() => undefined)
  // A PostgreSQL whose Node was killed writes on until its watchdog has stopped it.
  const patiently = { recursive: true, force: true, maxRetries: 8, retryDelay: 100 }
  if (home) await rm(home, patiently)
  await rm(entry, patiently)
}

async function follow(entry: string): Promise<string> {
  try {
    const home = await realpath(entry)
    const origin = await originOf(home)
    // The data folder was moved: its home must not pass for one that was left behind where it used to be.
    if (origin && origin !== entry) await writeFile(join(home, ORIGIN), entry)
    return home
  } catch (error) {
    if (errno(error) !== 'ENOENT') throw error
    throw new LauncherError(
      'cluster_missing',
      `La base de datos de ${entry} estaba en ${await readlink(entry)} y ya no existe: restaura una copia allí, ` +
        'o borra ese enlace para empezar de cero.',
    )
  }
}

async function makeOutside(entry: string, base: string, account: Account | undefined): Promise<string> {
  const home = newHome(base)
  await passage(home, account)
  await writeFile(join(home, ORIGIN), entry)
  try {
    await symlink(home, entry)
    return home
  } catch (error) {
    await rm(home, { recursive: true, force: true })
    if (errno(error) !== 'EEXIST') throw error
    // Another process made its own at the same moment: use that one.
    return follow(entry)
  }
}

/** The folder could be reached when the cluster was made, and cannot any more: it was moved, or closed. */
async function moveOut(entry: string, base: string): Promise<string> {
  const home = newHome(base)
  try {
    await rename(entry, home)
  } catch (error) {
    if (errno(error) !== 'EXDEV') throw error
    throw new LauncherError(
      'data_folder_not_ours',
      `La cuenta de PostgreSQL ya no llega a ${entry}: mueve la carpeta de datos a un lugar accesible, o copia esa ` +
        `carpeta con «cp -a» a ${home} y deja en su sitio un enlace.`,
    )
  }
  await symlink(home, entry)
  await writeFile(join(home, ORIGIN), entry)
  return home
}

/** Says in a home outside of which data folder it is a part. */
const ORIGIN = 'origen.txt'

function originOf(home: string): Promise<string | undefined> {
  // A home that says nothing of its origin belongs to nobody known.
  return readFile(join(home, ORIGIN), 'utf8').catch(() => undefined)
}

function newHome(base: string): string {
  return join(base, `datos-${randomBytes(6).toString('hex')}`)
}

/** Homes that were made for this same entry before it was deleted. Only named, never deleted: they hold data. */
async function abandonedHomes(base: string, entry: string): Promise<string[]> {
  const homes: string[] = []
  for (const name of await readdir(base)) {
    if ((await originOf(join(base, name))) === entry) homes.push(join(base, name))
  }
  return homes
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
    `PostgreSQL no puede llegar a la carpeta de datos ni escribir en ${bases.join(', ')}: usa otra carpeta de datos.`,
  )
}
