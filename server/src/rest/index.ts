import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import type { DoorContext } from '../core/context.ts'
import type { Identity } from '../core/db.ts'
import { ApiError } from '../core/errors.ts'
import { identify } from '../core/identity.ts'
import { askerOf } from '../core/lane.ts'
import { parseRows } from './body.ts'
import { refusalOf } from './errors.ts'
import { callRoutine } from './handle-call.ts'
import { compileRead, runRead } from './handle-read.ts'
import { unsupportedMethod, writeRelation } from './handle-write.ts'
import { negotiate } from './media.ts'
import { parseQuery, requireFilters } from './parse.ts'
import { parsePreferences } from './preferences.ts'
import { withRangeHeader } from './range.ts'
import { bodyOf, chooseSchema, findRelation, headerOf, profileOf, queryStringOf } from './request.ts'
import { send, sendAnswer } from './respond.ts'
import { bodyArguments, chooseRoutine, queryArguments } from './rpc.ts'
import type { Schema } from './schema.ts'
import { SchemaCache } from './schema-cache.ts'
import { retryWithFreshSchema } from './stale.ts'
import { Ways } from './ways.ts'

const BODY_LIMIT_BYTES = 1_048_576
/** Reads asked for in more words than this are compiled anew each time, so that what is remembered stays small. */
const LONGEST_REMEMBERED = 2_000

/** Source: PostgREST documentation, "Schema Cache", "Schema Cache Reloading". An empty notice reloads everything. */
const RELOADS = new Set(['reload schema', 'reload config'])

type RelationRequest = FastifyRequest<{ Params: { relation: string } }>

/**
 * The data API at `/rest/v1`: a request becomes one statement that runs as whoever asks, and PostgreSQL's own JSON is
 * the answer. All authorisation is PostgreSQL's. Source: PostgREST documentation, "API".
 */
export const restDoor: FastifyPluginAsync<DoorContext> = async (app, { config, db, tokens, bodies, log }) => {
  const { schemas: exposed, maxRows } = config.project.api
  const { maxAnswerBytes: answerBytes } = config
  const ways = new Ways(db, config.urgent)
  const cache = new SchemaCache(db, exposed, log)

  // The first request should not have to wait for it; should the database be away, that request reads it itself.
  app.addHook('onListen', () => void cache.read().catch(() => undefined))

  let stopListening: (() => Promise<void>) | undefined
  app.addHook('onReady', async () => {
    const onNotice = (payload: string | undefined) => {
      if (!payload || RELOADS.has(payload)) void cache.read().catch(() => undefined)
    }
    stopListening = db.listen({ channel: 'pgrst', onNotice, log })
  })
  app.addHook('onClose', async () => stopListening?.())

  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    ['application/json', 'application/vnd.pgrst.object+json', 'application/vnd.pgrst.array+json'],
    { parseAs: 'string', bodyLimit: BODY_LIMIT_BYTES },
    (_request, body, done) => done(null, body),
  )

  app.decorateRequest('role', 'anon')
  app.setErrorHandler((error, request, reply) => {
    const refusal = refusalOf(error, (request as { role?: string }).role ?? 'anon')
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
      ip: request.ip,
    })
    ;(request as { role?: string }).role = identity.role
    return identity
  }

  // Who has sent too many large bodies is told so before the next one is received.
  app.addHook('onRequest', async (request) => {
    if (bodies.mayBeLarge(request.headers)) bodies.assertLeft(askerOf(await asker(request)))
  })

  const readRoute = async (request: RelationRequest, reply: FastifyReply) => {
    const identity = await asker(request)
    const { headers, url } = request
    const profile = chooseSchema(exposed, profileOf(request, true))
    const name = request.params.relation
    const seesEstimates = identity.role === 'service_role'
    const { prefer, accept, range } = headers
    const words = [seesEstimates, profile, name, prefer, accept, range, queryStringOf(url)].join('\n')
    const compile = (schema: Schema) => {
      const asked = parseQuery(queryStringOf(url))
      requireFilters(asked)
      return compileRead({
        schema,
        relation: findRelation(schema, profile, name),
        query: withRangeHeader(asked, headers.range),
        preferences: parsePreferences(headerOf(headers.prefer)),
        media: negotiate(headers.accept),
        maxRows,
        answerBytes,
        seesEstimates,
      })
    }
    const answer = await retryWithFreshSchema(cache, (schema) => {
      let read = schema.reads.get(words)
      if (!read) {
        read = compile(schema)
        if (words.length <= LONGEST_REMEMBERED) schema.reads.set(words, read)
      }
      return runRead(ways, identity, read)
    })
    return sendAnswer(request, reply, answer, profile, exposed)
  }

  const writeRoute = async (request: RelationRequest, reply: FastifyReply) => {
    const identity = await asker(request)
    const { method, headers } = request
    if (method !== 'POST' && method !== 'PATCH' && method !== 'DELETE') throw unsupportedMethod(method)
    const profile = chooseSchema(exposed, profileOf(request, false))
    const query = parseQuery(queryStringOf(request.url))
    requireFilters(query)
    const preferences = parsePreferences(headerOf(headers.prefer))
    const media = negotiate(headers.accept)
    const body = bodyOf(request)
    const read = () => bodies.read(askerOf(identity), body, (text) => parseRows(text, query.columns))
    const rows = method === 'DELETE' ? undefined : await read()
    const answer = await retryWithFreshSchema(cache, (schema) => {
      const relation = findRelation(schema, profile, request.params.relation)
      const common = { method, schema, relation, query, preferences, media, answerBytes } as const
      return writeRelation(ways, identity, { ...common, body, rows })
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
    const asked = parseQuery(queryStringOf(request.url))
    if (!isRead) requireFilters(asked)
    const query = isRead ? withRangeHeader(asked, headers.range) : asked
    const preferences = parsePreferences(headerOf(headers.prefer))
    const media = negotiate(headers.accept)
    const sent = isRead ? undefined : await bodies.read(askerOf(identity), bodyOf(request), bodyArguments)
    const answer = await retryWithFreshSchema(cache, (schema) => {
      const name = request.params.routine
      const args = sent ?? queryArguments(query.args, schema.routinesNamed(profile, name))
      const routine = chooseRoutine(schema, profile, name, args)
      const seesEstimates = identity.role === 'service_role'
      const common = { schema, routine, args, query, preferences, media, maxRows, answerBytes, seesEstimates }
      return callRoutine(ways, identity, { ...common, isReadOnly: isRead })
    })
    return sendAnswer(request, reply, answer, profile, exposed)
  }

  const reads = ['GET', 'HEAD']
  const writes = ['POST', 'PATCH', 'PUT', 'DELETE']
  app.route({ method: [...reads, ...writes], url: '/rpc/:routine', handler: callRoute })
  app.route({ method: reads, url: '/:relation', handler: readRoute })
  app.route({ method: writes, url: '/:relation', handler: writeRoute })
  app.options('/rpc/:routine', (_request, reply) => reply.header('allow', 'OPTIONS,GET,HEAD,POST').send(''))
  app.options('/:relation', (_request, reply) =>
    reply.header('allow', 'OPTIONS,GET,HEAD,POST,PATCH,DELETE').send(''),
  )
  app.get('/', () => {
    throw new ApiError(404, 'PGRST126', 'Root endpoint metadata is disabled')
  })
}
