import { getEventListeners } from 'node:events'
import { createClient, FunctionsHttpError } from '@supabase/supabase-js'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ask, askAll, askCount, invoke } from './ask.ts'
import { refused } from './permissionSignal.ts'
import { gate, LEFT } from './requestGate.ts'

const { functions, coming } = vi.hoisted(() => ({
  functions: { invoke: vi.fn() },
  /** What the code of the client waits for. */
  coming: { client: Promise.resolve() },
}))
// What another file loaded before, without these, is loaded anew.
vi.hoisted(() => vi.resetModules())
vi.mock('./client.ts', () => ({ openClient: () => coming.client.then(() => ({ functions })) }))

beforeEach(() => {
  vi.useFakeTimers()
  functions.invoke.mockReset()
})
afterEach(() => {
  vi.useRealTimers()
})

const answer = (data: unknown, error: unknown = null, status = 200) =>
  Promise.resolve({ data, error, status })

/** All that is said of a question that may be asked again: no word of what may have been stored. */
const SLOW = /^El servicio tardó demasiado en responder\. Inténtalo de nuevo\.$/

/** As the client builds a question: nothing leaves before somebody waits for it. */
function builder(over: { method?: string; path?: string; prefer?: string; body?: unknown } = {}) {
  const { method = 'GET', path = '/rest/v1/diario_personal', prefer = '', body } = over
  let signal: AbortSignal | undefined
  return {
    method,
    url: new URL(path, 'https://casa.mx'),
    headers: new Headers({ prefer }),
    body,
    get signal() {
      return signal
    },
    abortSignal(given: AbortSignal) {
      signal = given
      return this
    },
    // biome-ignore lint/suspicious/noThenProperty: that is what the client's builders are.
    then: (resolve: (value: never) => unknown) => new Promise<never>(() => {}).then(resolve),
  }
}

describe('ask', () => {
  it('gives the data', async () => {
    expect(await ask(() => answer(['lunes']))).toEqual(['lunes'])
  })

  it.each([
    [
      'a refusal of the tables',
      { code: '42501', message: 'no' },
      403,
      '42501',
      'No tienes permiso para hacer esto.',
    ],
    [
      'a lost connection',
      { message: 'TypeError: Failed to fetch', code: '' },
      0,
      'network',
      /no hay conexión/,
    ],
    [
      'a wrong password',
      { code: 'invalid_credentials', status: 400 },
      400,
      'invalid_credentials',
      /incorrectos/,
    ],
    ['a session that she ended', { message: `AbortError: ${LEFT}`, code: '' }, 0, 'left', /./],
  ])('throws one kind of error for %s', async (_, error, status, code, message) => {
    await expect(ask(() => answer(null, error, status))).rejects.toMatchObject({
      name: 'ServiceError',
      code,
      message: expect.stringMatching(message),
    })
  })

  it.each([
    ['the client itself fails', () => Promise.reject(new TypeError('Failed to fetch'))],
    [
      'the question cannot be put',
      () => {
        throw new TypeError('Failed to fetch dynamically imported module')
      },
    ],
  ])('throws the same where %s', async (_, question) => {
    await expect(ask(question)).rejects.toMatchObject({ code: 'network' })
  })

  it('gives up after four seconds where the network is dead, and not while something is on its way', async () => {
    const dead = vi.spyOn(gate, 'isDead').mockReturnValue(false)
    const failed = vi.fn()
    ask(() => builder() as never).catch(failed)
    await vi.advanceTimersByTimeAsync(3_400)
    expect(failed).not.toHaveBeenCalled()
    dead.mockReturnValue(true)
    await vi.advanceTimersByTimeAsync(300)
    expect(failed).toHaveBeenCalledWith(expect.objectContaining({ code: 'network' }))
    expect(vi.getTimerCount()).toBe(0)
    dead.mockRestore()
  })

  it('gives up after ten seconds, says so in Spanish, and stops what it asked', async () => {
    const question = builder()
    const ended = expect(ask(() => question as never)).rejects.toMatchObject({
      code: 'request_timeout',
      message: 'El servicio tardó demasiado en responder. Inténtalo de nuevo.',
    })
    await vi.advanceTimersByTimeAsync(9_999)
    expect(question.signal?.aborted).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    await ended
    expect(question.signal?.aborted).toBe(true)
  })

  it.each([
    ['a new row', { method: 'POST', body: { nombre: 'Lucía' } }, true],
    ['a new row of nothing but what the service makes', { method: 'POST' }, true],
    ['a new row of nothing', { method: 'POST', body: null }, true],
    ['a new row in words', { method: 'POST', body: 'nombre,id' }, true],
    ['a new row under an id of ours', { method: 'POST', body: { id: 'x', nombre: 'Lucía' } }, false],
    ['an upsert', { method: 'POST', prefer: 'resolution=merge-duplicates', body: {} }, false],
    ['a function of the database', { method: 'POST', path: '/rest/v1/rpc/buscar', body: {} }, false],
    ['a change', { method: 'PATCH', body: {} }, false],
  ])(
    'says that it may have arrived where trying again could store twice: %s',
    async (_, question, unsure) => {
      const ended = expect(ask(() => builder(question) as never)).rejects.toMatchObject({
        code: 'request_timeout',
        message: expect.stringMatching(unsure ? /Puede que sí se haya guardado/ : SLOW),
      })
      await vi.advanceTimersByTimeAsync(10_000)
      await ended
    },
  )

  it('lets go of what nobody waits for any more', async () => {
    const question = builder()
    const gone = new AbortController()
    const ended = expect(ask(() => question as never, { signal: gone.signal })).rejects.toMatchObject({
      code: 'aborted',
    })
    await vi.advanceTimersByTimeAsync(0)
    gone.abort()
    await ended
    expect([question.signal?.aborted, vi.getTimerCount()]).toEqual([true, 0])
  })

  it('lets go of what nobody waits for any more as soon as it is asked', async () => {
    const ended = expect(
      ask(() => builder() as never, { signal: AbortSignal.abort() }),
    ).rejects.toMatchObject({ code: 'aborted' })
    await vi.advanceTimersByTimeAsync(0)
    await ended
    expect(vi.getTimerCount()).toBe(0)
  })

  it('leaves no listener on a signal that many requests share', async () => {
    const { signal } = new AbortController()
    await ask(() => answer([]), { signal })
    await ask(() => answer(null, { code: '42501' }), { signal }).catch(() => {})
    expect(getEventListeners(signal, 'abort')).toEqual([])
  })

  it('does not say that it may have arrived where it was never put, or did not end by time', async () => {
    coming.client = new Promise(() => {})
    const never = expect(ask(() => builder({ method: 'POST' }) as never)).rejects.toMatchObject({
      code: 'request_timeout',
      message: expect.stringMatching(SLOW),
    })
    await vi.advanceTimersByTimeAsync(10_000)
    await never
    coming.client = Promise.resolve()

    const gone = new AbortController()
    const stopped = expect(
      ask(() => builder({ method: 'POST', body: {} }) as never, { signal: gone.signal }),
    ).rejects.toMatchObject({ code: 'aborted', message: 'Inténtalo de nuevo.' })
    await vi.advanceTimersByTimeAsync(0)
    gone.abort()
    await stopped
  })

  it.each([
    ['42501', 1],
    ['23505', 0],
    ['', 0],
  ])(
    'tells the watcher of her roles of a rule that refuses, and of nothing else: %s',
    async (code, times) => {
      const heard = vi.fn()
      const stop = refused.subscribe(heard)
      await expect(ask(() => answer(null, { code, message: 'no' }, 403))).rejects.toMatchObject({ code })
      stop()
      expect(heard).toHaveBeenCalledTimes(times)
    },
  )
})

describe('askAll', () => {
  it('asks page by page until one is not full', async () => {
    const asked: [number, number][] = []
    const rows = await askAll((_, from, to) => {
      asked.push([from, to])
      return answer(Array.from({ length: from === 0 ? 1000 : 3 }, (_, index) => from + index)) as never
    })
    expect([rows.length, asked]).toEqual([
      1003,
      [
        [0, 999],
        [1000, 1999],
      ],
    ])
  })

  it('has no half lists', async () => {
    await expect(
      askAll(
        (_, from) => (from === 0 ? answer(Array(1000).fill(0)) : answer(null, { code: '42501' })) as never,
      ),
    ).rejects.toMatchObject({ code: '42501' })
  })
})

describe('asked in the moment of leaving', () => {
  const fetched = vi.fn(async () => new Response('[]'))
  const leave = async () => {
    await gate.close(true)
    gate.leave('e30.e30.x')
  }
  const hold = () => {
    let go = () => {}
    const held = new Promise<void>((resolve) => {
      go = resolve
    })
    return { held, go }
  }
  beforeEach(() => {
    vi.stubGlobal('fetch', fetched)
    fetched.mockClear()
  })
  afterEach(() => {
    vi.unstubAllGlobals()
    coming.client = Promise.resolve()
  })

  it('nothing is put with a client that came once she was gone', async () => {
    const { held, go } = hold()
    coming.client = held
    const question = vi.fn(() => answer([]))
    const ended = expect(ask(question)).rejects.toMatchObject({ code: 'left' })
    await leave()
    go()
    await ended
    expect(question).not.toHaveBeenCalled()
  })

  it('nothing goes to the service as from a visitor where her session was looked for while it ended', async () => {
    const { held, go } = hold()
    const db = createClient('https://casa.mx', 'visitante', {
      accessToken: () => held.then(() => null),
      global: { fetch: gate.fetch },
      realtime: { transport: class {} as never },
    })
    const question = vi.fn(() => db.from('alertas').select('id'))
    const ended = expect(ask(question as never)).rejects.toMatchObject({ code: 'left' })
    await vi.waitFor(() => expect(question).toHaveBeenCalled())
    await leave()
    go()
    await ended
    expect(fetched).not.toHaveBeenCalled()
    // The next caller asks.
    await ask(() => db.from('politicas_legales').select('id'))
    expect(fetched).toHaveBeenCalledOnce()
  })
})

it('askCount gives the number, and an error where there is none', async () => {
  expect(await askCount(() => Promise.resolve({ data: null, error: null, count: 7 }))).toBe(7)
  await expect(
    askCount(() => Promise.resolve({ data: null, error: { code: '42501' }, count: null })),
  ).rejects.toMatchObject({ code: '42501' })
})

describe('invoke', () => {
  it('gives what the function answers', async () => {
    functions.invoke.mockResolvedValue({ data: { url: 'https://pago' }, error: null })
    expect(await invoke('create-checkout', { plan: 'premium' })).toEqual({ url: 'https://pago' })
    expect(functions.invoke).toHaveBeenCalledExactlyOnceWith('create-checkout', {
      body: { plan: 'premium' },
      signal: expect.any(AbortSignal),
    })
  })

  it('stops what it asked once nobody waits for it', async () => {
    functions.invoke.mockReturnValue(new Promise(() => {}))
    const gone = new AbortController()
    const ended = expect(invoke('exportar', {}, { signal: gone.signal })).rejects.toMatchObject({
      code: 'aborted',
    })
    await vi.advanceTimersByTimeAsync(0)
    const [, { signal }] = functions.invoke.mock.calls[0]!
    expect(signal.aborted).toBe(false)
    gone.abort()
    await ended
    expect(signal.aborted).toBe(true)
  })

  it('throws what kept the function from being asked', async () => {
    functions.invoke.mockResolvedValue({ data: null, error: { message: 'Failed to fetch' } })
    await expect(invoke('create-checkout')).rejects.toMatchObject({ code: 'network', status: 0 })
  })

  it('its own words are not taken for a code', async () => {
    const context = new Response(JSON.stringify({ error: 'network' }), { status: 422 })
    functions.invoke.mockResolvedValue({ data: null, error: new FunctionsHttpError(context) })
    await expect(invoke('create-checkout')).rejects.toMatchObject({
      code: '',
      message: 'network',
      status: 422,
    })
  })

  it.each([
    [
      'its own words',
      new Response(JSON.stringify({ error: 'Falta configurar.' }), { status: 501 }),
      'Falta configurar.',
      501,
    ],
    [
      'no words of its own',
      new Response('<html>', { status: 500 }),
      'Algo falló en el servicio. Inténtalo de nuevo en un momento.',
      500,
    ],
    [
      'what a gateway says',
      new Response('<html>', { status: 502 }),
      'El servicio no está disponible por ahora. Inténtalo de nuevo en un momento.',
      502,
    ],
    [
      'what the host says in its place',
      new Response(JSON.stringify({ error: 'Service Unavailable', message: 'Service Unavailable' }), {
        status: 503,
      }),
      'El servicio no está disponible por ahora. Inténtalo de nuevo en un momento.',
      503,
    ],
  ])('throws %s', async (_, context, message, status) => {
    const error = new FunctionsHttpError(context)
    functions.invoke.mockResolvedValue({ data: null, error })
    await expect(invoke('create-checkout')).rejects.toMatchObject({ message, status })
  })
})
