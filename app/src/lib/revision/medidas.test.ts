import { expect, it } from 'vitest'
import { endOf, keepOffered, offerDuraciones, tellEnd } from './medidas.ts'

it('what has no end is said to have none, and an expulsion never has one', () => {
  expect(endOf({ dias: 1, alcance: 'expulsion' })).toBe('infinity')
  expect(endOf({ dias: null, alcance: 'escritos' })).toBe('infinity')
  expect(tellEnd('infinity')).toBe('sin fecha de fin')
  const inThreeDays = Date.parse(endOf({ dias: 3, alcance: 'circulos' })) - Date.now()
  expect(Math.round(inThreeDays / 3_600_000)).toBe(72)
  expect(tellEnd('2027-05-03T10:00:00')).toBe('hasta el 3 de mayo de 2027, 10:00')
})

it('an anonymous author is paused for a year at most, whatever a draft still says', () => {
  const YEAR_MS = 366 * 86_400_000
  for (const { dias } of offerDuraciones(true)) {
    const end = endOf({ dias: dias ? Number(dias) : null, alcance: 'escritos' })
    expect(Date.parse(end) - Date.now(), dias).toBeLessThan(YEAR_MS)
  }
  expect(offerDuraciones(false).map(({ dias }) => dias)).toContain('')
  expect(keepOffered('', false)).toBe('')
  expect(keepOffered('', true)).toBe('1')
  expect(keepOffered('30', true)).toBe('30')
})
