import { expect, it } from 'vitest'
import { nombreOf } from './nombre.ts'

it.each([
  ['Lucía', { username: 'Otra' }, 'Lucía'],
  [null, { username: 'Ana' }, 'Ana'],
  ['', { username: ' ' }, 'Usuaria Amparo'],
  [undefined, {}, 'Usuaria Amparo'],
  [undefined, { username: 7 }, 'Usuaria Amparo'],
  [undefined, null, 'Usuaria Amparo'],
])('names %j with metadata %j', (stored, metadata, expected) => {
  expect(nombreOf(stored, metadata)).toBe(expected)
})
