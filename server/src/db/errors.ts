/** What PostgreSQL says of a failed statement; the subset of pg's DatabaseError that the APIs read. */
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
  // FATAL is said of a connection, never of a statement: a role that may not sign in (28P01) or is sent away asks nothing.
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
