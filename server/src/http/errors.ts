/** What a door answers when it refuses: a status, a code that clients may compare, and a text without internals. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  readonly details: string | null
  readonly hint: string | null
  /** Further members of the body, such as `weak_password` (auth door only). */
  readonly extra: Readonly<Record<string, unknown>>
  /** Further response headers, such as `Retry-After`. */
  readonly headers: Readonly<Record<string, string>>

  /**
   * @param status HTTP status
   * @param code machine-readable code as the door's reference documents it (`PGRST116`, `bad_jwt`, SQLSTATE …)
   * @param message text for people; never SQL, stack or personal data
   */
  constructor(
    status: number,
    code: string,
    message: string,
    options: {
      details?: string | null
      hint?: string | null
      extra?: Record<string, unknown>
      headers?: Record<string, string>
    } = {},
  ) {
    super(message)
    this.name = 'ApiError'
    this.status = status
    this.code = code
    this.details = options.details ?? null
    this.hint = options.hint ?? null
    this.extra = options.extra ?? {}
    this.headers = options.headers ?? {}
  }
}

const codes = new WeakMap<object, string>()

/** Notes with which code a request was refused, for the line that the log gets of it. No message: it may quote what somebody typed. */
export function noteCode(request: object, code: string): void {
  codes.set(request, code)
}

/** The code that was noted for a request. */
export function codeOf(request: object): string | undefined {
  return codes.get(request)
}

/** What PostgreSQL says of a failed statement; the subset of pg's DatabaseError that the doors read. */
export interface PostgresError extends Error {
  /** SQLSTATE, five characters. Source: PostgreSQL documentation, appendix A. */
  code: string
  detail?: string
  hint?: string
  constraint?: string
  table?: string
  column?: string
}

/** Whether `error` came from PostgreSQL itself (it carries a SQLSTATE) rather than from the connection or from us. */
export function isPostgresError(error: unknown): error is PostgresError {
  return (
    error instanceof Error &&
    typeof (error as { code?: unknown }).code === 'string' &&
    /^[0-9A-Z]{5}$/.test((error as unknown as { code: string }).code) &&
    'severity' in error
  )
}

const CONNECTION_CODES = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT'])

/**
 * Whether `error` means that the database cannot be reached just now (restarting, shutting down, recovering,
 * out of connections, refusing the server's own role): the caller answers 503 and the client may try again.
 * Source: PostgreSQL SQLSTATE classes 08 and 57P, PostgREST's PGRST000 to PGRST002.
 */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = (error as { code?: string }).code ?? ''
  // FATAL is said of a connection, never of a statement: whoever may not sign in (28P01) or is sent away asks nothing.
  if (isPostgresError(error))
    return isFatal(error) || code.startsWith('08') || code.startsWith('57P') || code === '53300'
  return (
    CONNECTION_CODES.has(code) ||
    /^Connection terminated|^timeout exceeded when trying to connect/.test(error.message)
  )
}

function isFatal(error: PostgresError): boolean {
  const { severity } = error as { severity?: string }
  return severity === 'FATAL' || severity === 'PANIC'
}
