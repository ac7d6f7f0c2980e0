import { expect, it } from 'vitest'
import { nameRequest } from './requestId.ts'

it('names no two requests alike, however many are named from one draw', () => {
  const names = Array.from({ length: 2_000 }, nameRequest)
  expect(new Set(names).size).toBe(2_000)
  expect(names.filter((name) => !/^[0-9A-HJKMNP-TV-Z]{12}$/.test(name))).toEqual([])
})
