import { describe, expect, it } from 'vitest'
import { Window } from './limits.ts'

describe('Window', () => {
  it('lets so many pass, and as many again once its time is over', () => {
    const window = new Window(2, 1_000)
    expect([window.take(5_000), window.take(5_001), window.take(5_999)]).toEqual([true, true, false])
    expect([window.take(6_000), window.take(6_001), window.take(6_002)]).toEqual([true, true, false])
  })
})
