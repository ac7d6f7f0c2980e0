import { afterEach, expect, it, vi } from 'vitest'
import { orderedUuid, uuid } from './random.ts'

const VERSION_4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

afterEach(() => {
  vi.unstubAllGlobals()
})

it('is a random UUID', () => {
  expect(uuid()).toMatch(VERSION_4)
  expect(uuid()).not.toBe(uuid())
})

it('is one as well where the page is not served securely', () => {
  const { crypto } = globalThis
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) })
  expect(uuid()).toMatch(VERSION_4)
  expect(uuid()).not.toBe(uuid())
})

it('sorts by the moment of its making', () => {
  const ids = [1_000, 1_001, 1_790_000_000_000, 1_790_000_000_001].map(orderedUuid)
  expect([...ids].reverse().sort()).toEqual(ids)
  expect(ids[0]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
})
