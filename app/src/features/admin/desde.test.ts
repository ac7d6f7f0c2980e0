import { describe, expect, it } from 'vitest'
import { tellSince } from './desde.ts'

describe('tellSince', () => {
  const now = new Date('2026-11-23T12:00:00Z')
  it.each([
    ['2026-11-23T11:59:40Z', 'desde ahora'],
    ['2026-11-23T11:59:00Z', 'desde hace 1 minuto'],
    ['2026-11-23T09:10:00Z', 'desde hace 2 horas'],
    ['2026-11-20T09:10:00Z', 'desde hace 3 días'],
    // A clock that is behind the service's.
    ['2026-11-23T12:05:00Z', 'desde ahora'],
  ])('%s is %s', (moment, told) => {
    expect(tellSince(new Date(moment), now)).toBe(told)
  })
})
