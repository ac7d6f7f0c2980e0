import {
  AuthRetryableFetchError,
  AuthSessionMissingError,
  AuthUnknownError,
  FunctionsHttpError,
  FunctionsRelayError,
  StorageApiError,
} from '@supabase/supabase-js'
import { describe, expect, it } from 'vitest'
import {
  isDuplicate,
  isFault,
  isPassing,
  messageOf,
  refusalOf,
  ServiceError,
  toServiceError,
  unlessDuplicate,
  unwrap,
  wrongPassword,
} from './errors.ts'

const AWAY = 'El servicio no está disponible por ahora. Inténtalo de nuevo en un momento.'
const SLOW = 'El servicio tardó demasiado en responder. Inténtalo de nuevo.'
const FAILED = 'Algo falló en el servicio. Inténtalo de nuevo en un momento.'
const ENDED = 'Tu sesión terminó. Vuelve a entrar, por favor.'
const LARGE = 'Eso es demasiado grande para enviarlo.'
const MANY = 'Hiciste muchos intentos seguidos. Espera un momento e inténtalo de nuevo.'
const AGAIN = 'Inténtalo de nuevo.'

describe('toServiceError', () => {
  it.each([
    ['over_request_rate_limit', 'Hiciste muchos intentos seguidos. Espera un momento e inténtalo de nuevo.'],
    ['weak_password', 'Esa contraseña es fácil de adivinar. Elige una más larga o menos común.'],
    ['email_not_confirmed', 'Aún no has confirmado tu correo. Abre el enlace que te enviamos.'],
    ['user_already_exists', 'Ya existe una cuenta con este correo.'],
    ['42501', 'No tienes permiso para hacer esto.'],
  ])('says %s in Spanish', (code, text) => {
    expect(messageOf({ code, message: 'in English', status: 400 })).toBe(text)
  })

  it.each(['23514', '22007', '22008', '22P02', '23502', '22001'])(
    'says that a value was refused (%s) in Spanish',
    (code) => {
      const message =
        'new row for relation "agenda_personal" violates check constraint "agenda_personal_fecha_check"'
      expect(messageOf({ code, message, status: 400 })).toMatch(
        /^Algo de lo que escribiste no se puede guardar/,
      )
    },
  )

  it('leaves the words of a rule of ours as they are', () => {
    const message = 'Tu nombre debe tener entre 3 y 30 caracteres.'
    expect(messageOf({ code: '23514', message })).toBe(message)
  })

  it('shows the message of a code it does not know', () => {
    expect(messageOf({ code: 'something_new', message: 'A new thing' })).toBe('A new thing')
  })

  it.each([
    [null],
    [undefined],
    [{}],
    [{ message: '' }],
    [{ message: '{}' }],
    ['boom'],
    [new SyntaxError('<')],
  ])('says Something went wrong for %j', (failure) => {
    expect(messageOf(failure)).toBe('Something went wrong')
  })

  it.each([
    ['Chromium', new TypeError('Failed to fetch')],
    ['Firefox', new TypeError('NetworkError when attempting to fetch resource.')],
    ['Safari', new TypeError('Load failed')],
    ['the table client', { message: 'TypeError: Failed to fetch', code: '' }],
    ['the auth client', { name: 'AuthRetryableFetchError', message: '{}', status: 0 }],
    [
      'the functions client',
      { name: 'FunctionsFetchError', message: 'Failed to send a request to the Edge Function' },
    ],
  ])('recognises a request without an answer in %s', (_, failure) => {
    const error = toServiceError(failure)
    expect(error.isOffline).toBe(true)
    expect(error.message).toBe('Parece que no hay conexión. Revisa tu internet e inténtalo de nuevo.')
  })

  it('does not take an unavailable service for a lost connection', () => {
    const error = toServiceError({ name: 'AuthRetryableFetchError', message: 'Bad gateway', status: 502 })
    expect(error).toMatchObject({ isOffline: false, status: 502, message: AWAY })
  })

  it.each([
    ['a function, at its gateway', new FunctionsHttpError(new Response('', { status: 502 })), 502, AWAY],
    [
      'a function that could not be run',
      new FunctionsRelayError(new Response('', { status: 503 })),
      503,
      AWAY,
    ],
    ['a function that took too long', new FunctionsHttpError(new Response('', { status: 504 })), 504, SLOW],
    ['a function without words', new FunctionsHttpError(new Response('', { status: 500 })), 500, FAILED],
    ['a function that is not there', new FunctionsHttpError(new Response('', { status: 404 })), 404, FAILED],
    ['the accounts', new AuthRetryableFetchError('{}', 503), 0, AWAY],
    ['the accounts, of no session', new AuthSessionMissingError(), 0, ENDED],
    ['the accounts, of a page', new AuthUnknownError('JSON.parse: unexpected', null), 429, MANY],
    ['the files', new StorageApiError('Bad Gateway', 502, '502'), 0, AWAY],
    ['the files, of a body too large', new StorageApiError('HTTP 413 error', 413, '413'), 0, LARGE],
    ['the tables, with a page', { message: '<html><title>502 Bad Gateway</title></html>' }, 502, AWAY],
    ['the tables, without a connection', { code: 'PGRST003', message: 'Timed out acquiring' }, 504, SLOW],
    ['the tables, in a full database', { code: '53300', message: 'too many connections' }, 503, AWAY],
    ['the tables, of two at once', { code: '40P01', message: 'deadlock detected' }, 500, AGAIN],
    ['a page in place of an answer', { message: '<!doctype html>' }, 429, MANY],
  ])('says in Spanish what %s says in English', (_, failure, status, text) => {
    expect(toServiceError(failure, status).message).toBe(text)
  })

  it('shows no page of a captive portal', () => {
    expect(messageOf({ message: '<html><body>Sign in to Wi-Fi</body></html>' })).toBe('Something went wrong')
  })

  it('says that Google is not available where no provider is configured', () => {
    expect(
      messageOf({ code: 'validation_failed', message: 'Unsupported provider: provider is not enabled' }),
    ).toBe('Entrar con Google no está disponible por ahora.')
  })

  it('keeps a ServiceError as it is', () => {
    const error = new ServiceError('texto', 'PGRST116', 406)
    expect(toServiceError(error)).toBe(error)
  })
})

describe('unwrap', () => {
  it('returns the data', async () => {
    expect(await unwrap(Promise.resolve({ data: [1], error: null }))).toEqual([1])
  })

  it('throws the error with its code and the status of the response', async () => {
    const query = Promise.resolve({
      data: null,
      error: { code: 'PGRST116', message: 'no rows' },
      status: 406,
    })
    const message = 'Eso ya no está: alguien lo borró o lo cerró.'
    await expect(unwrap(query)).rejects.toMatchObject({ code: 'PGRST116', status: 406, message })
  })

  it('throws what the client throws', async () => {
    const query = Promise.reject(new TypeError('Failed to fetch'))
    await expect(unwrap(query)).rejects.toMatchObject({ code: 'network' })
  })
})

describe('a mail that has to wait', () => {
  const refused = (seconds: number) => ({
    code: 'over_email_send_rate_limit',
    message: `For security purposes, you can only request this after ${seconds} seconds.`,
  })

  it('is told as a minute, or as long as it is', () => {
    expect(toServiceError(refused(42)).message).toBe(
      'Acabamos de enviarte un correo. Espera un minuto antes de pedir otro.',
    )
    expect(toServiceError(refused(60)).message).toMatch(/^Acabamos/)
    expect(toServiceError(refused(61)).message).toMatch(/espera 2 minutos/)
    expect(toServiceError(refused(600)).message).toMatch(/espera 10 minutos/)
    expect(toServiceError(refused(3_540)).message).toMatch(/espera 59 minutos/)
    expect(toServiceError(refused(3_600)).message).toMatch(/espera una hora/)
    expect(toServiceError(refused(10_799)).message).toMatch(/espera 3 horas/)
  })
})

/** Every code that has words of its own. */
const CODES = `
  network aborted left request_timeout over_request_rate_limit over_email_send_rate_limit over_sms_send_rate_limit
  invalid_credentials email_not_confirmed user_already_exists email_exists email_address_invalid email_address_not_authorized
  weak_password same_password signup_disabled email_provider_disabled provider_disabled oauth_provider_not_supported
  provider_email_needs_verification bad_oauth_callback bad_oauth_state flow_state_already_used otp_expired flow_state_expired
  flow_state_not_found user_banned session_expired session_not_found refresh_token_not_found refresh_token_already_used
  no_authorization bad_jwt user_not_found mfa_verification_failed mfa_challenge_expired mfa_ip_address_mismatch
  mfa_factor_not_found too_many_enrolled_mfa_factors insufficient_aal current_password_required current_password_invalid
  reauthentication_needed reauthentication_not_valid unexpected_failure conflict hook_timeout hook_timeout_after_retry
  otp_disabled bad_code_verifier captcha_failed request_entity_too_large
  PGRST116 PGRST301 PGRST303 LS400 LS413 LS422 LS429 57014 40001 40P01 55P03 42501 23505 53100 25006`
  .trim()
  .split(/\s+/)

it('has the words that she reads for every code: who changes one says so here', () => {
  const texts = CODES.map((code) => `${code}: ${messageOf({ code, message: 'in English', status: 400 })}`)
  expect(texts).toMatchInlineSnapshot(`
    [
      "network: Parece que no hay conexión. Revisa tu internet e inténtalo de nuevo.",
      "aborted: Inténtalo de nuevo.",
      "left: Cerraste tu sesión. Vuelve a entrar, por favor.",
      "request_timeout: El servicio tardó demasiado en responder. Inténtalo de nuevo.",
      "over_request_rate_limit: Hiciste muchos intentos seguidos. Espera un momento e inténtalo de nuevo.",
      "over_email_send_rate_limit: Acabamos de enviarte un correo. Espera un minuto antes de pedir otro.",
      "over_sms_send_rate_limit: Acabamos de enviarte un mensaje. Espera un minuto antes de pedir otro.",
      "invalid_credentials: Correo o contraseña incorrectos. Por favor, inténtalo de nuevo.",
      "email_not_confirmed: Aún no has confirmado tu correo. Abre el enlace que te enviamos.",
      "user_already_exists: Ya existe una cuenta con este correo.",
      "email_exists: Ya existe una cuenta con este correo.",
      "email_address_invalid: Ese correo no parece válido. Revísalo, por favor.",
      "email_address_not_authorized: No podemos enviar correos a esa dirección.",
      "weak_password: Esa contraseña es fácil de adivinar. Elige una más larga o menos común.",
      "same_password: La contraseña nueva debe ser distinta de la anterior.",
      "signup_disabled: Por ahora no se pueden crear cuentas nuevas.",
      "email_provider_disabled: Por ahora no se puede entrar con correo.",
      "provider_disabled: Esa forma de entrar no está disponible por ahora.",
      "oauth_provider_not_supported: Esa forma de entrar no está disponible por ahora.",
      "provider_email_needs_verification: Ese correo aún no está confirmado ahí. Confírmalo primero e inténtalo de nuevo.",
      "bad_oauth_callback: No terminaste de entrar. Inténtalo de nuevo.",
      "bad_oauth_state: No terminaste de entrar. Inténtalo de nuevo.",
      "flow_state_already_used: Esa entrada ya se usó. Inténtalo de nuevo.",
      "otp_expired: El enlace venció o ya se usó. Pide uno nuevo.",
      "flow_state_expired: El enlace venció o ya se usó. Pide uno nuevo.",
      "flow_state_not_found: El enlace venció o ya se usó. Pide uno nuevo.",
      "user_banned: Esta cuenta está suspendida.",
      "session_expired: Tu sesión terminó. Vuelve a entrar, por favor.",
      "session_not_found: Tu sesión terminó. Vuelve a entrar, por favor.",
      "refresh_token_not_found: Tu sesión terminó. Vuelve a entrar, por favor.",
      "refresh_token_already_used: Tu sesión terminó. Vuelve a entrar, por favor.",
      "no_authorization: Tu sesión terminó. Vuelve a entrar, por favor.",
      "bad_jwt: Tu sesión terminó. Vuelve a entrar, por favor.",
      "user_not_found: Tu sesión terminó. Vuelve a entrar, por favor.",
      "mfa_verification_failed: Ese código no es el de ahora. Revísalo e inténtalo de nuevo.",
      "mfa_challenge_expired: Pasó mucho tiempo. Escribe el código que ves ahora.",
      "mfa_ip_address_mismatch: Tu conexión cambió. Inténtalo de nuevo.",
      "mfa_factor_not_found: Pasó mucho tiempo. Vuelve a empezar, por favor.",
      "too_many_enrolled_mfa_factors: Empezaste muchas veces. Inténtalo de nuevo en cinco minutos.",
      "insufficient_aal: Primero da el código de tu verificación en dos pasos.",
      "current_password_required: Escribe también tu contraseña de ahora.",
      "current_password_invalid: Esa no es tu contraseña.",
      "reauthentication_needed: Por seguridad, confirma quién eres antes de hacer este cambio.",
      "reauthentication_not_valid: Ese código no es el último que te enviamos, o ya venció.",
      "unexpected_failure: Algo falló en el servicio. Inténtalo de nuevo en un momento.",
      "conflict: Inténtalo de nuevo.",
      "hook_timeout: El servicio tardó demasiado en responder. Inténtalo de nuevo.",
      "hook_timeout_after_retry: El servicio tardó demasiado en responder. Inténtalo de nuevo.",
      "otp_disabled: Esa forma de entrar no está disponible por ahora.",
      "bad_code_verifier: El enlace venció o ya se usó. Pide uno nuevo.",
      "captcha_failed: No pudimos comprobar que eres una persona. Inténtalo de nuevo.",
      "request_entity_too_large: Eso es demasiado grande para enviarlo.",
      "PGRST116: Eso ya no está: alguien lo borró o lo cerró.",
      "PGRST301: Tu sesión terminó. Vuelve a entrar, por favor.",
      "PGRST303: Tu sesión terminó. Vuelve a entrar, por favor.",
      "LS400: Pediste demasiado de una vez. Pide menos e inténtalo de nuevo.",
      "LS413: Pediste demasiado de una vez. Pide menos e inténtalo de nuevo.",
      "LS422: Pediste demasiado de una vez. Pide menos e inténtalo de nuevo.",
      "LS429: Hiciste muchas cosas a la vez. Espera un momento e inténtalo de nuevo.",
      "57014: El servicio tardó demasiado en responder. Inténtalo de nuevo.",
      "40001: Inténtalo de nuevo.",
      "40P01: Inténtalo de nuevo.",
      "55P03: Inténtalo de nuevo.",
      "42501: No tienes permiso para hacer esto.",
      "23505: Eso ya estaba guardado.",
      "53100: El servicio no tiene espacio para guardar. Inténtalo más tarde.",
      "25006: El servicio no tiene espacio para guardar. Inténtalo más tarde.",
    ]
  `)
})

describe('what has no code of its own', () => {
  it.each([
    [{ message: 'Auth session missing!' }, ENDED],
    [{ message: 'no auth session' }, 'no auth session'],
    [
      { message: 'Database refused the row' },
      'Algo de lo que escribiste no se puede guardar así. Revísalo e inténtalo de nuevo.',
    ],
    [
      { message: 'Unable to validate email address: invalid format' },
      'Ese correo no parece válido. Revísalo, por favor.',
    ],
    [{ message: 'The database refused it' }, 'The database refused it'],
    [{ message: 'We were unable to validate email' }, 'We were unable to validate email'],
    [{ message: 'HTTP 500 error' }, 'Something went wrong'],
    [{ message: 'Internal Server Error' }, 'Something went wrong'],
    [{ message: '  <p>no</p>\n<p>way</p>' }, 'Something went wrong'],
    [{ message: 'A rule of HTTP 500 errors' }, 'A rule of HTTP 500 errors'],
    [{ message: 'HTTP 500 error of ours' }, 'HTTP 500 error of ours'],
  ])('%j', (failure, text) => {
    expect(messageOf(failure)).toBe(text)
  })

  it.each(['08006', '53300', '57P01', 'PGRST000', 'PGRST003'])('the service is away: %s', (code) => {
    expect(messageOf({ code, message: 'in English' })).toBe(AWAY)
  })

  it.each(['X08006', '5', '57P', '57014x', 'PGRST004', 'PGRST0001', 'XPGRST000', '530 0'])(
    'and is not: %s',
    (code) => {
      expect(messageOf({ code, message: 'in English' })).toBe('in English')
    },
  )

  it.each(['X23514', '235145', '24514', '23-14', '23'])('a value was not refused: %s', (code) => {
    const message = 'violates check constraint'
    expect(messageOf({ code, message })).toBe(message)
  })
})

describe('what is asked of a failure', () => {
  const failed = (code: string, status: number) => new ServiceError('words', code, status)

  it('is whether who runs the service can do something about it, and she cannot', () => {
    expect(
      [failed('', 500), failed('42501', 403), failed('PGRST202', 404), failed('', 400)].map(isFault),
    ).toEqual([true, true, true, true])
    const none = [
      failed('network', 0),
      failed('', 399),
      failed('23514', 400),
      failed('PT422', 422),
      failed('weak_password', 422),
    ]
    expect(none.map(isFault)).toEqual(none.map(() => false))
    expect(isFault(failed('XPT422', 422))).toBe(true)
  })

  it('is whether it may go away by itself', () => {
    const passing = [
      failed('network', 0),
      failed('request_timeout', 0),
      failed('left', 0),
      failed('', 500),
      failed('', 401),
      failed('', 429),
    ]
    expect(passing.map(isPassing)).toEqual(passing.map(() => true))
    expect([failed('', 499), failed('42501', 403)].map(isPassing)).toEqual([false, false])
  })

  it('is what a rule of the database says, what is there already, and which password was wrong', () => {
    expect([
      refusalOf(failed('PT422', 422)),
      refusalOf(failed('PT4222', 422)),
      refusalOf(failed('XPT422', 422)),
    ]).toEqual(['words', undefined, undefined])
    expect([isDuplicate(failed('23505', 409)), isDuplicate(failed('23514', 400))]).toEqual([true, false])
    expect(unlessDuplicate(failed('23505', 409))).toBeUndefined()
    const other = failed('23514', 400)
    expect(() => unlessDuplicate(other)).toThrow(other)
    expect(wrongPassword(failed('current_password_invalid', 400))).toEqual({ actual: 'words' })
    expect(wrongPassword(failed('weak_password', 422))).toEqual({ nueva: 'words' })
  })
})
