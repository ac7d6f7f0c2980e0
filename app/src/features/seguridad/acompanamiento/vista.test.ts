import { expect, it } from 'vitest'
import { isTimeToAsk } from './vista.ts'

const T0 = 1_800_000_000_000
const after = (ms: number, nothingSince: number | null) => isTimeToAsk(T0 + ms, T0, nothingSince)

it('asks every ten seconds, also for ten minutes where the link shows nothing yet', () => {
  expect(after(9_000, null)).toBe(false)
  expect(after(10_000, null)).toBe(true)
  expect(after(10_000, T0 - 9 * 60_000)).toBe(true)
})

it('never gives up, and asks less often then', () => {
  const long = T0 - 3_600_000
  expect(after(10_000, long)).toBe(false)
  expect(after(60_000, long)).toBe(true)
})
