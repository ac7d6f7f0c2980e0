import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  type Cuando,
  describeAviso,
  eventosOfDia,
  followingEventos,
  isOnDia,
  isPossible,
  nextEvento,
  recordatorioTime,
  seenOn,
  upcomingRecordatorios,
  visibleHora,
  whenWords,
} from './dias.ts'

const evento = (over: Partial<Cuando> = {}): Cuando => ({
  id: 'uno',
  tipo: 'evento',
  fecha: '2026-11-21',
  hora: null,
  ...over,
})

describe('what follows a day', () => {
  const list = [
    evento({ id: 'ayer', fecha: '2026-11-28' }),
    evento({ id: 'hoy', fecha: '2026-11-29', hora: '09:00' }),
    evento({ id: 'tarde', fecha: '2026-12-03', hora: '17:00' }),
    evento({ id: 'todo', fecha: '2026-12-03' }),
    evento({ id: 'ana', tipo: 'cumpleaños', fecha: '1990-12-01' }),
    evento({ id: 'eva', tipo: 'cumpleaños', fecha: '1990-11-02' }),
    evento({ id: 'bisiesta', tipo: 'cumpleaños', fecha: '2000-02-29' }),
  ]
  const following = (dia: Cuando['fecha']) =>
    followingEventos(list, dia, '2026-11-29').map((one) => `${one.evento.id} ${one.dia}`)

  it('is what comes after it, birthdays on the day on which they come round', () => {
    expect(following('2026-11-29')).toEqual([
      'ana 2026-12-01',
      'todo 2026-12-03',
      'tarde 2026-12-03',
      'bisiesta 2027-02-28',
      'eva 2027-11-02',
    ])
    expect(following('2026-12-03')).toEqual(['bisiesta 2027-02-28', 'eva 2027-11-02', 'ana 2027-12-01'])
  })

  it('begins with today where the day is past', () => {
    expect(following('2026-11-02').slice(0, 2)).toEqual(['hoy 2026-11-29', 'ana 2026-12-01'])
  })
})

describe('the days of an event', () => {
  it('is its own', () => {
    expect(isOnDia(evento(), '2026-11-21')).toBe(true)
    expect(isOnDia(evento(), '2027-11-21')).toBe(false)
  })

  it('are every year for a birthday, from its own on', () => {
    const nacida = evento({ tipo: 'cumpleaños', fecha: '1990-12-31' })
    expect(isOnDia(nacida, '1990-12-31')).toBe(true)
    expect(isOnDia(nacida, '2026-12-31')).toBe(true)
    expect(isOnDia(nacida, '1989-12-31')).toBe(false)
    expect(isOnDia(nacida, '2027-01-01')).toBe(false)
    expect(isOnDia(evento({ tipo: 'cumpleaños', fecha: '1990-05-05' }), '2027-02-28')).toBe(false)
  })

  it('of a leap day is the 28th in other years', () => {
    const bisiesta = evento({ tipo: 'cumpleaños', fecha: '2024-02-29' })
    expect(
      ['2025-02-28', '2028-02-28', '2028-02-29', '2025-03-01'].map((dia) => isOnDia(bisiesta, dia)),
    ).toEqual([true, false, true, false])
  })

  it.each([
    ['cumpleaños', '2000-02-29', '2022-06-01', '2022-02-28'],
    ['cumpleaños', '2000-02-29', '2024-06-01', '2024-02-29'],
    ['cumpleaños', '1990-12-31', '2026-01-01', '2026-12-31'],
    ['cumpleaños', '2030-05-05', '2026-01-01', '2030-05-05'],
    ['cita', '2019-05-05', '2026-01-01', '2019-05-05'],
  ] as const)('a %s of %s is seen from %s on %s', (tipo, fecha, dia, seen) => {
    expect(seenOn({ tipo, fecha }, dia)).toBe(seen)
    expect(isOnDia({ tipo, fecha }, seen)).toBe(true)
  })

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

  it('are ordered by hour, the whole day first', () => {
    const list = [
      evento({ hora: '17:00:00' }),
      evento({ fecha: '2026-11-22' }),
      evento({ hora: '09:30:00' }),
      evento(),
    ]
    expect(eventosOfDia(list, '2026-11-21').map(({ hora }) => hora)).toEqual([null, '09:30:00', '17:00:00'])
    expect(visibleHora('09:30:00')).toBe('09:30')
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
    expect(recordatorioTime('2026-11-21', '00:30:00')).toEqual({
      vence: local('2026-11-20T23:30:00'),
      hasta: local('2026-11-21T00:30:00'),
    })
  })

  it('is due at nine for a whole day', () => {
    expect(recordatorioTime('2024-02-29', null)).toEqual({
      vence: local('2024-02-29T09:00:00'),
      hasta: local('2024-03-01T00:00:00'),
    })
  })
})

describe('reminders around now', () => {
  const list = [
    { ...evento({ id: 'cita', hora: '15:00:00' }), notificar: true, actualizado_en: '2026-11-01T00:00:00Z' },
    {
      ...evento({ id: 'callado', hora: '15:00:00' }),
      notificar: false,
      actualizado_en: '2026-11-01T00:00:00Z',
    },
    {
      ...evento({ id: 'pasado', hora: '08:00:00' }),
      notificar: true,
      actualizado_en: '2026-11-01T00:00:00Z',
    },
  ]
  const at = (hour: number, minute = 0) => new Date(2026, 10, 21, hour, minute).getTime()

  it('are those that asked for it and are not over', () => {
    expect(upcomingRecordatorios(list, '2026-11-21', at(10)).map(({ clave }) => clave)).toEqual([
      'cita 2026-11-21 15:00:00',
    ])
    expect(upcomingRecordatorios(list, '2026-11-21', at(15))).toEqual([])
  })

  it('are the soonest first, each once, of the next day too where it is due within a day', () => {
    const row = (id: string, fecha: string, hora: string | null) => ({
      ...evento({ id, fecha, hora }),
      notificar: true,
      actualizado_en: '2026-11-01T00:00:00Z',
    })
    const rows = [
      row('b', '2026-11-22', '10:59:00'),
      row('c', '2026-11-22', '11:00:00'),
      row('a', '2026-11-22', null),
      row('hoy', '2026-11-21', '10:30:00'),
    ]
    expect(upcomingRecordatorios(rows, '2026-11-21', at(10)).map(({ clave }) => clave)).toEqual([
      'hoy 2026-11-21 10:30:00',
      'a 2026-11-22 null',
      'b 2026-11-22 10:59:00',
    ])
  })

  it('are those that she wrote down by their very moment', () => {
    const moment = list.map((row) => ({ ...row, actualizado_en: new Date(at(14)).toISOString() }))
    expect(upcomingRecordatorios(moment, '2026-11-21', at(14))).toHaveLength(1)
  })

  it('are not those that she wrote down after their moment', () => {
    const late = list.map((row) => ({ ...row, actualizado_en: new Date(at(14, 30)).toISOString() }))
    expect(upcomingRecordatorios(late, '2026-11-21', at(14, 31))).toEqual([])
  })
})

describe('what comes next', () => {
  const now = new Date(2026, 10, 21, 17, 0)

  it('is of today until its hour has passed, then of the next day that has something', () => {
    const past = evento({ id: 'pasó', hora: '16:59:00' })
    const soon = evento({ id: 'ya', hora: '17:00:00' })
    const later = evento({ id: 'luego', fecha: '2026-11-22', hora: '08:00:00' })
    expect(nextEvento([later, soon, past], now)?.id).toBe('ya')
    expect(nextEvento([later, past], now)?.id).toBe('luego')
    expect(nextEvento([past], now)).toBeNull()
    const [evening, night] = ['19:00:00', '22:00:00'].map((hora) => evento({ id: hora, hora }))
    expect(nextEvento([night!, evening!], now)?.id).toBe('19:00:00')
    expect(nextEvento([evening!, evento()], now)?.id).toBe('uno')
    expect(nextEvento([evento({ fecha: '2026-11-20' })], now)).toBeNull()
  })

  it('is what has no hour all of its day, and never a birthday', () => {
    expect(nextEvento([evento()], now)?.id).toBe('uno')
    expect(nextEvento([evento({ tipo: 'cumpleaños', fecha: '2026-11-30' })], now)).toBeNull()
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
  const said = (hora: string, fecha = '2026-11-22', tipo = 'cita') =>
    describeAviso({ fecha, hora, tipo }, now)
  expect(said('18:30')).toBe('Una hora antes.')
  expect(said('17:30')).toBe('No habrá aviso: su hora ya pasó.')
  expect(said('')).toBe('No habrá aviso: su hora ya pasó.')
  expect(said('', '2026-11-23')).toBe('Ese día a las 9:00, porque no tiene hora.')
  expect(said('17:30', '')).toBe('Una hora antes.')
  // It comes again next year.
  expect(said('17:30', '2026-11-22', 'cumpleaños')).toBe('Una hora antes.')
})
