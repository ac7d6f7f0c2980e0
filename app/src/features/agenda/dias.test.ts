import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  type Cuando,
  describeAviso,
  isPossible,
  nextEvento,
  rangeOf,
  recordatorioTime,
  recordatorioWords,
  upcomingRecordatorios,
  whenWords,
} from './dias.ts'

const evento = (over: Partial<Cuando> = {}): Cuando => ({
  id: 'uno',
  tipo: 'evento',
  fecha: '2026-11-21',
  hora: null,
  hora_fin: null,
  regla: null,
  excepto: [],
  ultima: null,
  ...over,
})
const onItsDay = <One extends Cuando>(one: One) => ({ evento: one, dia: one.fecha })

describe('the days of an event', () => {
  it.each([
    ['1900-01-01', true],
    ['2199-12-31', true],
    ['2028-02-29', true],
    ['1850-06-01', false],
    ['2200-01-01', false],
    ['2027-02-29', false],
    ['12027-01-01', false],
    ['0002-01-01', false],
    ['', false],
  ])('can be %j: %s', (fecha, possible) => {
    expect(isPossible(fecha)).toBe(possible)
  })

  it('and its hours are said in few words', () => {
    expect(rangeOf('09:30:00', null)).toBe('09:30')
    expect(rangeOf('09:30:00', '10:15:00')).toBe('09:30–10:15')
    expect(rangeOf('22:00:00', '06:00:00')).toBe('22:00–06:00 del día siguiente')
  })
})

describe.each([
  'America/Tijuana',
  'America/Mexico_City',
  'America/Argentina/Buenos_Aires',
  'America/Santiago',
])('a reminder in %s', (zone) => {
  beforeEach(() => void vi.stubEnv('TZ', zone))
  afterEach(() => void vi.unstubAllEnvs())
  const local = (text: string) => new Date(text).getTime()

  it('is due an hour before, also over midnight', () => {
    expect(recordatorioTime('2026-11-21', '00:30:00', 60)).toEqual({
      vence: local('2026-11-20T23:30:00'),
      hasta: local('2026-11-21T00:30:00'),
    })
  })

  it('is due at nine for a whole day', () => {
    expect(recordatorioTime('2024-02-29', null, 0)).toEqual({
      vence: local('2024-02-29T09:00:00'),
      hasta: local('2024-03-01T00:00:00'),
    })
  })
})

describe('reminders of her choice', () => {
  afterEach(() => void vi.unstubAllEnvs())

  it.each([
    // The clocks go forward in the night before, or back.
    ['America/Santiago', '2026-09-06', '2026-09-05T12:00Z'],
    ['America/Santiago', '2026-04-05', '2026-04-04T11:00Z'],
    ['America/Havana', '2027-03-14', '2027-03-13T13:00Z'],
    ['America/Havana', '2026-11-01', '2026-10-31T12:00Z'],
    ['America/Asuncion', '2024-10-06', '2024-10-05T12:00Z'],
  ])('the day before, at its hour of her clock: %s, %s', (zone, dia, moment) => {
    vi.stubEnv('TZ', zone)
    const { vence } = recordatorioTime(dia, '08:00', 1440)
    expect(new Date(vence).getHours()).toBe(8)
    expect(new Date(vence).toISOString()).toBe(new Date(moment).toISOString())
  })

  it('at its hour it is worth something for a quarter of an hour more', () => {
    const at = new Date('2026-11-21T08:00').getTime()
    expect(recordatorioTime('2026-11-21', '08:00', 0)).toEqual({ vence: at, hasta: at + 900_000 })
    expect(recordatorioTime('2026-11-21', '08:00', 30).hasta).toBe(at)
  })

  it.each([
    [0, '08:00', 'A su hora'],
    [10, '08:00', '10 minutos antes'],
    [60, '08:00', '1 hora antes'],
    [1440, '08:00', '1 día antes'],
    [10080, '08:00', '1 semana antes'],
    [0, null, 'Ese día a las 9:00'],
    [1440, null, 'El día anterior a las 9:00'],
    [2880, null, '2 días antes, a las 9:00'],
    [90, null, '90 minutos antes de las 9:00'],
  ])('%s minutes before %s: «%s»', (antes, hora, words) => {
    expect(recordatorioWords(antes, hora)).toBe(words)
  })
})

describe('reminders around now', () => {
  const list = [
    {
      ...evento({ id: 'cita', hora: '15:00:00' }),
      notificar: true,
      recordatorios: null,
      actualizado_en: '2026-11-01T00:00:00Z',
    },
    {
      ...evento({ id: 'callado', hora: '15:00:00' }),
      notificar: false,
      recordatorios: null,
      actualizado_en: '2026-11-01T00:00:00Z',
    },
    {
      ...evento({ id: 'pasado', hora: '08:00:00' }),
      notificar: true,
      recordatorios: null,
      actualizado_en: '2026-11-01T00:00:00Z',
    },
  ]
  const at = (hour: number, minute = 0) => new Date(2026, 10, 21, hour, minute).getTime()

  it('are those that asked for it and are not over', () => {
    expect(upcomingRecordatorios(list.map(onItsDay), at(10)).map(({ clave }) => clave)).toEqual([
      'cita 2026-11-21 15:00:00 60',
    ])
    expect(upcomingRecordatorios(list.map(onItsDay), at(15))).toEqual([])
  })

  it('are the soonest first, each once, of the next day too where it is due within a day', () => {
    const row = (id: string, fecha: string, hora: string | null) => ({
      ...evento({ id, fecha, hora }),
      notificar: true,
      recordatorios: null,
      actualizado_en: '2026-11-01T00:00:00Z',
    })
    const rows = [
      row('b', '2026-11-22', '10:59:00'),
      row('c', '2026-11-22', '11:00:00'),
      row('a', '2026-11-22', null),
      row('hoy', '2026-11-21', '10:30:00'),
    ]
    expect(upcomingRecordatorios(rows.map(onItsDay), at(10)).map(({ clave }) => clave)).toEqual([
      'hoy 2026-11-21 10:30:00 60',
      'a 2026-11-22 null 0',
      'b 2026-11-22 10:59:00 60',
    ])
  })

  it('are each of those that she chose', () => {
    const rows = [{ ...list[0]!, recordatorios: [0, 10, 1440] }].map(onItsDay)
    expect(upcomingRecordatorios(rows, at(10)).map(({ clave }) => clave.split(' ').at(-1))).toEqual([
      '1440',
      '10',
      '0',
    ])
    expect(upcomingRecordatorios(rows, at(15, 1)).map(({ clave }) => clave.split(' ').at(-1))).toEqual([
      '10',
      '0',
    ])
  })

  it('are those that she wrote down by their very moment', () => {
    const moment = list.map((row) => ({ ...row, actualizado_en: new Date(at(14)).toISOString() }))
    expect(upcomingRecordatorios(moment.map(onItsDay), at(14))).toHaveLength(1)
  })

  it('are not those that she wrote down after their moment', () => {
    const late = list.map((row) => ({ ...row, actualizado_en: new Date(at(14, 30)).toISOString() }))
    expect(upcomingRecordatorios(late.map(onItsDay), at(14, 31))).toEqual([])
  })
})

describe('what comes next', () => {
  const now = new Date(2026, 10, 21, 17, 0)
  const next = (...those: Cuando[]) => nextEvento(those.map(onItsDay), now)

  it('is of today until its hour has passed, then of the next day that has something', () => {
    const past = evento({ id: 'pasó', hora: '16:59:00' })
    const soon = evento({ id: 'ya', hora: '17:00:00' })
    const later = evento({ id: 'luego', fecha: '2026-11-22', hora: '08:00:00' })
    expect(next(later, soon, past)?.evento.id).toBe('ya')
    expect(next(later, past)?.evento.id).toBe('luego')
    expect(next(past)).toBeNull()
    const [evening, night] = ['19:00:00', '22:00:00'].map((hora) => evento({ id: hora, hora }))
    expect(next(night!, evening!)?.evento.id).toBe('19:00:00')
    expect(next(evening!, evento())?.evento.id).toBe('uno')
    expect(next(evento({ fecha: '2026-11-20' }))).toBeNull()
  })

  it('is what has no hour all of its day, and never a birthday', () => {
    expect(next(evento())?.evento.id).toBe('uno')
    expect(next(evento({ tipo: 'cumpleaños', fecha: '2026-11-30' }))).toBeNull()
  })

  it('is a reminder of every day only where there is nothing else', () => {
    const daily = evento({ id: 'diario', tipo: 'recordatorio', hora: '18:00:00', regla: 'FREQ=DAILY' })
    const once = evento({ id: 'una vez', tipo: 'recordatorio', fecha: '2026-11-23' })
    const weekly = evento({ id: 'yoga', fecha: '2026-11-22', regla: 'FREQ=WEEKLY' })
    expect(next(daily)?.evento.id).toBe('diario')
    expect(next(daily, once)?.evento.id).toBe('una vez')
    expect(next(daily, once, weekly)?.evento.id).toBe('yoga')
  })

  it('is told by day and hour alone', () => {
    expect(whenWords(evento({ hora: '17:00:00' }), '2026-11-21')).toEqual({ dia: 'Hoy', hora: '17:00' })
    expect(whenWords(evento(), '2026-11-20')).toEqual({ dia: 'Mañana', hora: 'Todo el día' })
    expect(whenWords(evento(), '2026-11-01').dia).toBe('21 nov')
    expect(whenWords(evento({ fecha: '2027-01-02' }), '2026-11-01').dia).toBe('2 ene 2027')
  })
})

it('promises no reminder for an hour that has passed', () => {
  const now = new Date(2026, 10, 22, 17, 0).getTime()
  const said = (hora: string, fecha = '2026-11-22', recordatorios: number[] | null = null, regla = '') =>
    describeAviso({ fecha, hora, recordatorios, regla }, now)
  expect(said('18:30')).toBe('Una hora antes.')
  expect(said('17:30')).toBe('No habrá aviso: su hora ya pasó.')
  expect(said('')).toBe('No habrá aviso: su hora ya pasó.')
  expect(said('', '2026-11-23')).toBe('Ese día a las 9:00, porque no tiene hora.')
  expect(said('17:30', '')).toBe('Una hora antes.')
  // It comes again next year.
  expect(said('17:30', '2026-11-22', null, 'FREQ=YEARLY')).toBe('Una hora antes.')
  expect(said('17:30', '2026-11-22', [0, 1440])).toBe('A su hora. Otro ya pasó.')
  expect(said('17:30', '2026-11-24', [0, 1440])).toBe('A su hora y 1 día antes.')
  expect(said('17:30', '2026-11-22', [1440])).toBe('No habrá aviso: su hora ya pasó.')
})
