import { beforeEach, describe, expect, it } from 'vitest'
import { type CountedSocket, RateWindow, Usage } from './usage.ts'

const socket = (buffered = 0): CountedSocket => ({ buffered, idleSince: undefined })
let usage: Usage<CountedSocket>
beforeEach(() => {
  usage = new Usage({ bytesPerOwner: 100, bytesInAll: 250, joinsPerMinute: 2 })
})

describe('the usage', () => {
  it('takes no more on than one owner may have, over all her sockets', () => {
    const [one, two, other] = [socket(), socket(), socket()]
    usage.enter(one, 'ana')
    usage.enter(two, 'ana')
    usage.enter(other, 'bea')
    expect([usage.charge(one, 60), usage.charge(two, 60), usage.charge(two, 40)]).toEqual([true, false, true])
    expect(usage.charge(other, 100), 'another is another').toBe(true)
    usage.release(one, 60)
    expect(usage.charge(two, 60)).toBe(true)
  })

  it('takes no more on than the process may have, for anybody', () => {
    const sockets = ['ana', 'bea', 'eva'].map((name) => {
      const one = socket()
      usage.enter(one, name)
      return one
    })
    expect(sockets.map((one) => usage.charge(one, 90))).toEqual([true, true, false])
    expect(usage.charge(sockets[2]!, 70)).toBe(true)
    expect(usage.isFull).toBe(true)
  })

  it('leaves three quarters to members, from however many networks strangers come', () => {
    const strangers = ['one', 'two', 'three'].map((name) => {
      const one = socket(20)
      usage.enter(one, name, true)
      return one
    })
    expect(strangers.map((one) => usage.charge(one, 30))).toEqual([true, true, false])
    expect(usage.exceeds(strangers[0]!), 'with what waits for them').toBe(true)
    expect(usage.charge(strangers[2]!, 30, true), 'who has yet to say who she is').toBe(true)
    usage.release(strangers[2]!, 30)
    const ana = socket(20)
    usage.enter(ana, 'ana')
    expect([usage.charge(ana, 80), usage.exceeds(ana), usage.isFull]).toEqual([true, false, false])
    usage.enter(strangers[0]!, 'bea')
    expect(usage.charge(strangers[2]!, 30), 'who is known is a stranger no more').toBe(true)
  })

  it('moves a socket with all that is kept for it once it is known whose it is', () => {
    const one = socket()
    usage.enter(one, 'address')
    usage.charge(one, 80)
    usage.enter(one, 'ana')
    expect(usage.socketsOf('address')).toEqual([])
    const stranger = socket()
    usage.enter(stranger, 'address')
    expect(usage.charge(stranger, 80), 'the address owes nothing of hers').toBe(true)
    expect(usage.charge(one, 30)).toBe(false)
  })

  it('forgets everything of a socket that is gone, and who has none', () => {
    const one = socket()
    usage.enter(one, 'ana')
    usage.charge(one, 80)
    usage.leave(one)
    usage.leave(one)
    usage.release(one, 80)
    expect([usage.bytes, usage.size]).toEqual([0, 0])
    expect(usage.charge(one, 1)).toBe(false)
  })

  it('counts joins, and what waits, over all sockets of one owner', () => {
    const [one, two] = [socket(30), socket(60)]
    usage.enter(one, 'ana')
    usage.enter(two, 'ana')
    expect([usage.takeJoin(one), usage.takeJoin(two), usage.takeJoin(one)]).toEqual([true, true, false])
    expect(usage.exceeds(one)).toBe(false)
    usage.charge(one, 11)
    expect(usage.exceeds(two)).toBe(true)
  })

  it('says when the buffers of everybody together are too much', () => {
    const slow = Array.from({ length: 3 }, (_, index) => {
      const one = socket(80)
      usage.enter(one, `slow-${index}`)
      return one
    })
    expect(usage.exceeds(slow[0]!, 1_000)).toBe(false)
    usage.charge(slow[0]!, 15)
    expect(usage.exceeds(slow[1]!, 1_001)).toBe(true)
    usage.leave(slow[2]!)
    expect(usage.exceeds(slow[1]!, 1_100)).toBe(false)
  })
})

describe('RateWindow', () => {
  it('lets so many pass, and as many again once its time is over', () => {
    const window = new RateWindow(2, 1_000)
    expect([window.take(5_000), window.take(5_001), window.take(5_999)]).toEqual([true, true, false])
    expect([window.take(6_000), window.take(6_001), window.take(6_002)]).toEqual([true, true, false])
  })
})
