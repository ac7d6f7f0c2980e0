import { expect, it } from 'vitest'
import { Hub } from './hub.ts'

it('a broadcast to nobody leaves nothing behind', () => {
  const told: unknown[] = []
  const hub = new Hub((word) => told.push(word), 10)
  for (let i = 0; i < 1_000; i++) hub.broadcast(`public:${i}`, { kind: 'object', json: '{}' })
  expect(told).toHaveLength(1_000)
  expect(hub.size).toBe(0)
})
