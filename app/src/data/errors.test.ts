import {
  AuthRetryableFetchError,
  AuthSessionMissingError,
  AuthUnknownError,
  FunctionsHttpError,
  FunctionsRelayError,
  StorageApiError,
} from '@supabase/supabase-js'
import { describe, expect, it } from 'vitest'
import { messageOf, ServiceError, toServiceError, unwrap } from './errors.ts'

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

  it('shows no page of whoever sells the network', () => {
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
    const message = 'Eso ya no está: alguien lo borró o lo cerró en otro dispositivo.'
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
    expect(toServiceError(refused(600)).message).toMatch(/espera 10 minutos/)
    expect(toServiceError(refused(3_600)).message).toMatch(/espera una hora/)
    expect(toServiceError(refused(10_799)).message).toMatch(/espera 3 horas/)
  })
})
