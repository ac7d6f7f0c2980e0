import type { Database, Identity, Statement } from '../core/db.ts'
import { ApiError } from '../core/errors.ts'
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

/** Where an object says which `v` its public address must have. */
const ADDRESS_KEY = 'address_key'

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
 * An object of a public bucket, which anybody may read who knows its name; one whose `user_metadata` has an `address_key`, whoever
 * knows that too. An extension of ours: its project changes the key, and every address that somebody wrote down ends.
 * @param key what the address brings as `v`
 * @throws ApiError 404, also for a bucket that is not public and for another key
 */
export async function findPublicObject(
  db: Database,
  bucket: string,
  name: string,
  key: unknown,
): Promise<StoredObject> {
  const [isOpen, found] = await db.asUser(SERVICE, isPublicStatement(bucket), {
    text: FIND,
    values: [bucket, name],
  })
  if (isOpen!.rows[0]?.[0] !== 't') throw noSuchBucket()
  const object = parse(found!.rows[0]?.[0])
  const wanted = object.user_metadata?.[ADDRESS_KEY]
  if (wanted !== undefined && wanted !== key) throw noSuchKey()
  return object
}

/**
 * An object as somebody who brings a token finds it: in a public bucket also by its public address.
 * @param key what the address brings as `v`
 * @throws ApiError 404
 */
export async function findObjectAsMember(
  db: Database,
  identity: Identity,
  { bucket, name, key }: { bucket: string; name: string; key: unknown },
): Promise<StoredObject> {
  const [isOpen] = await db.asUser(SERVICE, isPublicStatement(bucket))
  const [row] = isOpen!.rows
  if (!row) throw noSuchBucket()
  if (row[0] === 't') {
    const found = await findPublicObject(db, bucket, name, key).catch((error: unknown) => {
      if (error instanceof ApiError && error.status === 404) return undefined
      throw error
    })
    if (found) return found
  }
  return findObject(db, identity, bucket, name)
}

function isPublicStatement(bucket: string): Statement {
  return { text: 'select public from storage.buckets where id = $1', values: [bucket] }
}

function parse(json: string | null | undefined): StoredObject {
  if (!json) throw noSuchKey()
  return JSON.parse(json) as StoredObject
}
