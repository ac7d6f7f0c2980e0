import { createHmac } from 'node:crypto'
import path from 'node:path'
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import type { ServerConfig } from '../config/serverConfig.ts'
import type { ApiContext } from '../http/context.ts'
import { ApiError, noteCode } from '../http/errors.ts'
import { identify } from '../tokens/identity.ts'
import { TokenError } from '../tokens/tokens.ts'
import { invalidToken, missingToken, outOfTime, unknownFunction, workerError } from './errors.ts'
import { type Env, type FunctionHandler, FunctionLoader } from './load.ts'
import { sendWebResponse, toWebRequest } from './webRequest.ts'

const BODY_LIMIT_BYTES = 1024 * 1024
const TIME_LIMIT_MS = 15_000
/** Supabase's runtime tells a function the path below this. */
const PREFIX = '/functions/v1'

export interface FunctionsApiOptions extends ApiContext {
  /** Where this server itself answers, once it listens; functions call the API there. */
  ownUrl(): string
  /** Longest time that a function may take, in milliseconds. */
  timeLimitMs?: number
}

/** The API `/functions/v1/<name>`: runs `functions/<name>` of the project folder, as functions-js calls it. */
export const functionsApi: FastifyPluginAsync<FunctionsApiOptions> = async (app, options) => {
  const { config, db, tokens, log, ownUrl, timeLimitMs = TIME_LIMIT_MS } = options
  const isIndex = config.functionForm === 'index'
  const loader = new FunctionLoader(
    config.projectDir,
    settingsOf(config, ownUrl),
    (err) => {
      log.error({ err }, 'functions: a function cannot be loaded')
      if (isIndex) console.warn(`functions: ${(err as Error).message}`)
    },
    isIndex
      ? { target: path.join(config.dataDir, 'functions'), config: config.project.functions ?? {} }
      : undefined,
  )
  if (isIndex) app.addHook('onListen', () => loader.loadAll())

  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_LIMIT_BYTES }, (_request, body, done) =>
    done(null, body),
  )
  app.setErrorHandler((error, request, reply) => {
    const refused = error instanceof ApiError ? error : asRefusal(error)
    if (!refused) request.log.error({ err: error }, 'functions: unexpected failure')
    const { status, code, message, headers } = refused ?? workerError()
    noteCode(request, code)
    return reply
      .code(status)
      .headers({ ...headers, 'cache-control': 'no-store' })
      .send({ code, message })
  })
  app.setNotFoundHandler(() => {
    throw unknownFunction()
  })

  const assertToken = async (request: FastifyRequest, name: string) => {
    if (config.project.functions?.[name]?.verifyJwt === false) return
    if (request.headers.authorization === undefined) throw missingToken()
    const { headers, method, url, ip } = request
    try {
      const identity = await identify(tokens, { headers, method, url, ip })
      // Without a statement of its own: only whether her session still counts.
      if (identity.claims.session_id !== undefined) await db.asUser(identity)
    } catch (error) {
      throw error instanceof TokenError ? invalidToken() : error
    }
  }

  const run = async (handler: FunctionHandler, request: FastifyRequest): Promise<Response> => {
    const controller = new AbortController()
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => {
        reject(outOfTime())
        controller.abort()
      }, timeLimitMs)
    })
    try {
      return await Promise.race([
        handler(toWebRequest(request, isIndex ? PREFIX : '', config.siteUrl, controller.signal)),
        late,
      ])
    } finally {
      clearTimeout(timer)
    }
  }

  const call = async (request: FastifyRequest) => {
    const { name } = request.params as { name: string }
    const handler = await loader.find(name)
    if (config.project.functions?.[name]?.enabled === false) throw unknownFunction()
    await assertToken(request, name)
    return run(handler, request)
  }

  for (const url of ['/:name', '/:name/*']) {
    app.route({
      method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
      url,
      handler: async (request, reply) => sendWebResponse(reply, await call(request)),
    })
  }
}

/** What functions may ask for by name: what Supabase gives every function, what this server gives, and the operator's settings for them. */
function settingsOf(config: ServerConfig, ownUrl: () => string): Env {
  return (name) => {
    switch (name) {
      case 'SUPABASE_URL':
        return ownUrl()
      case 'SUPABASE_ANON_KEY':
        return config.secrets.anonKey
      case 'SUPABASE_SERVICE_ROLE_KEY':
        return config.secrets.serviceRoleKey
      // Not given by Supabase: what functions seal with. In no database, and in no backup that can be read.
      case 'FUNCTIONS_SECRET':
        return createHmac('sha256', config.secrets.jwtSecret).update('functions').digest('base64url')
      case 'SITE_URL':
        return config.siteUrl
      // Not given by Supabase: where providers reach the functions.
      case 'FUNCTIONS_URL':
        return `${config.siteUrl}/functions/v1`
      // Mail that says whether it was taken: to the relay by themselves, as elsewhere, else into the local mailbox.
      case 'MAIL_SEND_URL':
        return config.smtp ? undefined : `${ownUrl()}/mail/v1/send`
      default:
        return smtpSetting(config.smtp, name) ?? config.functionSettings?.[name]
    }
  }
}

/** The relay's settings, under the names by which operators give them. */
function smtpSetting(smtp: ServerConfig['smtp'], name: string): string | undefined {
  switch (name) {
    case 'SMTP_HOST':
      return smtp?.host
    case 'SMTP_PORT':
      return smtp && String(smtp.port)
    case 'SMTP_FROM':
      return smtp?.from
    case 'SMTP_USER':
      return smtp?.user
    case 'SMTP_PASSWORD':
      return smtp?.password
    case 'SMTP_SECURE':
      return smtp && String(smtp.secure)
    default:
      return undefined
  }
}

/** Fastify's own refusals: a body that is too large, an address that cannot be read. */
function asRefusal(error: unknown): ApiError | undefined {
  const status = (error as { statusCode?: number }).statusCode
  if (status === undefined || status < 400 || status >= 500) return undefined
  return new ApiError(status, status === 413 ? 'BODY_TOO_LARGE' : 'BAD_REQUEST', 'The request is not valid')
}
