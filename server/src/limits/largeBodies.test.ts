import { describe, expect, it } from 'vitest'
import { LargeBodies } from './largeBodies.ts'
import type { Requester } from './requester.ts'

const LARGE = 'x'.repeat(40_000)
const member = (name: string): Requester => ({
  who: `member ${name}`,
  network: 'network 1',
  isVisitor: false,
})

/** Blocks the thread for a while, as parsing a large body does. */
function busy(ms: number): void {
  const end = performance.now() + ms
  while (performance.now() < end);
}

describe('large bodies', () => {
  it('are told by their length, or by that none is given', () => {
    const bodies = new LargeBodies()
    expect(bodies.mayBeLarge({ 'content-length': '40000' })).toBe(true)
    expect(bodies.mayBeLarge({ 'transfer-encoding': 'chunked' })).toBe(true)
    expect(bodies.mayBeLarge({ 'content-length': '2000' })).toBe(false)
    expect(bodies.mayBeLarge({})).toBe(false)
  })

  it('are read one at a time, and others are served in between', async () => {
    const bodies = new LargeBodies()
    const order: string[] = []
    const reading = ['ana', 'bea', 'carla'].map((name) =>
      bodies.read(member(name), LARGE, () => void order.push(name)),
    )
    let isOver = false
    setImmediate(function between() {
      order.push('another')
      if (!isOver) setImmediate(between)
    })
    await Promise.all(reading)
    isOver = true
    const places = ['ana', 'bea', 'carla'].map((name) => order.indexOf(name))
    expect(places).toEqual(places.toSorted((a, b) => a - b))
    expect(order[places[0]! + 1]).toBe('another')
    expect(order[places[1]! + 1]).toBe('another')
  })

  it('leave the thread to others for three times what one took, before the next; its own answer does not wait', async () => {
    const bodies = new LargeBodies()
    let ended = 0
    const first = bodies.read(member('ana'), LARGE, () => {
      busy(20)
      ended = performance.now()
    })
    let hasAnswer = false
    void first.then(() => {
      hasAnswer = true
    })
    await bodies.read(member('bea'), LARGE, () => {
      expect(hasAnswer).toBe(true)
      expect(performance.now() - ended).toBeGreaterThan(50)
    })
    await first
  })

  it('small ones wait for nobody', async () => {
    const bodies = new LargeBodies()
    let isRead = false
    const large = bodies.read(member('ana'), LARGE, () => {
      isRead = true
    })
    await bodies.read(member('ana'), '{}', () => expect(isRead).toBe(false))
    await large
  })

  it('end at the budget of who sends them, also where they are refused, and at nobody else’s', async () => {
    const bodies = new LargeBodies()
    const fail = () => {
      busy(600)
      throw new Error('no JSON')
    }
    await expect(bodies.read(member('ana'), LARGE, fail)).rejects.toThrow('no JSON')
    expect(() => bodies.assertLeft(member('ana'))).toThrow(expect.objectContaining({ code: 'LS429' }))
    await expect(bodies.read(member('ana'), LARGE, () => 1)).rejects.toMatchObject({ status: 429 })
    await expect(bodies.read(member('ana'), '{}', () => 1)).resolves.toBe(1)
    expect(() => bodies.assertLeft(member('bea'))).not.toThrow()
    await expect(bodies.read(undefined, LARGE, () => 1)).resolves.toBe(1)
  })
})
