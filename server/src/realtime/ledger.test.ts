import { beforeEach, describe, expect, it } from 'vitest'
import { type Debtor, Ledger, Window } from './ledger.ts'

const socket = (buffered = 0): Debtor => ({ buffered, idleSince: undefined })
let ledger: Ledger<Debtor>
beforeEach(() => {
  ledger = new Ledger({ bytesPerOwner: 100, bytesInAll: 250, joinsPerMinute: 2 })
})

describe('the ledger', () => {
  it('takes no more on than one owner may have, over all her sockets', () => {
    const [one, two, other] = [socket(), socket(), socket()]
    ledger.enter(one, 'ana')
    ledger.enter(two, 'ana')
    ledger.enter(other, 'bea')
    expect([ledger.charge(one, 60), ledger.charge(two, 60), ledger.charge(two, 40)]).toEqual([
      true,
      false,
      true,
    ])
    expect(ledger.charge(other, 100), 'another is another').toBe(true)
    ledger.release(one, 60)
    expect(ledger.charge(two, 60)).toBe(true)
  })

  it('takes no more on than the process may have, for anybody', () => {
    const sockets = ['ana', 'bea', 'eva'].map((name) => {
      const one = socket()
      ledger.enter(one, name)
      return one
    })
    expect(sockets.map((one) => ledger.charge(one, 90))).toEqual([true, true, false])
    expect(ledger.charge(sockets[2]!, 70)).toBe(true)
    expect(ledger.isFull).toBe(true)
  })

  it('leaves three quarters to members, from however many networks strangers come', () => {
    const strangers = ['one', 'two', 'three'].map((name) => {
      const one = socket(20)
      ledger.enter(one, name, true)
      return one
    })
    expect(strangers.map((one) => ledger.charge(one, 30))).toEqual([true, true, false])
    expect(ledger.owesTooMuch(strangers[0]!), 'with what waits for them').toBe(true)
    expect(ledger.charge(strangers[2]!, 30, true), 'who has yet to say who she is').toBe(true)
    ledger.release(strangers[2]!, 30)
    const ana = socket(20)
    ledger.enter(ana, 'ana')
    expect([ledger.charge(ana, 80), ledger.owesTooMuch(ana), ledger.isFull]).toEqual([true, false, false])
    ledger.enter(strangers[0]!, 'bea')
    expect(ledger.charge(strangers[2]!, 30), 'who is known is a stranger no more').toBe(true)
  })

  it('moves a socket with all that is kept for it once it is known whose it is', () => {
    const one = socket()
    ledger.enter(one, 'address')
    ledger.charge(one, 80)
    ledger.enter(one, 'ana')
    expect(ledger.socketsOf('address')).toEqual([])
    const stranger = socket()
    ledger.enter(stranger, 'address')
    expect(ledger.charge(stranger, 80), 'the address owes nothing of hers').toBe(true)
    expect(ledger.charge(one, 30)).toBe(false)
  })

  it('forgets everything of a socket that is gone, and who has none', () => {
    const one = socket()
    ledger.enter(one, 'ana')
    ledger.charge(one, 80)
    ledger.leave(one)
    ledger.leave(one)
    ledger.release(one, 80)
    expect([ledger.bytes, ledger.size]).toEqual([0, 0])
    expect(ledger.charge(one, 1)).toBe(false)
  })

  it('counts joins, and what waits, over all sockets of one owner', () => {
    const [one, two] = [socket(30), socket(60)]
    ledger.enter(one, 'ana')
    ledger.enter(two, 'ana')
    expect([ledger.takeJoin(one), ledger.takeJoin(two), ledger.takeJoin(one)]).toEqual([true, true, false])
    expect(ledger.owesTooMuch(one)).toBe(false)
    ledger.charge(one, 11)
    expect(ledger.owesTooMuch(two)).toBe(true)
  })

  it('says when the buffers of everybody together are too much', () => {
    const slow = Array.from({ length: 3 }, (_, index) => {
      const one = socket(80)
      ledger.enter(one, `slow-${index}`)
      return one
    })
    expect(ledger.owesTooMuch(slow[0]!, 1_000)).toBe(false)
    ledger.charge(slow[0]!, 15)
    expect(ledger.owesTooMuch(slow[1]!, 1_001)).toBe(true)
    ledger.leave(slow[2]!)
    expect(ledger.owesTooMuch(slow[1]!, 1_100)).toBe(false)
  })
})

describe('Window', () => {
  it('lets so many pass, and as many again once its time is over', () => {
    const window = new Window(2, 1_000)
    expect([window.take(5_000), window.take(5_001), window.take(5_999)]).toEqual([true, true, false])
    expect([window.take(6_000), window.take(6_001), window.take(6_002)]).toEqual([true, true, false])
  })
})
