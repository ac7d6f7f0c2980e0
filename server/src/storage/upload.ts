import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Identity } from '../core/db.ts'
import { admitFile, sizeLimit } from './admit.ts'
import { bucketRules } from './buckets.ts'
import { asker, SERVICE, type StorageContext, wildcard } from './context.ts'
import { receiveFile } from './incoming.ts'
import { bucketId, objectName } from './names.ts'
import { assertMayWrite, type FileMetadata, type NewObject, type WriteMode, writeObject } from './write.ts'

/** How long an address for uploading is good. Source: Supabase documentation, `createSignedUploadUrl`: two hours. */
const UPLOAD_LINK_SECONDS = 2 * 3600

interface Upload {
  identity: Identity
  bucket: string
  name: string
  mode: WriteMode
  ownerId: string | null
}

/** Uploads. The bodies are streams: this part of the door parses none of them. */
export function uploadRoutes(app: FastifyInstance, ctx: StorageContext): void {
  app.post('/object/:bucket/*', async (request) => {
    const identity = await asker(ctx, request)
    return upload(ctx, request, {
      ...targetOf(request),
      identity,
      mode: wantsUpsert(request) ? 'upsert' : 'create',
      ownerId: subjectOf(identity),
    })
  })

  app.put('/object/:bucket/*', async (request) => {
    const identity = await asker(ctx, request)
    return upload(ctx, request, {
      ...targetOf(request),
      identity,
      mode: 'replace',
      ownerId: subjectOf(identity),
    })
  })

  // Whoever holds the address may write this one object: what its maker may write was asked when it was made.
  app.put('/object/upload/sign/:bucket/*', async (request) => {
    const { bucket, name } = targetOf(request)
    const { token } = request.query as { token?: unknown }
    const { ownerId, upsert } = await ctx.links.checkUpload(token, `${bucket}/${name}`)
    const { Key } = await upload(ctx, request, {
      bucket,
      name,
      identity: SERVICE,
      mode: upsert ? 'upsert' : 'create',
      ownerId,
    })
    return { Key }
  })

  app.post('/object/upload/sign/:bucket/*', async (request) => {
    const identity = await asker(ctx, request)
    const { bucket, name } = targetOf(request)
    const upsert = wantsUpsert(request)
    const ownerId = subjectOf(identity)
    await bucketRules(ctx.db, bucket)
    await assertMayWrite(ctx.db, identity, draft(bucket, name, ownerId), upsert ? 'upsert' : 'create')
    const token = await ctx.links.signUpload(`${bucket}/${name}`, { ownerId, upsert }, UPLOAD_LINK_SECONDS)
    return { url: `/object/upload/sign/${encodePath(`${bucket}/${name}`)}?token=${token}`, token }
  })
}

/** Rules first, then permission, then the bytes, then the object. */
async function upload(
  ctx: StorageContext,
  request: FastifyRequest,
  { identity, bucket, name, mode, ownerId }: Upload,
): Promise<{ Id: string; Key: string }> {
  const rules = await bucketRules(ctx.db, bucket)
  const object = draft(bucket, name, ownerId)
  await assertMayWrite(ctx.db, identity, object, mode)
  const incoming = await receiveFile(request, ctx.staging, sizeLimit(ctx, rules))
  const { path, metadata } = await admitFile(ctx, rules, incoming.staged, incoming)
  const { userMetadata } = incoming
  const id = await writeObject(ctx, identity, { ...object, metadata, userMetadata }, mode, path)
  return { Id: id, Key: `${bucket}/${name}` }
}

/** The row of an object whose file has not come yet. */
function draft(bucket: string, name: string, ownerId: string | null): NewObject {
  return { bucket, name, ownerId, version: randomUUID(), metadata: {} as FileMetadata, userMetadata: null }
}

function targetOf(request: FastifyRequest): { bucket: string; name: string } {
  const { bucket } = request.params as { bucket: string }
  return { bucket: bucketId(bucket), name: objectName(wildcard(request)) }
}

function wantsUpsert({ headers }: FastifyRequest): boolean {
  return headers['x-upsert'] === 'true'
}

function subjectOf({ claims }: Identity): string | null {
  return typeof claims.sub === 'string' ? claims.sub : null
}

/** A path as an address has it: slashes stay. */
export function encodePath(value: string): string {
  return value.split('/').map(encodeURIComponent).join('/')
}
