import { access, constants, mkdir, readFile, realpath, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { shipArchive } from './backup/archive.ts'
import { readBackup } from './backup/container.ts'
import { BackupError } from './backup/errors.ts'
import { type ExportOptions, exportSql } from './backup/export.ts'
import { isDue, listBackups, nameOf, newestOf, removeOld } from './backup/folder.ts'
import { type Restored, type RestoreOptions, restoreBackup } from './backup/restore.ts'
import { type End, type Taken, takeBackup } from './backup/take.ts'
import type { Settings } from './config/environment.ts'
import { loadSecrets } from './config/secrets.ts'
import type { S3Settings } from './config/serverConfig.ts'
import type { Credentials, DatabaseAddress } from './db/database.ts'
import { openDatabase } from './openDatabase.ts'
import { ARCHIVE_FOLDER } from './postgres/archiving.ts'
import { runningAddress } from './postgres/running.ts'
import { S3Store } from './storage/s3.ts'

export { isEncrypted, newKeys } from './backup/container.ts'
export { BackupError } from './backup/errors.ts'
export { counted, inWords } from './backup/restore.ts'
export { readSettings, SettingsError } from './config/environment.ts'

const PLATFORM = path.join(path.dirname(fileURLToPath(import.meta.url)), '../platform')

/**
 * Makes a backup, whether the server runs or not.
 * @param target the file, which must not exist
 * @param publicKeys of age; without one it is not encrypted, and the secrets stay outside
 * @throws BackupError, SettingsError or LauncherError with one line in Spanish; then no file is there
 */
export function backup(settings: Settings, target: string, publicKeys: readonly string[]): Promise<Taken> {
  return withDatabase(settings, (address, owner) =>
    takeBackup({
      dataDir: settings.dataDir,
      product: settings.productName,
      address,
      owner,
      isEmbedded: !settings.databaseUrl,
      publicKeys,
      target,
    }),
  )
}

/**
 * Makes the backup of the day in the folder of the settings, if it is due, and removes what is too old.
 * @param force also where none is due
 * @returns the new file; undefined where none was due
 * @throws BackupError as `backup`
 */
export async function backupOfTheDay(
  settings: Settings,
  { force = false } = {},
): Promise<(Taken & { file: string; removed: number }) | undefined> {
  const { productName: product, backups } = settings
  const { folder, hour, publicKeys } = backups
  if (!folder) throw new BackupError('No hay carpeta para las copias: falta el ajuste BACKUP_FOLDER.')
  const newest = newestOf(await listBackups(folder, product))
  if (!force && !isDue(newest, hour)) return undefined
  await mkdir(folder, { recursive: true, mode: 0o700 }).catch((cause) => {
    throw new BackupError(`No se puede usar la carpeta de las copias ${folder}.`, { cause })
  })
  const unnamed = path.join(folder, `${product}-en-curso`)
  // Of a machine that fell between the two names; nobody would take it away, and no other backup could be made.
  await rm(unnamed, { force: true })
  const taken = await backup(settings, unnamed, publicKeys)
  const file = path.join(folder, nameOf(product, new Date(taken.moment), publicKeys.length > 0))
  await rename(unnamed, file)
  return { ...taken, file, removed: await removeOld(backups, product, file) }
}

/** Whether the folder of the backups is there, or can be made, and this account may write into it: asked at the start, and not found out at night. */
export async function canWriteBackups({ backups }: Pick<Settings, 'backups'>): Promise<boolean> {
  if (!backups.folder) return false
  try {
    await mkdir(backups.folder, { recursive: true, mode: 0o700 })
    await access(backups.folder, constants.R_OK | constants.W_OK | constants.X_OK)
    return true
  } catch {
    // Another account's, of a disk that is not there, or of one that may only be read.
    return false
  }
}

/** @returns the moment of the newest backup in the folder, and whether the next one is late by more than three hours */
export async function newestBackup(settings: Settings): Promise<{ newest?: string; isLate: boolean }> {
  const { folder, hour } = settings.backups
  const newest = folder ? newestOf(await listBackups(folder, settings.productName)) : undefined
  const isLate = folder !== undefined && isDue(newest, hour, new Date(Date.now() - LATE_MS))
  return { newest: newest?.toISOString(), isLate }
}

const LATE_MS = 3 * 60 * 60 * 1000

/**
 * Takes over what was written since the last time.
 * @returns whether a whole backup is needed, since something was lost on the way
 */
export async function archiveContinuously(settings: Settings): Promise<{ hasGap: boolean }> {
  const home = await realpath(path.join(settings.dataDir, 'postgres'))
  return shipArchive({
    spool: path.join(home, ARCHIVE_FOLDER),
    objects: path.join(settings.dataDir, 'storage/objects'),
    folder: settings.backups.folder!,
    publicKeys: settings.backups.publicKeys,
  })
}

/** Reads a backup to its end. @returns up to when it has everything. @throws BackupError where it is damaged */
export async function checkBackup(file: string, privateKey: string | undefined): Promise<End> {
  const ends: Buffer[] = []
  await readBackup(file, privateKey, async (entry, content) => {
    if (entry.name !== 'end.json') return
    for await (const chunk of content) ends.push(chunk as Buffer)
  })
  if (ends.length === 0) throw new BackupError(`${file} no es una copia completa.`)
  return JSON.parse(Buffer.concat(ends).toString()) as End
}

/** Makes an installation of a backup in the empty data folder of the settings. See `restoreBackup`. */
export async function restore(
  settings: Settings,
  options: Pick<RestoreOptions, 'source' | 'privateKey' | 'secretsFile' | 'until' | 'restored' | 'log'>,
): Promise<Restored> {
  return restoreBackup({
    ...options,
    dataDir: settings.dataDir,
    product: settings.productName,
    ...(settings.s3 && { objectKeys: () => keysOf(settings.s3!) }),
    databaseUrl: settings.databaseUrl,
    platformRoles: await readFile(path.join(PLATFORM, '01_roles.sql'), 'utf8'),
  })
}

/** @throws BackupError where the object store cannot be asked */
async function keysOf(s3: S3Settings): Promise<Set<string>> {
  try {
    const keys = new Set<string>()
    for await (const batch of (await S3Store.open(s3)).list()) for (const { key } of batch) keys.add(key)
    return keys
  } catch (cause) {
    throw new BackupError(
      'Los datos están, pero no se llega al almacén S3 para ver si falta algún archivo.',
      {
        cause,
      },
    )
  }
}

/** Writes an installation as plain SQL. See `exportSql`. */
export function exportInstallation(
  settings: Settings,
  options: Pick<ExportOptions, 'target' | 'projectDir' | 'isForHosted'>,
): Promise<{ rows: number; tables: number }> {
  return withDatabase(settings, (address, owner) =>
    exportSql({ ...options, address, owner, platformDir: PLATFORM }),
  )
}

/** The database of the server that runs, or, where none does, one started for this alone. */
async function withDatabase<T>(
  settings: Settings,
  work: (address: DatabaseAddress, owner: Credentials) => Promise<T>,
): Promise<T> {
  const running = settings.databaseUrl ? undefined : await runningAddress(settings.dataDir)
  if (running) {
    const { superuserPassword: password } = await loadSecrets(settings.dataDir, settings.jwtSecret)
    return work({ ...running, database: 'postgres' }, { user: 'postgres', password })
  }
  // Beside a server that uses a database elsewhere: nothing here asks for its port.
  const opened = await openDatabase({ ...settings, port: 0 })
  try {
    return await work(opened.database.address, opened.database.owner)
  } finally {
    await opened.release()
  }
}
