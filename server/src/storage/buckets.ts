import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Database, Identity } from '../db/database.ts'
import { isPostgresError } from '../db/errors.ts'
import { alreadyExists, bucketNotEmpty, invalidRequest, noSuchBucket } from './errors.ts'
import { deleteObjects } from './objects.ts'
import {
  assertKey,
  bucketId,
  isoMoment,
  ownerOf,
  parseBody,
  parseQuery,
  requester,
  SERVICE,
  type StorageContext,
} from './request.ts'

/** What a bucket asks of its files. */
export interface BucketRules {
  id: string
  isPublic: boolean
  /** In bytes; null where only the server's own limit counts. */
  fileSizeLimit: number | null
  /** Media types, `image/*` among them; null for all. */
  allowedTypes: string[] | null
}

/**
 * The rules of a bucket for everybody: they bind also those who may not see the bucket itself.
 * @throws ApiError 404 `NoSuchBucket`
 */
export async function bucketRules(db: Database, id: string): Promise<BucketRules> {
  const [result] = await db.asUser(SERVICE, {
    text: `select json_build_object('id', id, 'isPublic', coalesce(public, false), 'fileSizeLimit', file_size_limit,
      'allowedTypes', allowed_mime_types) from storage.buckets where id = $1`,
    values: [id],
  })
  const json = result!.rows[0]?.[0]
  if (!json) throw noSuchBucket()
  return JSON.parse(json) as BucketRules
}

const COLUMNS = `id, name, owner, owner_id, public, file_size_limit, allowed_mime_types, 'STANDARD' as type,
  ${isoMoment('created_at')} as created_at, ${isoMoment('updated_at')} as updated_at`

const size = z
  .union([z.number().int().min(0), z.string().max(30)])
  .nullish()
  .transform((value) => (typeof value === 'string' ? parseSize(value) : (value ?? null)))
const types = z
  .array(
    z
      .string()
      .max(200)
      .regex(/^[\w.+-]+\/[\w.+*-]+$/),
  )
  .max(200)
  .nullish()
  .transform((value) => value ?? null)
const newBucket = z.object({
  id: z.string().optional(),
  name: z.string(),
  type: z.string().nullish(),
  public: z.boolean().nullish(),
  file_size_limit: size,
  allowed_mime_types: types,
})
const changedBucket = z.object({
  public: z.boolean().nullish(),
  file_size_limit: size.optional(),
  allowed_mime_types: types.optional(),
})
const listQuery = z.object({
  limit: z.coerce.number().int().min(1).max(1000).default(1000),
  offset: z.coerce.number().int().min(0).max(2_147_483_647).default(0),
  search: z.string().max(200).default(''),
  sortColumn: z.enum(['id', 'name', 'created_at', 'updated_at']).default('name'),
  sortOrder: z.enum(['asc', 'desc']).default('asc'),
})

/** Buckets: each call is one statement as the person who asks, so policies on `storage.buckets` decide. */
export function bucketRoutes(app: FastifyInstance, ctx: StorageContext): void {
  const { db } = ctx
  const requesterWithKey = (request: FastifyRequest) => {
    assertKey(request)
    return requester(ctx, request)
  }

  app.get('/bucket', async (request, reply) => {
    const identity = await requesterWithKey(request)
    const query = parseQuery(listQuery, request.query)
    const [result] = await db.asUser(identity, {
      text: `select coalesce(json_agg(b), '[]') from (select ${COLUMNS} from storage.buckets
        where position(lower($1) in lower(name)) > 0
        order by storage.buckets.${query.sortColumn} ${query.sortOrder}, id limit $2::int offset $3::int) b`,
      values: [query.search, String(query.limit), String(query.offset)],
    })
    return reply.type('application/json').send(result!.rows[0]![0])
  })

  app.get('/bucket/:id', async (request, reply) => {
    const identity = await requesterWithKey(request)
    const found = await findBucket(db, identity, idOf(request))
    return reply.type('application/json').send(found)
  })

  app.post('/bucket', async (request) => {
    const identity = await requesterWithKey(request)
    const body = parseBody(newBucket, request.body)
    const id = bucketId(body.id ?? body.name)
    if (body.type && body.type !== 'STANDARD') throw invalidRequest('Only standard buckets are supported')
    const { owner, ownerId } = ownerOf(identity.claims)
    await db
      .asUser(identity, {
        text: `insert into storage.buckets (id, name, owner, owner_id, public, file_size_limit, allowed_mime_types)
          values ($1, $2, $3::uuid, $4, $5::boolean, $6::bigint,
            (select array_agg(t) from json_array_elements_text($7::json) t))`,
        values: [
          id,
          bucketId(body.name),
          owner,
          ownerId,
          String(body.public ?? false),
          text(body.file_size_limit),
          json(body.allowed_mime_types),
        ],
      })
      .catch(onDuplicate)
    return { name: body.name }
  })

  app.put('/bucket/:id', async (request) => {
    const identity = await requesterWithKey(request)
    const body = parseBody(changedBucket, request.body)
    const [result] = await db.asUser(identity, {
      text: `update storage.buckets set public = coalesce($2::boolean, public),
          file_size_limit = case when $3::boolean then $4::bigint else file_size_limit end,
          allowed_mime_types = case when $5::boolean
            then (select array_agg(t) from json_array_elements_text($6::json) t) else allowed_mime_types end,
          updated_at = now()
        where id = $1`,
      values: [
        idOf(request),
        body.public === undefined || body.public === null ? null : String(body.public),
        String(body.file_size_limit !== undefined),
        text(body.file_size_limit),
        String(body.allowed_mime_types !== undefined),
        json(body.allowed_mime_types),
      ],
    })
    if (result!.rowCount === 0) throw noSuchBucket()
    return { message: 'Successfully updated' }
  })

  app.post('/bucket/:id/empty', async (request) => {
    const identity = await requesterWithKey(request)
    const id = idOf(request)
    await findBucket(db, identity, id)
    await deleteObjects(ctx, identity, { where: 'bucket_id = $1', values: [id] })
    // The model's own words, which clients compare; here it is done.
    return { message: 'Empty bucket has been queued. Completion may take up to an hour.' }
  })

  app.delete('/bucket/:id', async (request) => {
    const identity = await requesterWithKey(request)
    const [result] = await db
      .asUser(identity, { text: 'delete from storage.buckets where id = $1', values: [idOf(request)] })
      .catch((error) => {
        // Objects still refer to the bucket.
        if (isPostgresError(error) && error.code === '23503') throw bucketNotEmpty()
        throw error
      })
    if (result!.rowCount === 0) throw noSuchBucket()
    return { message: 'Successfully deleted' }
  })
}

async function findBucket(db: Database, identity: Identity, id: string): Promise<string> {
  const [result] = await db.asUser(identity, {
    text: `select to_json(b) from (select ${COLUMNS} from storage.buckets where id = $1) b`,
    values: [id],
  })
  const found = result!.rows[0]?.[0]
  if (!found) throw noSuchBucket()
  return found
}

function idOf(request: FastifyRequest): string {
  return bucketId((request.params as { id: string }).id)
}

/** `20MB`, `1.5GB`, `300KB`, `8B`, or a plain number of bytes; decimal units, as Supabase counts them. */
function parseSize(value: string): number {
  const match = /^(\d{1,15}(?:\.\d{1,6})?)(gb|mb|kb|b)?$/i.exec(value.trim())
  if (!match) throw invalidRequest('Invalid file size format, hint: use 20GB / 20MB / 30KB / 3B')
  const unit = { gb: 1e9, mb: 1e6, kb: 1e3, b: 1 }[(match[2] ?? 'b').toLowerCase()] ?? 1
  return Math.floor(Number(match[1]) * unit)
}

function onDuplicate(error: unknown): never {
  if (isPostgresError(error) && error.code === '23505') throw alreadyExists('BucketAlreadyExists')
  throw error
}

function text(value: number | null | undefined): string | null {
  return value === null || value === undefined ? null : String(value)
}

function json(value: readonly string[] | null | undefined): string | null {
  return value === null || value === undefined ? null : JSON.stringify(value)
}
