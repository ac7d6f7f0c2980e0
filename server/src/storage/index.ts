import path from 'node:path'
import multipart from '@fastify/multipart'
import type { FastifyPluginAsync } from 'fastify'
import type { ApiContext } from '../http/context.ts'
import { noteCode } from '../http/errors.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { acceptJson } from '../limits/largeBodies.ts'
import { bucketRoutes } from './buckets.ts'
import { downloadRoutes } from './download.ts'
import { invalidRequest, notFound, notSupported, refusalBody, refusalOf } from './errors.ts'
import { DiskStore, Staging } from './files.ts'
import { Links } from './links.ts'
import { listRoutes } from './list.ts'
import { manageRoutes } from './manage.ts'
import { renderRoutes } from './render.ts'
import type { StorageContext } from './request.ts'
import { S3Store } from './s3.ts'
import { sweep } from './sweep.ts'
import { uploadRoutes } from './upload.ts'

const DEFAULT_MAX_FILE_BYTES = 50 * 1024 * 1024
const SWEEP_EVERY_MS = 3_600_000
const LOOK_EVERY_MS = 60_000

export interface StorageApiOptions extends ApiContext {
  /** What the API does beside the requests. */
  jobs: Jobs
  /** Other processes may be writing to the same folder: only what is an hour old counts as left behind. */
  isShared?: boolean
}

/** The API `/storage/v1`: buckets and objects as storage-js asks for them; policies on schema `storage` decide. */
export const storageApi: FastifyPluginAsync<StorageApiOptions> = async (app, options) => {
  const { config, db, tokens, log, authPool, bodies, jobs, isShared = false } = options
  const root = path.join(config.dataDir, 'storage')
  const store = config.s3 && (await S3Store.open(config.s3))
  const ctx: StorageContext = {
    ...{ config, db, tokens, log, authPool, bodies },
    files: store ?? new DiskStore(path.join(root, 'objects')),
    staging: new Staging(path.join(root, 'incoming')),
    links: new Links(config.secrets.jwtSecret),
    maxFileBytes: config.project.storage?.fileSizeLimitBytes ?? DEFAULT_MAX_FILE_BYTES,
    transformsImages: config.project.storage?.transformsImages === true,
  }
  await ctx.staging.open({ clear: !isShared })
  // Where nobody else writes, no upload is under way that began before the start; an object store has its own clock.
  let hasSwept = isShared || store !== undefined
  const startedAt = Date.now()
  let sweeping: Promise<unknown> = Promise.resolve()
  app.addHook('onReady', async () => {
    // The first is not awaited: the files that it removes cannot be reached any more.
    // A server whose files are away serves everything else; its operator is told.
    if (store) jobs.every('storage-reach', LOOK_EVERY_MS, () => store.check())
    jobs.every('storage-sweep', SWEEP_EVERY_MS, () => {
      const swept = sweep(ctx, hasSwept ? Date.now() - SWEEP_EVERY_MS : startedAt)
      hasSwept = true
      // The job tells of it; ending only waits.
      sweeping = swept.catch(() => undefined)
      return swept
    })
  })
  app.addHook('onClose', () => sweeping)

  app.setErrorHandler((error, request, reply) => {
    const refused = refusalOf(error)
    if (!refused) request.log.error({ err: error }, 'storage: unexpected failure')
    noteCode(request, refused?.code ?? 'InternalError')
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
    renderRoutes(json, ctx)
    for (const url of ['/upload/*', '/cdn/*', '/s3/*']) {
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
