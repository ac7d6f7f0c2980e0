import { SERVICE, type StorageContext } from './request.ts'

/** So many files may belong to nobody without one that does not; more means that this is not their database. */
const MOST_ALL_UNKNOWN = 10

/**
 * Removes files that belong to no object: what a crash left between a file and its row, and what the database deleted
 * by itself. Only what was put before `cutoff` is considered, so that an upload under way keeps its file. Where the
 * database knows none of many files, it is another one than theirs (a wrong `DATABASE_URL`, a restore that failed):
 * then all of them stay.
 * @param cutoff milliseconds since 1970
 * @returns how many were removed
 */
export async function sweep({ db, files, staging, log }: StorageContext, cutoff: number): Promise<number> {
  await staging.sweep(cutoff)
  const orphans: string[] = []
  let known = 0
  for await (const batch of files.list()) {
    const keys = batch.filter(({ putAt }) => putAt < cutoff).map(({ key }) => key)
    if (keys.length === 0) continue
    const [result] = await db.asUser(SERVICE, {
      text: `select key from json_array_elements_text($1::json) key
        where not exists (select from storage.objects where version = key)`,
      values: [JSON.stringify(keys)],
    })
    known += keys.length - result!.rows.length
    orphans.push(...result!.rows.map(([key]) => key!))
  }
  if (known === 0 && orphans.length > MOST_ALL_UNKNOWN) {
    log.error({ files: orphans.length }, 'storage: the database knows none of the files; they stay')
    return 0
  }
  await files.remove(orphans)
  return orphans.length
}
