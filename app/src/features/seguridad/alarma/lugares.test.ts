import { expect, it } from 'vitest'
import { isWorthTelling } from './lugares.ts'

const T0 = 1_800_000_000_000
const here = { lat: 19.4326, lng: -99.1332, accuracy: 30, at: T0 }
const told = { fix: here, at: T0 }
const north = (metres: number) => ({ ...here, lat: here.lat + metres / 111_320 })

it('tells the first place at once, and then no more often than every ten seconds', () => {
  expect(isWorthTelling(here, null, T0)).toBe(true)
  expect(isWorthTelling(north(500), told, T0 + 9_900)).toBe(false)
  expect(isWorthTelling(north(500), told, T0 + 10_000)).toBe(true)
})

it('spares the battery of one who stays where she is', () => {
  expect(isWorthTelling(north(10), told, T0 + 30_000)).toBe(false)
  expect(isWorthTelling(north(10), told, T0 + 60_000)).toBe(true)
  expect(isWorthTelling({ ...here, accuracy: 10 }, told, T0 + 10_000)).toBe(true)
})
