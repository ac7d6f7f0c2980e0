import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { type Account, give, spawnOptions } from './account.ts'
import type { Binaries } from './binaries.ts'
import { diskFull, errno, LauncherError } from './errors.ts'
import { endMaking } from './leftovers.ts'

const UNFINISHED = 'data.new-'
/** A new cluster, its log, and the first rows. */
const NEEDED = 200 * 1024 * 1024

/** The major version of the cluster in `data` (e.g. `18`), or undefined if there is none yet. */
export async function clusterVersion(data: string): Promise<string | undefined> {
  try {
    return (await readFile(join(data, 'PG_VERSION'), 'utf8')).trim()
  } catch (error) {
    if (errno(error) === 'ENOENT') return undefined
    throw error
  }
}

/** @throws LauncherError `other_major_version` when these programs cannot read the cluster */
export function assertSameMajor(found: string, binaries: Binaries, data: string): void {
  if (found === binaries.major) return
  throw new LauncherError(
    'other_major_version',
    `La base de datos de ${data} es de PostgreSQL ${found} y esta versión usa PostgreSQL ${binaries.major}. No se ha ` +
      'tocado nada: vuelve a la versión del programa que la creó y exporta de allí los datos, o empieza en otra carpeta de datos.',
  )
}

/**
 * Makes a new cluster at `<home>/data`: checksums on, passwords by SCRAM, UTF-8 with PostgreSQL's own rules for letters
 * (`C.UTF-8`), which depend neither on the system's locales nor on a version of ICU. It is made beside its
 * place and renamed into it once complete, so that an interrupted start leaves nothing half made.
 * @throws LauncherError `disk_full`, `initdb_failed`
 */
export async function createCluster(
  home: string,
  binaries: Binaries,
  account: Account | undefined,
  superuserPassword: string,
): Promise<void> {
  await removeUnfinished(home)
  const { bavail, bsize } = await statfs(home)
  if (bavail * bsize < NEEDED) throw diskFull(home)
  const unfinished = join(home, `${UNFINISHED}${randomBytes(6).toString('hex')}`)
  const passwordFile = `${unfinished}.pw`
  try {
    await mkdir(unfinished, { mode: 0o700 })
    await give(unfinished, account)
    await writeFile(passwordFile, superuserPassword, { mode: 0o600, flag: 'wx' })
    await give(passwordFile, account)
    await initdb(binaries.initdb, unfinished, passwordFile, account)
    await rename(unfinished, join(home, 'data'))
    await sync(home)
  } finally {
    await rm(passwordFile, { force: true })
    await rm(unfinished, { recursive: true, force: true })
  }
}

/** Clears away what a first start that was killed had begun. */
async function removeUnfinished(home: string): Promise<void> {
  await endMaking(join(home, UNFINISHED))
  for (const name of await readdir(home)) {
    // A killed program may still be writing its last file for a moment.
    const patiently = { recursive: true, force: true, maxRetries: 20, retryDelay: 10 }
    if (name.startsWith(UNFINISHED)) await rm(join(home, name), patiently)
  }
}

function initdb(
  program: string,
  data: string,
  passwordFile: string,
  account: Account | undefined,
): Promise<void> {
  const args = [
    `--pgdata=${data}`,
    `--pwfile=${passwordFile}`,
    '--username=postgres',
    '--auth=scram-sha-256',
    '--data-checksums',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-instructions',
  ]
  return new Promise((resolve, reject) => {
    execFile(program, args, spawnOptions(account), (error, stdout, stderr) => {
      if (!error) return resolve()
      const said = `${stdout}\n${stderr}`
      reject(
        /No space left on device|Disk quota exceeded/.test(said)
          ? diskFull(data, error)
          : new LauncherError('initdb_failed', `No se pudo crear la base de datos: ${lastComplaint(said)}`, {
              cause: error,
            }),
      )
    })
  })
}

/** The one line in which a PostgreSQL program says why it gave up. */
export function lastComplaint(said: string): string {
  const lines = said.split('\n').filter((line) => /\b(FATAL|PANIC|ERROR|error):/.test(line))
  return (lines.at(-1) ?? said.trim().split('\n').at(-1) ?? '').replace(
    /^.*?\b(FATAL|PANIC|ERROR|error):\s*/,
    '',
  )
}

/** Makes the renaming itself durable. */
async function sync(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder)
  await handle.sync().finally(() => handle.close())
}
