import { claimsOf } from './claims.ts'

/** Calls that answer with a session. */
const SESION = /\/auth\/v1\/(token|verify|signup|factors\/[^/]+\/verify)(\?|$)/
const RENOVAR = /\/auth\/v1\/token\?(.*&)?grant_type=refresh_token(&|$)/
/** Signing out is not reported as an ended session. */
const SALIR = /\/auth\/v1\/logout(\?|$)/
/** Who she is: the endpoint that reads her session's own row, ours as well as the model's. */
const QUIEN = /\/auth\/v1\/user(\?|$)/

/**
 * Error codes with which the service refuses a renewal for good: session or refresh token gone or past its
 * end, account banned or deleted.
 */
const DEFINITIVO = new Set([
  'refresh_token_not_found',
  'refresh_token_already_used',
  'session_not_found',
  'session_expired',
  'user_banned',
  'user_not_found',
])
/** Error codes of the auth API for a token that is no longer valid. */
const SIN_SESION = new Set([...DEFINITIVO, 'bad_jwt', 'no_authorization'])

/** How long what was refused waits for the renewal. */
const RENOVACION_MS = 5_000
/** A token that was renewed so recently is not renewed again: whatever refuses it has another reason. */
const RECIENTE_MS = 30_000

/** A renewal without any answer is tried again after so long: auth-js' own pauses grow to 13 s, and a press waits for them. */
const SIN_RESPUESTA_MS = 2_000
/** So long: auth-js tries no more once its half minute is over, and the next question asks anew. */
const INSISTE_MS = 30_000

/** Access to the session on this device. */
export type Vigia = {
  /** As it is stored on the device now: another tab may have renewed it, or another member signed in. */
  sesion: () => { access_token: string; refresh_token: string; user: { id: string } } | null
  /** Renews it, once; resolves whatever comes of it. */
  renew: () => Promise<unknown>
  /** The service has refused the renewal for good. */
  onEnded: () => void
  /** The service has just served this session. */
  onServed?: () => void
}

/**
 * `fetch` for supabase-js, so that nothing but the service's own word ends a session, and that word ends it wherever it is heard:
 * - The end of an access token is named by the service's clock and compared with the device's. It is moved to the device's
 *   own; else a clock that runs ahead would have the token renewed before every request, and one that is slow, never.
 * - An API that does not know her session any more makes it be renewed, once. If that goes well (the service changed its keys, say), what
 *   was refused is asked again; if the renewal is refused for good, the session is over on this device (`sessionEnd.ts`).
 * - Where the renewal has no answer, the endpoint that reads the session itself decides: her screens would stay until one comes.
 * - A renewal that the network cut is tried again every other second: everything of hers waits for it, and nothing tells the page that a bad
 *   line works again.
 * - Any other answer to a renewal (too many requests, keys that do not fit, a proxy's page) would have supabase-js forget the session; it
 *   is passed on as a service that cannot answer right now, after which supabase-js tries again.
 *
 * @param fetched what asks the service
 * @param vigia absent where no session is watched over
 * @see auth-js, `_sessionResponse` and `_callRefreshToken`
 */
export function steadySession(
  fetched: typeof fetch = (...request) => fetch(...request),
  vigia?: Vigia,
): typeof fetch {
  let renovada = { token: '', en: Number.NEGATIVE_INFINITY }
  /** The refresh token that was refused for good. */
  let acabada: string | undefined

  const renewal = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const until = Date.now() + INSISTE_MS
    for (;;) {
      try {
        return await fetched(input, init)
      } catch (failure) {
        await pause(SIN_RESPUESTA_MS)
        // She has signed out, or another tab was quicker.
        const isOver = vigia && vigia.sesion()?.refresh_token !== refreshTokenOf(init)
        if (isOver || Date.now() >= until) throw failure
      }
    }
  }

  const asAnswered = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const url = urlOf(input)
    const response = await (RENOVAR.test(url) ? renewal : fetched)(input, init)
    if (RENOVAR.test(url) && !response.ok) {
      if (!(await isFinal(response))) return new Response(null, { status: 503 })
      // Another tab may have been quicker: then it was an earlier token that was refused.
      acabada = refreshTokenOf(init)
      if (vigia && acabada !== undefined && vigia.sesion()?.refresh_token === acabada) vigia.onEnded()
      return response
    }
    if (SESION.test(url)) return response.ok ? onDeviceClock(response) : response
    return response
  }

  /** @returns the token to ask again with; null where there is none, and why */
  const otherToken = async (refused: string): Promise<string | null> => {
    const before = vigia!.sesion()
    if (!before || before.user.id !== subjectOf(refused)) return null
    if (before.access_token !== refused) return before.access_token
    if (renovada.token === refused && Date.now() - renovada.en < RECIENTE_MS) return null
    // A failure needs no handling: the session below still has the old token then.
    await Promise.race([vigia!.renew().catch(() => {}), pause(RENOVACION_MS)])
    const after = vigia!.sesion()
    if (!after || after.access_token === refused || after.user.id !== before.user.id) return null
    renovada = { token: after.access_token, en: Date.now() }
    return after.access_token
  }

  return async (input, init) => {
    const response = await asAnswered(input, init)
    const bearer = bearerOf(init)
    const url = urlOf(input)
    if (!vigia || !bearer || SESION.test(url) || SALIR.test(url) || subjectOf(bearer) === undefined)
      return response
    if (response.ok) {
      if (vigia.sesion()?.access_token === bearer) vigia.onServed?.()
      return response
    }
    if (!(await isRefused(url, response))) return response
    const token = await otherToken(bearer)
    if (token && canBeAskedAgain(input, init)) {
      const headers = new Headers(init?.headers)
      headers.set('authorization', `Bearer ${token}`)
      return asAnswered(input, { ...init, headers })
    }
    const left = vigia.sesion()
    const stays = left?.user.id === subjectOf(bearer) && left?.refresh_token !== acabada
    if (left && stays && !token && QUIEN.test(url) && (await isGone(response))) {
      acabada = left.refresh_token
      vigia.onEnded()
      return response
    }
    // auth-js would forget the session for this answer, though the renewal has not been refused.
    return stays && url.includes('/auth/v1/') ? new Response(null, { status: 503 }) : response
  }
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

const urlOf = (input: RequestInfo | URL) =>
  typeof input === 'string' ? input : input instanceof URL ? input.href : input.url

const bearerOf = (init?: RequestInit) =>
  /^Bearer\s+(\S+)$/i.exec(new Headers(init?.headers).get('authorization') ?? '')?.[1]

/** Whose token it is; undefined for the key of visitors. */
const subjectOf = (token: string): string | undefined => claimsOf(token).sub

const canBeAskedAgain = (input: RequestInfo | URL, init?: RequestInit) =>
  (typeof input === 'string' || input instanceof URL) && !(init?.body instanceof ReadableStream)

type Refusal = {
  code?: unknown
  error_code?: unknown
  error?: unknown
  message?: unknown
  statusCode?: unknown
}

async function refusalOf(response: Response): Promise<Refusal> {
  const body: unknown = await response
    .clone()
    .json()
    // A proxy's page, an empty body: no words of the service.
    .catch(() => null)
  return typeof body === 'object' && body !== null ? body : {}
}

const codeOf = ({ error_code, code }: Refusal) => String(error_code ?? code ?? '')

/** Whether an API refuses because the token is not valid any more; what she may not do has other words. */
async function isRefused(url: string, response: Response): Promise<boolean> {
  const { status } = response
  if (status < 400 || status > 403) return false
  if (url.includes('/functions/v1/')) return status === 401
  const refusal = await refusalOf(response)
  const code = codeOf(refusal)
  if (url.includes('/auth/v1/')) return SIN_SESION.has(code)
  if (url.includes('/storage/v1/')) {
    // Here the real status is in the body, and a rule that refuses is "Unauthorized" too.
    const real = Number(refusal.statusCode ?? status)
    return (real === 401 || real === 403) && !/polic|row.level/i.test(String(refusal.message))
  }
  return status === 401 && (code === '' || code.startsWith('PGRST30'))
}

/** Whether it says of the session or the account itself that it is no more: no renewal can cure that. */
const isGone = async (response: Response) => DEFINITIVO.has(codeOf(await refusalOf(response)))

/** Whether a renewal was refused for good, and not for a reason that has nothing to do with her. */
async function isFinal(response: Response): Promise<boolean> {
  const refusal = await refusalOf(response)
  return response.status < 429 && (DEFINITIVO.has(codeOf(refusal)) || refusal.error === 'invalid_grant')
}

function refreshTokenOf(init?: RequestInit): string | undefined {
  try {
    return (JSON.parse(String(init?.body)) as { refresh_token?: string }).refresh_token
  } catch {
    return undefined
  }
}

async function onDeviceClock(response: Response): Promise<Response> {
  const body = (await response
    .clone()
    .json()
    // Not a session: passed on as it is.
    .catch(() => null)) as { expires_in?: unknown } | null
  if (typeof body?.expires_in !== 'number') return response
  const expires_at = Math.floor(Date.now() / 1000) + body.expires_in
  const { status, headers } = response
  return new Response(JSON.stringify({ ...body, expires_at }), { status, headers })
}
