import { afterEach, describe, expect, it, vi } from 'vitest'
import { byHora, type Cuando, type Ocurrencia } from './dias.ts'
import {
  byDia,
  cortar,
  diasOf,
  isOver,
  nextOfEach,
  ocurrencias,
  primeraVez,
  resto,
  seenOn,
  siguientes,
} from './recurrencia.ts'

// That the days are those of RFC 5545, and the database's: tests/ocurrencias.test.ts.

const evento = (over: Partial<Cuando> = {}): Cuando => ({
  id: 'uno',
  tipo: 'evento',
  fecha: '2026-11-23',
  hora: null,
  hora_fin: null,
  regla: null,
  excepto: [],
  ultima: null,
  ...over,
})

describe('the days of an event', () => {
  afterEach(() => void vi.unstubAllEnvs())

  it('without a rule are its own', () => {
    expect(diasOf(evento(), '2026-11-01', '2026-11-30')).toEqual(['2026-11-23'])
    expect(diasOf(evento(), '2026-11-24')).toEqual([])
  })

  it('of a birthday are every year from its own on, that of a leap day on the 28th in others', () => {
    const nacida = evento({ fecha: '1990-12-31', regla: 'FREQ=YEARLY' })
    expect(diasOf(nacida, '1989-01-01', '1991-12-31')).toEqual(['1990-12-31', '1991-12-31'])
    const bisiesta = evento({ fecha: '2024-02-29', regla: 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=-1' })
    expect(diasOf(bisiesta, '2025-01-01', '2028-12-31')).toEqual([
      '2025-02-28',
      '2026-02-28',
      '2027-02-28',
      '2028-02-29',
    ])
  })

  it.each(['America/Santiago', 'America/Asuncion', 'America/Havana', 'Pacific/Apia'])(
    'are every day of the calendar, also where midnight or a day is missing: %s',
    (zone) => {
      vi.stubEnv('TZ', zone)
      const days = diasOf(evento({ fecha: '2009-01-01', regla: 'FREQ=DAILY' }), '2011-01-01', '2012-12-31')
      expect(days).toHaveLength(731)
      expect(new Set(days).size).toBe(731)
    },
  )

  it('are as many as the database has counted', () => {
    const counted = evento({ regla: 'FREQ=DAILY;COUNT=999', ultima: '2026-11-25' })
    expect(diasOf(counted, '2026-11-24')).toEqual(['2026-11-24', '2026-11-25'])
  })

  it('begin with the first that its rule has', () => {
    expect(primeraVez('2026-11-28', 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR')).toBe('2026-11-30')
    expect(primeraVez('2026-11-28', '')).toBe('2026-11-28')
  })

  it('on which the calendar shows it: that day or the next one, else its own', () => {
    const weekly = evento({ regla: 'FREQ=WEEKLY;COUNT=3' })
    expect(seenOn(weekly, '2026-11-24')).toBe('2026-11-30')
    expect(seenOn(weekly, '2027-01-01')).toBe('2026-11-23')
    expect(seenOn(evento(), '2027-01-01')).toBe('2026-11-23')
  })
})

it('is over after its last day, and one without an end never', () => {
  const three = evento({ regla: 'FREQ=DAILY;COUNT=3', excepto: ['2026-11-25'] })
  expect([isOver(three, '2026-11-24'), isOver(three, '2026-11-25')]).toEqual([false, true])
  expect(isOver(evento({ regla: 'FREQ=DAILY' }), '2100-01-01')).toBe(false)
  expect(isOver(evento(), '2100-01-01'), 'what does not repeat is told by its hour').toBe(false)
})

describe('what is on a day, and what follows', () => {
  const list = [
    evento({ id: 'tarde', hora: '17:00', regla: 'FREQ=WEEKLY', excepto: ['2026-11-30'] }),
    evento({ id: 'temprano', hora: '08:00', regla: 'FREQ=DAILY' }),
    evento({ id: 'todo', fecha: '2026-12-07' }),
  ]
  const named = (those: { evento: Cuando; dia: string }[]) =>
    those.map((one) => `${one.dia.slice(5)} ${one.evento.id}`)

  it('is ordered by hour, the whole day first', () => {
    const on = byDia(list)
    expect(named(on('2026-12-07'))).toEqual(['12-07 todo', '12-07 temprano', '12-07 tarde'])
    expect(named(on('2026-11-30'))).toEqual(['11-30 temprano'])
    expect(on('2026-11-22')).toEqual([])
  })

  it('is each of its days, as many as are asked for', () => {
    expect(named(siguientes(list, '2026-12-06', 4))).toEqual([
      '12-06 temprano',
      '12-07 todo',
      '12-07 temprano',
      '12-07 tarde',
    ])
  })

  it('of five hundred repeated events is computed once for a month', () => {
    const many = Array.from({ length: 500 }, (_, n) =>
      evento({ id: String(n), fecha: '2001-01-01', regla: 'FREQ=DAILY' }),
    )
    const took = () => {
      const before = performance.now()
      expect(ocurrencias(many, '2026-12-01', '2026-12-31')).toHaveLength(500 * 31)
      return performance.now() - before
    }
    const first = took()
    expect(took()).toBeLessThan(first)
  })
})

it('the next days of many are those of each, and what lies behind them is not computed', () => {
  const list = [
    evento({ id: 'lejos', fecha: '2027-03-01' }),
    evento({ id: 'semanal', fecha: '2020-01-06', regla: 'FREQ=WEEKLY', hora: '10:00' }),
    evento({ id: 'mensual', fecha: '2020-01-30', regla: 'FREQ=MONTHLY' }),
    evento({ id: 'diario', fecha: '2020-01-30', regla: 'FREQ=DAILY', hora: '08:00' }),
    evento({ id: 'otro', fecha: '2020-01-30', regla: 'FREQ=DAILY', hora: '07:00' }),
    evento({ id: 'cumple', fecha: '1990-12-24', regla: 'FREQ=YEARLY' }),
  ]
  const inOrder = (found: Ocurrencia[]) =>
    found
      .sort(byHora)
      .slice(0, 5)
      .map(({ evento, dia }) => `${evento.id} ${dia}`)
  const each = nextOfEach<Cuando>('2026-12-06', 5)
  const found = list.flatMap(each)
  expect(inOrder(found)).toEqual(
    inOrder(
      list.flatMap((evento) => diasOf(evento, '2026-12-06', undefined, 5).map((dia) => ({ evento, dia }))),
    ),
  )
  // Of each only what is before the fifth of those looked at so far.
  expect(found).toHaveLength(1 + 5 + 1 + 5 + 4)
})

describe('a repeated event of which days are taken', () => {
  const daily = evento({ regla: 'FREQ=DAILY;COUNT=4', excepto: ['2026-11-24'] })

  it('is without one of them', () => {
    expect(cortar(daily, { dia: '2026-11-25', cuales: 'esta' })).toMatchObject({
      excepto: ['2026-11-24', '2026-11-25'],
      regla: 'FREQ=DAILY;COUNT=4',
    })
  })

  it('ends before a day', () => {
    expect(cortar(daily, { dia: '2026-11-25', cuales: 'siguientes' })).toMatchObject({
      regla: 'FREQ=DAILY;UNTIL=20261124',
      excepto: ['2026-11-24'],
    })
    const soon = evento({ regla: 'FREQ=DAILY;UNTIL=20261124' })
    expect(cortar(soon, { dia: '2026-12-24', cuales: 'siguientes' })?.regla).toBe('FREQ=DAILY;UNTIL=20261124')
  })

  it('is gone with its last day', () => {
    expect(cortar(daily, { dia: '2026-11-23', cuales: 'siguientes' })).toBeNull()
    const two = evento({ regla: 'FREQ=DAILY;COUNT=2', excepto: ['2026-11-23'] })
    expect(cortar(two, { dia: '2026-11-24', cuales: 'esta' })).toBeNull()
  })

  it('goes on elsewhere for as often as is left', () => {
    expect(resto(daily, '2026-11-25')).toEqual({ regla: 'FREQ=DAILY;COUNT=2', excepto: [] })
    expect(resto(evento({ regla: 'FREQ=WEEKLY' }), '2026-11-30').regla).toBe('FREQ=WEEKLY')
  })
})
