import { expect, it } from 'vitest'
import { sharesConnections } from './reach.ts'

/** A pooler in front of so many connections, which gives any of them to the next client. */
function pooler(mode: 'session' | 'transaction', inTurn = false) {
  const free = [7, 8]
  let next = 9
  const take = () => (inTurn ? free.shift() : free.pop()) ?? next++
  return async () => {
    let held: number | undefined = mode === 'session' ? take() : undefined
    return {
      end: async () => undefined,
      async query(text: string) {
        if (text === 'begin') {
          held ??= take()
          return { rows: [] }
        }
        const id = held ?? take()
        if (held === undefined) free.push(id)
        return { rows: [{ id }] }
      },
    } as never
  }
}

it('knows a pooler that gives a connection to others after each transaction, and takes one that does not', async () => {
  expect(await sharesConnections(pooler('transaction'))).toBe(true)
  expect(await sharesConnections(pooler('transaction', true))).toBe(true)
  expect(await sharesConnections(pooler('session'))).toBe(false)
})
