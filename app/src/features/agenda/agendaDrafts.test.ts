import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ServiceError } from '../../lib/api/errors.ts'
import { errorsOf } from '../../lib/form/errors.ts'
import type { Shelf } from '../../lib/offline/queueEntry.ts'
import { createQueueLane } from '../../lib/offline/queueLane.ts'
import { createWritten } from '../../lib/offline/savedWriting.ts'
import {
  type Apunte,
  areAlike,
  type Evento,
  eventoSchema,
  type Fila,
  handOver,
  unfinished,
  vacio,
  whenOf,
  withPending,
} from './agendaDrafts.ts'

const ANA = 'ana'
const OFFLINE = new ServiceError('sin conexión', 'network', 0)

const apunte = (over: Partial<Apunte> = {}): Apunte => ({
  titulo: 'Terapia',
  tipo: 'cita',
  fecha: '2026-11-23',
  hora: '17:00',
  notificar: true,
  base: null,
  propia: true,
  en: 1,
  ...over,
})

/** The events of the service, each with its version. */
function service() {
  const rows = new Map<string, Evento>()
  const line: { failure: ServiceError | null; answers: boolean } = { failure: null, answers: true }
  let count = 0
  const put = (id: string, fila: Fila) => {
    const row = { id, ...fila, hora: fila.hora && `${fila.hora}:00`, actualizado_en: `v${++count}` }
    rows.set(id, row)
    if (!line.answers) throw OFFLINE
    return row
  }
  const of = (id: string) => ({
    insert: async (fila: Fila) => {
      if (line.failure) throw line.failure
      if (rows.has(id)) throw new ServiceError('está', '23505', 409)
      return put(id, fila)
    },
    update: async (fila: Fila, base: string) => {
      if (line.failure) throw line.failure
      return rows.get(id)?.actualizado_en === base ? put(id, fila) : null
    },
    read: async () => rows.get(id) ?? null,
  })
  return { rows, line, put, of }
}

describe('handing over', () => {
  it('a new event arrives once, also where the answer to it was lost', async () => {
    const server = service()
    server.line.answers = false
    await expect(handOver(apunte(), server.of('uno'))).rejects.toThrow()
    server.line.answers = true
    expect(await handOver(apunte({ titulo: ' Terapia ' }), server.of('uno'))).toMatchObject({ arrived: true })
    expect([...server.rows.values()]).toMatchObject([{ titulo: 'Terapia', hora: '17:00:00' }])
  })

  it('a change arrives upon the version that she saw, again after a lost answer, and on no other', async () => {
    const server = service()
    const { actualizado_en: base } = server.put('uno', { ...apunte(), hora: '17:00' })
    server.line.answers = false
    await expect(handOver(apunte({ titulo: 'Otra', base }), server.of('uno'))).rejects.toThrow()
    server.line.answers = true
    expect((await handOver(apunte({ titulo: 'Otra', base }), server.of('uno'))).arrived).toBe(true)
    const { arrived, evento } = await handOver(apunte({ titulo: 'De hace rato', base }), server.of('uno'))
    expect([arrived, evento?.titulo]).toEqual([false, 'Otra'])
    expect(server.rows.get('uno')?.titulo).toBe('Otra')
  })

  it('one that was deleted meanwhile did not arrive, and does not come back by itself', async () => {
    const server = service()
    expect(await handOver(apunte({ base: 'v1' }), server.of('uno'))).toEqual({ evento: null, arrived: false })
    expect(server.rows.size).toBe(0)
  })

  it('refusals of the service are its own', async () => {
    const server = service()
    server.line.failure = new ServiceError('No caben más', 'PT422', 422)
    await expect(handOver(apunte(), server.of('uno'))).rejects.toThrow('No caben más')
  })
})

describe('the notebook', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  function open() {
    const server = service()
    const kept = new Map<string, string>()
    const shelf: Shelf = {
      put: async (_, { id }, until) => void kept.set(id, until),
      all: async () => [],
      remove: async (_, __, id) => void kept.delete(id),
    }
    const agendaDrafts = createWritten<Apunte>({
      lane: (options) => createQueueLane('agenda', shelf, options),
      turn: ({ id }) => id,
      async deliver(_, id, body) {
        const { evento, arrived } = await handOver(body, server.of(id))
        return arrived ? evento!.actualizado_en : null
      },
    })
    return { server, kept, agendaDrafts }
  }

  it('a draft goes when she signs out, what she saved without a network only once it has arrived', async () => {
    const { server, kept, agendaDrafts } = open()
    await agendaDrafts.open(ANA)
    agendaDrafts.write('uno', apunte())
    await vi.advanceTimersByTimeAsync(0)
    expect(kept.get('uno')).toBe('signedOut')
    server.line.failure = OFFLINE
    expect(await agendaDrafts.save('uno')).toBe('ready')
    await vi.advanceTimersByTimeAsync(0)
    expect(kept.get('uno')).toBe('delivered')
    server.line.failure = null
    await vi.advanceTimersByTimeAsync(10_000)
    expect([kept.size, server.rows.size, agendaDrafts.get().registros.size]).toEqual([0, 1, 0])
  })

  it('what another device deleted waits for her decision, with every word of hers', async () => {
    const { agendaDrafts } = open()
    await agendaDrafts.open(ANA)
    agendaDrafts.write('uno', apunte({ base: 'v0', titulo: 'Mi cambio' }))
    expect(await agendaDrafts.save('uno')).toBe('held')
    expect(agendaDrafts.get().registros.get('uno')).toMatchObject({ state: 'held', titulo: 'Mi cambio' })
  })
})

describe('on screen', () => {
  const registros = new Map([
    ['dos', { ...apunte({ titulo: 'Por salir', base: 'v1', hora: '' }), state: 'ready' as const }],
    ['tres', { ...apunte({ en: 5 }), state: 'draft' as const }],
    ['cuatro', { ...apunte({ en: 9 }), state: 'held' as const }],
  ])

  it('what waits to be sent stands in the place of what it changes, and drafts do not', () => {
    const { base: _, propia: __, en: ___, ...campos } = apunte()
    const eventos = ['uno', 'dos'].map((id) => ({ id, ...campos, actualizado_en: 'v1' }))
    expect(withPending(eventos, registros, null)).toMatchObject([
      { id: 'uno', titulo: 'Terapia' },
      { id: 'dos', titulo: 'Por salir', hora: null, pendiente: true },
    ])
  })

  it('what she deleted is not shown, although the service still has it', () => {
    const { base: _, propia: __, en: ___, ...campos } = apunte()
    const eventos = ['uno', 'seis'].map((id) => ({ id, ...campos, actualizado_en: 'v1' }))
    expect(withPending(eventos, new Map(), null, new Set(['seis'])).map(({ id }) => id)).toEqual(['uno'])
  })

  it('the one that is on its way for the first time is shown once there is an answer', () => {
    expect(withPending([], registros, 'dos')).toEqual([])
  })

  it('what she wrote last is first', () => {
    expect(unfinished(registros)).toEqual(['cuatro', 'tres'])
  })

  it('a new form begins with nothing of the event before', () => {
    expect(vacio('2026-11-22')).toEqual({
      titulo: '',
      tipo: 'evento',
      fecha: '2026-11-22',
      hora: '',
      notificar: true,
    })
    expect(areAlike(vacio('2026-11-22'), { ...vacio('2026-11-22'), tipo: 'cita' })).toBe(false)
  })

  it.each([
    ['', 'Escribe un título.', ''],
    ['Abuela', undefined, '1850-06-01'],
  ])('a title of %j and a day of %j are not sent', (titulo, expected, fecha) => {
    const errors = errorsOf(eventoSchema, { ...vacio('2026-11-22'), titulo, fecha })
    expect(errors?.titulo).toBe(expected)
    expect(errors?.fecha).toBe(fecha ? 'Elige un día entre 1900 y 2199.' : 'Elige una fecha.')
  })

  it('is said in few words, also while its day is none', () => {
    expect(whenOf({ fecha: '2026-11-23', hora: '17:00:00' })).toMatch(/23.*2026, 17:00$/)
    expect(whenOf({ fecha: '', hora: null })).toBe('sin fecha')
  })
})
