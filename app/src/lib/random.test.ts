import { afterEach, expect, it, vi } from 'vitest'
import { uuid } from './random.ts'

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
