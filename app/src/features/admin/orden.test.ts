import { expect, it } from 'vitest'
import { instanteNextTo, moveItem } from './orden.ts'

it('moves one place and no further', () => {
  expect(moveItem(['a', 'b', 'c'], 1, -1)).toEqual(['b', 'a', 'c'])
  expect(moveItem(['a', 'b', 'c'], 1, 1)).toEqual(['a', 'c', 'b'])
  expect(moveItem(['a', 'b', 'c'], 0, 1)).toEqual(['b', 'a', 'c'])
  expect(moveItem(['a', 'b', 'c'], 0, -1)).toEqual(['a', 'b', 'c'])
  expect(moveItem(['a', 'b'], 1, 1)).toEqual(['a', 'b'])
  expect(moveItem([], 0, 1)).toEqual([])
  // What is none of them is moved nowhere, also where the place beside it is one.
  expect(moveItem(['a', 'b', 'c'], -1, 1)).toEqual(['a', 'b', 'c'])
  expect(moveItem(['a', 'b', 'c'], 3, -1)).toEqual(['a', 'b', 'c'])
})

it('finds an instant beside another', () => {
  expect(instanteNextTo('2026-01-01T00:00:00+00:00', -1)).toBe('2025-12-31T23:59:59.999Z')
})
