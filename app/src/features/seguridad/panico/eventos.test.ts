import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

/**
 * What the service is told, in order; the end of an alert is lost on the way for as long as `endsArrive` is false. `tables` has every word that
 * was said to a table, `known` whether the event is there already.
 */
const service = vi.hoisted(() => ({
  told: [] as string[],
  tables: [] as unknown[][],
  kept: [] as unknown[],
  endsArrive: false,
  factor: false,
  signedIn: true,
  known: false,
  failure: null as unknown,
}))
vi.hoisted(() => vi.resetModules())
vi.mock('../../../data/device.ts', async () => {
  const { memoryDevice } = await import('../../../data/testing/memory.ts')
  const { shelf } = memoryDevice()
  const put: typeof shelf.put = (lane, row, until) => {
    service.kept.push([lane, row.id, until])
    return shelf.put(lane, row, until)
  }
  return { deviceShelf: () => ({ ...shelf, put }), adoptPending: async () => {} }
})
vi.mock('../../../data/session-storage.ts', async (original) => ({
  ...(await original<object>()),
  storedSession: () => (service.signedIn ? { user: { id: 'ana' } } : null),
}))
vi.mock('../../../data/segundoPaso.ts', async (original) => ({
  ...(await original<object>()),
  needsSegundoPaso: ({ user }: { user: object }) => user !== null && service.factor,
}))
vi.mock('../../../data/ask.ts', () => ({
  ask: async (question: (db: unknown) => unknown, options: unknown) => {
    let name = ''
    let said: unknown[] = []
    const say = (word: string, ...args: unknown[]): unknown => {
      said.push([word, ...args])
      return table
    }
    const insert =
      (word: string) =>
      (row: { cliente_id: string }, ...rest: unknown[]) => {
        name = `event ${row.cliente_id}`
        return say(word, row, ...rest)
      }
    const table = {
      insert: insert('insert'),
      upsert: insert('upsert'),
      select: say.bind(null, 'select'),
      update: say.bind(null, 'update'),
      eq: say.bind(null, 'eq'),
    }
    question({
      rpc: (called: string, { cliente_id, alerta }: Record<string, string>) => {
        name = `${called} ${cliente_id ?? alerta}`
      },
      from: (called: string) => {
        said = [called]
        return table
      },
    })
    if (said.length > 0) service.tables.push([options, ...said])
    if (name.startsWith('event') && service.failure) throw service.failure
    if (name.startsWith('cerrar') && !service.endsArrive) throw new TypeError('Failed to fetch')
    service.told.push(name)
    return service.known ? [] : [{}]
  },
}))
vi.mock('../../../data/plain.ts', () => ({
  insertPlainly: vi.fn(async (...[, , , failure]: unknown[]) => {
    throw failure
  }),
  callPlainlyAs: async (...[, , , failure]: unknown[]) => {
    throw failure
  },
}))

const { ServiceError } = await import('../../../data/errors.ts')
const { insertPlainly } = await import('../../../data/plain.ts')
const { queue } = await import('../../../data/outbox.ts')
const { describeEvento, eventos } = await import('./eventos.ts')
const { endAlerta, openAlerta, pasos, pasosOf } = await import('../alarma/unheard.ts')

const T0 = Date.parse('2026-11-22T22:00:00Z')
const press = async (id: string) => {
  const body = describeEvento({ pressedAt: Date.now(), whereabouts: null, contactoId: null, abierto: false })
  void eventos.put({ id, owner: 'ana', at: Date.now(), state: 'ready', body })
  void openAlerta({ owner: 'ana', id, pressedAt: Date.now() })
  await vi.advanceTimersByTimeAsync(1_000)
}

beforeEach(async () => {
  vi.useFakeTimers({ now: T0 })
  Object.assign(service, { told: [], tables: [], kept: [], endsArrive: false, factor: false })
  Object.assign(service, { signedIn: true, known: false, failure: null })
  queue.open('ana')
  await vi.advanceTimersByTimeAsync(0)
})
afterEach(async () => {
  service.endsArrive = true
  await vi.advanceTimersByTimeAsync(60_000)
  expect(pasosOf('ana')).toEqual([])
  vi.useRealTimers()
  vi.mocked(insertPlainly).mockClear()
})

it('the event of a press goes at once', async () => {
  await press('p1')
  expect(service.told.toSorted()).toEqual(['abrir_alerta p1', 'event p1'])
})

it('behind an end that has not arrived it waits, and does not join what ends', async () => {
  await press('q1')
  endAlerta('ana', 'q1', 'a_salvo', true)
  await press('q2')
  await vi.advanceTimersByTimeAsync(20_000)
  expect(service.told).not.toContain('event q2')
  service.endsArrive = true
  pasos.wake()
  await vi.advanceTimersByTimeAsync(30_000)
  const after = service.told.slice(2)
  expect(after[0]).toBe('cerrar_alerta q1')
  expect(after.slice(1).toSorted()).toEqual(['abrir_alerta q2', 'event q2'])
})

it('before the code of her second factor the service takes no end: the event of the next press does not wait for one', async () => {
  await press('r1')
  endAlerta('ana', 'r1', 'a_salvo', true)
  service.factor = true
  await press('r2')
  expect(service.told).toContain('event r2')
})

it('before that code only the press that she took back waits for its own end', async () => {
  await press('s0')
  service.factor = true
  endAlerta('ana', 's1', 'por_error', false)
  const body = describeEvento({ pressedAt: T0, whereabouts: null, contactoId: null, abierto: false })
  void eventos.put({ id: 's1', owner: 'ana', at: T0, state: 'ready', body })
  await vi.advanceTimersByTimeAsync(10_000)
  expect(service.told).not.toContain('event s1')
})

describe('what is written of a press', () => {
  const fix = { lat: 19.4, lng: -99.1, accuracy: 20, at: T0 - 3_000 }
  const happened = { pressedAt: T0, whereabouts: { fix, failure: null }, contactoId: 'c1', abierto: true }
  const opened = describeEvento(happened)
  const patient = { within: 'patient' }
  const row = (id: string, body: object) => ({ user_id: 'ana', cliente_id: id, ...body })
  const hand = async (id: string, body = opened) => {
    void eventos.put({ id, owner: 'ana', at: T0, state: 'ready', body })
    await vi.advanceTimersByTimeAsync(0)
  }

  it('is where she was, whom she wrote to and whether that was opened, each only where it is known', () => {
    expect(opened).toEqual({
      latitud: 19.4,
      longitud: -99.1,
      mensaje: 'Botón de pánico presionado',
      enviado: true,
      estado: 'abierto',
      canal: 'whatsapp',
      contacto_id: 'c1',
      precision_m: 20,
      ubicacion_en: '2026-11-22T21:59:57.000Z',
      ocurrido_en: '2026-11-22T22:00:00.000Z',
    })
    const unknown = { fix: null, failure: 'timeout' } as const
    for (const whereabouts of [null, unknown])
      expect(describeEvento({ pressedAt: T0, whereabouts, contactoId: null, abierto: false })).toMatchObject({
        latitud: null,
        longitud: null,
        precision_m: null,
        ubicacion_en: null,
        estado: 'preparado',
        canal: null,
      })
  })

  it('is added once under its id and kept until it has arrived, also where nobody is signed in on the device', async () => {
    // The code of a second factor is asked of a session, and there is none.
    service.factor = true
    service.signedIn = false
    await hand('t1')
    expect(service.tables).toEqual([
      [
        patient,
        'eventos_peligro',
        ['upsert', row('t1', opened), { onConflict: 'user_id,cliente_id', ignoreDuplicates: true }],
        ['select', 'estado'],
      ],
    ])
    expect(service.kept).toEqual([['peligro', 't1', 'delivered']])
    expect([...eventos.of('ana').keys()]).toEqual([])
  })

  it('moves one step forwards where it was there before she opened the message, and never backwards', async () => {
    service.known = true
    await hand('u1', describeEvento({ ...happened, abierto: false }))
    expect(service.tables).toHaveLength(1)
    await hand('u1')
    expect(service.tables.slice(2)).toEqual([
      [
        patient,
        'eventos_peligro',
        ['update', { estado: 'abierto', canal: 'whatsapp', contacto_id: 'c1' }],
        ['eq', 'user_id', 'ana'],
        ['eq', 'cliente_id', 'u1'],
        ['eq', 'estado', 'preparado'],
      ],
    ])
  })

  it('is only added before the code of her second factor, and has arrived where it is there already', async () => {
    service.factor = true
    service.failure = new ServiceError('twice', '23505', 409)
    await hand('v1')
    expect(service.tables).toEqual([[patient, 'eventos_peligro', ['insert', row('v1', opened)]]])
    expect([...eventos.of('ana').keys()]).toEqual([])
    expect(insertPlainly).not.toHaveBeenCalled()
  })

  it('goes the plain way where the client fails', async () => {
    service.failure = new TypeError('Failed to fetch')
    vi.mocked(insertPlainly).mockResolvedValueOnce([{}])
    await hand('w1')
    expect(vi.mocked(insertPlainly).mock.calls).toEqual([
      ['eventos_peligro', row('w1', opened), 'user_id,cliente_id', service.failure],
    ])
    expect([...eventos.of('ana').keys()]).toEqual([])
    expect(service.tables).toHaveLength(1)
  })
})
