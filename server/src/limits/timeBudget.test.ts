import { describe, expect, it } from 'vitest'
import { Turns } from './fairQueue.ts'
import { Precedence } from './hashingPriority.ts'
import { type Asker, SlowBudget } from './timeBudget.ts'

const ana: Asker = { who: 'member ana', network: 'network 10.0.0.1', isVisitor: false }
const bea: Asker = { who: 'member bea', network: 'network 10.0.0.1', isVisitor: false }
const LIMITS = { places: 2, waiting: 3, networkShare: 2, visitorShare: 1 }

describe('the budget of slow statements', () => {
  it('refuses who spent it until enough has come back, and nobody else behind the same address', () => {
    let now = 0
    const budget = new SlowBudget(1, () => now)
    for (let i = 0; i < 2; i++) budget.spend(ana, 2_500)
    expect(() => budget.assertLeft(ana)).toThrow(expect.objectContaining({ status: 429, code: 'LS429' }))
    expect(() => budget.assertLeft(bea)).not.toThrow()
    now += 4_000
    expect(() => budget.assertLeft(ana)).not.toThrow()
  })

  it('says when to come back', () => {
    const budget = new SlowBudget(1, () => 0)
    for (let i = 0; i < 2; i++) budget.spend(ana, 3_750)
    expect(() => budget.assertLeft(ana)).toThrow(
      expect.objectContaining({ headers: { 'retry-after': '20' } }),
    )
  })

  it('takes nothing for what is quick, however often', () => {
    const budget = new SlowBudget(1, () => 0)
    for (let i = 0; i < 1_000; i++) budget.spend(ana, 200)
    expect(() => budget.assertLeft(ana)).not.toThrow()
  })

  it('is spent by long answers too, and not by ordinary ones', () => {
    const budget = new SlowBudget(1, () => 0)
    for (let i = 0; i < 1_000; i++) budget.spendAnswer(ana, 200_000)
    expect(() => budget.assertLeft(ana)).not.toThrow()
    for (let i = 0; i < 10; i++) budget.spendAnswer(ana, 4_500_000)
    expect(() => budget.assertLeft(ana)).toThrow(expect.objectContaining({ code: 'LS429' }))
  })

  it('ends for an address that makes up ever new members', () => {
    const budget = new SlowBudget(1, () => 0)
    for (let i = 0; i < 40; i++) budget.spend({ ...ana, who: `member ${i}` }, 8_000)
    expect(() => budget.assertLeft({ ...ana, who: 'member new' })).toThrow()
    expect(() => budget.assertLeft({ ...ana, network: 'network 10.0.0.2' })).not.toThrow()
  })
})

describe('turns', () => {
  it('leave places for others, however much one member asks', async () => {
    const turns = new Turns(4, LIMITS, 1_000)
    expect([turns.enter(ana), turns.enter(ana)]).toEqual([undefined, undefined])
    const third = turns.enter(ana)
    expect(third).toBeInstanceOf(Promise)
    expect(turns.enter(bea)).toBeUndefined()
    turns.leave(ana)
    await third
  })

  it('refuse who waits for too many of her own', () => {
    const turns = new Turns(4, LIMITS, 1_000)
    for (let i = 0; i < 5; i++) void turns.enter(ana)?.catch(() => undefined)
    expect(() => turns.enter(ana)).toThrow(expect.objectContaining({ status: 429, code: 'LS429' }))
    expect(turns.enter(bea)).toBeUndefined()
  })

  it('go round: who waits for one place has it before who waits for three', async () => {
    const turns = new Turns(1, { ...LIMITS, places: 1 }, 1_000)
    turns.enter(ana)
    const begun: string[] = []
    const ask = (asker: Asker, name: string) => turns.enter(asker)!.then(() => begun.push(name))
    const all = [ask(ana, 'ana 1'), ask(ana, 'ana 2'), ask(bea, 'bea')]
    for (const asker of [ana, ana, bea]) {
      turns.leave(asker)
      await new Promise(setImmediate)
    }
    await Promise.all(all)
    expect(begun).toEqual(['ana 1', 'bea', 'ana 2'])
  })

  it('are given up by who waited too long, and by nobody else', async () => {
    const turns = new Turns(1, LIMITS, 10)
    turns.enter(ana)
    await expect(turns.enter(bea)).rejects.toThrow('timeout exceeded when trying to connect')
    turns.leave(ana)
    expect(turns.load).toEqual({ running: 0, waiting: 0 })
  })

  it('go round among members first, then among the sessions of one', async () => {
    const turns = new Turns(1, { ...LIMITS, places: 1, sessionPlaces: 1 }, 1_000)
    turns.enter(undefined)
    const begun: string[] = []
    const ask = (asker: Asker, name: string) => turns.enter(asker)!.then(() => begun.push(name))
    const sessions = ['a', 'b', 'c'].map((session) => ({ ...ana, session }))
    const all = sessions.flatMap((asker) => [1, 2].map((n) => ask(asker, `ana ${asker.session}${n}`)))
    all.push(ask(bea, 'bea 1'), ask(bea, 'bea 2'))
    let last: Asker | undefined
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
    const turns = new Turns(5, { ...LIMITS, places: 3, sessionPlaces: 2 }, 1_000)
    const [his, hers] = ['his', 'hers'].map((session) => ({ ...ana, session }))
    for (let i = 0; i < 4; i++) void turns.enter(his)?.catch(() => undefined)
    expect(turns.load).toEqual({ running: 2, waiting: 2 })
    expect(turns.enter(hers)).toBeUndefined()
    const second = turns.enter(hers)
    expect(second).toBeInstanceOf(Promise)
    turns.leave(hers)
    await second
  })

  it('are kept for the server itself, however many ask', () => {
    const turns = new Turns(4, { ...LIMITS, networkShare: 10, serverPlaces: 1 }, 1_000)
    for (let i = 0; i < 9; i++)
      void turns.enter({ who: `member ${i}`, isVisitor: false })?.catch(() => undefined)
    expect(turns.load.running).toBe(3)
    expect(turns.enter(undefined)).toBeUndefined()
    // Its own statements take nothing from theirs.
    turns.leave(undefined)
    expect(turns.load.running).toBe(3)
  })

  it('are not limited for the server itself', () => {
    const turns = new Turns(4, LIMITS, 1_000)
    expect([1, 2, 3, 4].map(() => turns.enter(undefined))).toEqual(Array(4).fill(undefined))
  })

  describe('beside work that comes first', () => {
    const somebody = (who: string, network: string) => ({ who, network, isVisitor: false })

    it('are one at a time for each network, and as always once it is over', async () => {
      const precedence = new Precedence()
      const turns = new Turns(4, LIMITS, 1_000, precedence)
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
      const precedence = new Precedence(() => now)
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
