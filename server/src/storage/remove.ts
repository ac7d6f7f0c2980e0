import type { Identity } from '../core/db.ts'
import type { StorageContext } from './context.ts'

/** The columns of an object that the API shows. */
export const OBJECT_COLUMNS = `id, bucket_id, name, owner, owner_id, version, created_at, updated_at, last_accessed_at,
  metadata, user_metadata`

/**
 * Deletes the rows that `identity` may delete, then their files. A crash in between leaves files without a row, which
 * nobody can reach and the next sweep removes.
 * @param condition on `storage.objects`, as SQL with its values
 * @returns what was deleted
 */
export async function deleteObjects(
  { db, files, log }: StorageContext,
  identity: Identity,
  condition: { where: string; values: (string | null)[] },
): Promise<{ name: string; version: string | null }[]> {
  const [result] = await db.asUser(identity, {
    text: `with deleted as (delete from storage.objects where ${condition.where} returning ${OBJECT_COLUMNS})
      select coalesce(json_agg(deleted), '[]') from deleted`,
    values: condition.values,
  })
  const deleted = JSON.parse(result!.rows[0]![0]!) as { name: string; version: string | null }[]
  const versions = deleted.map(({ version }) => version).filter((version) => version !== null)
  await files.remove(versions).catch((err) => log.warn({ err }, 'storage: files left for the sweep'))
  return deleted
}
