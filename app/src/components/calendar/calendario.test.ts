import { describe, expect, it } from 'vitest'
import { bandOf, clampDay, type DayMark, dayForKey } from './calendario.ts'

describe('keys', () => {
  it.each([
    ['ArrowLeft', false, '2026-02-28'],
    ['ArrowRight', false, '2026-03-02'],
    ['ArrowUp', false, '2026-02-22'],
    ['ArrowDown', false, '2026-03-08'],
    ['Home', false, '2026-02-23'],
    ['End', false, '2026-03-01'],
    ['PageUp', false, '2026-02-01'],
    ['PageDown', false, '2026-04-01'],
    ['PageUp', true, '2025-03-01'],
    ['PageDown', true, '2027-03-01'],
  ])('%s (Shift: %s) leads from a Sunday, 2026-03-01, to %s', (key, shift, expected) => {
    expect(dayForKey('2026-03-01', key, shift)).toBe(expected)
  })

  it('stay on the last day of a shorter month and of a year without a leap day', () => {
    expect(dayForKey('2026-03-31', 'PageUp', false)).toBe('2026-02-28')
    expect(dayForKey('2024-02-29', 'PageDown', true)).toBe('2025-02-28')
  })

  it('that mean nothing here lead nowhere', () => {
    expect(dayForKey('2026-03-01', 'Enter', false)).toBeNull()
  })
})

describe('bands', () => {
  const marks: Record<string, DayMark> = {
    '2026-03-03': { look: 'fertil', words: '' },
    '2026-03-04': { look: 'ovulacion', words: '' },
    '2026-03-05': { look: 'periodo', words: '' },
    '2026-03-06': { look: 'lleno', words: '' },
  }
  const week = ['2026-03-02', '2026-03-03', '2026-03-04', '2026-03-05', '2026-03-06', null, null]
  const band = (index: number) => bandOf(week, index, (fecha) => marks[fecha])

  it('run through days of one kind and end where another begins', () => {
    expect(band(1)).toEqual({ kind: 'fertil', joinsLeft: false, joinsRight: true })
    expect(band(2)).toEqual({ kind: 'fertil', joinsLeft: true, joinsRight: false })
    expect(band(3)).toEqual({ kind: 'periodo', joinsLeft: false, joinsRight: false })
  })

  it('are not behind days that only stand out, nor behind empty ones', () => {
    expect(band(0)).toBeNull()
    expect(band(4)).toBeNull()
    expect(band(5)).toBeNull()
  })
})

it('keeps to the days that may be chosen', () => {
  expect(clampDay('1899-12-31', '1900-01-01', '2026-11-21')).toBe('1900-01-01')
  expect(clampDay('2026-11-22', '1900-01-01', '2026-11-21')).toBe('2026-11-21')
  expect(clampDay('2026-11-20', '1900-01-01', '2026-11-21')).toBe('2026-11-20')
})
