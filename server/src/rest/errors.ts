import { isPostgresError, isUnavailable, type PostgresError } from '../db/errors.ts'
import { ApiError } from '../http/errors.ts'
import { TokenError } from '../tokens/tokens.ts'

/** What a refusal looks like on the wire. */
export interface Refusal {
  status: number
  headers: Readonly<Record<string, string>>
  body: { code: string; details: unknown; hint: string | null; message: string }
}

/** The request cannot be understood. Source: PostgREST documentation, "Errors", PGRST100. */
export function malformed(message: string, details: string | null = null): ApiError {
  return new ApiError(400, 'PGRST100', message, { details })
}

/** The request's body is not what the table or function can take. Source: as above, PGRST102. */
export function badBody(message: string, details: string | null = null): ApiError {
  return new ApiError(400, 'PGRST102', message, { details })
}

/** A refusal whose details are data, such as the relationships among which a request must choose. */
export class DetailedError extends ApiError {
  readonly data: unknown
  constructor(status: number, code: string, message: string, options: { data: unknown; hint: string }) {
    super(status, code, message, { hint: options.hint })
    this.data = options.data
  }
}

/**
 * Turns whatever went wrong into PostgREST's answer: {code, details, hint, message} and a status.
 * @param role who asked: a missing privilege is 401 to a visitor, 403 to others; what a broken constraint says of rows, which
 *   may be somebody else's, is for the service key alone
 * @returns undefined for an error that is a fault of ours: the server logs it and answers 500
 */
export function refusalOf(error: unknown, role: string): Refusal | undefined {
  if (error instanceof TokenError) return tokenRefusal(error)
  if (isPostgresError(error)) return refusalOfPostgres(error, role)
  // An answer that Node cannot hold in one text: the ceiling should have stopped it in PostgreSQL.
  if ((error as { code?: unknown })?.code === 'ERR_STRING_TOO_LONG') return refusalOf(tooLarge(), role)
  if (error instanceof ApiError) {
    const { status, code, message, hint, headers } = error
    const details = error instanceof DetailedError ? error.data : error.details
    return { status, headers, body: { code, details, hint, message } }
  }
  if (isUnavailable(error)) return unavailable(error as Error)
  return frameworkRefusal(error)
}

function refusalOfPostgres(error: PostgresError, role: string): Refusal | undefined {
  const tooMuch = tooLargeOf(error)
  if (tooMuch) return refusalOf(tooMuch, role)
  return isUnavailable(error) ? unavailable(error) : postgresRefusal(error, role)
}

function tokenRefusal(error: TokenError): Refusal {
  const code = error.reason === 'expired' ? 'PGRST303' : 'PGRST301'
  return {
    status: 401,
    headers: { 'www-authenticate': `Bearer error="invalid_token", error_description="${error.message}"` },
    body: { code, details: null, hint: null, message: error.message },
  }
}

function unavailable(error: Error): Refusal {
  const poolIsFull = error.message.startsWith('timeout exceeded')
  return {
    status: poolIsFull ? 504 : 503,
    headers: { 'retry-after': '1' },
    body: {
      code: poolIsFull ? 'PGRST003' : 'PGRST001',
      details: null,
      hint: null,
      message: poolIsFull
        ? 'Timed out acquiring connection from connection pool.'
        : 'Database client error. Retrying the connection.',
    },
  }
}

function postgresRefusal(error: PostgresError, role: string): Refusal {
  if (error.code === 'PGRST') return raisedResponse(error)
  const status = statusOf(error, role)
  return {
    status,
    headers: status === 401 ? { 'www-authenticate': 'Bearer' } : {},
    body: {
      code: error.code,
      details: namesRows(error) && role !== 'service_role' ? null : (error.detail ?? null),
      hint: error.hint ?? null,
      message: error.message,
    },
  }
}

/**
 * PostgreSQL's own words on a broken constraint quote the values that collide or the whole row that failed, columns among
 * them that she may not read. What a function raises itself names no constraint and no column, and is meant to be read.
 */
function namesRows({ code, constraint, column, table }: PostgresError): boolean {
  return code.startsWith('23') && (constraint ?? column ?? table) !== undefined
}

const STATUS_BY_CODE: Readonly<Record<string, number>> = {
  '23503': 409,
  '23505': 409,
  // The launcher stops writing before the disk is full. A function called by GET says 405 itself.
  '25006': 503,
  '42883': 404,
  '42P01': 404,
  '42P17': 500,
  '54001': 400,
  // Ours: a write may be tried again (503), and a statement that takes too long is not a server error (504).
  '55000': 405,
  '57014': 504,
  P0001: 400,
}

const STATUS_BY_CLASS: Readonly<Record<string, number>> = {
  '08': 503,
  '09': 500,
  '0L': 403,
  '0P': 403,
  '21': 500,
  '25': 500,
  '28': 403,
  '2D': 500,
  '38': 500,
  '39': 500,
  '3B': 500,
  '40': 500,
  '53': 503,
  '54': 500,
  '55': 500,
  '57': 500,
  '58': 500,
  F0: 500,
  HV: 500,
  P0: 500,
  XX: 500,
}

/** Source: PostgREST documentation, "Errors", "HTTP status codes". 54001 is ours: only hostile input nests that deep. */
function statusOf(error: PostgresError, role: string): number {
  const { code, message } = error
  if (code === '42501') return role === 'anon' ? 401 : 403
  if (code === '21000' && message.endsWith('requires a WHERE clause')) return 400
  if (code === '22023' && /^role .* does not exist$/.test(message)) return 401
  const raised = /^PT(\d{3})$/.exec(code)
  if (raised) return validStatus(Number(raised[1]))
  return STATUS_BY_CODE[code] ?? STATUS_BY_CLASS[code.slice(0, 2)] ?? 400
}

function validStatus(status: number): number {
  return status >= 200 && status <= 599 ? status : 500
}

/**
 * `raise sqlstate 'PGRST'` writes the whole answer itself: the message is the body as JSON, the detail says status and
 * headers. Source: PostgREST documentation, "Errors", "RAISE errors with HTTP status codes".
 */
function raisedResponse(error: PostgresError): Refusal {
  try {
    const body = JSON.parse(error.message)
    const detail = JSON.parse(error.detail ?? '')
    if (typeof body.code !== 'string' || typeof body.message !== 'string') throw new TypeError('incomplete')
    const { code, message, details = null, hint = null } = body
    return {
      status: validStatus(Number(detail.status)),
      headers: stringMembers(detail.headers),
      body: { code, details, hint, message },
    }
  } catch {
    return {
      status: 500,
      headers: {},
      body: {
        code: 'PGRST121',
        details: null,
        hint: "MESSAGE must hold 'code' and 'message', DETAIL 'status' and 'headers', both as JSON objects.",
        message: 'Could not parse JSON in the "RAISE SQLSTATE \'PGRST\'" error',
      },
    }
  }
}

function stringMembers(value: unknown): Record<string, string> {
  if (typeof value !== 'object' || value === null) return {}
  return Object.fromEntries(
    Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}

/** Errors that Fastify raises before the API is asked: body too large, wrong content type, broken request. */
function frameworkRefusal(error: unknown): Refusal | undefined {
  const { statusCode, code } = error as { statusCode?: number; code?: string }
  if (typeof statusCode !== 'number' || statusCode >= 500) return undefined
  const message =
    code === 'FST_ERR_CTP_BODY_TOO_LARGE'
      ? 'Request body is too large'
      : code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE'
        ? 'Content-Type not acceptable; use application/json'
        : 'Bad request'
  return {
    status: statusCode,
    headers: {},
    body: { code: 'PGRST102', details: null, hint: null, message },
  }
}

/** The marker by which PostgreSQL raises that an answer grew too large: a text that is not valid JSON. */
export const TOO_LARGE = 'LS413'

/** The refusal that such an error stands for, if it is one. */
export function tooLargeOf({ code, detail }: Pick<PostgresError, 'code' | 'detail'>): ApiError | undefined {
  return code === '22P02' && detail?.includes(TOO_LARGE) ? tooLarge() : undefined
}

/** Source: ours; documented in docs/api.md. */
export function tooLarge(): ApiError {
  return new ApiError(413, TOO_LARGE, 'The answer is too large', {
    hint: 'Ask for fewer rows or columns, in pages of limit and offset.',
  })
}
