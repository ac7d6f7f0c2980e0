import { describe, expect, it } from 'vitest'
import { messageOf, ServiceError, toServiceError, unwrap } from './errors.ts'

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
    expect(error).toMatchObject({ isOffline: false, status: 502, message: 'Bad gateway' })
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
