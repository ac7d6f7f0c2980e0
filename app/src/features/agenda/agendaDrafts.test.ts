import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ServiceError } from '../../lib/api/errors.ts'
import { errorsOf } from '../../lib/form/errors.ts'
import type { Shelf } from '../../lib/offline/queueEntry.ts'
import { createQueueLane } from '../../lib/offline/queueLane.ts'
import { createWritten } from '../../lib/offline/savedWriting.ts'
import { addDays } from '../../lib/time/fechas.ts'
import {
  type Apunte,
  areAlike,
  type Campos,
  type Evento,
  eventoOf,
  eventoSchema,
  type Fila,
  filaOf,
  handOver,
  movedSchema,
  unfinished,
  vacio,
  whenOf,
} from './agendaDrafts.ts'
import { apunteOfCorte, handOverCorte, withPending } from './cortes.ts'

const ANA = 'ana'
const OFFLINE = new ServiceError('sin conexión', 'network', 0)

const apunte = (over: Partial<Apunte> = {}): Apunte => ({
  ...vacio('2026-11-23'),
  titulo: 'Terapia',
  tipo: 'cita',
  hora: '17:00',
  base: null,
  propia: true,
  en: 1,
  ...over,
})

const evento = (id: string, over: Partial<Apunte> = {}): Evento => ({
  id,
  ...eventoOf(apunte(over)),
  ultima: null,
  actualizado_en: 'v1',
})

/** The events of the service, each with its version. */
function service() {
  const rows = new Map<string, Evento>()
  const line: { failure: ServiceError | null; answers: boolean } = { failure: null, answers: true }
  let count = 0
  const put = (id: string, fila: Fila) => {
    const hora = fila.hora && `${fila.hora}:00`
    const words = rows.get(id) ?? { titulo: '', lugar: null, notas: null, ilegible: null }
    const { titulo, lugar, notas, ilegible } = words
    const row: Evento = {
      titulo,
      lugar,
      notas,
      ilegible,
      id,
      ...fila,
      hora,
      ultima: null,
      actualizado_en: `v${++count}`,
    }
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
  it('an event whose words are closed is moved, and its words stay', async () => {
    const server = service()
    server.put('uno', filaOf(apunte({ notas: 'traer' })))
    const moved = apunte({ titulo: '', ilegible: 'cerrada', fecha: '2026-12-01', base: 'v1' })
    expect(await handOver(moved, server.of('uno'))).toMatchObject({ arrived: true })
    expect(server.rows.get('uno')).toMatchObject({ titulo: 'Terapia', notas: 'traer', fecha: '2026-12-01' })
    // Its answer was lost: that is no other device.
    expect(await handOver(moved, server.of('uno'))).toMatchObject({ arrived: true })
    expect(errorsOf(movedSchema, moved)).toBeUndefined()
    expect(
      withPending([...server.rows.values()], new Map([['uno', { ...moved, state: 'ready' }]]), null),
    ).toMatchObject([{ titulo: 'Terapia', ilegible: null, pendiente: true }])
  })

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
    const { actualizado_en: base } = server.put('uno', filaOf(apunte()))
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

describe('days of a repeated event', () => {
  const CADA_LUNES = { fecha: '2026-11-23', regla: 'FREQ=WEEKLY;COUNT=5' } as const
  const remove = (server: ReturnType<typeof service>, id: string) => async (base: string) =>
    server.rows.get(id)?.actualizado_en === base && server.rows.delete(id)

  it('one is left out, whatever else another device has changed, and twice is once', async () => {
    const server = service()
    server.put('uno', filaOf(apunte({ ...CADA_LUNES, titulo: 'De la tableta' })))
    const does = { ...server.of('uno'), remove: remove(server, 'uno') }
    for (const _ of [1, 2]) await handOverCorte({ dia: '2026-11-30', cuales: 'esta' }, does)
    expect(server.rows.get('uno')).toMatchObject({
      titulo: 'De la tableta',
      excepto: ['2026-11-30'],
      regla: CADA_LUNES.regla,
      actualizado_en: 'v2',
    })
  })

  it('five hundred are left out, and no more: said before anything is written', async () => {
    const server = service()
    const excepto = Array.from({ length: 500 }, (_, n) => addDays('2026-11-24', n))
    server.put('uno', filaOf(apunte({ fecha: '2026-11-23', regla: 'FREQ=DAILY', excepto })))
    const does = { ...server.of('uno'), remove: remove(server, 'uno') }
    await expect(handOverCorte({ dia: '2028-12-01', cuales: 'esta' }, does)).rejects.toThrow('no caben más')
    expect(server.rows.get('uno')?.excepto).toHaveLength(500)
  })

  it('one that another device wrote in between is read first', async () => {
    const server = service()
    server.put('uno', filaOf(apunte(CADA_LUNES)))
    const does = { ...server.of('uno'), remove: remove(server, 'uno') }
    let quicker = true
    const update: typeof does.update = async (fila, base) => {
      if (quicker) server.put('uno', filaOf(apunte({ ...CADA_LUNES, titulo: 'Otro' })))
      quicker = false
      return does.update(fila, base)
    }
    await handOverCorte({ dia: '2026-12-07', cuales: 'siguientes' }, { ...does, update })
    expect(server.rows.get('uno')).toMatchObject({ titulo: 'Otro', regla: 'FREQ=WEEKLY;UNTIL=20261206' })
  })

  it('with its last day it goes altogether, and one that is gone stays gone', async () => {
    const server = service()
    server.put('uno', filaOf(apunte({ ...CADA_LUNES, regla: 'FREQ=WEEKLY;COUNT=1' })))
    const does = { ...server.of('uno'), remove: remove(server, 'uno') }
    expect(await handOverCorte({ dia: '2026-11-23', cuales: 'esta' }, does)).toBeNull()
    expect(server.rows.size).toBe(0)
    expect(await handOverCorte({ dia: '2026-11-23', cuales: 'esta' }, does)).toBeNull()
  })

  it('what takes its place is an event of its own; later ones go on for as often as is left', () => {
    const uno = evento('uno', { ...CADA_LUNES, excepto: ['2026-11-30', '2026-12-14'] })
    expect(apunteOfCorte(uno, '2026-12-07', 'esta')).toMatchObject({
      titulo: 'Terapia',
      fecha: '2026-12-07',
      regla: '',
      excepto: [],
      base: null,
      corte: { id: 'uno', dia: '2026-12-07', cuales: 'esta' },
    })
    expect(apunteOfCorte(uno, '2026-12-07', 'siguientes')).toMatchObject({
      regla: 'FREQ=WEEKLY;COUNT=3',
      excepto: ['2026-12-14'],
    })
  })

  it('are not shown while that waits to be sent, nor those that she deleted', () => {
    const uno = evento('uno', CADA_LUNES)
    const waiting = new Map([
      ['dos', { ...apunteOfCorte(uno, '2026-11-30', 'esta'), en: 1, state: 'ready' as const }],
      ['tres', { ...apunteOfCorte(uno, '2026-12-07', 'esta'), en: 1, state: 'draft' as const }],
    ])
    const gone = {
      ids: new Set<string>(),
      cortes: [{ id: 'uno', dia: '2026-12-14', cuales: 'siguientes' as const }],
    }
    expect(withPending([uno], waiting, null, gone)).toMatchObject([
      { id: 'uno', excepto: ['2026-11-30'], regla: 'FREQ=WEEKLY;UNTIL=20261213' },
      { id: 'dos', fecha: '2026-11-30', regla: null },
    ])
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
    const eventos = ['uno', 'dos'].map((id) => evento(id))
    expect(withPending(eventos, registros, null)).toMatchObject([
      { id: 'uno', titulo: 'Terapia' },
      { id: 'dos', titulo: 'Por salir', hora: null, pendiente: true },
    ])
  })

  it('what she deleted is not shown, although the service still has it', () => {
    const gone = { ids: new Set(['seis']), cortes: [] }
    expect(
      withPending(
        ['uno', 'seis'].map((id) => evento(id)),
        new Map(),
        null,
        gone,
      ).map(({ id }) => id),
    ).toEqual(['uno'])
  })

  it('the one that is on its way for the first time is shown once there is an answer', () => {
    expect(withPending([], registros, 'dos')).toEqual([])
  })

  it('what she wrote last is first', () => {
    expect(unfinished(registros)).toEqual(['cuatro', 'tres'])
  })

  it('a new form begins with nothing of the event before', () => {
    expect(vacio('2026-11-22')).toMatchObject({ titulo: '', tipo: 'evento', hora: '', notificar: true })
    expect(areAlike(vacio('2026-11-22'), { ...vacio('2026-11-22'), tipo: 'cita' })).toBe(false)
  })

  it.each([
    [{ hora: '09:00', hora_fin: '09:00' }, 'hora_fin', 'Elige otra hora de fin.'],
    [{ hora: '22:00', hora_fin: '06:00' }, 'hora_fin', undefined],
    [{ regla: 'FREQ=DAILY;COUNT=' }, 'regla', 'Escribe cuántas veces, de 1 a 999.'],
    [{ regla: 'FREQ=DAILY;COUNT=0' }, 'regla', 'Escribe cuántas veces, de 1 a 999.'],
    [{ regla: 'FREQ=DAILY;COUNT=10' }, 'regla', undefined],
    [{ regla: 'FREQ=DAILY;UNTIL=' }, 'regla', 'Elige el último día.'],
    [{ regla: 'FREQ=DAILY;UNTIL=20261121' }, 'regla', 'Termina antes de empezar: elige un día posterior.'],
    [{ regla: 'FREQ=DAILY;UNTIL=20261122' }, 'regla', undefined],
  ] as const)('%j is said at %s: %s', (over, field, expected) => {
    const values: Campos = { ...vacio('2026-11-22'), titulo: 'x', ...over }
    const errors = errorsOf(eventoSchema, values)
    expect(errors?.[field]).toBe(expected)
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
    expect(whenOf({ fecha: '2026-11-23', hora: '17:00:00', hora_fin: null })).toMatch(/23.*2026, 17:00$/)
    expect(whenOf({ fecha: '2026-11-23', hora: '17:00', hora_fin: '18:30' })).toMatch(/17:00–18:30$/)
    expect(whenOf({ fecha: '', hora: null, hora_fin: null })).toBe('sin fecha')
  })
})
