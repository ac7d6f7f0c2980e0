import { expect, it } from 'vitest'
import { readConnections } from './connections.ts'

const sum = (isShared: boolean) =>
  Object.values(readConnections(undefined, isShared)).reduce((a, b) => a + b, 0)

it('three processes fit into a hundred connections where others use the database too', () => {
  // Five more each, as docs/operations.md counts; three are PostgreSQL's own superuser's.
  expect(3 * (sum(true) + 5)).toBeLessThanOrEqual(97)
  expect(sum(false)).toBe(33)
})

it('are set by name, and the rest keeps its default', () => {
  expect(readConnections('requests=4, auth=3', true)).toEqual({
    ...readConnections(undefined, true),
    requests: 4,
    auth: 3,
  })
})

it.each(['4', 'request=4', 'requests=1', 'requests=x', 'urgent=1', 'auth=201', '__proto__=3'])(
  'refuses %s',
  (text) => {
    expect(() => readConnections(text, true)).toThrow(RangeError)
  },
)
