import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Identity } from '../db/database.ts'
import type { ApiContext } from '../http/context.ts'
import { identify } from '../tokens/identity.ts'
import { invalidBucketName, invalidKey, invalidRequest } from './errors.ts'
import type { FileStore, Staging } from './files.ts'
import type { Links } from './links.ts'

/** What the routes of this API share. */
export interface StorageContext extends ApiContext {
  files: FileStore
  staging: Staging
  links: Links
  /** Largest file of any bucket, in bytes. */
  maxFileBytes: number
  /** Whether pictures are given in other sizes. */
  transformsImages: boolean
}

/** Sees every bucket and object; for what a policy cannot answer: the rules of a bucket, whether it is public. */
export const SERVICE: Identity = { role: 'service_role', claims: { role: 'service_role' } }

/**
 * Who asks.
 * @throws TokenError when a token is there but cannot be trusted
 */
export function requester({ tokens }: StorageContext, request: FastifyRequest): Promise<Identity> {
  const { headers, method, url, ip } = request
  return identify(tokens, { headers, method, url, ip })
}

/** SQL of a moment as the model writes it in JSON. */
export const isoMoment = (column: string) =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/**
 * Whether the request shows any key at all.
 * @throws ApiError 400 `InvalidRequest`, in the model's words
 */
export function assertKey({ headers }: FastifyRequest): void {
  if (!headers.authorization && !headers.apikey)
    throw invalidRequest("headers must have required property 'authorization'")
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The columns `owner` and `owner_id` of what somebody makes; both null for keys that belong to nobody. */
export function ownerOf(claims: Identity['claims']): { owner: string | null; ownerId: string | null } {
  const { sub } = claims
  if (typeof sub !== 'string' || sub === '') return { owner: null, ownerId: null }
  return { owner: UUID.test(sub) ? sub : null, ownerId: sub }
}

/** The object's name at the end of a route's path. */
export function wildcard(request: FastifyRequest): unknown {
  return (request.params as Record<string, unknown>)['*']
}

/** Longest object name, in bytes of UTF-8; S3's limit, so that an object store can take over. */
const NAME_BYTES = 1024
const BUCKET_NAME = /^[\w!\-.*'() &$@=;:+,?]{1,63}$/
/** Control characters, marks and separators that rearrange a line, and the backslash, which some systems take for a slash. */
const UNSAFE = /[\p{Cc}\u200e\u200f\u2028-\u202e\u2066-\u2069\\]/u
/** Half of a surrogate pair, which UTF-8 cannot hold. */
const BROKEN = /[\ud800-\udfff]/u

/**
 * A bucket's id as a request gave it.
 * @throws ApiError 400 `InvalidBucketName`
 */
export function bucketId(value: unknown): string {
  if (typeof value !== 'string' || !BUCKET_NAME.test(value) || /^\.+$/.test(value)) throw invalidBucketName()
  return value
}

/**
 * An object's name as a request gave it, percent-decoding already done once. Files on disk never carry it, so it needs
 * no escaping; what is refused is what could mean something to a program that reads it later.
 * @throws ApiError 400 `InvalidKey`: empty, too long, control characters, a backslash, or an empty, `.` or `..` segment
 */
export function objectName(value: unknown): string {
  if (typeof value !== 'string' || value === '') throw invalidKey()
  const segments = namePrefix(value).split('/')
  if (segments.some((segment) => segment === '' || segment === '.' || segment === '..')) throw invalidKey()
  return value
}

/**
 * The beginning of names, for listing: may be empty or end with a slash.
 * @throws ApiError 400 `InvalidKey`
 */
export function namePrefix(value: string): string {
  if (UNSAFE.test(value) || BROKEN.test(value) || Buffer.byteLength(value) > NAME_BYTES) throw invalidKey()
  return value
}

/**
 * A request's JSON body, checked.
 * @throws ApiError 400 naming the first member that is wrong, never its value
 */
export function parseBody<T>(schema: z.ZodType<T>, body: unknown): T {
  return parse(schema, body ?? {}, 'body')
}

/** A request's query string, checked; the rest as `parseBody`. */
export function parseQuery<T>(schema: z.ZodType<T>, query: unknown): T {
  return parse(schema, query ?? {}, 'querystring')
}

function parse<T>(schema: z.ZodType<T>, value: unknown, what: string): T {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  throw invalidRequest(`${[what, ...(issue?.path ?? [])].join('/')} is not valid`)
}
