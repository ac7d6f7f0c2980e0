import { LEFT } from './requestGate.ts'

/** What a service call failed with, always with a text that can be shown to her. */
export class ServiceError extends Error {
  override name = 'ServiceError'
  /** The service's own code: `PGRST116`, `23505`, `weak_password` …; empty when it gave none. */
  readonly code: string
  /** HTTP status; 0 when no answer came. */
  readonly status: number

  constructor(message: string, code: string, status: number, cause?: unknown) {
    super(message, { cause })
    this.code = code
    this.status = status
  }

  /** True when the request never reached the service, so that trying again may work. */
  get isOffline(): boolean {
    return this.code === 'network'
  }
}

const OFFLINE_TEXT = 'Parece que no hay conexión. Revisa tu internet e inténtalo de nuevo.'
const UNKNOWN_TEXT = 'Something went wrong'
/** PostgreSQL's own refusals of a value (SQLSTATE classes 22 and 23) name its constraints, in English; rules of ours speak Spanish. */
const VALUE_REFUSED = /^2[23][0-9A-Z]{3}$/
const OF_POSTGRES = /violates|null value in|invalid input|out of range|too long for type|byte sequence/
const VALUE_TEXT = 'Algo de lo que escribiste no se puede guardar así. Revísalo e inténtalo de nuevo.'

const SLOW_TEXT = 'El servicio tardó demasiado en responder. Inténtalo de nuevo.'
const AWAY_TEXT = 'El servicio no está disponible por ahora. Inténtalo de nuevo en un momento.'
const FAILED_TEXT = 'Algo falló en el servicio. Inténtalo de nuevo en un momento.'
const ENDED_TEXT = 'Tu sesión terminó. Vuelve a entrar, por favor.'

/** Texts for the codes of the auth service (supabase/auth error codes) and of the table service. */
const TEXTS: Record<string, string> = {
  network: OFFLINE_TEXT,
  aborted: 'Inténtalo de nuevo.',
  left: 'Cerraste tu sesión. Vuelve a entrar, por favor.',
  request_timeout: SLOW_TEXT,
  over_request_rate_limit: 'Hiciste muchos intentos seguidos. Espera un momento e inténtalo de nuevo.',
  over_email_send_rate_limit: 'Acabamos de enviarte un correo. Espera un minuto antes de pedir otro.',
  over_sms_send_rate_limit: 'Acabamos de enviarte un mensaje. Espera un minuto antes de pedir otro.',
  invalid_credentials: 'Correo o contraseña incorrectos. Por favor, inténtalo de nuevo.',
  email_not_confirmed: 'Aún no has confirmado tu correo. Abre el enlace que te enviamos.',
  user_already_exists: 'Ya existe una cuenta con este correo.',
  email_exists: 'Ya existe una cuenta con este correo.',
  email_address_invalid: 'Ese correo no parece válido. Revísalo, por favor.',
  email_address_not_authorized: 'No podemos enviar correos a esa dirección.',
  weak_password: 'Esa contraseña es fácil de adivinar. Elige una más larga o menos común.',
  same_password: 'La contraseña nueva debe ser distinta de la anterior.',
  signup_disabled: 'Por ahora no se pueden crear cuentas nuevas.',
  email_provider_disabled: 'Por ahora no se puede entrar con correo.',
  provider_disabled: 'Esa forma de entrar no está disponible por ahora.',
  oauth_provider_not_supported: 'Esa forma de entrar no está disponible por ahora.',
  provider_email_needs_verification:
    'Ese correo aún no está confirmado ahí. Confírmalo primero e inténtalo de nuevo.',
  bad_oauth_callback: 'No terminaste de entrar. Inténtalo de nuevo.',
  bad_oauth_state: 'No terminaste de entrar. Inténtalo de nuevo.',
  flow_state_already_used: 'Esa entrada ya se usó. Inténtalo de nuevo.',
  otp_expired: 'El enlace venció o ya se usó. Pide uno nuevo.',
  flow_state_expired: 'El enlace venció o ya se usó. Pide uno nuevo.',
  flow_state_not_found: 'El enlace venció o ya se usó. Pide uno nuevo.',
  user_banned: 'Esta cuenta está suspendida.',
  session_expired: ENDED_TEXT,
  session_not_found: ENDED_TEXT,
  refresh_token_not_found: ENDED_TEXT,
  refresh_token_already_used: ENDED_TEXT,
  no_authorization: ENDED_TEXT,
  bad_jwt: ENDED_TEXT,
  user_not_found: ENDED_TEXT,
  mfa_verification_failed: 'Ese código no es el de ahora. Revísalo e inténtalo de nuevo.',
  mfa_challenge_expired: 'Pasó mucho tiempo. Escribe el código que ves ahora.',
  mfa_ip_address_mismatch: 'Tu conexión cambió. Inténtalo de nuevo.',
  mfa_factor_not_found: 'Pasó mucho tiempo. Vuelve a empezar, por favor.',
  too_many_enrolled_mfa_factors: 'Empezaste muchas veces. Inténtalo de nuevo en cinco minutos.',
  insufficient_aal: 'Primero da el código de tu verificación en dos pasos.',
  current_password_required: 'Escribe también tu contraseña de ahora.',
  current_password_invalid: 'Esa no es tu contraseña.',
  reauthentication_needed: 'Por seguridad, confirma quién eres antes de hacer este cambio.',
  reauthentication_not_valid: 'Ese código no es el último que te enviamos, o ya venció.',
  unexpected_failure: FAILED_TEXT,
  conflict: 'Inténtalo de nuevo.',
  hook_timeout: SLOW_TEXT,
  hook_timeout_after_retry: SLOW_TEXT,
  otp_disabled: 'Esa forma de entrar no está disponible por ahora.',
  bad_code_verifier: 'El enlace venció o ya se usó. Pide uno nuevo.',
  captcha_failed: 'No pudimos comprobar que eres una persona. Inténtalo de nuevo.',
  request_entity_too_large: 'Eso es demasiado grande para enviarlo.',
  PGRST116: 'Eso ya no está: alguien lo borró o lo cerró.',
  PGRST301: ENDED_TEXT,
  PGRST303: ENDED_TEXT,
  LS400: 'Pediste demasiado de una vez. Pide menos e inténtalo de nuevo.',
  LS413: 'Pediste demasiado de una vez. Pide menos e inténtalo de nuevo.',
  LS422: 'Pediste demasiado de una vez. Pide menos e inténtalo de nuevo.',
  LS429: 'Hiciste muchas cosas a la vez. Espera un momento e inténtalo de nuevo.',
  '57014': SLOW_TEXT,
  '40001': 'Inténtalo de nuevo.',
  '40P01': 'Inténtalo de nuevo.',
  '55P03': 'Inténtalo de nuevo.',
  '42501': 'No tienes permiso para hacer esto.',
  '23505': 'Eso ya estaba guardado.',
  '53100': 'El servicio no tiene espacio para guardar. Inténtalo más tarde.',
  '25006': 'El servicio no tiene espacio para guardar. Inténtalo más tarde.',
}

/**
 * Answers that a proxy before the service gives by itself, in English or with a page.
 */
const TEXTS_BY_STATUS: Record<number, string> = {
  401: ENDED_TEXT,
  413: TEXTS.request_entity_too_large!,
  429: TEXTS.over_request_rate_limit!,
}
/** The service's own codes of a full, broken or closing service (`SQLSTATE` classes 08, 53 and 57P, and PostgREST's for those). */
const AWAY = /^(08|53|57P)[0-9A-Z]+$|^PGRST00[0-3]$/
/** What stands where the service has no words: the client's own for that, or the page of a proxy before the service. */
const NO_WORDS = /^(http \d{3} error|internal server error|\{\}|\s*<.*)?$/is
/** Errors that carry the client's own words alone: no answer of a function, or one that could not be read. */
const OF_CLIENT = /^(Functions(Http|Relay)Error|(Auth|Storage)UnknownError|SyntaxError)$/

/** What has no code of its own is known by its message. */
const TEXTS_BY_MESSAGE: [RegExp, string][] = [
  [/unsupported provider/i, 'Entrar con Google no está disponible por ahora.'],
  [/^auth session/i, ENDED_TEXT],
  [/^database refused/i, VALUE_TEXT],
  [/^unable to validate email/i, TEXTS.email_address_invalid!],
]

type Failure = { message?: unknown; code?: unknown; status?: unknown; name?: unknown }

/** The words of the three browser engines for a request that got no answer. */
const NO_ANSWER = /failed to fetch|networkerror|load failed|network request failed|fetch failed/i

function isNetworkFailure({ message, name, status }: Failure): boolean {
  if (name === 'FunctionsFetchError') return true
  return name === 'AuthRetryableFetchError' ? !status : typeof message === 'string' && NO_ANSWER.test(message)
}

/** The gate let nothing out any more: she was signing out. */
const isTurnedAway = ({ message }: Failure) => typeof message === 'string' && message.endsWith(LEFT)

/**
 * Any failure as a {@link ServiceError}: errors of supabase-js (auth, tables, storage), of `fetch`, or anything thrown.
 *
 * @param failure what was thrown, or the `error` of a response
 * @param status HTTP status of the response, where the error itself does not carry it
 */
export function toServiceError(failure: unknown, status = 0): ServiceError {
  if (failure instanceof ServiceError) return failure
  const error = (failure ?? {}) as Failure
  const code = isNetworkFailure(error)
    ? 'network'
    : isTurnedAway(error)
      ? 'left'
      : typeof error.code === 'string'
        ? error.code
        : ''
  const answered = typeof error.status === 'number' ? error.status : status
  const text = typeof error.message === 'string' ? error.message : ''
  const words =
    textOfWait(code, text) ??
    TEXTS[code] ??
    (VALUE_REFUSED.test(code) && OF_POSTGRES.test(text) ? VALUE_TEXT : undefined) ??
    TEXTS_BY_MESSAGE.find(([pattern]) => pattern.test(text))?.[1] ??
    textOfAbsence(error, code, text, answered) ??
    text
  return new ServiceError(words, code, answered, failure)
}

/** Where the service was not there, or has found no words: never what a client or a gateway says in its place. */
function textOfAbsence({ name }: Failure, code: string, text: string, status: number): string | undefined {
  if (status === 504) return SLOW_TEXT
  if (status === 502 || status === 503 || AWAY.test(code)) return AWAY_TEXT
  const kind = typeof name === 'string' ? name : ''
  if (!OF_CLIENT.test(kind) && !NO_WORDS.test(text)) return undefined
  return TEXTS_BY_STATUS[status] ?? (kind.startsWith('Functions') ? FAILED_TEXT : UNKNOWN_TEXT)
}

/** After several mails the wait is longer than a minute: then the text points to the last mail that came. */
function textOfWait(code: string, text: string): string | undefined {
  const seconds = Number(/after (\d+) seconds/.exec(text)?.[1] ?? 0)
  if (code !== 'over_email_send_rate_limit' || seconds <= 60) return undefined
  const minutes = Math.ceil(seconds / 60)
  const wait =
    minutes < 60 ? `${minutes} minutos` : minutes <= 60 ? 'una hora' : `${Math.ceil(minutes / 60)} horas`
  return `Ya te enviamos varios correos. Usa el último que llegó, o espera ${wait} antes de pedir otro.`
}

/**
 * The text to show for a failure: in Spanish for known codes, the service's own message for the others, and
 * 'Something went wrong' where there is none (docs/product.md#truth).
 */
export function messageOf(failure: unknown): string {
  return toServiceError(failure).message
}

/** Why a new password was not saved, at the field that it is about: the one of now was wrong, or the new one will not do. */
export function wrongPassword(failure: unknown): { actual?: string; nueva?: string } {
  const { code, message } = toServiceError(failure)
  return code === 'current_password_invalid' ? { actual: message } : { nueva: message }
}

/**
 * The message of a database rule that refused (`PT422`, `PT429` …), which says why and what to do. Undefined for any
 * other failure, for which the screen has its own text.
 */
export function refusalOf(failure: unknown): string | undefined {
  const { code, message } = toServiceError(failure)
  return /^PT4\d\d$/.test(code) ? message : undefined
}

/** Whether the service failed, or refused what this app should not have asked: she can do nothing about it, and who runs it can. */
export function isFault({ code, status }: ServiceError): boolean {
  if (status < 400) return false
  return (
    status >= 500 || code === '42501' || !(code in TEXTS || VALUE_REFUSED.test(code) || /^PT4/.test(code))
  )
}

/** What may go away by itself: no network, a service that is busy or broken, a session that is being renewed. */
export function isPassing(failure: unknown): boolean {
  const { isOffline, code, status } = toServiceError(failure)
  return (
    isOffline ||
    code === 'request_timeout' ||
    code === 'left' ||
    // Until this device is given the key of her vault (`lib/cofre`).
    code === 'cofre_cerrado' ||
    status >= 500 ||
    status === 401 ||
    status === 429
  )
}

/** Whether the service says that it has this already: a second try of something whose answer was lost. */
export function isDuplicate(failure: unknown): boolean {
  return toServiceError(failure).code === '23505'
}

/** For the `catch` of something that may be asked twice: what is there already is no failure. */
export function unlessDuplicate(failure: unknown): void {
  if (!isDuplicate(failure)) throw failure
}

type Answer = { data: unknown; error: unknown; status?: number }

/**
 * The data of a supabase-js call, or an exception, so that callers never have to look at `error`.
 *
 * @param query the call, for instance `supabase().from('agenda_personal').select()`
 * @returns its data
 * @throws ServiceError with the service's code and a text that can be shown
 */
export async function unwrap<Result extends Answer>(
  query: PromiseLike<Result>,
): Promise<Extract<Result, { error: null }>['data']> {
  let answer: Result
  try {
    answer = await query
  } catch (failure) {
    throw toServiceError(failure)
  }
  if (answer.error) throw toServiceError(answer.error, answer.status)
  return answer.data as Extract<Result, { error: null }>['data']
}
