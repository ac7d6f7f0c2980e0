import { randomUUID } from 'node:crypto'
import type { Database, Identity, Statement } from '../db/database.ts'
import { isPostgresError, isUnavailable } from '../db/errors.ts'
import { ApiError } from '../http/errors.ts'
import { alreadyExists, noSuchBucket, noSuchKey } from './errors.ts'
import { ownerOf, SERVICE, type StorageContext } from './request.ts'

/** The columns of an object that the API shows. */
const OBJECT_COLUMNS = `id, bucket_id, name, owner, owner_id, version, created_at, updated_at, last_accessed_at,
  metadata, user_metadata`

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
 * An object of a public bucket, which anybody may read who knows its name; one whose `user_metadata` has an `address_key`, anybody who
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

/** `create` refuses a name that is taken, `upsert` takes it over, `replace` wants it to be there. */
export type WriteMode = 'create' | 'upsert' | 'replace'

/** An object as it is to stand in its row. */
export interface NewObject {
  bucket: string
  name: string
  version: string
  ownerId: string | null
  metadata: FileMetadata
  userMetadata: Record<string, unknown> | null
}

/** The column `metadata`, member by member as Supabase Storage writes it. */
export interface FileMetadata {
  eTag: string
  size: number
  mimetype: string
  cacheControl: string
  lastModified: string
  contentLength: number
  httpStatusCode: 200
}

const INSERT = `insert into storage.objects (bucket_id, name, version, owner, owner_id, metadata, user_metadata, id)
  values ($1, $2, $3, $4::uuid, $5, $6::jsonb, $7::jsonb, $8::uuid)`
const TAKE_OVER = `on conflict (bucket_id, name) do update set version = excluded.version, owner = excluded.owner,
  owner_id = excluded.owner_id, metadata = excluded.metadata, user_metadata = excluded.user_metadata, updated_at = now()`
const WRITE: Readonly<Record<WriteMode, string>> = {
  // Nothing is returned: a role that may add objects need not be able to read them.
  create: INSERT,
  upsert: `${INSERT} ${TAKE_OVER} returning id`,
  replace: `update storage.objects set version = $3, owner = $4::uuid, owner_id = $5, metadata = $6::jsonb,
    user_metadata = $7::jsonb, updated_at = now() where bucket_id = $1 and name = $2 and $8::uuid is not null returning id`,
}

/**
 * Asks the policies whether this may be written, without writing it: nobody fills the disk with what she may not keep.
 * @throws ApiError 403, 404 or 409; pg's DatabaseError
 */
export async function assertMayWrite(
  db: Database,
  identity: Identity,
  object: NewObject,
  mode: WriteMode,
): Promise<void> {
  const undo = new Error('undo')
  await db
    .asUserInTransaction(identity, async (run) => {
      const result = await run(writeStatement(object, mode, randomUUID()))
      if (result.rowCount === 0) throw noSuchKey()
      throw undo
    })
    .catch((error) => {
      if (error !== undo) throw asRefusal(error)
    })
}

/**
 * Makes a finished file an object: the file first, then its row, then the file that it replaces goes. Whatever breaks in
 * between, a row always has its file; a file without a row is nobody's and the next sweep removes it.
 * @param file staged; taken over in any case
 * @returns the object's id
 */
export async function writeObject(
  { db, files, staging, log }: StorageContext,
  identity: Identity,
  object: NewObject,
  mode: WriteMode,
  file: string,
): Promise<string> {
  try {
    await files.put(object.version, file)
  } catch (error) {
    await staging.discard(file)
    throw error
  }
  const newId = randomUUID()
  try {
    const [, previous, written] = await db.asUser(
      identity,
      lock(object.bucket, object.name),
      {
        text: 'select version from storage.objects where bucket_id = $1 and name = $2',
        values: [object.bucket, object.name],
      },
      writeStatement(object, mode, newId),
    )
    const id = written!.rows[0]?.[0] ?? newId
    if (written!.rowCount === 0) throw noSuchKey()
    const replaced = previous!.rows[0]?.[0]
    if (replaced)
      await files.remove([replaced]).catch((err) => log.warn({ err }, 'storage: left for the sweep'))
    return id
  } catch (error) {
    // If the connection broke, it is unknown whether the row was committed: the file stays, and a sweep
    // removes it if not.
    if (!isUnavailable(error))
      await files.remove([object.version]).catch((err) => log.warn({ err }, 'storage: left for the sweep'))
    throw asRefusal(error)
  }
}

/** One writer of a name at a time, so that each knows exactly which file it replaces. */
export function lock(bucket: string, name: string): Statement {
  return {
    text: 'select pg_advisory_xact_lock(hashtextextended($1, 0))',
    values: [`storage.objects:${bucket}/${name}`],
  }
}

/** What a refused write means. */
export function asRefusal(error: unknown): unknown {
  return isPostgresError(error) && error.code === '23505' ? alreadyExists('KeyAlreadyExists') : error
}

/** @param id of an object that is new */
function writeStatement(object: NewObject, mode: WriteMode, id: string): Statement {
  const { owner, ownerId } = ownerOf({ sub: object.ownerId })
  return {
    text: WRITE[mode],
    values: [
      object.bucket,
      object.name,
      object.version,
      owner,
      ownerId,
      JSON.stringify(object.metadata),
      object.userMetadata === null ? null : JSON.stringify(object.userMetadata),
      id,
    ],
  }
}

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
