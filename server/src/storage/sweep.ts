import { SERVICE, type StorageContext } from './context.ts'

/**
 * Removes files that belong to no object: what a crash left between a file and its row, and what the database deleted
 * by itself. Only what was put before `cutoff` is looked at, so that an upload under way keeps its file.
 * @param cutoff milliseconds since 1970
 * @returns how many were removed
 */
export async function sweep({ db, files, staging }: StorageContext, cutoff: number): Promise<number> {
  await staging.sweep(cutoff)
  let removed = 0
  for await (const batch of files.list()) {
    const keys = batch.filter(({ putAt }) => putAt < cutoff).map(({ key }) => key)
    if (keys.length === 0) continue
    const [result] = await db.asUser(SERVICE, {
      text: `select key from json_array_elements_text($1::json) key
        where not exists (select from storage.objects where version = key)`,
      values: [JSON.stringify(keys)],
    })
    const orphans = result!.rows.map(([key]) => key!)
    await files.remove(orphans)
    removed += orphans.length
  }
  return removed
}
