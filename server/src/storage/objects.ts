import type { Database, Identity, Statement } from '../core/db.ts'
import { SERVICE } from './context.ts'
import { noSuchBucket, noSuchKey } from './errors.ts'
import { OBJECT_COLUMNS } from './remove.ts'
import type { FileMetadata } from './write.ts'

/** A row of `storage.objects`. */
export interface StoredObject {
  id: string
  bucket_id: string
  name: string
  version: string
  owner_id: string | null
  created_at: string
  updated_at: string
  metadata: FileMetadata
  user_metadata: Record<string, unknown> | null
}

const FIND = `select to_json(o) from (select ${OBJECT_COLUMNS} from storage.objects
  where bucket_id = $1 and name = $2 and version is not null) o`

/**
 * An object that `identity` may see.
 * @throws ApiError 404 `NoSuchKey`, also where a policy hides it
 */
export async function findObject(
  db: Database,
  identity: Identity,
  bucket: string,
  name: string,
): Promise<StoredObject> {
  const [result] = await db.asUser(identity, { text: FIND, values: [bucket, name] })
  return parse(result!.rows[0]?.[0])
}

/**
 * An object of a public bucket, which anybody may read who knows its name.
 * @throws ApiError 404, also for a bucket that is not public
 */
export async function findPublicObject(db: Database, bucket: string, name: string): Promise<StoredObject> {
  const [isOpen, found] = await db.asUser(SERVICE, isPublicStatement(bucket), {
    text: FIND,
    values: [bucket, name],
  })
  if (isOpen!.rows[0]?.[0] !== 't') throw noSuchBucket()
  return parse(found!.rows[0]?.[0])
}

/** @throws ApiError 404 `NoSuchBucket` */
export async function isPublic(db: Database, bucket: string): Promise<boolean> {
  const [result] = await db.asUser(SERVICE, isPublicStatement(bucket))
  const [row] = result!.rows
  if (!row) throw noSuchBucket()
  return row[0] === 't'
}

function isPublicStatement(bucket: string): Statement {
  return { text: 'select public from storage.buckets where id = $1', values: [bucket] }
}

function parse(json: string | null | undefined): StoredObject {
  if (!json) throw noSuchKey()
  return JSON.parse(json) as StoredObject
}
