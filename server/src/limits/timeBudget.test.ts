import { describe, expect, it } from 'vitest'
import type { Requester } from './requester.ts'
import { TimeBudget } from './timeBudget.ts'

const ana: Requester = { who: 'member ana', network: 'network 10.0.0.1', isVisitor: false }
const bea: Requester = { who: 'member bea', network: 'network 10.0.0.1', isVisitor: false }

describe('the budget of slow statements', () => {
  it('refuses who spent it until enough has come back, and nobody else behind the same address', () => {
    let now = 0
    const budget = new TimeBudget(1, () => now)
    for (let i = 0; i < 2; i++) budget.spend(ana, 2_500)
    expect(() => budget.assertLeft(ana)).toThrow(expect.objectContaining({ status: 429, code: 'LS429' }))
    expect(() => budget.assertLeft(bea)).not.toThrow()
    now += 4_000
    expect(() => budget.assertLeft(ana)).not.toThrow()
  })

  it('says when to come back', () => {
    const budget = new TimeBudget(1, () => 0)
    for (let i = 0; i < 2; i++) budget.spend(ana, 3_750)
    expect(() => budget.assertLeft(ana)).toThrow(
      expect.objectContaining({ headers: { 'retry-after': '20' } }),
    )
  })

  it('takes nothing for what is quick, however often', () => {
    const budget = new TimeBudget(1, () => 0)
    for (let i = 0; i < 1_000; i++) budget.spend(ana, 200)
    expect(() => budget.assertLeft(ana)).not.toThrow()
  })

  it('is spent by long answers too, and not by ordinary ones', () => {
    const budget = new TimeBudget(1, () => 0)
    for (let i = 0; i < 1_000; i++) budget.spendAnswer(ana, 200_000)
    expect(() => budget.assertLeft(ana)).not.toThrow()
    for (let i = 0; i < 10; i++) budget.spendAnswer(ana, 4_500_000)
    expect(() => budget.assertLeft(ana)).toThrow(expect.objectContaining({ code: 'LS429' }))
  })

  it('ends for an address that makes up ever new members', () => {
    const budget = new TimeBudget(1, () => 0)
    for (let i = 0; i < 40; i++) budget.spend({ ...ana, who: `member ${i}` }, 8_000)
    expect(() => budget.assertLeft({ ...ana, who: 'member new' })).toThrow()
    expect(() => budget.assertLeft({ ...ana, network: 'network 10.0.0.2' })).not.toThrow()
  })
})
