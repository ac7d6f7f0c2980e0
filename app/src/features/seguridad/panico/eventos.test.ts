import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

/** What the service is told, in order; the end of an alert is lost on the way for as long as `endsArrive` is false. */
const service = vi.hoisted(() => ({
  told: [] as string[],
  endsArrive: false,
  factor: false,
  /** What each question about events said, and what the next one is answered. */
  asked: [] as unknown[][],
  answers: [] as unknown[],
}))
vi.hoisted(() => vi.resetModules())
vi.mock('../../../lib/offline/deviceStore.ts', async () => {
  const { memoryDevice } = await import('../../../lib/testing/memory.ts')
  return { deviceShelf: () => memoryDevice().shelf }
})
vi.mock('../../../lib/session/sessionStorage.ts', async (original) => ({
  ...(await original<object>()),
  storedSession: () => ({ user: { id: 'ana' } }),
}))
vi.mock('../../../lib/session/segundoPaso.ts', async (original) => ({
  ...(await original<object>()),
  needsSegundoPaso: () => service.factor,
}))
vi.mock('../../../lib/api/ask.ts', () => ({
  ask: async (question: (db: unknown) => unknown) => {
    let name = ''
    const said: unknown[] = []
    const say =
      (how: string) =>
      (...args: unknown[]) => {
        said.push(how, ...args)
        return { select: say('select'), eq: say('eq') }
      }
    const store = (how: string) => (row: { cliente_id: string }, options?: unknown) => {
      name = `event ${row.cliente_id}`
      return say(how)(row, ...(options ? [options] : []))
    }
    question({
      rpc: (called: string, { cliente_id, alerta }: Record<string, string>) => {
        name = `${called} ${cliente_id ?? alerta}`
      },
      from: (table: string) => {
        said.push(table)
        return { upsert: store('upsert'), insert: store('insert'), update: say('update') }
      },
    })
    if (name.startsWith('cerrar') && !service.endsArrive) throw new TypeError('Failed to fetch')
    service.told.push(name)
    if (said.length === 0) return [{}]
    service.asked.push(said)
    const answer = service.answers.shift() ?? [{}]
    if (answer instanceof Error) throw answer
    return answer
  },
}))

const { queue } = await import('../../../lib/offline/outbox.ts')
const { describeEvento, eventos, startEventos } = await import('./eventos.ts')
const { begunOf, noteBegun } = await import('./begun.ts')
const { endAlerta, openAlerta, pasos, pasosOf } = await import('../alarma/unheard.ts')

const T0 = Date.parse('2026-11-22T22:00:00Z')
const press = async (id: string, abierto = false, contactoId: string | null = null) => {
  const body = describeEvento({ pressedAt: Date.now(), whereabouts: null, contactoId, abierto })
  void eventos.put({ id, owner: 'ana', at: Date.now(), state: 'ready', body })
  void openAlerta({ owner: 'ana', id, pressedAt: Date.now() })
  await vi.advanceTimersByTimeAsync(1_000)
}

beforeEach(async () => {
  vi.useFakeTimers({ now: T0 })
  Object.assign(service, { told: [], endsArrive: false, factor: false, asked: [], answers: [] })
  queue.open('ana')
  await vi.advanceTimersByTimeAsync(0)
})
afterEach(async () => {
  service.endsArrive = true
  await vi.advanceTimersByTimeAsync(60_000)
  expect(pasosOf('ana')).toEqual([])
  vi.useRealTimers()
})

it('the event of a press goes at once', async () => {
  await press('p1')
  expect(service.told.toSorted()).toEqual(['abrir_alerta p1', 'event p1'])
})

it('on a bad line it is tried again every fifteen seconds, however long that lasts', async () => {
  service.answers = Array.from({ length: 200 }, () => new TypeError('Failed to fetch'))
  await press('s1')
  await vi.advanceTimersByTimeAsync(30 * 60_000)
  const tries = service.asked.length
  await vi.advanceTimersByTimeAsync(15_000)
  expect(service.asked).toHaveLength(tries + 1)
  service.answers = []
  await vi.advanceTimersByTimeAsync(15_000)
  expect(eventos.of('ana').size).toBe(0)
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

const SOMEWHERE = { pressedAt: T0, whereabouts: null, contactoId: null, abierto: false }

describe('a press that the page has no time to write down', () => {
  const stored = new Map<string, string>()
  beforeEach(() => {
    stored.clear()
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, text: string) => void stored.set(key, text),
      removeItem: (key: string) => void stored.delete(key),
    })
  })
  afterEach(() => vi.unstubAllGlobals())

  it('leaves a line at once, until the device has it, which says nothing but that it was', async () => {
    const body = describeEvento({ pressedAt: T0, whereabouts: null, contactoId: 'lucia', abierto: true })
    void eventos.put({ id: 's1', owner: 'ana', at: T0, state: 'ready', body })
    expect(begunOf('ana')).toEqual([{ id: 's1', owner: 'ana', pressedAt: T0 }])
    expect([...stored.values()].join()).not.toContain('lucia')
    await vi.advanceTimersByTimeAsync(0)
    expect([...stored]).toEqual([])
  })

  it("is taken up by the next page as what an earlier one left, once, and nobody else's is", async () => {
    noteBegun({ id: 's2', owner: 'ana', pressedAt: T0 })
    noteBegun({ id: 's3', owner: 'bea', pressedAt: T0 })
    startEventos()
    await vi.advanceTimersByTimeAsync(1_000)
    expect(begunOf('ana')).toEqual([])
    await vi.advanceTimersByTimeAsync(20_000)
    expect(service.told).toEqual(['event s2'])
    expect(service.asked[0]).toContainEqual({
      ...hers,
      cliente_id: 's2',
      latitud: null,
      longitud: null,
      estado: 'preparado',
      canal: null,
      contacto_id: null,
      precision_m: null,
      ubicacion_en: null,
      ocurrido_en: new Date(T0).toISOString(),
    })
    expect(begunOf('bea')).toHaveLength(1)
  })

  it('does not take the place of what the device had after all', async () => {
    const body = describeEvento({ pressedAt: T0, whereabouts: null, contactoId: 'lucia', abierto: true })
    void eventos.put({ id: 's4', owner: 'ana', at: T0, state: 'held', body })
    await vi.advanceTimersByTimeAsync(0)
    noteBegun({ id: 's4', owner: 'ana', pressedAt: T0 })
    startEventos()
    await vi.advanceTimersByTimeAsync(20_000)
    expect(eventos.of('ana').get('s4')).toMatchObject({ state: 'held', body: { canal: 'whatsapp' } })
    expect(begunOf('ana')).toEqual([])
    await eventos.remove('ana', 's4')
  })

  it('is not taken up where she has ended it', async () => {
    void eventos.put({ id: 's8', owner: 'ana', at: T0, state: 'draft', body: describeEvento(SOMEWHERE) })
    endAlerta('ana', 's8', 'por_error', false)
    // Its place is found after that.
    void eventos.put({ id: 's8', owner: 'ana', at: T0, state: 'ready', body: describeEvento(SOMEWHERE) })
    expect(begunOf('ana')).toEqual([])
    service.endsArrive = true
    await vi.advanceTimersByTimeAsync(20_000)
    expect(service.told).toEqual(['cerrar_alerta s8', 'event s8'])
  })

  it('is not stopped by what somebody else wrote there', async () => {
    for (const text of ['{', '{"id":1}', '[null,{"id":"s5"}]']) {
      stored.set('apuntes', text)
      startEventos()
    }
    await press('s6')
    expect(service.told).toContain('event s6')
  })
})

it('says what really happened, and where, as exactly as the device knows it', () => {
  const fix = { lat: 0, lng: -99.1, accuracy: 0, at: T0 - 2_000 }
  const pressedAt = T0
  expect(
    describeEvento({ pressedAt, whereabouts: { fix } as never, contactoId: 'lucia', abierto: true }),
  ).toEqual({
    latitud: 0,
    longitud: -99.1,
    mensaje: 'Botón de pánico presionado',
    enviado: true,
    estado: 'abierto',
    canal: 'whatsapp',
    contacto_id: 'lucia',
    precision_m: 0,
    ubicacion_en: '2026-11-22T21:59:58.000Z',
    ocurrido_en: '2026-11-22T22:00:00.000Z',
  })
  expect(describeEvento({ pressedAt, whereabouts: null, contactoId: null, abierto: false })).toMatchObject({
    latitud: null,
    longitud: null,
    precision_m: null,
    ubicacion_en: null,
    estado: 'preparado',
    canal: null,
    contacto_id: null,
  })
})

const hers = { user_id: 'ana', mensaje: 'Botón de pánico presionado', enviado: true }
const once = { onConflict: 'user_id,cliente_id', ignoreDuplicates: true }

it('stores an event once, by her and its own id', async () => {
  await press('s1', true, 'lucia')
  expect(service.asked).toEqual([
    [
      'eventos_peligro',
      'upsert',
      expect.objectContaining({ ...hers, cliente_id: 's1', estado: 'abierto', contacto_id: 'lucia' }),
      once,
      'select',
      'estado',
    ],
  ])
})

it('moves one that had arrived before she opened the message one step forwards, and no other', async () => {
  service.answers = [[]]
  await press('t1', true, 'lucia')
  expect(service.asked.slice(1)).toEqual([
    [
      'eventos_peligro',
      'update',
      { estado: 'abierto', canal: 'whatsapp', contacto_id: 'lucia' },
      ...['eq', 'user_id', 'ana'],
      ...['eq', 'cliente_id', 't1'],
      ...['eq', 'estado', 'preparado'],
    ],
  ])
  service.answers = [[]]
  await press('t2')
  expect(service.asked.slice(2).map(([, how]) => how)).toEqual(['upsert'])
})

it('before the code of her second factor is stored without reading anything back, and twice is no failure', async () => {
  service.factor = true
  service.answers = [Object.assign(new Error('twice'), { code: '23505', status: 409 })]
  await press('u1', true)
  expect(service.asked).toEqual([
    ['eventos_peligro', 'insert', expect.objectContaining({ ...hers, cliente_id: 'u1' })],
  ])
  await vi.advanceTimersByTimeAsync(60_000)
  expect(service.asked).toHaveLength(1)
})
