import { expect, it } from 'vitest'
import type { Fix } from '../../../lib/device/geolocation.ts'
import { createMemoria } from './posicion.ts'

const T0 = 1_800_000_000_000
const fix = (at: number, lat = 19.4): Fix => ({ lat, lng: -99.1, accuracy: 20, at })

it('is warm for two minutes, known for six hours, then nothing', () => {
  let now = T0
  const memoria = createMemoria(() => now)
  expect([memoria.warm(), memoria.lastKnown()]).toEqual([null, null])

  memoria.remember(fix(T0))
  now = T0 + 120_000
  expect(memoria.warm()).toEqual(fix(T0))
  now = T0 + 120_001
  expect([memoria.warm(), memoria.lastKnown()]).toEqual([null, fix(T0)])
  now = T0 + 6 * 3_600_000 + 1
  expect(memoria.lastKnown()).toBeNull()
})

it('keeps the newest, whatever comes late', () => {
  const memoria = createMemoria(() => T0)
  const heard: number[] = []
  const stop = memoria.subscribe(({ lat }) => heard.push(lat))
  memoria.remember(fix(T0, 1))
  memoria.remember(fix(T0 - 1, 2))
  stop()
  memoria.remember(fix(T0, 3))
  expect(memoria.warm()?.lat).toBe(3)
  expect(heard).toEqual([1])
})
