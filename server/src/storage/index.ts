import path from 'node:path'
import multipart from '@fastify/multipart'
import type { FastifyPluginAsync } from 'fastify'
import { acceptJson } from '../core/bodies.ts'
import type { DoorContext } from '../core/context.ts'
import { bucketRoutes } from './buckets.ts'
import { downloadRoutes } from './download.ts'
import { invalidRequest, notFound, notSupported, refusalBody, refusalOf } from './errors.ts'
import { DiskStore, Staging } from './files.ts'
import { Links } from './links.ts'
import { listRoutes } from './list.ts'
import { manageRoutes } from './manage.ts'
import type { StorageContext } from './request.ts'
import { sweep } from './sweep.ts'
import { uploadRoutes } from './upload.ts'

const DEFAULT_MAX_FILE_BYTES = 50 * 1024 * 1024
const SWEEP_EVERY_MS = 3_600_000

export interface StorageDoorOptions extends DoorContext {
  /** Other processes may be writing to the same folder: only what is an hour old counts as left behind. */
  isShared?: boolean
}

/** The door `/storage/v1`: buckets and objects as storage-js asks for them; policies on schema `storage` decide. */
export const storageDoor: FastifyPluginAsync<StorageDoorOptions> = async (app, options) => {
  const { config, db, tokens, log, authPool, bodies, isShared = false } = options
  const root = path.join(config.dataDir, 'storage')
  const ctx: StorageContext = {
    ...{ config, db, tokens, log, authPool, bodies },
    files: new DiskStore(path.join(root, 'objects')),
    staging: new Staging(path.join(root, 'incoming')),
    links: new Links(config.secrets.jwtSecret),
    maxFileBytes: config.project.storage?.fileSizeLimitBytes ?? DEFAULT_MAX_FILE_BYTES,
  }
  const startedAt = Date.now()
  await ctx.staging.open({ clear: !isShared })
  const sweepNow = (cutoff: number) =>
    sweep(ctx, cutoff).catch((err) => log.warn({ err }, 'storage: the sweep did not finish'))
  const timer = setInterval(() => void sweepNow(Date.now() - SWEEP_EVERY_MS), SWEEP_EVERY_MS).unref()
  let firstSweep: Promise<unknown> = Promise.resolve()
  app.addHook('onReady', async () => {
    // Not awaited: the files that it removes cannot be reached any more.
    firstSweep = sweepNow(isShared ? startedAt - SWEEP_EVERY_MS : startedAt)
  })
  app.addHook('onClose', async () => {
    clearInterval(timer)
    await firstSweep
  })

  app.setErrorHandler((error, request, reply) => {
    const refused = refusalOf(error)
    if (!refused) log.error({ err: error }, 'storage: unexpected failure')
    const body = refused
      ? refusalBody(refused)
      : { statusCode: '500', code: 'InternalError', error: 'Internal', message: 'Internal Server Error' }
    reply.code(refused?.status ?? 500).headers({ ...refused?.headers, 'cache-control': 'no-store' })
    reply.removeHeader('content-length').type('application/json; charset=utf-8')
    return reply.send(request.method === 'HEAD' ? '' : JSON.stringify(body))
  })
  app.setNotFoundHandler(() => {
    throw notFound()
  })

  await app.register(async (streams) => {
    streams.removeAllContentTypeParsers()
    await streams.register(multipart)
    streams.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
    uploadRoutes(streams, ctx)
  })
  await app.register(async (json) => {
    acceptJson(json, { bodies, parse: parseJson })
    json.addHook('onSend', async (_request, reply) => {
      if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
    })
    json.get('/status', async () => ({ message: 'ok' }))
    bucketRoutes(json, ctx)
    listRoutes(json, ctx)
    manageRoutes(json, ctx)
    downloadRoutes(json, ctx)
    for (const url of ['/render/image/*', '/upload/*', '/cdn/*', '/s3/*']) {
      json.all(url, async () => {
        throw notSupported(url.slice(1, -2))
      })
    }
  })
}

/** @throws ApiError 400 `InvalidRequest` */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw invalidRequest('The request is not valid')
  }
}
