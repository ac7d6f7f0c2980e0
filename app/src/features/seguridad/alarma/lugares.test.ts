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
  expect(isWorthTelling({ ...here, accuracy: 15 }, told, T0 + 10_000)).toBe(false)
})

it('tells who has gone fifteen metres, north or east, and a degree to the east is shorter far from the equator', () => {
  const gone = (metres: number, lat: number) => {
    const from = { ...here, lat }
    const east = { ...from, lng: from.lng + metres / (111_320 * Math.cos((lat * Math.PI) / 180)) }
    return isWorthTelling(east, { fix: from, at: T0 }, T0 + 10_000)
  }
  for (const lat of [0, here.lat, -33.45, 60])
    expect([gone(14.9, lat), gone(15.1, lat)]).toEqual([false, true])
})
