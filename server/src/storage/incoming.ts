import { PassThrough, type Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { invalidRequest, tooLarge } from './errors.ts'
import type { StagedFile, Staging } from './staging.ts'

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
      parsed = JSON.parse(value)
    } catch {
      throw invalidRequest('metadata is not valid JSON')
    }
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed))
    throw invalidRequest('metadata must be an object')
  return parsed as Record<string, unknown>
}
