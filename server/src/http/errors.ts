/** What an API answers when it refuses: a status, a code that clients may compare, and a text without internals. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  readonly details: string | null
  readonly hint: string | null
  /** Further members of the body, such as `weak_password` (auth API only). */
  readonly extra: Readonly<Record<string, unknown>>
  /** Further response headers, such as `Retry-After`. */
  readonly headers: Readonly<Record<string, string>>

  /**
   * @param status HTTP status
   * @param code machine-readable code as the API's reference documents it (`PGRST116`, `bad_jwt`, SQLSTATE …)
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
