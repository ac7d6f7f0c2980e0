import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isNotModified, requestedRange } from './conditions.ts'
import { invalidRange, noSuchKey } from './errors.ts'
import { MissingFile } from './files.ts'
import { findObject, findObjectAsMember, findPublicObject, type StoredObject } from './objects.ts'
import { bucketId, objectName, requester, type StorageContext, wildcard } from './request.ts'

/** Nothing in a served file may run, load or be framed, whatever it says it is. */
export const CONTENT_SECURITY_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
/** A browser's own PDF reader does not open in a sandbox; a PDF runs nothing outside of that reader. */
const CONTENT_SECURITY_POLICY_PDF = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"
/** Types that a browser shows without running anything; every other is offered as a file. */
const SHOWN = /^(image\/(?!svg)|audio\/|video\/|application\/pdf|text\/plain|application\/json)/

/** Downloads: by a public address, by a signed one, or as the member who asks. */
export function downloadRoutes(app: FastifyInstance, ctx: StorageContext): void {
  const { db, links } = ctx
  const method = ['GET', 'HEAD']

  app.route({
    method,
    url: '/object/public/:bucket/*',
    handler: (request, reply) =>
      serve(ctx, request, reply, (bucket, name) => findPublicObject(db, bucket, name, queryOf(request).v)),
  })

  app.route({
    method,
    url: '/object/sign/:bucket/*',
    handler: (request, reply) =>
      serve(ctx, request, reply, async (bucket, name) => {
        const maker = await links.checkDownload(queryOf(request).token, `${bucket}/${name}`)
        return findObject(db, maker, bucket, name)
      }),
  })

  const asMember = (request: FastifyRequest, reply: FastifyReply) =>
    serve(ctx, request, reply, async (bucket, name) => {
      const identity = await requester(ctx, request)
      return findObjectAsMember(db, identity, { bucket, name, key: queryOf(request).v })
    })
  app.route({ method, url: '/object/authenticated/:bucket/*', handler: asMember })
  app.route({ method, url: '/object/:bucket/*', handler: asMember })
}

type Find = (bucket: string, name: string) => Promise<StoredObject>

async function serve(
  ctx: StorageContext,
  request: FastifyRequest,
  reply: FastifyReply,
  find: Find,
): Promise<FastifyReply> {
  const bucket = bucketId((request.params as { bucket: string }).bucket)
  const name = objectName(wildcard(request))
  try {
    return await send(ctx, request, reply, await find(bucket, name))
  } catch (error) {
    if (!(error instanceof MissingFile)) throw error
  }
  // The object was replaced between reading its row and opening its file: read the row again.
  try {
    return await send(ctx, request, reply, await find(bucket, name))
  } catch (error) {
    if (!(error instanceof MissingFile)) throw error
    ctx.log.error('storage: an object has no file')
    throw noSuchKey()
  }
}

async function send(
  { files }: StorageContext,
  request: FastifyRequest,
  reply: FastifyReply,
  object: StoredObject,
): Promise<FastifyReply> {
  const { eTag, size, mimetype, cacheControl } = object.metadata
  const validators = { eTag, lastModified: new Date(object.metadata.lastModified) }
  reply.headers({
    'accept-ranges': 'bytes',
    'cache-control': cacheControl,
    'content-security-policy':
      mimetype === 'application/pdf' ? CONTENT_SECURITY_POLICY_PDF : CONTENT_SECURITY_POLICY,
    'content-disposition': disposition(queryOf(request).download, object),
    'cross-origin-resource-policy': 'cross-origin',
    etag: eTag,
    'last-modified': validators.lastModified.toUTCString(),
    'x-content-type-options': 'nosniff',
    'x-robots-tag': 'noindex',
  })
  if (isNotModified(request.headers, validators)) return reply.code(304).send()
  // Source: RFC 9110, section 14.2: of every other method a range is ignored.
  const range = request.method === 'GET' ? requestedRange(request.headers, size, validators) : undefined
  if (range === 'unsatisfiable') throw invalidRange(size)
  reply.type(mimetype).header('content-length', range ? range.end - range.start + 1 : size)
  if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${size}`)
  return request.method === 'HEAD' ? reply.send() : reply.send(await files.read(object.version, range))
}

/**
 * Whether it is shown or saved, and under which name.
 * @param download the query's: undefined, empty for "save it", or the name to save it under
 */
function disposition(download: unknown, { name, metadata }: StoredObject): string {
  const isSaved = download !== undefined || !SHOWN.test(metadata.mimetype)
  const wanted = typeof download === 'string' && download !== '' ? download : name.split('/').at(-1)!
  const safe = wanted
    .replace(/[\p{Cc}/\\]/gu, '_')
    .slice(0, 200)
    .replace(/[\ud800-\udfff]/gu, '_')
  const plain = safe.replace(/[^\x20-\x7e]|["%;]/g, '_')
  const encoded = encodeURIComponent(safe).replace(/['()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16)}`)
  return `${isSaved ? 'attachment' : 'inline'}; filename="${plain}"; filename*=UTF-8''${encoded}`
}

function queryOf(request: FastifyRequest): { token?: unknown; download?: unknown; v?: unknown } {
  return request.query as { token?: unknown; download?: unknown; v?: unknown }
}
