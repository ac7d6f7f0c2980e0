import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError, isPostgresError, isUnavailable, type PostgresError } from '../core/errors.ts'

const VERSION_HEADER = 'x-supabase-api-version'
/** The first version of the interface whose errors carry their code as a word. Source: docs/auth.md#errors. */
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

/** Writes any error of this door in the envelope that the client's version expects. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = toApiError(error)
  if (refusal.status >= 500) request.log.error({ err: error }, 'auth: unexpected failure')
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

/** A refusal that asks for patience. Source: RFC 9110, section 10.2.3 for `Retry-After`. */
export function tooManyRequests(
  code: 'over_request_rate_limit' | 'over_email_send_rate_limit' | 'over_sms_send_rate_limit',
  message: string,
  waitMs: number,
): ApiError {
  return new ApiError(429, code, message, {
    headers: { 'Retry-After': String(Math.max(1, Math.ceil(waitMs / 1000))) },
  })
}

/** Fastify's own refusals of a body or an address, in this door's words. */
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
    // The budget of large bodies is the whole server's; this door has a code of its own for it.
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
