import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type Account, give } from './account.ts'

/** Below the cluster's home. */
export const ARCHIVE_FOLDER = 'archive'
/** A segment is finished after so many seconds at the latest, if anything was written: no more than that is lost with a disk. */
const LONGEST_SECONDS = 300

/**
 * Settings that make PostgreSQL leave a compressed copy of each finished segment of its log beside the cluster, whole or not at all. A
 * copy that fails is not tried for ever: the log would pile up and end the server for the sake of its history. A file `failed`
 * says so instead, and a whole backup repairs it.
 * Source: PostgreSQL documentation, "Continuous Archiving and Point-in-Time Recovery".
 * @returns them; the folder is made
 */
export async function archiveSettings(
  home: string,
  account: Account | undefined,
): Promise<Record<string, string>> {
  const folder = join(home, ARCHIVE_FOLDER)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await give(folder, account)
  const part = `"${folder}/%f.part"`
  return {
    archive_mode: 'on',
    archive_timeout: String(LONGEST_SECONDS),
    archive_command:
      `gzip -1 -c "%p" > ${part} && sync ${part} && mv ${part} "${folder}/%f.gz" || ` +
      `{ rm -f ${part}; : > "${folder}/failed"; true; }`,
  }
}
