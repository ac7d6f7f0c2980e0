import { describe, expect, it } from 'vitest'
import {
  addDays,
  addMonths,
  fromFecha,
  longFecha,
  longFechaWithDia,
  mesAndYear,
  mesOf,
  monthRange,
  monthWeeks,
  saludo,
  shortHora,
  toFecha,
} from './fechas.ts'

describe('stored days', () => {
  it('survive the way there and back', () => {
    for (const fecha of ['2026-11-21', '2024-02-29', '1900-01-01', '0999-12-31']) {
      expect(toFecha(fromFecha(fecha))).toBe(fecha)
    }
  })

  it.each(['2026-02-29', '2026-13-01', '2026-11-31', '', 'hoy', '21/11/2026'])('refuse %j', (fecha) => {
    expect(() => fromFecha(fecha)).toThrow(RangeError)
  })

  it('count on over months, years and the change of clocks', () => {
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
    expect(addDays('2024-03-01', -1)).toBe('2024-02-29')
    expect(addDays('2022-04-02', 1)).toBe('2022-04-03')
    expect(addDays('2022-10-29', 2)).toBe('2022-10-31')
  })
})

describe('months', () => {
  it.each([
    ['2026-01-31', 1, '2026-02-28'],
    ['2024-02-29', 12, '2025-02-28'],
    ['2026-12-15', 1, '2027-01-15'],
    ['2026-01-15', -1, '2025-12-15'],
    ['1900-01-31', -11, '1899-02-28'],
  ])('%s and %d months make %s', (fecha, months, expected) => {
    expect(addMonths(fecha, months)).toBe(expected)
  })

  it('are told of a day', () => {
    expect(mesOf('2026-11-21')).toEqual({ year: 2026, month: 11 })
    expect(() => mesOf('2026-02-30')).toThrow(RangeError)
  })
})

describe('long Spanish dates', () => {
  it('are written out', () => {
    expect(longFecha('2026-11-21')).toBe('21 de noviembre de 2026')
    expect(longFechaWithDia('2026-11-21')).toBe('sábado, 21 de noviembre de 2026')
    expect(mesAndYear(2026, 2)).toBe('febrero de 2026')
  })

  it('show hours with two digits', () => {
    expect(shortHora(new Date(2026, 10, 21, 9, 5))).toBe('09:05')
  })
})

describe('monthWeeks', () => {
  it('begins on Monday and ends on Sunday', () => {
    const weeks = monthWeeks(2026, 11)
    expect(weeks[0]?.[0]).toBe('2026-10-26')
    expect(weeks.at(-1)?.[6]).toBe('2026-12-06')
    for (const week of weeks) {
      expect(week).toHaveLength(7)
      expect(fromFecha(week[0]!).getDay()).toBe(1)
    }
  })

  it('needs four weeks for a February that begins on a Monday, six for a long month that begins on a Sunday', () => {
    expect(monthWeeks(2027, 2)).toHaveLength(4)
    expect(monthWeeks(2026, 3)).toHaveLength(6)
  })

  it('holds every day of the month once', () => {
    const { first, last } = monthRange(2024, 2)
    const days = monthWeeks(2024, 2)
      .flat()
      .filter((fecha) => fecha >= first && fecha <= last)
    expect(days).toHaveLength(29)
    expect(new Set(days).size).toBe(29)
  })
})

describe('saludo', () => {
  it.each([
    [0, 'Buenas noches'],
    [4, 'Buenas noches'],
    [5, 'Buenos días'],
    [11, 'Buenos días'],
    [12, 'Buenas tardes'],
    [18, 'Buenas tardes'],
    [19, 'Buenas noches'],
  ])('at %i', (hour, text) => {
    expect(saludo(hour)).toBe(text)
  })
})
