import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Sharp } from 'sharp'
import { z } from 'zod'
import { ApiError } from '../http/errors.ts'
import { CONTENT_SECURITY_POLICY } from './download.ts'
import { notSupported, tooLarge, unreadableImage } from './errors.ts'
import { findObject, findObjectAsMember, findPublicObject, type StoredObject } from './objects.ts'
import { BoundedQueue, loadSharp, MAX_PIXELS } from './pictures.ts'
import { bucketId, objectName, parseQuery, requester, type StorageContext, wildcard } from './request.ts'

/** Source: Supabase documentation, "Storage Image Transformations": 1 to 2,500 pixels, quality 20 to 100, files up to 25 MB. */
const side = z.coerce.number().int().min(1).max(2_500).optional()
const MOST_BYTES = 25_000_000
export const Transformation = z.object({
  width: side,
  height: side,
  resize: z.enum(['cover', 'contain', 'fill']).default('cover'),
  quality: z.coerce.number().int().min(20).max(100).default(80),
  format: z.enum(['origin', 'avif', 'webp']).optional(),
})
export type Transformation = z.output<typeof Transformation>

/** Apart from the pictures that are being uploaded: nobody's looking makes anybody's upload wait. */
const queue = new BoundedQueue(1, 30)
const SECONDS = 10
type Format = 'jpeg' | 'png' | 'webp' | 'avif' | 'gif'
const FORMATS: Readonly<Record<string, Format>> = {
  'image/jpeg': 'jpeg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/avif': 'avif',
  'image/gif': 'gif',
}

/** Pictures in another size: `/render/image/…`, by a public address, a signed one, or as the member who asks. */
export function renderRoutes(app: FastifyInstance, ctx: StorageContext): void {
  const { db, links } = ctx
  const render = async (
    request: FastifyRequest,
    reply: FastifyReply,
    find: (bucket: string, name: string) => Promise<{ object: StoredObject; wish?: unknown }>,
  ) => {
    if (!ctx.transformsImages) throw notSupported('render/image')
    const bucket = bucketId((request.params as { bucket: string }).bucket)
    const { object, wish } = await find(bucket, objectName(wildcard(request)))
    const transformation = parseQuery(Transformation, wish ?? request.query)
    return send(ctx, request, reply, object, transformation)
  }
  const key = (request: FastifyRequest) => (request.query as { v?: unknown }).v

  app.get('/render/image/public/:bucket/*', (request, reply) =>
    render(request, reply, async (bucket, name) => ({
      object: await findPublicObject(db, bucket, name, key(request)),
    })),
  )
  app.get('/render/image/authenticated/:bucket/*', (request, reply) =>
    render(request, reply, async (bucket, name) => ({
      object: await findObjectAsMember(db, await requester(ctx, request), {
        bucket,
        name,
        key: key(request),
      }),
    })),
  )
  // What was signed cannot be changed: it stands in the token.
  app.get('/render/image/sign/:bucket/*', (request, reply) =>
    render(request, reply, async (bucket, name) => {
      const { token } = request.query as { token?: unknown }
      const { maker, transformation } = await links.checkRender(token, `${bucket}/${name}`)
      return { object: await findObject(db, maker, bucket, name), wish: transformation }
    }),
  )
}

async function send(
  ctx: StorageContext,
  request: FastifyRequest,
  reply: FastifyReply,
  { metadata, version }: StoredObject,
  wish: Transformation,
): Promise<FastifyReply> {
  if (metadata.size > MOST_BYTES) throw tooLarge('The image is too large to be transformed')
  const takesWebp = String(request.headers.accept ?? '').includes('image/webp')
  const source = await read(ctx, version)
  const { bytes, format } = await queue.run(() => transform(source, wish, takesWebp))
  return reply
    .headers({
      'cache-control': metadata.cacheControl,
      'content-security-policy': CONTENT_SECURITY_POLICY,
      'cross-origin-resource-policy': 'cross-origin',
      'last-modified': new Date(metadata.lastModified).toUTCString(),
      vary: 'Origin, Accept',
      'x-content-type-options': 'nosniff',
      'x-robots-tag': 'noindex',
    })
    .type(`image/${format}`)
    .send(bytes)
}

async function read({ files }: StorageContext, version: string): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of await files.read(version)) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

/** @throws ApiError 413 above 25 megapixels, 422 for what is no picture */
async function transform(
  source: Buffer,
  { width, height, resize, quality, format: wanted }: Transformation,
  takesWebp: boolean,
): Promise<{ bytes: Buffer; format: Format }> {
  const sharp = await loadSharp()
  try {
    const options = { limitInputPixels: MAX_PIXELS, failOn: 'error', sequentialRead: true } as const
    const found = await sharp(source, options).metadata()
    const origin = FORMATS[`image/${found.format === 'heif' ? 'avif' : found.format}`]
    // SVG is none of them: it is a document that runs.
    if (!origin) throw unreadableImage()
    if ((found.width ?? 0) * (found.height ?? 0) > MAX_PIXELS) throw tooLarge('The image has too many pixels')
    const format =
      wanted === undefined ? (takesWebp ? 'webp' : origin) : wanted === 'origin' ? origin : wanted
    const fit =
      width && height ? ({ cover: 'cover', contain: 'inside', fill: 'fill' } as const)[resize] : 'inside'
    const image = sharp(source, options).autoOrient()
    const sized = width || height ? image.resize({ width, height, fit, withoutEnlargement: true }) : image
    return { bytes: await encode(sized, format, quality).timeout({ seconds: SECONDS }).toBuffer(), format }
  } catch (error) {
    if (error instanceof ApiError) throw error
    if (/pixel limit/i.test((error as Error).message)) throw tooLarge('The image has too many pixels')
    throw unreadableImage()
  }
}

function encode(image: Sharp, format: Format, quality: number): Sharp {
  switch (format) {
    case 'png':
      return image.png()
    case 'gif':
      return image.gif()
    default:
      return image[format]({ quality })
  }
}
