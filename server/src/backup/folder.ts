import { readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { BackupSettings } from '../config/backups.ts'
import { filesBelow } from './hardLinks.ts'

/*
 * The folder of the backups of each day: `PRODUCT-20261122T031500Z.copia[.age]`, named by the moment up to which each has everything, and
 * beside them what continuous archiving keeps, `wal/` and `files/`.
 */

export interface StoredBackup {
  file: string
  moment: Date
}

/** @returns the backups of a folder, oldest first; none where there is no such folder */
export async function listBackups(folder: string, product: string): Promise<StoredBackup[]> {
  // Nothing was made yet.
  const names = await readdir(folder).catch(() => [])
  return names
    .flatMap((name) => {
      const found = new RegExp(
        `^${product}-(\\d{4})(\\d\\d)(\\d\\d)T(\\d\\d)(\\d\\d)(\\d\\d)Z\\.copia(\\.age)?$`,
      ).exec(name)
      if (!found) return []
      const [, year, month, day, hour, minute, second] = found
      return [
        {
          file: path.join(folder, name),
          moment: new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`),
        },
      ]
    })
    .sort((a, b) => a.moment.getTime() - b.moment.getTime())
}

/** Two machines on one folder may be so far apart. */
const AHEAD_MS = 60 * 60 * 1000

/**
 * @returns the moment of the newest backup that was made by now. What was made while the clock was wrong and ahead says nothing about
 *   today: once it is set right, days would pass without a backup
 */
export function newestOf(kept: readonly StoredBackup[], now = new Date()): Date | undefined {
  return kept.findLast(({ moment }) => moment.getTime() <= now.getTime() + AHEAD_MS)?.moment
}

/** @returns what the next backup is called */
export function nameOf(product: string, moment: Date, isEncrypted: boolean): string {
  const stamp = moment
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replace(/[-:]/g, '')
  return `${product}-${stamp}.copia${isEncrypted ? '.age' : ''}`
}

/**
 * Whether a backup is due: none was made since the set hour came last, by the clock of the machine. A machine that was off then makes
 * it as soon as it is on.
 */
export function isDue(newest: Date | undefined, hour: number, now = new Date()): boolean {
  if (!newest) return true
  const since = new Date(now)
  since.setHours(hour, 0, 0, 0)
  if (since > now) since.setDate(since.getDate() - 1)
  return newest < since
}

const DAY_MS = 24 * 60 * 60 * 1000

/**
 * Removes what is older than the set days, never the newest nor the one before, and of the archive what only removed backups would need. By
 * now, but by no more than a day after the newest that was there before: a clock that is weeks ahead for some minutes would leave the one
 * that was made by it alone.
 * @param made the file of the backup that was just made
 * @returns how many backups were removed
 */
export async function removeOld(
  { folder, days }: Pick<BackupSettings, 'folder' | 'days'>,
  product: string,
  made: string,
  now = new Date(),
): Promise<number> {
  if (!folder) return 0
  const all = await listBackups(folder, product)
  const newest = newestOf(
    all.filter(({ file }) => file !== made),
    now,
  )
  if (!newest) return 0
  const by = Math.min(now.getTime(), newest.getTime() + DAY_MS + AHEAD_MS)
  const old = all.filter(({ moment }) => moment < newest && by - moment.getTime() > days * DAY_MS)
  for (const { file } of old) await rm(file, { force: true })
  const oldest = all.find((one) => !old.includes(one))
  // A day earlier: a backup needs what was written since it began.
  if (oldest) await removeBefore(folder, oldest.moment.getTime() - DAY_MS)
  return old.length
}

async function removeBefore(folder: string, cutoff: number): Promise<void> {
  // No archive.
  const wal = await readdir(path.join(folder, 'wal')).catch(() => [])
  const files = await filesBelow(path.join(folder, 'files'))
  const kept = [
    ...wal.map((name) => path.join('wal', name)),
    ...files.map((name) => path.join('files', name)),
  ]
  for (const name of kept) {
    const file = path.join(folder, name)
    // Gone between the two passes. Small files say which line of history is which; they stay.
    const info = await stat(file).catch(() => undefined)
    if (info && info.mtimeMs < cutoff && !name.includes('.history')) await rm(file, { force: true })
  }
}
