import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Identity } from '../db/database.ts'
import { admitFile, sizeLimit, takesOnlyClean } from './admit.ts'
import { type BucketRules, bucketRules } from './buckets.ts'
import { noSuchKey, notSupported } from './errors.ts'
import { MissingFile } from './files.ts'
import {
  asRefusal,
  assertMayWrite,
  deleteObjects,
  findObject,
  findPublicObject,
  type NewObject,
  type StoredObject,
  type WriteMode,
  writeObject,
} from './objects.ts'
import { Transformation } from './render.ts'
import {
  bucketId,
  objectName,
  parseBody,
  requester,
  SERVICE,
  type StorageContext,
  wildcard,
} from './request.ts'

const transfer = z.object({
  bucketId: z.string(),
  sourceKey: z.string(),
  destinationKey: z.string(),
  destinationBucket: z.string().nullish(),
  copyMetadata: z.boolean().nullish(),
})
const removal = z.object({ prefixes: z.array(z.string()).min(1).max(1000) })
const EXPIRES = { expiresIn: z.number().int().min(1).max(315_360_000) }
const signing = z.object({ ...EXPIRES, transform: Transformation.optional() })
const signingMany = z.object({
  ...EXPIRES,
  paths: z.array(z.string()).min(1).max(500),
})

/** Everything that is done with objects without sending their bytes. */
export function manageRoutes(app: FastifyInstance, ctx: StorageContext): void {
  transferRoutes(app, ctx)
  removalRoutes(app, ctx)
  infoRoutes(app, ctx)
  signingRoutes(app, ctx)
}

/** Objects that move or are copied. */
function transferRoutes(app: FastifyInstance, ctx: StorageContext): void {
  const { db } = ctx

  app.post('/object/move', async (request) => {
    const identity = await requester(ctx, request)
    const { source, target } = endsOf(request)
    const found = await findObject(db, identity, source.bucket, source.name)
    const rules = await bucketRules(db, target.bucket)
    if (source.bucket !== target.bucket && !fitsUnchanged(found, rules, ctx)) {
      const id = await copyInto(ctx, identity, found, rules, target.name, 'create')
      await deleteObjects(ctx, identity, byName(source.bucket, [source.name]))
      return moved(id, target)
    }
    // The file is known by its version alone, so a move is a change of its row.
    const [result] = await db
      .asUser(identity, {
        text: `update storage.objects set bucket_id = $3, name = $4, updated_at = now()
          where bucket_id = $1 and name = $2 returning id`,
        values: [source.bucket, source.name, target.bucket, target.name],
      })
      .catch((error) => {
        throw asRefusal(error)
      })
    const id = result!.rows[0]?.[0]
    if (!id) throw noSuchKey()
    return moved(id, target)
  })

  app.post('/object/copy', async (request) => {
    const identity = await requester(ctx, request)
    const { source, target } = endsOf(request)
    const found = await findObject(db, identity, source.bucket, source.name)
    const rules = await bucketRules(db, target.bucket)
    const mode = request.headers['x-upsert'] === 'true' ? 'upsert' : 'create'
    const id = await copyInto(ctx, identity, found, rules, target.name, mode)
    const copy = await findObject(db, SERVICE, target.bucket, target.name)
    return { ...copy, Id: id, Key: `${target.bucket}/${target.name}` }
  })
}

function removalRoutes(app: FastifyInstance, ctx: StorageContext): void {
  app.delete('/object/:bucket', async (request) => {
    const identity = await requester(ctx, request)
    const { prefixes } = parseBody(removal, request.body)
    return deleteObjects(ctx, identity, byName(bucketOf(request), prefixes.map(objectName)))
  })

  app.delete('/object/:bucket/*', async (request) => {
    const identity = await requester(ctx, request)
    const name = objectName(wildcard(request))
    const deleted = await deleteObjects(ctx, identity, byName(bucketOf(request), [name]))
    if (deleted.length === 0) throw noSuchKey()
    return { message: 'Successfully deleted' }
  })
}

function infoRoutes(app: FastifyInstance, ctx: StorageContext): void {
  const { db } = ctx

  app.get('/object/info/public/:bucket/*', async (request) =>
    infoOf(
      await findPublicObject(
        db,
        bucketOf(request),
        objectName(wildcard(request)),
        (request.query as { v?: unknown }).v,
      ),
    ),
  )
  for (const url of ['/object/info/authenticated/:bucket/*', '/object/info/:bucket/*']) {
    app.get(url, async (request) => {
      const identity = await requester(ctx, request)
      return infoOf(await findObject(db, identity, bucketOf(request), objectName(wildcard(request))))
    })
  }
}

/** Addresses that open an object for everybody who has them. */
function signingRoutes(app: FastifyInstance, ctx: StorageContext): void {
  const { db } = ctx

  app.post('/object/sign/:bucket/*', async (request) => {
    const identity = await requester(ctx, request)
    const { expiresIn, transform } = parseBody(signing, request.body)
    if (transform && !ctx.transformsImages) throw notSupported('render/image')
    const { bucket_id: bucket, name } = await findObject(
      db,
      identity,
      bucketOf(request),
      objectName(wildcard(request)),
    )
    const target = `${bucket}/${name}`
    if (!transform) return { signedURL: await signedUrl(ctx, identity, target, expiresIn) }
    const token = await ctx.links.signRender(identity, target, transform, expiresIn)
    return { signedURL: `/render/image/sign/${target}?token=${token}` }
  })

  app.post('/object/sign/:bucket', async (request) => {
    const identity = await requester(ctx, request)
    const bucket = bucketOf(request)
    const { expiresIn, paths } = parseBody(signingMany, request.body)
    const [result] = await db.asUser(identity, {
      text: `select name from storage.objects where bucket_id = $1 and version is not null
        and name in (select json_array_elements_text($2::json))`,
      values: [bucket, JSON.stringify(paths.map(objectName))],
    })
    const visible = new Set(result!.rows.map(([name]) => name))
    return Promise.all(
      paths.map(async (path) =>
        visible.has(path)
          ? { error: null, path, signedURL: await signedUrl(ctx, identity, `${bucket}/${path}`, expiresIn) }
          : {
              error: 'Either the object does not exist or you do not have access to it',
              path,
              signedURL: null,
            },
      ),
    )
  })
}

interface End {
  bucket: string
  name: string
}

function endsOf(request: FastifyRequest): { source: End; target: End } {
  const body = parseBody(transfer, request.body)
  const bucket = bucketId(body.bucketId)
  return {
    source: { bucket, name: objectName(body.sourceKey) },
    target: {
      bucket: bucketId(body.destinationBucket || bucket),
      name: objectName(body.destinationKey),
    },
  }
}

/** Whether an object may change its bucket as it is: nothing about the new one asks to read its bytes again. */
function fitsUnchanged(object: StoredObject, rules: BucketRules, ctx: StorageContext): boolean {
  return (
    !takesOnlyClean(rules.allowedTypes) &&
    rules.allowedTypes === null &&
    object.metadata.size <= sizeLimit(ctx, rules)
  )
}

/** A second object with the same bytes; in another bucket, under that bucket's own rules. */
async function copyInto(
  ctx: StorageContext,
  identity: Identity,
  source: StoredObject,
  rules: BucketRules,
  name: string,
  mode: WriteMode,
): Promise<string> {
  const { files, staging } = ctx
  const object: NewObject = {
    bucket: rules.id,
    name,
    version: randomUUID(),
    ownerId: typeof identity.claims.sub === 'string' ? identity.claims.sub : null,
    metadata: source.metadata,
    userMetadata: source.user_metadata,
  }
  await assertMayWrite(ctx.db, identity, object, mode)
  const bytes = await files.read(source.version).catch((error) => {
    throw error instanceof MissingFile ? noSuchKey() : error
  })
  const staged = await staging.receive(bytes, sizeLimit(ctx, rules))
  if (source.bucket_id === rules.id) return writeObject(ctx, identity, object, mode, staged.path)
  const { mimetype: type, cacheControl } = source.metadata
  const admitted = await admitFile(ctx, rules, staged, { type, cacheControl })
  return writeObject(ctx, identity, { ...object, metadata: admitted.metadata }, mode, admitted.path)
}

function moved(id: string, { bucket, name }: End): Record<string, string> {
  return { message: 'Successfully moved', Id: id, Key: `${bucket}/${name}` }
}

function byName(bucket: string, names: string[]): { where: string; values: string[] } {
  return {
    where: 'bucket_id = $1 and name in (select json_array_elements_text($2::json))',
    values: [bucket, JSON.stringify(names)],
  }
}

async function signedUrl(
  { links }: StorageContext,
  maker: Identity,
  target: string,
  expiresIn: number,
): Promise<string> {
  // Not escaped: storage-js escapes the whole address.
  return `/object/sign/${target}?token=${await links.signDownload(maker, target, expiresIn)}`
}

/** What `info` tells, under the names that storage-js reads. */
function infoOf(object: StoredObject): Record<string, unknown> {
  const { id, name, version, bucket_id, created_at, updated_at, metadata, user_metadata } = object
  return {
    id,
    name,
    version,
    bucket_id,
    size: metadata.size,
    content_type: metadata.mimetype,
    cache_control: metadata.cacheControl,
    etag: metadata.eTag,
    metadata: user_metadata ?? {},
    last_modified: moment(updated_at),
    created_at: moment(created_at),
    updated_at: moment(updated_at),
  }
}

/** A moment as the model writes it. */
const moment = (value: string) => new Date(value).toISOString()

function bucketOf(request: FastifyRequest): string {
  return bucketId((request.params as { bucket: string }).bucket)
}
