import { randomUUID } from 'node:crypto'
import { PassThrough, type Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Identity } from '../db/database.ts'
import { storableJson } from '../db/storableText.ts'
import { admitFile, sizeLimit } from './admit.ts'
import { bucketRules } from './buckets.ts'
import { invalidRequest, tooLarge } from './errors.ts'
import type { StagedFile, Staging } from './files.ts'
import { assertMayWrite, type FileMetadata, type NewObject, type WriteMode, writeObject } from './objects.ts'
import { bucketId, objectName, requester, type StorageContext, wildcard } from './request.ts'

/** How long an address for uploading is good. Source: Supabase documentation, `createSignedUploadUrl`: two hours. */
const UPLOAD_LINK_SECONDS = 2 * 3600

interface Upload {
  identity: Identity
  bucket: string
  name: string
  mode: WriteMode
  ownerId: string | null
}

/** Uploads. The bodies are streams: this part of the API parses none of them. */
export function uploadRoutes(app: FastifyInstance, ctx: StorageContext): void {
  app.post('/object/:bucket/*', async (request) => {
    const identity = await requester(ctx, request)
    return upload(ctx, request, {
      ...targetOf(request),
      identity,
      mode: wantsUpsert(request) ? 'upsert' : 'create',
      ownerId: subjectOf(identity),
    })
  })

  app.put('/object/:bucket/*', async (request) => {
    const identity = await requester(ctx, request)
    return upload(ctx, request, {
      ...targetOf(request),
      identity,
      mode: 'replace',
      ownerId: subjectOf(identity),
    })
  })

  // The bearer of the address writes this one object as its maker, while she may and her session lasts.
  app.put('/object/upload/sign/:bucket/*', async (request) => {
    const { bucket, name } = targetOf(request)
    const { token } = request.query as { token?: unknown }
    const { maker, upsert } = await ctx.links.checkUpload(token, `${bucket}/${name}`)
    const { Key } = await upload(ctx, request, {
      bucket,
      name,
      identity: maker,
      mode: upsert ? 'upsert' : 'create',
      ownerId: subjectOf(maker),
    })
    return { Key }
  })

  app.post('/object/upload/sign/:bucket/*', async (request) => {
    const identity = await requester(ctx, request)
    const { bucket, name } = targetOf(request)
    const upsert = wantsUpsert(request)
    const ownerId = subjectOf(identity)
    await bucketRules(ctx.db, bucket)
    await assertMayWrite(ctx.db, identity, draft(bucket, name, ownerId), upsert ? 'upsert' : 'create')
    const token = await ctx.links.signUpload(identity, `${bucket}/${name}`, upsert, UPLOAD_LINK_SECONDS)
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

/** A file as a request brought it, and what the sender says of it. */
export interface IncomingFile {
  staged: StagedFile
  type: string | undefined
  cacheControl: string
  userMetadata: Record<string, unknown> | null
}

/** What a multipart body may have around its file: boundaries, headers, the two fields. */
const MULTIPART_ROOM = 64 * 1024
const FIELD_BYTES = 16 * 1024
const DIRECTIVES = /^[\w\-=, ]{1,200}$/

/**
 * Receives the file of an upload, raw or as the one file of a multipart body (storage-js sends both).
 * @param limit most bytes of the file
 * @throws ApiError 400 without a file or with broken metadata, 413 above the limit, 408 when nothing comes any more
 */
export async function receiveFile(
  request: FastifyRequest,
  staging: Staging,
  limit: number,
): Promise<IncomingFile> {
  // The client may have disconnected while permissions were checked; a closed stream does not emit `close` again.
  if (request.raw.destroyed) throw new SenderGone()
  const declaredLength = Number(request.headers['content-length'] ?? 0)
  const isMultipart = request.isMultipart()
  if (declaredLength > limit + (isMultipart ? MULTIPART_ROOM : 0)) throw tooLarge()
  return isMultipart ? receiveMultipart(request, staging, limit) : receiveRaw(request, staging, limit)
}

async function receiveRaw(request: FastifyRequest, staging: Staging, limit: number): Promise<IncomingFile> {
  const { headers } = request
  const userMetadata = fromBase64(headers['x-metadata'])
  return {
    staged: await staging.receive(bodyOf(request), limit),
    type: headers['content-type'],
    cacheControl: directives(headers['cache-control']),
    userMetadata,
  }
}

async function receiveMultipart(
  request: FastifyRequest,
  staging: Staging,
  limit: number,
): Promise<IncomingFile> {
  let file: { staged: StagedFile; type: string } | undefined
  const fields = new Map<string, unknown>()
  try {
    const limits = { fileSize: limit, files: 1, fields: 10, fieldSize: FIELD_BYTES, parts: 11 }
    for await (const part of request.parts({ limits })) {
      if (part.type === 'field') {
        fields.set(part.fieldname, part.value)
        continue
      }
      file = { staged: await staging.receive(part.file, limit), type: part.mimetype }
      if (part.file.truncated) throw tooLarge()
    }
    if (!file) throw invalidRequest('No content provided')
    const seconds = fields.get('cacheControl')
    return {
      ...file,
      cacheControl: directives(typeof seconds === 'string' && seconds ? `max-age=${seconds}` : undefined),
      userMetadata: asMetadata(fields.get('metadata')),
    }
  } catch (error) {
    if (file) await staging.discard(file.staged.path)
    // The rest of the body is read and discarded, so that the client gets the answer and the connection can be reused.
    request.raw.unpipe()
    request.raw.resume()
    throw isBrokenForm(error) ? invalidRequest('The multipart body is not valid') : error
  }
}

/** The body as a stream of its own: when it fails, the connection lives on and the answer reaches the sender. */
function bodyOf({ raw }: FastifyRequest): Readable {
  const body = new PassThrough()
  raw.pipe(body)
  raw.once('error', (error) => body.destroy(error))
  raw.once('close', () => {
    if (!raw.complete) body.destroy(new SenderGone())
  })
  body.once('close', () => {
    raw.unpipe(body)
    raw.resume()
  })
  return body
}

/** The connection ended before the body did; nobody hears the answer. */
class SenderGone extends Error {
  readonly statusCode = 400
}

function isBrokenForm(error: unknown): boolean {
  const { code, message } = error as { code?: string; message?: string }
  return (
    code?.startsWith('FST_') === true ||
    code === 'ERR_STREAM_PREMATURE_CLOSE' ||
    /multipart|terminated early|Unexpected end|Malformed/i.test(message ?? '')
  )
}

/** The caching that the sender asked for; a value that is no list of directives counts as none. */
function directives(value: string | undefined): string {
  return value !== undefined && DIRECTIVES.test(value) ? value : 'no-cache'
}

function fromBase64(header: string | string[] | undefined): Record<string, unknown> | null {
  if (typeof header !== 'string') return null
  return asMetadata(Buffer.from(header, 'base64').toString('utf8'))
}

function asMetadata(value: unknown): Record<string, unknown> | null {
  if (value === undefined || value === '') return null
  let parsed: unknown = value
  if (typeof value === 'string') {
    if (value.length > FIELD_BYTES) throw invalidRequest('metadata is too large')
    try {
      parsed = JSON.parse(storableJson(value))
    } catch {
      throw invalidRequest('metadata is not valid JSON')
    }
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed))
    throw invalidRequest('metadata must be an object')
  return parsed as Record<string, unknown>
}
