import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ServiceError } from './errors.ts'
import { callAsNobody, callPlainlyAs, insertPlainly } from './plainRequest.ts'

const ROW = { user_id: 'ana', mensaje: 'Botón de pánico presionado' }
const BROKEN = new TypeError('Failed to fetch dynamically imported module')
const session = (id: string) => ({ access_token: 'pase', refresh_token: 'otro', user: { id } })

const kept = new Map<string, string>()
const asked = vi.fn(async (_: string, __?: RequestInit) => new Response(JSON.stringify([{ user_id: 'ana' }])))

beforeEach(() => {
  asked.mockClear()
  kept.clear()
  kept.set('config', JSON.stringify({ supabaseUrl: 'https://casa.mx', anonKey: 'publica' }))
  kept.set('sesion', JSON.stringify(session('ana')))
  vi.stubGlobal('localStorage', { getItem: (key: string) => kept.get(key) ?? null })
  vi.stubGlobal('fetch', asked)
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const insert = (failure: unknown) => insertPlainly('eventos_peligro', ROW, 'user_id,cliente_id', failure)

it('tells the service where the client cannot, as her, and nothing twice', async () => {
  expect(await insert(BROKEN)).toHaveLength(1)
  const [url, init] = asked.mock.calls[0]!
  expect(url).toBe('https://casa.mx/rest/v1/eventos_peligro?on_conflict=user_id,cliente_id&select=user_id')
  const headers = new Headers(init?.headers)
  expect([headers.get('authorization'), headers.get('prefer'), init?.body]).toEqual([
    'Bearer pase',
    'resolution=ignore-duplicates,return=representation',
    JSON.stringify(ROW),
  ])
})

it('calls a function of the database in the same way', async () => {
  asked.mockResolvedValueOnce(new Response('"a1"'))
  expect(await callPlainlyAs('ana', 'abrir_alerta', { cliente_id: 'c1' }, BROKEN)).toBe('a1')
  const [url, init] = asked.mock.calls[0]!
  expect([url, init?.body]).toEqual(['https://casa.mx/rest/v1/rpc/abrir_alerta', '{"cliente_id":"c1"}'])
  await expect(callPlainlyAs('bea', 'abrir_alerta', {}, BROKEN)).rejects.toBe(BROKEN)
})

it.each([
  ['the service has answered', () => {}, new ServiceError('no', '42501', 403)],
  ['somebody else is signed in', () => kept.set('sesion', JSON.stringify(session('bea'))), BROKEN],
  ['nobody is', () => kept.delete('sesion'), BROKEN],
  ['the settings are not known', () => kept.delete('config'), BROKEN],
  ['there is no network', () => vi.stubGlobal('navigator', { onLine: false }), BROKEN],
  ['she signed out meanwhile', () => {}, new ServiceError('no', 'left', 0)],
])('asks nothing where %s', async (_, change, failure) => {
  change()
  await expect(insert(failure)).rejects.toBe(failure)
  expect(asked).not.toHaveBeenCalled()
})

it('fails as the client did where this way fails too', async () => {
  asked.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  await expect(insert(BROKEN)).rejects.toBe(BROKEN)
  asked.mockResolvedValueOnce(new Response('', { status: 500 }))
  await expect(insert(BROKEN)).rejects.toBe(BROKEN)
})

describe('a visitor with a link and no account', () => {
  /** The settings come from the service, as on a first visit. */
  const answerWith = (answer: () => Response | Promise<Response>) =>
    asked.mockImplementation(async (url) =>
      url.endsWith('/config.json')
        ? new Response(kept.get('config'), { headers: { 'content-type': 'application/json' } })
        : answer(),
    )
  const callOf = () => asked.mock.calls.find(([url]) => url.includes('/rpc/'))!

  it('asks without a session, though the browser has one, and nothing is kept', async () => {
    answerWith(() => new Response('{"estado":"pendiente"}'))
    expect(await callAsNobody('ver_confianza', { codigo: 'c1' })).toEqual({ estado: 'pendiente' })
    const [url, init] = callOf()
    expect(url).toBe('https://casa.mx/rest/v1/rpc/ver_confianza')
    const headers = new Headers(init?.headers)
    expect([headers.get('apikey'), headers.get('authorization')]).toEqual(['publica', null])
    expect(init).toMatchObject({
      method: 'POST',
      cache: 'no-store',
      credentials: 'omit',
      body: '{"codigo":"c1"}',
    })
  })

  it("is told the service's own words, and its status where there are none", async () => {
    answerWith(() => Response.json({ code: 'PT429', message: 'Espera un momento.' }, { status: 429 }))
    await expect(callAsNobody('ver_confianza', {})).rejects.toMatchObject({
      code: 'PT429',
      status: 429,
      message: 'Espera un momento.',
    })
    answerWith(() => new Response('<html>', { status: 502 }))
    await expect(callAsNobody('ver_confianza', {})).rejects.toMatchObject({ status: 502 })
  })

  it('is told when time is up, or that there is no network', async () => {
    answerWith(() => new Promise<Response>(() => {}))
    await expect(callAsNobody('ver_confianza', {}, { within: 1 })).rejects.toMatchObject({
      code: 'request_timeout',
    })
    answerWith(() => Promise.reject(new TypeError('Failed to fetch')))
    await expect(callAsNobody('ver_confianza', {})).rejects.toMatchObject({ code: 'network' })
  })

  it('takes half an answer, or the page of a captive portal, for none', async () => {
    answerWith(() => new Response('null'))
    expect(await callAsNobody('ver_alerta', { codigo: 'c' })).toBeNull()
    for (const answer of ['{"estado":"abier', '<!doctype html><title>Entra a la red</title>', '']) {
      answerWith(() => new Response(answer))
      await expect(callAsNobody('ver_alerta', { codigo: 'c' })).rejects.toMatchObject({ code: 'network' })
    }
  })
})
