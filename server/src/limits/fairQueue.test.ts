import { describe, expect, it } from 'vitest'
import { FairQueue } from './fairQueue.ts'
import { HashingPriority } from './hashingPriority.ts'
import type { Requester } from './requester.ts'

const ana: Requester = { who: 'member ana', network: 'network 10.0.0.1', isVisitor: false }
const bea: Requester = { who: 'member bea', network: 'network 10.0.0.1', isVisitor: false }
const LIMITS = { places: 2, waiting: 3, networkShare: 2, visitorShare: 1 }

describe('turns', () => {
  it('leave places for others, however much one member asks', async () => {
    const turns = new FairQueue(4, LIMITS, 1_000)
    expect([turns.enter(ana), turns.enter(ana)]).toEqual([undefined, undefined])
    const third = turns.enter(ana)
    expect(third).toBeInstanceOf(Promise)
    expect(turns.enter(bea)).toBeUndefined()
    turns.leave(ana)
    await third
  })

  it('refuse who waits for too many of her own', () => {
    const turns = new FairQueue(4, LIMITS, 1_000)
    for (let i = 0; i < 5; i++) void turns.enter(ana)?.catch(() => undefined)
    expect(() => turns.enter(ana)).toThrow(expect.objectContaining({ status: 429, code: 'LS429' }))
    expect(turns.enter(bea)).toBeUndefined()
  })

  it('go round: who waits for one place has it before who waits for three', async () => {
    const turns = new FairQueue(1, { ...LIMITS, places: 1 }, 1_000)
    turns.enter(ana)
    const begun: string[] = []
    const ask = (requester: Requester, name: string) => turns.enter(requester)!.then(() => begun.push(name))
    const all = [ask(ana, 'ana 1'), ask(ana, 'ana 2'), ask(bea, 'bea')]
    for (const requester of [ana, ana, bea]) {
      turns.leave(requester)
      await new Promise(setImmediate)
    }
    await Promise.all(all)
    expect(begun).toEqual(['ana 1', 'bea', 'ana 2'])
  })

  it('are given up by who waited too long, and by nobody else', async () => {
    const turns = new FairQueue(1, LIMITS, 10)
    turns.enter(ana)
    await expect(turns.enter(bea)).rejects.toThrow('timeout exceeded when trying to connect')
    turns.leave(ana)
    expect(turns.load).toEqual({ running: 0, waiting: 0 })
  })

  it('go round among members first, then among the sessions of one', async () => {
    const turns = new FairQueue(1, { ...LIMITS, places: 1, sessionPlaces: 1 }, 1_000)
    turns.enter(undefined)
    const begun: string[] = []
    const ask = (requester: Requester, name: string) => turns.enter(requester)!.then(() => begun.push(name))
    const sessions = ['a', 'b', 'c'].map((session) => ({ ...ana, session }))
    const all = sessions.flatMap((requester) =>
      [1, 2].map((n) => ask(requester, `ana ${requester.session}${n}`)),
    )
    all.push(ask(bea, 'bea 1'), ask(bea, 'bea 2'))
    let last: Requester | undefined
    for (let i = 0; i < all.length; i++) {
      turns.leave(last)
      await new Promise(setImmediate)
      last = begun.at(-1)!.startsWith('bea') ? bea : { ...ana, session: begun.at(-1)![4]! }
    }
    turns.leave(last)
    await Promise.all(all)
    expect(begun.join()).toBe('ana a1,bea 1,ana b1,bea 2,ana c1,ana a2,ana b2,ana c2')
    expect(turns.load).toEqual({ running: 0, waiting: 0 })
  })

  it('of one session leave a place to another of hers', async () => {
    const turns = new FairQueue(5, { ...LIMITS, places: 3, sessionPlaces: 2 }, 1_000)
    const [theirs, hers] = ['theirs', 'hers'].map((session) => ({ ...ana, session }))
    for (let i = 0; i < 4; i++) void turns.enter(theirs)?.catch(() => undefined)
    expect(turns.load).toEqual({ running: 2, waiting: 2 })
    expect(turns.enter(hers)).toBeUndefined()
    const second = turns.enter(hers)
    expect(second).toBeInstanceOf(Promise)
    turns.leave(hers)
    await second
  })

  it('are kept for the server itself, however many ask', () => {
    const turns = new FairQueue(4, { ...LIMITS, networkShare: 10, serverPlaces: 1 }, 1_000)
    for (let i = 0; i < 9; i++)
      void turns.enter({ who: `member ${i}`, isVisitor: false })?.catch(() => undefined)
    expect(turns.load.running).toBe(3)
    expect(turns.enter(undefined)).toBeUndefined()
    // Its own statements take nothing from theirs.
    turns.leave(undefined)
    expect(turns.load.running).toBe(3)
  })

  it('are not limited for the server itself', () => {
    const turns = new FairQueue(4, LIMITS, 1_000)
    expect([1, 2, 3, 4].map(() => turns.enter(undefined))).toEqual(Array(4).fill(undefined))
  })

  describe('beside work that comes first', () => {
    const somebody = (who: string, network: string) => ({ who, network, isVisitor: false })

    it('are one at a time for each network, and as always once it is over', async () => {
      const precedence = new HashingPriority()
      const turns = new FairQueue(4, LIMITS, 1_000, precedence)
      let end = () => {}
      const work = precedence.first(() => new Promise<void>((resolve) => (end = resolve)))
      expect(turns.enter(somebody('ana', 'a'))).toBeUndefined()
      const waiting = turns.enter(somebody('bea', 'a'))
      expect(waiting).toBeInstanceOf(Promise)
      expect(turns.enter(somebody('carla', 'c'))).toBeUndefined()
      expect(turns.enter(undefined)).toBeUndefined()
      end()
      await work
      await waiting
      expect(turns.load).toEqual({ running: 4, waiting: 0 })
    })

    it('are as always after a while, however long it takes, and it rests for as long as it lasted', async () => {
      let now = 1_000
      const precedence = new HashingPriority(() => now)
      let end = () => {}
      const begin = () => precedence.first(() => new Promise<void>((resolve) => (end = resolve)))
      const first = begin()
      expect(precedence.isOn).toBe(true)
      now += 150
      expect(precedence.isOn).toBe(false)
      end()
      await first
      const second = begin()
      expect(precedence.isOn).toBe(false)
      end()
      await second
      now += 150
      void begin()
      expect(precedence.isOn).toBe(true)
      end()
    })
  })
})
