import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import type { Identity } from '../db/database.ts'
import type { Listening } from '../db/listener.ts'
import { storable, storableJson } from '../db/storableText.ts'
import type { ApiContext } from '../http/context.ts'
import { ApiError, noteCode } from '../http/errors.ts'
import type { LargeBodies } from '../limits/largeBodies.ts'
import { requesterOf } from '../limits/requester.ts'
import { identify } from '../tokens/identity.ts'
import type { Tokens } from '../tokens/tokens.ts'
import { readSchema } from './build-schema.ts'
import {
  type Arguments,
  bodyArguments,
  type CompiledCall,
  chooseRoutine,
  compileCall,
  queryArguments,
  runCall,
} from './call.ts'
import { Compiled } from './compiled.ts'
import { refusalOf } from './errors.ts'
import { LaneChooser } from './lane.ts'
import { describeApi, OPENAPI_TYPE } from './openapi.ts'
import { decodeForm, parseQuery, requireFilters } from './parse.ts'
import { type CompiledRead, compileRead, runRead } from './read.ts'
import {
  type Media,
  negotiate,
  notAvailable,
  type Payload,
  parsePreferences,
  parseRows,
  rowsOfPayload,
  withRangeHeader,
} from './request.ts'
import type { Answer, Headers } from './response.ts'
import { findRelation, retryWithFreshSchema, type Schema, SchemaCache } from './schema.ts'
import { quote } from './sql.ts'
import { type CompiledWrite, compileWrite, runCompiledWrite, unsupportedMethod } from './write.ts'

const BODY_LIMIT_BYTES = 1_048_576
const JSON_TYPES = [
  'application/json',
  'application/vnd.pgrst.object+json',
  'application/vnd.pgrst.array+json',
]
const OTHER_TYPES: Readonly<Record<string, Payload['kind']>> = {
  'application/x-www-form-urlencoded': 'form',
  'text/csv': 'csv',
  'text/plain': 'text',
  'text/xml': 'xml',
}

/** Source: PostgREST documentation, "Schema Cache", "Schema Cache Reloading". An empty notice reloads everything. */
const RELOADS = new Set(['reload schema', 'reload config'])

/** As Fastify refuses a type that nobody reads. */
const UNKNOWN_TYPE = { statusCode: 415, code: 'FST_ERR_CTP_INVALID_MEDIA_TYPE' }

type RelationRequest = FastifyRequest<{ Params: { relation: string } }>
type RoutineRequest = FastifyRequest<{ Params: { routine: string } }>

/**
 * The data API at `/rest/v1`: a request becomes one statement that runs as the requester, and PostgreSQL's own JSON is
 * the answer. All authorisation is PostgreSQL's. Source: PostgREST documentation, "API".
 */
export const restApi: FastifyPluginAsync<ApiContext> = async (app, { config, db, tokens, bodies, log }) => {
  const { schemas: exposed, extraSearchPath, maxRows } = config.project.api
  const { maxAnswerBytes: answerBytes } = config
  const lanes = new LaneChooser(db, config.urgent)
  const cache = new SchemaCache(() => readSchema(db, exposed, extraSearchPath), log)

  let listening: Listening | undefined
  app.addHook('onReady', async () => {
    const onNotice = (payload: string | undefined) => {
      // The old schema serves on; a request that misses something has it read again.
      if (!payload || RELOADS.has(payload)) void cache.read().catch(() => undefined)
    }
    listening = db.listen({ channel: 'pgrst', onNotice, log })
    // What it begins with is the first reading, for which no request should have to wait; should the database be away, a request reads it itself.
    await listening.begun
  })
  app.addHook('onClose', async () => listening?.stop())

  app.removeAllContentTypeParsers()
  const asText = (
    _request: FastifyRequest,
    body: string | Buffer,
    done: (error: null, body: unknown) => void,
  ) => done(null, body)
  const parsed = { parseAs: 'string', bodyLimit: BODY_LIMIT_BYTES } as const
  app.addContentTypeParser([...JSON_TYPES, ...Object.keys(OTHER_TYPES)], parsed, asText)
  app.addContentTypeParser('application/octet-stream', { ...parsed, parseAs: 'buffer' }, asText)
  // A body that does not say what it is, is JSON; what says that it is something else is refused before it is read.
  app.addContentTypeParser('*', parsed, (request, body, done) =>
    request.headers['content-type'] === undefined
      ? done(null, body)
      : done(Object.assign(new Error('unknown content type'), UNKNOWN_TYPE), undefined),
  )

  app.decorateRequest('role', 'anon')
  app.setErrorHandler((error, request, reply) => {
    const refusal = refusalOf(error, (request as { role?: string }).role ?? 'anon')
    noteCode(request, refusal?.body.code ?? 'XX000')
    if (refusal) return send(request, reply, refusal.status, refusal.headers, JSON.stringify(refusal.body))
    request.log.error({ err: error }, 'rest: unexpected failure')
    const body = { code: 'XX000', details: null, hint: null, message: 'Internal server error' }
    return send(request, reply, 500, {}, JSON.stringify(body))
  })
  app.setNotFoundHandler(() => {
    throw new ApiError(404, 'PGRST125', 'Invalid path specified in request URL')
  })

  const ctx: RestContext = {
    prefix: app.prefix,
    exposed,
    searchPaths: searchPathsOf(exposed, extraSearchPath),
    maxRows,
    answerBytes,
    tokens,
    bodies,
    lanes,
    cache,
    reads: new Compiled(),
    writes: new Compiled(),
    calls: new Compiled(),
  }
  // Who has sent too many large bodies is told so before the next one is received.
  app.addHook('onRequest', (request, _reply, done) => {
    if (!bodies.mayBeLarge(request.headers)) return done()
    identityOf(ctx, request)
      .then((identity) => bodies.assertLeft(requesterOf(identity)))
      .then(() => done(), done)
  })

  const read = ['GET', 'HEAD']
  const write = ['POST', 'PATCH', 'PUT', 'DELETE']
  app.route({
    method: [...read, ...write],
    url: '/rpc/:routine',
    handler: (request: RoutineRequest, reply) => callRoute(ctx, request, reply),
  })
  app.route({
    method: read,
    url: '/:relation',
    handler: (request: RelationRequest, reply) => readRoute(ctx, request, reply),
  })
  app.route({
    method: write,
    url: '/:relation',
    handler: (request: RelationRequest, reply) => writeRoute(ctx, request, reply),
  })
  app.options('/rpc/:routine', (_request, reply) => reply.header('allow', 'OPTIONS,GET,HEAD,POST').send(''))
  app.options('/:relation', (_request, reply) =>
    reply.header('allow', 'OPTIONS,GET,HEAD,POST,PUT,PATCH,DELETE').send(''),
  )
  app.route({ method: read, url: '/', handler: (request, reply) => describeRoute(ctx, request, reply) })
}

/** What the routes work with. */
interface RestContext {
  /** What of an address names the ctx. */
  prefix: string
  exposed: readonly string[]
  /** By exposed schema. */
  searchPaths: ReadonlyMap<string, string>
  maxRows: number
  answerBytes: number | undefined
  tokens: Tokens
  bodies: LargeBodies
  lanes: LaneChooser
  cache: SchemaCache
  reads: Compiled<CompiledRead>
  writes: Compiled<CompiledWrite>
  calls: Compiled<CompiledCall>
}

/** Who asks. The path that the database is told is the API's own, as behind any gateway. */
async function identityOf({ prefix, tokens }: RestContext, request: FastifyRequest): Promise<Identity> {
  const identity = await identify(tokens, {
    headers: request.headers,
    method: request.method,
    url: request.url.startsWith(prefix) ? request.url.slice(prefix.length) : request.url,
    ip: request.ip,
  })
  ;(request as { role?: string }).role = identity.role
  return identity
}

/** By exposed schema: itself, and what is added for every request. Source: PostgREST documentation, "Schemas", "Multiple schemas". */
function searchPathsOf(exposed: readonly string[], extra: readonly string[]): ReadonlyMap<string, string> {
  return new Map(exposed.map((schema) => [schema, [schema, ...extra].map(quote).join(', ')]))
}

/** What PostgreSQL estimates knows nothing of row level security. */
function maySeeEstimates({ role }: Identity): boolean {
  return role === 'service_role'
}

/** Who asks, and the schema that she speaks to: of the exposed ones only that one is on her search path. */
async function requesterOfSchema(
  ctx: RestContext,
  request: FastifyRequest,
  isRead: boolean,
): Promise<{ identity: Identity; profile: string }> {
  const identity = await identityOf(ctx, request)
  const profile = chooseSchema(ctx.exposed, profileOf(request, isRead))
  identity.searchPath = ctx.searchPaths.get(profile)
  return { identity, profile }
}

/** `GET` and `HEAD` of the root: what of the API the requester may use. */
async function describeRoute(ctx: RestContext, request: FastifyRequest, reply: FastifyReply) {
  const { prefix, cache, lanes } = ctx
  const { identity, profile } = await requesterOfSchema(ctx, request, true)
  const at = { protocol: request.protocol, host: request.host, basePath: prefix }
  const body = await retryWithFreshSchema(cache, (schema) =>
    describeApi(lanes.usual, identity, schema, profile, at),
  )
  return send(request, reply, 200, { 'content-type': OPENAPI_TYPE }, body)
}

/** `GET` and `HEAD` of a table or view. */
async function readRoute(ctx: RestContext, request: RelationRequest, reply: FastifyReply) {
  const { exposed, maxRows, answerBytes, lanes, cache, reads } = ctx
  const { identity, profile } = await requesterOfSchema(ctx, request, true)
  const { headers, url } = request
  const name = request.params.relation
  const seesEstimates = maySeeEstimates(identity)
  const { prefer, accept } = headers
  const range = rangeOf(request)
  const words = [seesEstimates, profile, name, prefer, accept, range, queryStringOf(url)]
  const compile = (schema: Schema) => {
    const asked = parseQuery(queryStringOf(url))
    requireFilters(asked)
    return compileRead({
      schema,
      relation: findRelation(schema, profile, name),
      query: withRangeHeader(asked, range),
      preferences: parsePreferences(headerOf(headers.prefer), schema.allowsTx),
      media: mediaOf(headers.accept, schema.allowsPlans),
      maxRows,
      answerBytes,
      seesEstimates,
    })
  }
  const answer = await retryWithFreshSchema(cache, (schema) => {
    const read = reads.get(schema, words, () => compile(schema))
    return runRead(lanes, identity, read)
  })
  return sendAnswer(request, reply, answer, profile, exposed)
}

/** @throws ApiError PGRST107; of what is read alone there are plans, and only where the database allows that */
function mediaOf(accept: string | undefined, allowsPlans: boolean): Media {
  const media = negotiate(accept)
  if (media.plan !== undefined && !allowsPlans) throw notAvailable(accept!)
  return media
}

/** `POST`, `PATCH`, `PUT` and `DELETE` of a table or view. */
async function writeRoute(ctx: RestContext, request: RelationRequest, reply: FastifyReply) {
  const { exposed, answerBytes, bodies, lanes, cache, writes } = ctx
  const { identity, profile } = await requesterOfSchema(ctx, request, false)
  const { method, headers, url } = request
  if (method !== 'POST' && method !== 'PATCH' && method !== 'PUT' && method !== 'DELETE') {
    throw unsupportedMethod(method)
  }
  const name = request.params.relation
  const query = parseQuery(queryStringOf(url))
  requireFilters(query)
  const media = mediaOf(headers.accept, false)
  const payload = payloadOf(request)
  const read = () =>
    bodies.read(requesterOf(identity), payload.text, () => parseRows(rowsOfPayload(payload), query.columns))
  const body = method === 'DELETE' ? undefined : await read()
  const rows = body?.rows
  const named = rows && JSON.stringify([rows.isArray, ...rows.mentioned])
  const words = [method, profile, name, headers.prefer, headers.accept, named, queryStringOf(url)]
  const compile = (schema: Schema) => {
    const preferences = parsePreferences(headerOf(headers.prefer), schema.allowsTx)
    const relation = findRelation(schema, profile, name)
    return compileWrite({ method, schema, relation, query, preferences, media, rows, answerBytes })
  }
  const answer = await retryWithFreshSchema(cache, (schema) => {
    const write = writes.get(schema, words, () => compile(schema))
    return runCompiledWrite(lanes, identity, write, body?.text ?? '')
  })
  return sendAnswer(request, reply, answer, profile, exposed)
}

/** Whatever calls a function. */
async function callRoute(ctx: RestContext, request: RoutineRequest, reply: FastifyReply) {
  const { exposed, maxRows, answerBytes, bodies, lanes, cache, calls } = ctx
  const { method, headers, url } = request
  const isRead = method === 'GET' || method === 'HEAD'
  const { identity, profile } = await requesterOfSchema(ctx, request, isRead)
  if (!isRead && method !== 'POST') {
    throw new ApiError(405, 'PGRST101', `Cannot use the ${method} method on RPC`)
  }
  const name = request.params.routine
  const range = rangeOf(request)
  const asked = parseQuery(queryStringOf(url))
  if (!isRead) requireFilters(asked)
  const query = withRangeHeader(asked, range)
  const media = mediaOf(headers.accept, false)
  const payload = payloadOf(request)
  const isForm = payload.kind === 'form'
  const read = () =>
    bodies.read(requesterOf(identity), payload.text, () => bodyArguments(payload, query.columns))
  const sent = isRead || isForm ? undefined : await read()
  const pairs = isForm ? decodeForm(payload.text) : query.args
  const seesEstimates = maySeeEstimates(identity)
  const { prefer, accept } = headers
  const words = [isRead, seesEstimates, profile, name, prefer, accept, range, queryStringOf(url)]
  const compile = (schema: Schema, args: Arguments) => {
    const preferences = parsePreferences(headerOf(prefer), schema.allowsTx)
    const routine = chooseRoutine(schema, profile, name, args)
    const common = { schema, routine, args, query, preferences, media, maxRows, answerBytes, seesEstimates }
    return compileCall({ ...common, isReadOnly: isRead })
  }
  const answer = await retryWithFreshSchema(cache, (schema) => {
    const { args, json } = sent ?? queryArguments(pairs, schema.routinesNamed(profile, name))
    const named = JSON.stringify([args.body, args.isObject, ...args.names])
    const call = calls.get(schema, [named, ...words], () => compile(schema, args))
    return runCall(lanes, identity, call, json)
  })
  return sendAnswer(request, reply, answer, profile, exposed)
}

/**
 * The schema that a request speaks to: the first exposed one unless its profile header names another.
 * Source: PostgREST documentation, "Schemas".
 * @throws ApiError PGRST106
 */
function chooseSchema(exposed: readonly string[], profile: string | undefined): string {
  if (profile === undefined) return exposed[0] ?? 'public'
  if (exposed.includes(profile)) return profile
  throw new ApiError(406, 'PGRST106', `Invalid schema: ${profile}`, {
    hint: `Only the following schemas are exposed: ${exposed.join(', ')}`,
  })
}

/** Of every other method, HEAD too, a range is ignored. Source: RFC 9110, section 14.2. */
function rangeOf({ method, headers }: FastifyRequest): string | undefined {
  return method === 'GET' ? headers.range : undefined
}

/** The schema that the request names, if it names one. */
function profileOf({ headers }: FastifyRequest, isRead: boolean): string | undefined {
  return headerOf(headers[isRead ? 'accept-profile' : 'content-profile'])
}

/** A header that may come several times, as one. */
function headerOf(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value.join(',') : value
}

/** What stands after the question mark, still percent-encoded. */
function queryStringOf(url: string): string {
  const mark = url.indexOf('?')
  return mark === -1 ? '' : url.slice(mark + 1)
}

/** The body as it came, bytes as PostgreSQL reads them; nothing is JSON of nothing. */
function payloadOf({ body, headers }: FastifyRequest): Payload {
  if (Buffer.isBuffer(body)) return { kind: 'bytes', text: `\\x${body.toString('hex')}` }
  const type = (headers['content-type'] ?? '').replace(/;.*/s, '').trim().toLowerCase()
  const kind = OTHER_TYPES[type] ?? 'json'
  const text = typeof body === 'string' ? body : ''
  return { kind, text: kind === 'json' ? storableJson(text) : storable(text) }
}

/** Sends what a handler made; a server of several schemas says which one it came from. */
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

/** Sends a body of JSON, or none. Nothing that a person may read is kept by anything between her and us. */
function send(
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  headers: Readonly<Headers>,
  body: string,
): FastifyReply {
  reply.code(status).header('cache-control', 'no-store').headers(headers)
  if (body !== '' && !('content-type' in headers))
    reply.header('content-type', 'application/json; charset=utf-8')
  return reply.send(request.method === 'HEAD' || body === '' ? undefined : body)
}
