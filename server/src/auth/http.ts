import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { isPostgresError, isUnavailable, type PostgresError } from '../db/errors.ts'
import type { ApiContext } from '../http/context.ts'
import { ApiError, noteCode } from '../http/errors.ts'

// What comes in by HTTP and what goes out: bodies, who asks from which device, refusals.

/** Largest body of a request. Source: docs/api.md#auth-errors, 413. */
export const BODY_LIMIT = 1024 * 1024
/** Metadata travels in every access token, and a request's headers may hold 16 KB in all. */
export const METADATA_LIMIT = 8 * 1024
/** Source: HTML Living Standard, "valid e-mail address". */
const EMAIL =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/

/**
 * A JSON body as the official client sends it, which names JSON as the type of an empty one too.
 * @throws ApiError 400 `bad_json`
 */
export function parseJson(text: string): unknown {
  if (text === '') return {}
  try {
    return JSON.parse(text)
  } catch {
    throw badJson()
  }
}

/**
 * @returns `value` as the schema describes it
 * @throws ApiError 400 `validation_failed` naming the member at fault, never its value
 */
export function parse<T extends z.ZodType>(schema: T, value: unknown): z.output<T> {
  const result = schema.safeParse(value ?? {})
  if (result.success) return result.data
  const [issue] = result.error.issues
  const where = issue?.path.length ? `${issue.path.join('.')}: ` : ''
  throw validationFailed(`${where}${issue?.message ?? 'Invalid request'}`)
}

/** Text without the null character, which PostgreSQL cannot store and where bcrypt would stop reading. */
export const text = z.string().refine((value) => !value.includes('\0'), 'Null characters are not allowed')

/** User metadata: any JSON object that fits into a token. Absent and null are the same. */
export const metadata = z
  .record(z.string(), z.unknown())
  .nullish()
  .transform((value, context): Record<string, unknown> => {
    const problem = metadataProblem(value ?? {})
    if (problem) context.addIssue({ code: 'custom', message: problem })
    return value ?? {}
  })

function metadataProblem(value: Record<string, unknown>): string | undefined {
  let json: string
  try {
    json = JSON.stringify(value)
  } catch {
    return 'Metadata is nested too deeply'
  }
  if (Buffer.byteLength(json) > METADATA_LIMIT) return 'Metadata must not exceed 8 KB'
  return undefined
}

/** Members that a client with the PKCE flow adds to a request that ends in a mailed link. */
export const pkce = {
  code_challenge: text.nullish(),
  code_challenge_method: text.nullish(),
}

/** An address as it was typed or pasted: direction marks and letters of no width come along unseen. */
export function cleanEmail(value: string): string {
  return value
    .replace(/\p{Cf}/gu, '')
    .trim()
    .toLowerCase()
}

/**
 * The one form in which an address is stored and looked up.
 * @throws ApiError `validation_failed`
 */
export function normalizeEmail(value: string, status = 400): string {
  const email = cleanEmail(value)
  if (email.length > 255) throw validationFailed('An email address is too long', status)
  if (!EMAIL.test(email)) throw validationFailed('Unable to validate email address: invalid format', status)
  return email
}

/** Value of a query parameter; the first one where it is repeated. */
export const parameter = z
  .union([text, z.array(text).transform((values) => values[0])])
  .optional()
  .transform((value) => value ?? '')

/** Where a request comes from, as it is kept with a session. */
export interface Caller {
  ip: string
  userAgent: string
  /** The device as the browser shows it. */
  shown?: ShownDevice
  /** Sends the browser its mark with the answer; absent where it would not show the one that it has. */
  issue?: (value: string) => void
}

export function callerOf(request: FastifyRequest): Caller {
  const caller: Caller = { ip: request.ip, userAgent: (request.headers['user-agent'] ?? '').slice(0, 500) }
  // A link that leads here from elsewhere comes without the cookie (`SameSite=Strict`), whatever the browser holds.
  if (request.method !== 'POST') return caller
  return { ...caller, shown: shownBy(request), issue: (value) => (request.issuedDevice = value) }
}

/** A neutral name: it tells nothing to somebody who reads the browser's storage. */
const COOKIE = 'equipo'
const DEVICE = /(?:^|;\s*)equipo=([A-Za-z0-9_-]{22})\.([A-Za-z0-9_-]{22})(?=;|$)/
export const DEVICE_LIFETIME_SECONDS = 30 * 24 * 3_600

/** Where it goes: the grants, and the calls that send mails. */
const PATH = '/auth/v1'

/** What a browser shows of itself: its mark, which stays, and its turn, which changes with every use. */
export interface ShownDevice {
  mark: string
  turn: string
}

/**
 * The random mark of a device on which somebody has signed in before; undefined for any other.
 * It opens nothing: a device that signed in to an account before only waits for its own wrong passwords and mails.
 */
export function deviceOf(request: FastifyRequest): string | undefined {
  return shownBy(request)?.mark
}

/** Mark and turn that a request brings. */
export function shownBy(request: FastifyRequest): ShownDevice | undefined {
  const [, mark, turn] = DEVICE.exec(request.headers.cookie ?? '') ?? []
  return mark && turn ? { mark, turn } : undefined
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Mark and turn that go out with the answer. */
    issuedDevice: string | undefined
  }
}

/** Sends the cookie of a device with whatever answer it was issued for, and with no refusal. */
export function sendIssuedDevices(app: FastifyInstance, { config }: Pick<ApiContext, 'config'>): void {
  const secure = config.siteUrl.startsWith('https:') ? '; Secure' : ''
  app.decorateRequest('issuedDevice', undefined)
  app.addHook('onSend', async (request: FastifyRequest, reply: FastifyReply) => {
    if (request.issuedDevice === undefined || reply.statusCode >= 400) return
    reply.header(
      'Set-Cookie',
      `${COOKIE}=${request.issuedDevice}; Path=${PATH}; Max-Age=${DEVICE_LIFETIME_SECONDS}; HttpOnly; SameSite=Strict${secure}`,
    )
  })
}

const VERSION_HEADER = 'x-supabase-api-version'
/** The first version of the interface whose errors carry their code as a word. Source: docs/api.md#auth-errors. */
const FIRST_DATED_VERSION = '2024-01-01'

/** Whether the client speaks the dated interface; its error bodies then have the newer shape. */
export function speaksDatedVersion(request: FastifyRequest): boolean {
  const version = request.headers[VERSION_HEADER]
  return typeof version === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(version) && version >= FIRST_DATED_VERSION
}

/** Echoes the interface version, as the official client expects before it reads an error's code. */
export function echoVersion(request: FastifyRequest, reply: FastifyReply): void {
  if (speaksDatedVersion(request)) reply.header(VERSION_HEADER, FIRST_DATED_VERSION)
}

/** Writes any error of this API in the envelope that the client's version expects. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = toApiError(error)
  if (refusal.status >= 500) request.log.error({ err: error }, 'auth: unexpected failure')
  noteCode(request, refusal.code)
  reply
    .code(refusal.status)
    .headers(refusal.headers)
    .header('x-sb-error-code', refusal.code)
    .type('application/json; charset=utf-8')
  if (refusal instanceof OAuthError) {
    return reply.send({ error: refusal.code, error_description: refusal.message })
  }
  if (speaksDatedVersion(request)) {
    return reply.send({ code: refusal.code, message: refusal.message, ...refusal.extra })
  }
  return reply.send({
    code: refusal.status,
    error_code: refusal.code,
    msg: refusal.message,
    ...(refusal.status >= 500 ? { error_id: request.id } : {}),
    ...refusal.extra,
  })
}

/** An error in the shape of RFC 6749, section 5.2, which the grant `id_token` answers. */
export class OAuthError extends ApiError {}

export function validationFailed(message: string, status = 400): ApiError {
  return new ApiError(status, 'validation_failed', message)
}

/** A secret that is wrong, used or too old, without saying which. @param code whether it was typed */
export function expiredSecret(code = true): ApiError {
  const message = code ? 'Token has expired or is invalid' : 'Email link is invalid or has expired'
  return new ApiError(403, 'otp_expired', message)
}

/** A refusal that says when to try again. Source: RFC 9110, section 10.2.3 for `Retry-After`. */
export function tooManyRequests(
  code: 'over_request_rate_limit' | 'over_email_send_rate_limit' | 'over_sms_send_rate_limit',
  message: string,
  waitMs: number,
): ApiError {
  return new ApiError(429, code, message, {
    headers: { 'Retry-After': String(Math.max(1, Math.ceil(waitMs / 1000))) },
  })
}

/** Fastify's own refusals of a body or an address, in this API's words. */
const FASTIFY_ERRORS: Readonly<Record<string, () => ApiError>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: () =>
    new ApiError(413, 'request_entity_too_large', 'Request body exceeds 1 MB'),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () => badJson(),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () => badJson(),
}

export function badJson(): ApiError {
  return new ApiError(400, 'bad_json', 'Could not parse request body as JSON')
}

function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) {
    // The budget of large bodies is the whole server's; this API has a code of its own for it.
    return error.code === 'LS429'
      ? new ApiError(429, 'over_request_rate_limit', 'Request rate limit reached', { headers: error.headers })
      : error
  }
  if (isUnavailable(error)) {
    return new ApiError(503, 'unexpected_failure', 'Service is temporarily unavailable', {
      headers: { 'Retry-After': '1' },
    })
  }
  if (isPostgresError(error)) return fromPostgres(error)
  const { code, statusCode } = error as { code?: string; statusCode?: number }
  const known = code ? FASTIFY_ERRORS[code] : undefined
  if (known) return known()
  if (statusCode && statusCode >= 400 && statusCode < 500) return validationFailed('Invalid request', 400)
  return new ApiError(
    500,
    'unexpected_failure',
    'Unexpected failure, please check server logs for more information',
  )
}

/**
 * What the project's own triggers and functions say while an account is written: their refusals are the client's to
 * read (`raise exception`, with the status that `PTxyz` names, as PostgREST reads it); values that PostgreSQL cannot
 * store are the client's fault; the rest is ours.
 */
function fromPostgres(error: PostgresError): ApiError {
  const named = /^PT(4\d\d)$/.exec(error.code)
  if (named) return new ApiError(Number(named[1]), 'unknown', error.message)
  if (error.code === '55P03' || error.code === '40P01') {
    return new ApiError(409, 'conflict', 'Too many concurrent requests for the same account')
  }
  if (error.code === '57014') {
    return new ApiError(504, 'request_timeout', 'Processing this request timed out, please retry')
  }
  if (error.code === 'P0001') return validationFailed(error.message)
  if (error.code === '42501') return new ApiError(403, 'unknown', 'Database refused to save the user')
  if (error.code === '54001' || /^2[23]/.test(error.code)) {
    return validationFailed('Database refused to save the user')
  }
  return new ApiError(500, 'unexpected_failure', 'Database error')
}
