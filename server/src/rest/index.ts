import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import type { DoorContext } from '../core/context.ts'
import type { Identity } from '../core/db.ts'
import { ApiError } from '../core/errors.ts'
import { identify } from '../core/identity.ts'
import type { Answer } from './answer.ts'
import { refusalOf } from './errors.ts'
import { callRoutine } from './handle-call.ts'
import { readRelation } from './handle-read.ts'
import { unsupportedMethod, writeRelation } from './handle-write.ts'
import { negotiate } from './media.ts'
import { requireFilters } from './parse.ts'
import { parsePreferences } from './preferences.ts'
import { QueryCache } from './query-cache.ts'
import { withRangeHeader } from './range.ts'
import { chooseSchema, findRelation } from './request.ts'
import { bodyArguments, chooseRoutine, queryArguments } from './rpc.ts'
import { SchemaCache } from './schema-cache.ts'
import { retryWithFreshSchema } from './stale.ts'

const BODY_LIMIT_BYTES = 1_048_576

/**
 * The data API at `/rest/v1`: a request becomes one statement that runs as whoever asks, and PostgreSQL's own JSON is
 * the answer. All authorisation is PostgreSQL's. Source: PostgREST documentation, "API".
 */
export const restDoor: FastifyPluginAsync<DoorContext> = async (app, { config, db, tokens, log }) => {
  const { schemas: exposed, maxRows } = config.project.api
  const cache = new SchemaCache(db, exposed, log)
  const queries = new QueryCache()

  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    ['application/json', 'application/vnd.pgrst.object+json', 'application/vnd.pgrst.array+json'],
    { parseAs: 'string', bodyLimit: BODY_LIMIT_BYTES },
    (_request, body, done) => done(null, body),
  )

  app.decorateRequest('isVisitor', true)
  app.setErrorHandler((error, request, reply) => {
    const refusal = refusalOf(error, (request as { isVisitor?: boolean }).isVisitor ?? true)
    if (refusal) return send(request, reply, refusal.status, refusal.headers, JSON.stringify(refusal.body))
    log.error({ err: error }, 'rest: unexpected failure')
    const body = { code: 'XX000', details: null, hint: null, message: 'Internal server error' }
    return send(request, reply, 500, {}, JSON.stringify(body))
  })
  app.setNotFoundHandler(() => {
    throw new ApiError(404, 'PGRST125', 'Invalid path specified in request URL')
  })

  const asker = async (request: FastifyRequest): Promise<Identity> => {
    const identity = await identify(tokens, {
      headers: request.headers,
      method: request.method,
      url: request.url,
    })
    ;(request as { isVisitor?: boolean }).isVisitor = identity.role === 'anon'
    return identity
  }

  const relationRoute = async (
    request: FastifyRequest<{ Params: { relation: string } }>,
    reply: FastifyReply,
  ) => {
    const identity = await asker(request)
    const { method, headers } = request
    const isRead = method === 'GET' || method === 'HEAD'
    const profile = chooseSchema(exposed, profileOf(request, isRead))
    const asked = queries.parse(queryStringOf(request.url))
    requireFilters(asked)
    const query = isRead ? withRangeHeader(asked, headers.range) : asked
    const preferences = parsePreferences(headerOf(headers.prefer))
    const media = negotiate(headers.accept)
    const answer = await retryWithFreshSchema(cache, async (schema) => {
      const relation = findRelation(schema, profile, request.params.relation)
      const common = { schema, relation, query, preferences, media }
      if (isRead) return readRelation(db, identity, { ...common, maxRows })
      if (method !== 'POST' && method !== 'PATCH' && method !== 'DELETE') throw unsupportedMethod(method)
      return writeRelation(db, identity, { ...common, method, body: bodyOf(request) })
    })
    return sendAnswer(request, reply, answer, profile, exposed)
  }

  const callRoute = async (request: FastifyRequest<{ Params: { routine: string } }>, reply: FastifyReply) => {
    const identity = await asker(request)
    const { method, headers } = request
    const isRead = method === 'GET' || method === 'HEAD'
    if (!isRead && method !== 'POST') {
      throw new ApiError(405, 'PGRST101', `Cannot use the ${method} method on RPC`)
    }
    const profile = chooseSchema(exposed, profileOf(request, isRead))
    const asked = queries.parse(queryStringOf(request.url))
    if (!isRead) requireFilters(asked)
    const query = isRead ? withRangeHeader(asked, headers.range) : asked
    const preferences = parsePreferences(headerOf(headers.prefer))
    const media = negotiate(headers.accept)
    const answer = await retryWithFreshSchema(cache, (schema) => {
      const name = request.params.routine
      const args = isRead
        ? queryArguments(query.args, schema.routinesNamed(profile, name))
        : bodyArguments(bodyOf(request))
      const routine = chooseRoutine(schema, profile, name, args)
      const common = { schema, routine, args, query, preferences, media, maxRows }
      return callRoutine(db, identity, { ...common, isReadOnly: isRead })
    })
    return sendAnswer(request, reply, answer, profile, exposed)
  }

  const methods = ['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE']
  app.route({ method: methods, url: '/rpc/:routine', handler: callRoute })
  app.route({ method: methods, url: '/:relation', handler: relationRoute })
  app.options('/rpc/:routine', (_request, reply) => reply.header('allow', 'OPTIONS,GET,HEAD,POST').send(''))
  app.options('/:relation', (_request, reply) =>
    reply.header('allow', 'OPTIONS,GET,HEAD,POST,PATCH,DELETE').send(''),
  )
  app.get('/', () => {
    throw new ApiError(404, 'PGRST126', 'Root endpoint metadata is disabled')
  })
}

function profileOf({ headers }: FastifyRequest, isRead: boolean): string | undefined {
  return headerOf(headers[isRead ? 'accept-profile' : 'content-profile'])
}

function headerOf(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value.join(',') : value
}

function queryStringOf(url: string): string {
  const mark = url.indexOf('?')
  return mark === -1 ? '' : url.slice(mark + 1)
}

function bodyOf(request: FastifyRequest): string {
  return typeof request.body === 'string' ? request.body : ''
}

function sendAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: Answer,
  profile: string,
  exposed: readonly string[],
): FastifyReply {
  if (exposed.length > 1) answer.headers['content-profile'] = profile
  return send(request, reply, answer.status, answer.headers, answer.body)
}

function send(
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  headers: Readonly<Record<string, string>>,
  body: string,
): FastifyReply {
  reply.code(status).header('cache-control', 'no-store').headers(headers)
  if (body !== '' && !('content-type' in headers))
    reply.header('content-type', 'application/json; charset=utf-8')
  return reply.send(request.method === 'HEAD' || body === '' ? undefined : body)
}
