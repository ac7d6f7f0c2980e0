import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { memoryDevice } from '../testing/memory.ts'
import { retryDelay } from './delivery.ts'
import { createQueue } from './queue.ts'
import type { Entry, LaneOptions, Shelf } from './queueEntry.ts'
import { createQueueLane } from './queueLane.ts'

type Body = { word: string }

const ANA = 'ana'
const BEA = 'bea'
const T0 = 1_800_000_000_000

function entry(over: Partial<Entry<Body>> = {}): Entry<Body> {
  return {
    id: crypto.randomUUID(),
    owner: ANA,
    at: Date.now(),
    state: 'ready',
    body: { word: 'hola' },
    ...over,
  }
}

const wordsOn = ({ rows }: ReturnType<typeof memoryDevice>) =>
  [...rows.values()].map(({ body }) => (body as Body).word)

/** A service that keeps what it gets, the last word per id, and switches that cut the connection to it or delay its answer. */
function service() {
  const rows = new Map<string, string>()
  const line = { up: true, answers: true, calls: 0, hold: undefined as Promise<void> | undefined }
  const deliver = async ({ id, body }: Entry<Body>) => {
    line.calls++
    if (!line.up) throw new TypeError('Failed to fetch')
    rows.set(id, body.word)
    await line.hold
    if (!line.answers) throw new TypeError('the answer was lost')
  }
  return { rows, line, deliver }
}

/** A promise and the hand that ends it. */
function gate() {
  let open = () => {}
  const closed = new Promise<void>((resolve) => {
    open = resolve
  })
  return { closed, open }
}

const stays: LaneOptions<Body, void>['until'] = () => 'delivered'

function laneOn(
  phone: ReturnType<typeof memoryDevice>,
  deliver: LaneOptions<Body, void>['deliver'],
  over: Partial<LaneOptions<Body, void>> = {},
) {
  return createQueueLane<Body>('cosas', phone.shelf, { deliver, until: stays, ...over })
}

const soon = () => vi.advanceTimersByTimeAsync(0)

beforeEach(() => {
  vi.useFakeTimers({ now: T0 })
})
afterEach(() => {
  vi.useRealTimers()
})

describe('a lane', () => {
  it('delivers at once and keeps nothing behind', async () => {
    const phone = memoryDevice()
    const { deliver, rows } = service()
    const lane = laneOn(phone, deliver)
    await lane.open(ANA)
    const mine = entry()
    expect(await lane.put(mine)).toBe(true)
    await soon()
    expect([[...rows], phone.rows.size, lane.of(ANA).size]).toEqual([[[mine.id, 'hola']], 0, 0])
  })

  it('the same twice, while it is written, is on the device', async () => {
    const phone = memoryDevice()
    const lane = laneOn(phone, () => new Promise(() => {}))
    await lane.open(ANA)
    const mine = entry()
    await Promise.all([lane.put(mine), lane.put(mine)])
    expect([lane.isKept(ANA, mine.id), wordsOn(phone)]).toEqual([true, ['hola']])
  })

  it('what she was typing as her session ended is on the device, also where that was slower than she', async () => {
    const phone = memoryDevice()
    const slow: Shelf = {
      ...phone.shelf,
      put: async (...row) => {
        await new Promise((resolve) => setTimeout(resolve, 50))
        await phone.shelf.put(...row)
      },
    }
    const lane = createQueueLane<Body>('cosas', slow, {
      deliver: () => Promise.reject(new Error('a draft')),
      until: () => 'signedOut',
    })
    await lane.open(ANA)
    const mine = entry({ state: 'draft' })
    void lane.put(mine)
    void lane.put({ ...mine, body: { word: 'hola, y sigo' } })
    lane.close()
    await vi.advanceTimersByTimeAsync(200)
    expect(wordsOn(phone)).toEqual(['hola, y sigo'])
  })

  it('is on the device before the service hears of it', async () => {
    const phone = memoryDevice()
    const storedWhenCalled: number[] = []
    const lane = laneOn(phone, async () => void storedWhenCalled.push(phone.rows.size))
    await lane.open(ANA)
    await lane.put(entry())
    await soon()
    expect(storedWhenCalled).toEqual([1])
  })

  it('tries again with growing delays while the network is down, then exactly once', async () => {
    const { deliver, rows, line } = service()
    line.up = false
    const lane = laneOn(memoryDevice(), deliver)
    await lane.open(ANA)
    await lane.put(entry())
    await soon()
    expect(line.calls).toBe(1)
    await vi.advanceTimersByTimeAsync(1_999)
    expect(line.calls).toBe(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(line.calls).toBe(2)
    await vi.advanceTimersByTimeAsync(4_000)
    expect(line.calls).toBe(3)
    line.up = true
    await vi.advanceTimersByTimeAsync(8_000)
    expect(rows.size).toBe(1)
    await vi.advanceTimersByTimeAsync(3_600_000)
    expect(line.calls).toBe(4)
  })

  it('does not wait for its turn when the network comes back', async () => {
    const { deliver, rows, line } = service()
    line.up = false
    const lane = laneOn(memoryDevice(), deliver)
    await lane.open(ANA)
    await lane.put(entry())
    await vi.advanceTimersByTimeAsync(600_000)
    line.up = true
    lane.wake()
    await soon()
    expect(rows.size).toBe(1)
  })

  it('sends a new one at once while an older one waits for its pause', async () => {
    const { deliver, rows, line } = service()
    line.up = false
    const lane = laneOn(memoryDevice(), deliver)
    await lane.open(ANA)
    await lane.put(entry())
    await vi.advanceTimersByTimeAsync(100_000)
    line.up = true
    const fresh = entry()
    await lane.put(fresh)
    await soon()
    expect([...rows.keys()]).toEqual([fresh.id])
  })

  it('sends a new one at once while an older one hangs', async () => {
    const { rows } = service()
    const lane = laneOn(memoryDevice(), async ({ id, body }) => {
      if (body.word === 'colgada') await new Promise(() => {})
      rows.set(id, body.word)
    })
    await lane.open(ANA)
    await lane.put(entry({ body: { word: 'colgada' } }))
    await lane.put(entry({ body: { word: 'buena' } }))
    await soon()
    expect([...rows.values()]).toEqual(['buena'])
  })

  it('does not let one that is refused hold up the others', async () => {
    const arrived: string[] = []
    const lane = laneOn(memoryDevice(), async ({ body }) => {
      if (body.word === 'rechazada') throw new Error('400')
      arrived.push(body.word)
    })
    await lane.open(ANA)
    await lane.put(entry({ body: { word: 'rechazada' } }))
    await lane.put(entry({ body: { word: 'buena' } }))
    await soon()
    expect([arrived, lane.of(ANA).size]).toEqual([['buena'], 1])
  })

  it('sends at most eight at a time, in order, so that the service refuses none of many', async () => {
    const phone = memoryDevice()
    const arrived: number[] = []
    let running = 0
    let most = 0
    const lane = laneOn(phone, async ({ body }) => {
      most = Math.max(most, ++running)
      await new Promise((resolve) => setTimeout(resolve, 100))
      running--
      arrived.push(Number(body.word))
    })
    const words = Array.from({ length: 30 }, (_, index) => index)
    for (const word of words.toReversed()) {
      await phone.shelf.put('cosas', entry({ at: T0 + word, body: { word: String(word) } }), 'delivered')
    }
    await lane.open(ANA)
    await vi.advanceTimersByTimeAsync(400)
    expect([most, arrived, phone.rows.size, lane.of(ANA).size]).toEqual([8, words, 0, 0])
  })

  it('with turns sends those of one turn one after the other, in the order of writing', async () => {
    const begun: string[] = []
    const first = gate()
    const lane = laneOn(
      memoryDevice(),
      async ({ body }) => {
        begun.push(body.word)
        if (body.word === 'uno') await first.closed
      },
      { turn: () => 'sala' },
    )
    await lane.open(ANA)
    for (const word of ['uno', 'dos', 'tres']) await lane.put(entry({ body: { word } }))
    await soon()
    expect(begun).toEqual(['uno'])
    first.open()
    await soon()
    expect(begun).toEqual(['uno', 'dos', 'tres'])
  })

  it('in order lets nothing of a turn past what waits for another try', async () => {
    const { deliver, rows, line } = service()
    const arrived: string[] = []
    const note = async (one: Entry<Body>) => {
      await deliver(one)
      arrived.push(one.body.word)
    }
    line.up = false
    const lane = laneOn(memoryDevice(), note, { turn: ({ body }) => body.word.slice(0, 1), inOrder: true })
    await lane.open(ANA)
    for (const word of ['a1', 'a2', 'b1']) await lane.put(entry({ body: { word } }))
    await soon()
    line.up = true
    // Put in while the one before it is waiting: it waits too.
    await lane.put(entry({ body: { word: 'a3' } }))
    await soon()
    expect([...rows.values()]).toEqual([])
    lane.wake()
    await soon()
    expect(arrived.filter((word) => word.startsWith('a'))).toEqual(['a1', 'a2', 'a3'])
    expect(arrived).toHaveLength(4)
  })

  it('in order lets nothing past what an earlier page left, before that has been read', async () => {
    const phone = memoryDevice()
    const { deliver, line } = service()
    const arrived: string[] = []
    const note = async (one: Entry<Body>) => {
      await deliver(one)
      arrived.push(one.body.word)
    }
    line.up = false
    const first = laneOn(phone, note, { turn: () => 'one', inOrder: true })
    await first.open(ANA)
    await first.put(entry({ body: { word: 'before' } }))
    first.close()
    line.up = true
    // Reading takes longer than writing.
    const { closed, open } = gate()
    const shelf: Shelf = { ...phone.shelf, all: (...asked) => closed.then(() => phone.shelf.all(...asked)) }
    const next = laneOn({ ...phone, shelf }, note, { turn: () => 'one', inOrder: true })
    void next.open(ANA)
    await next.put(entry({ at: Date.now() + 1, body: { word: 'after' } }))
    await soon()
    open()
    await soon()
    expect(arrived).toEqual(['before', 'after'])
  })

  it('amends what still waits, here and on the device, and nothing else', async () => {
    const phone = memoryDevice()
    const { deliver, rows, line } = service()
    line.up = false
    const lane = laneOn(phone, deliver)
    await lane.open(ANA)
    const mine = entry()
    await lane.put(mine)
    await lane.amend(ANA, mine.id, (now) => ({ ...now, body: { word: 'corregida' } }))
    await lane.amend(ANA, 'desconocida', (now) => ({ ...now, body: { word: 'nada' } }))
    await soon()
    expect(wordsOn(phone)).toEqual(['corregida'])
    line.up = true
    lane.wake()
    await soon()
    expect([...rows.values()]).toEqual(['corregida'])
    await lane.amend(ANA, mine.id, (now) => ({ ...now, body: { word: 'tarde' } }))
    expect([lane.of(ANA).size, phone.rows.size]).toEqual([0, 0])
  })

  it('tells who listens, and one listener that breaks silences none of the others', async () => {
    const { deliver } = service()
    const lane = laneOn(memoryDevice(), deliver)
    await lane.open(ANA)
    const seen: number[] = []
    const stop = lane.subscribe(() => seen.push(lane.of(ANA).size))
    await lane.put(entry())
    await soon()
    stop()
    await lane.put(entry())
    // Held, on the device, arrived.
    expect(seen).toEqual([1, 1, 0])
  })
})

/** Every order in which a change and the answer can meet; each ends with one last word at the service and nothing on the device. */
describe('written on while it is on its way', () => {
  it.each<[string, (line: ReturnType<typeof service>['line']) => void, number]>([
    ['the answer comes', () => {}, 0],
    [
      'the answer is lost',
      (line) => {
        line.answers = false
      },
      2_000,
    ],
  ])('%s: the service hears the last word too', async (_, meanwhile, wait) => {
    const phone = memoryDevice()
    const { deliver, rows, line } = service()
    const first = gate()
    line.hold = first.closed
    const lane = laneOn(phone, deliver)
    await lane.open(ANA)
    const mine = entry({ body: { word: 'primera' } })
    await lane.put(mine)
    await soon()
    expect([...rows.values()]).toEqual(['primera'])
    await lane.put({ ...mine, body: { word: 'última' } })
    expect(wordsOn(phone), 'the device has the last word').toEqual(['última'])
    meanwhile(line)
    first.open()
    line.hold = undefined
    await soon()
    line.answers = true
    await vi.advanceTimersByTimeAsync(wait)
    expect([...rows.values(), phone.rows.size, lane.of(ANA).size]).toEqual(['última', 0, 0])
  })

  it('taken out while it is on its way, it stays out', async () => {
    const phone = memoryDevice()
    const { deliver, line } = service()
    const first = gate()
    line.hold = first.closed
    line.answers = false
    const lane = laneOn(phone, deliver)
    await lane.open(ANA)
    const mine = entry()
    await lane.put(mine)
    await soon()
    await lane.remove(ANA, mine.id)
    first.open()
    await vi.advanceTimersByTimeAsync(600_000)
    expect([line.calls, phone.rows.size, lane.of(ANA).size]).toEqual([1, 0, 0])
  })

  it('what arrived can change what she wrote meanwhile, which waits for her', async () => {
    const phone = memoryDevice()
    const { deliver, rows, line } = service()
    const first = gate()
    line.hold = first.closed
    const lane = laneOn(phone, deliver, {
      arrived: (_, sent, now) =>
        sent === now ? null : { ...now, body: { word: `${now.body.word} (sobre v1)` } },
    })
    await lane.open(ANA)
    const mine = entry({ body: { word: 'uno' } })
    await lane.put(mine)
    await soon()
    await lane.put({ ...mine, state: 'draft', body: { word: 'uno y dos' } })
    first.open()
    await vi.advanceTimersByTimeAsync(600_000)
    expect([[...rows.values()], wordsOn(phone)]).toEqual([['uno'], ['uno y dos (sobre v1)']])
  })

  it('what is not over goes again at its beat, and at once when it changed', async () => {
    const beats: [number, string][] = []
    const lane = laneOn(memoryDevice(), async ({ body }) => void beats.push([Date.now() - T0, body.word]), {
      arrived: (_, __, now) => (now.body.word === 'fin' ? null : now),
      beat: 15_000,
      delay: () => 15_000,
    })
    await lane.open(ANA)
    const sharing = entry({ body: { word: 'aquí' } })
    await lane.put(sharing)
    await vi.advanceTimersByTimeAsync(20_000)
    await lane.put({ ...sharing, body: { word: 'fin' } })
    await vi.advanceTimersByTimeAsync(60_000)
    expect(beats).toEqual([
      [0, 'aquí'],
      [15_000, 'aquí'],
      [20_000, 'fin'],
    ])
  })
})

describe('lost on the way', () => {
  it('creates nothing twice when only the answer was lost', async () => {
    const phone = memoryDevice()
    const { deliver, rows, line } = service()
    line.answers = false
    const lane = laneOn(phone, deliver)
    await lane.open(ANA)
    await lane.put(entry())
    await vi.advanceTimersByTimeAsync(5_000)
    line.answers = true
    await vi.advanceTimersByTimeAsync(60_000)
    expect([rows.size, phone.rows.size]).toEqual([1, 0])
  })

  it('never answered holds its place for a minute and is tried again', async () => {
    let calls = 0
    const lane = laneOn(memoryDevice(), () => (++calls === 1 ? new Promise(() => {}) : Promise.resolve()))
    await lane.open(ANA)
    await lane.put(entry())
    await vi.advanceTimersByTimeAsync(59_000)
    expect(calls).toBe(1)
    await vi.advanceTimersByTimeAsync(4_000)
    expect([calls, lane.of(ANA).size]).toEqual([2, 0])
  })

  it.each([
    ['again', ['ready'], 2],
    ['draft', ['draft'], 1],
    ['held', ['held'], 1],
    ['over', [], 1],
  ] as const)('a lane that says «%s» does that with what was refused', async (verdict, left, calls) => {
    const phone = memoryDevice()
    const { deliver, line } = service()
    line.up = false
    const lane = laneOn(phone, deliver, { failed: () => verdict })
    await lane.open(ANA)
    await lane.put(entry())
    await vi.advanceTimersByTimeAsync(3_000)
    expect([...phone.rows.values()].map(({ state }) => state)).toEqual(left)
    expect(line.calls).toBe(calls)
  })

  it('held, it waits for her, and goes when she says so', async () => {
    const { deliver, rows, line } = service()
    line.up = false
    const lane = laneOn(memoryDevice(), deliver, { failed: () => 'held' })
    await lane.open(ANA)
    const mine = entry()
    await lane.put(mine)
    await soon()
    line.up = true
    lane.wake()
    await vi.advanceTimersByTimeAsync(600_000)
    expect(rows.size).toBe(0)
    await lane.put(mine)
    await soon()
    expect(rows.size).toBe(1)
  })
})

describe('send', () => {
  it('tells how its own attempt ended, and whether somebody waited and the device keeps it', async () => {
    const phone = memoryDevice()
    const { deliver, line } = service()
    const failed = vi.fn(() => 'draft' as const)
    const lane = laneOn(phone, deliver, { failed })
    await lane.open(ANA)
    await expect(lane.send(entry({ state: 'draft' }))).resolves.toBeUndefined()
    line.up = false
    await expect(lane.send(entry())).rejects.toThrow('Failed to fetch')
    phone.disk.full = true
    await expect(lane.send(entry())).rejects.toThrow('Failed to fetch')
    expect(failed.mock.calls.map((call: unknown[]) => call[2])).toEqual([
      { awaited: true, durable: true },
      { awaited: true, durable: false },
    ])
  })

  it('waits for its own word, not for the answer to an earlier one', async () => {
    const { deliver, rows, line } = service()
    const first = gate()
    line.hold = first.closed
    const lane = laneOn(memoryDevice(), deliver)
    await lane.open(ANA)
    const mine = entry({ body: { word: 'primera' } })
    void lane.send(mine)
    await soon()
    let heard = ''
    const second = lane.send({ ...mine, body: { word: 'segunda' } }).then(() => {
      heard = rows.get(mine.id)!
    })
    first.open()
    await second
    expect(heard).toBe('segunda')
  })

  it('twice at once sends once', async () => {
    const { deliver, line } = service()
    const lane = laneOn(memoryDevice(), deliver)
    await lane.open(ANA)
    const mine = entry()
    await Promise.all([lane.send(mine), lane.send(mine)])
    expect(line.calls).toBe(1)
  })
})

describe('pages, tabs, accounts', () => {
  it('survives the page: the next one delivers what this one could not', async () => {
    const phone = memoryDevice()
    const { deliver, rows, line } = service()
    line.up = false
    const before = laneOn(phone, deliver)
    await before.open(ANA)
    const mine = entry()
    await before.put(mine)
    before.close()
    line.up = true
    await laneOn(phone, deliver).open(ANA)
    await soon()
    expect([[...rows.keys()], phone.rows.size]).toEqual([[mine.id], 0])
  })

  it('the page closes between sending and the answer: the next one sends the same again', async () => {
    const phone = memoryDevice()
    const { deliver, rows, line } = service()
    line.hold = new Promise(() => {})
    const before = laneOn(phone, deliver)
    await before.open(ANA)
    await before.put(entry())
    await soon()
    line.hold = undefined
    await laneOn(phone, deliver).open(ANA)
    await soon()
    expect([rows.size, phone.rows.size]).toEqual([1, 0])
  })

  it('two tabs may deliver the same: nothing is there twice, and nothing stays behind', async () => {
    const phone = memoryDevice()
    const { deliver, rows, line } = service()
    line.up = false
    const one = laneOn(phone, deliver)
    await one.open(ANA)
    await one.put(entry())
    const other = laneOn(phone, deliver)
    await other.open(ANA)
    await soon()
    line.up = true
    one.wake()
    other.wake()
    await soon()
    expect([rows.size, phone.rows.size, one.of(ANA).size, other.of(ANA).size]).toEqual([1, 0, 0, 0])
  })

  it("never delivers one account's things under another, nor shows them", async () => {
    const phone = memoryDevice()
    const { deliver, rows, line } = service()
    line.up = false
    const lane = laneOn(phone, deliver)
    await lane.open(ANA)
    await lane.put(entry())
    lane.close()
    line.up = true
    await lane.open(BEA)
    lane.wake()
    await vi.advanceTimersByTimeAsync(3_600_000)
    expect([rows.size, lane.of(ANA).size, lane.of(BEA).size, phone.rows.size]).toEqual([0, 0, 0, 1])
    lane.close()
    await lane.open(ANA)
    await soon()
    expect(rows.size).toBe(1)
  })

  it('the session ends between sending and the answer: what arrived leaves the device', async () => {
    const phone = memoryDevice()
    const { deliver, line } = service()
    const first = gate()
    line.hold = first.closed
    const lane = laneOn(phone, deliver)
    await lane.open(ANA)
    await lane.put(entry())
    await soon()
    lane.close()
    first.open()
    await soon()
    expect([phone.rows.size, lane.of(ANA).size]).toEqual([0, 0])
  })

  it('delivers nothing while nobody is signed in, and what was put in before goes once she is', async () => {
    const { deliver, line, rows } = service()
    const lane = laneOn(memoryDevice(), deliver)
    await lane.put(entry())
    lane.wake()
    await vi.advanceTimersByTimeAsync(3_600_000)
    expect(line.calls).toBe(0)
    await lane.open(ANA)
    await soon()
    expect(rows.size).toBe(1)
  })

  it('what was taken out while the device was being asked does not come back', async () => {
    const phone = memoryDevice()
    const { deliver, line } = service()
    const mine = entry()
    await phone.shelf.put('cosas', mine, 'delivered')
    const asked = gate()
    const slow: Shelf = {
      ...phone.shelf,
      all: async (lane, owner) => {
        const rows = await phone.shelf.all(lane, owner)
        await asked.closed
        return rows
      },
    }
    const lane = createQueueLane<Body>('cosas', slow, { deliver, until: stays })
    const opened = lane.open(ANA)
    await soon()
    await lane.remove(ANA, mine.id)
    asked.open()
    await opened
    await soon()
    expect([line.calls, lane.of(ANA).size]).toEqual([0, 0])
  })

  it('reopens in the state that the lane says', async () => {
    const phone = memoryDevice()
    const { deliver, line } = service()
    await phone.shelf.put('cosas', entry(), 'signedOut')
    const lane = laneOn(phone, deliver, { reopen: () => 'held' })
    await lane.open(ANA)
    await vi.advanceTimersByTimeAsync(600_000)
    expect([line.calls, [...lane.of(ANA).values()].map(({ state }) => state)]).toEqual([0, ['held']])
  })
})

describe('drafts', () => {
  it('are on the device before the next letter, always the newest', async () => {
    const phone = memoryDevice()
    const { deliver, line } = service()
    const lane = laneOn(phone, deliver)
    await lane.open(ANA)
    const day = entry({ state: 'draft' })
    for (const word of ['H', 'Ho', 'Hoy']) void lane.put({ ...day, body: { word } })
    await soon()
    expect(wordsOn(phone)).toEqual(['Hoy'])
    expect(phone.disk.writes, 'the first letter, and then only the newest').toBeLessThanOrEqual(2)
    await vi.advanceTimersByTimeAsync(3_600_000)
    expect(line.calls).toBe(0)
  })

  it('wait for what is still being filled in, and send the filled-in one', async () => {
    const { deliver, rows } = service()
    const lane = laneOn(memoryDevice(), deliver, { abandonedAfter: 15_000 })
    await lane.open(ANA)
    const begun = entry({ state: 'draft' })
    await lane.put(begun)
    await vi.advanceTimersByTimeAsync(4_000)
    expect(rows.size).toBe(0)
    await lane.put({ ...begun, state: 'ready', body: { word: 'aquí' } })
    await soon()
    expect([...rows.values()]).toEqual(['aquí'])
  })

  it('that a closed page had begun go as they were, where the lane says so', async () => {
    const phone = memoryDevice()
    const { deliver, rows } = service()
    const before = laneOn(phone, deliver, { abandonedAfter: 15_000 })
    await before.open(ANA)
    await before.put(entry({ state: 'draft', body: { word: 'a medias' } }))
    before.close()
    await laneOn(phone, deliver, { abandonedAfter: 15_000 }).open(ANA)
    expect(rows.size).toBe(0)
    await vi.advanceTimersByTimeAsync(15_002)
    expect([...rows.values()]).toEqual(['a medias'])
  })

  it('are not held up by a clock that was set back', async () => {
    const phone = memoryDevice()
    const { deliver, rows } = service()
    await phone.shelf.put('cosas', entry({ state: 'draft', at: T0 + 86_400_000 }), 'delivered')
    await laneOn(phone, deliver, { abandonedAfter: 15_000 }).open(ANA)
    await soon()
    expect(rows.size).toBe(1)
  })
})

describe('a device that is full, stuck or closed to us', () => {
  it.each(['full', 'stuck'] as const)(
    '%s: delivers all the same, and says that it is not kept',
    async (how) => {
      const phone = memoryDevice()
      phone.disk[how] = true
      const { deliver, rows } = service()
      const lane = laneOn(phone, deliver)
      const durable = lane.open(ANA).then(() => lane.put(entry()))
      await vi.advanceTimersByTimeAsync(3_000)
      expect(await durable).toBe(false)
      expect([rows.size, lane.of(ANA).size]).toEqual([1, 0])
    },
  )

  it('says when it keeps again', async () => {
    const phone = memoryDevice()
    const { deliver } = service()
    const lane = laneOn(phone, deliver)
    await lane.open(ANA)
    phone.disk.full = true
    const draft = entry({ state: 'draft' })
    await lane.put(draft)
    expect(lane.get().durable).toBe(false)
    phone.disk.full = false
    await lane.put(draft)
    expect(lane.get().durable).toBe(true)
  })

  it('a slow one had it after all: that is said, and nothing newer is', async () => {
    const phone = memoryDevice()
    const slow = [gate(), gate()]
    let puts = 0
    const shelf: Shelf = {
      ...phone.shelf,
      async put(...row) {
        await slow[puts++]?.closed
        await phone.shelf.put(...row)
      },
    }
    const lane = createQueueLane<Body>('cosas', shelf, { deliver: async () => {}, until: stays })
    await lane.open(ANA)
    const draft = entry({ state: 'draft' })
    const kept = lane.put(draft)
    await vi.advanceTimersByTimeAsync(1_500)
    expect([await kept, lane.get().durable]).toEqual([false, false])
    slow[0]?.open()
    await soon()
    expect(lane.get().durable).toBe(true)

    const newer = lane.put({ ...draft, body: { word: 'después' } })
    await vi.advanceTimersByTimeAsync(1_500)
    await newer
    phone.disk.full = true
    const newest = lane.put({ ...draft, body: { word: 'al final' } })
    await soon()
    await newest
    slow[1]?.open()
    await soon()
    expect(lane.get().durable).toBe(false)
  })

  it('denied: what cannot be read keeps nothing new from going', async () => {
    const phone = memoryDevice()
    phone.disk.denied = true
    const { deliver, rows } = service()
    const lane = laneOn(phone, deliver)
    await lane.open(ANA)
    await lane.put(entry())
    await soon()
    expect([lane.get().opened, rows.size]).toEqual([true, 1])
  })

  it('a session that ends leaves in memory only what must arrive and the device could not keep', async () => {
    const phone = memoryDevice()
    const { deliver, rows, line } = service()
    line.up = false
    const lane = createQueueLane<Body>('cosas', phone.shelf, {
      deliver,
      until: (state) => (state === 'ready' ? 'delivered' : 'signedOut'),
    })
    await lane.open(ANA)
    await lane.put(entry({ body: { word: 'en el aparato' } }))
    phone.disk.full = true
    await lane.put(entry({ body: { word: 'solo aquí' } }))
    await lane.put(entry({ state: 'draft', body: { word: 'borrador' } }))
    lane.close()
    expect([...lane.of(ANA).values()].map(({ body }) => body.word)).toEqual(['solo aquí'])
    line.up = true
    await lane.open(ANA)
    await soon()
    expect([...rows.values()].sort()).toEqual(['en el aparato', 'solo aquí'])
  })
})

describe('a moment at which what was being written ended', () => {
  /** Something written before it and something written after it, and a page that is opened then. */
  async function page(phone: ReturnType<typeof memoryDevice>) {
    const mark = { at: Date.now() as number | null }
    const first = laneOn(phone, async () => {}, { until: () => 'signedOut' })
    await first.open(ANA)
    await first.put(entry({ id: 'antes', state: 'draft', body: { word: 'la abogada' } }))
    await first.put(entry({ id: 'después', at: Date.now() + 1, state: 'draft', body: { word: 'otra' } }))
    const lane = laneOn(phone, async () => {}, {
      until: () => 'signedOut',
      cut: {
        at: () => mark.at,
        obeyed: (at) => {
          if (at === mark.at) mark.at = null
        },
      },
    })
    await lane.open(ANA)
    return { mark, words: [...lane.of(ANA).values()].map(({ body }) => body.word) }
  }

  it('the next page shows nothing of it and takes it off the device, once', async () => {
    const phone = memoryDevice()
    const { mark, words } = await page(phone)
    expect([words, wordsOn(phone), mark.at]).toEqual([['otra'], ['otra'], null])
  })

  it('where the device cannot take it away it is not shown either, and tried again', async () => {
    const phone = memoryDevice()
    phone.shelf.remove = () => Promise.reject(new DOMException('denied', 'SecurityError'))
    const { mark, words } = await page(phone)
    expect(words).toEqual(['otra'])
    expect(mark.at).not.toBeNull()
  })
})

describe('two tabs write under one name', () => {
  /** The pages of one device, each with a lane of its own under the same name. */
  function tabs() {
    const phone = memoryDevice()
    const closed = new Set<string>()
    const open = async (own: string) => {
      const lane = createQueueLane<Body>(
        'texto',
        phone.shelf,
        { deliver: async () => {}, until: stays, apart: true },
        Date.now,
        {
          own,
          isOver: async (page) => closed.has(page),
        },
      )
      await lane.open(ANA)
      return {
        lane,
        word: () => lane.of(ANA).get('día')?.body.word,
        write: async (word: string) => {
          await vi.advanceTimersByTimeAsync(1)
          await lane.put(entry({ id: 'día', state: 'draft', body: { word } }))
        },
        save: () => lane.send(lane.of(ANA).get('día')!),
        close: () => {
          lane.close()
          closed.add(own)
        },
      }
    }
    return { phone, open }
  }

  it('what a page left is on the device, also where that has no room for it under another name', async () => {
    const { phone, open } = tabs()
    const a = await open('a')
    await a.write('de A')
    a.close()
    phone.disk.full = true
    const b = await open('b')
    await soon()
    expect([b.word(), b.lane.isKept(ANA, 'día'), wordsOn(phone)]).toEqual(['de A', true, ['de A']])
    await b.write('de B')
    expect([b.lane.isKept(ANA, 'día'), wordsOn(phone)]).toEqual([false, ['de A']])
  })

  it.each(['full', 'slow'] as const)(
    'what a page left and this one saved is gone: %s at first',
    async (how) => {
      const { phone, open } = tabs()
      const a = await open('a')
      await a.write('de A')
      a.close()
      phone.disk.full = how === 'full'
      const slow = gate()
      const { put } = phone.shelf
      if (how === 'slow') phone.shelf.put = (...row) => slow.closed.then(() => put(...row))
      const b = await open('b')
      await vi.advanceTimersByTimeAsync(1_500)
      slow.open()
      await soon()
      await b.lane.remove(ANA, 'día')
      b.close()
      expect([wordsOn(phone), (await open('c')).word()]).toEqual([[], undefined])
    },
  )

  it('words written on what a page left take its place, once there is room for them', async () => {
    const { phone, open } = tabs()
    const a = await open('a')
    await a.write('de A')
    a.close()
    phone.disk.full = true
    const b = await open('b')
    phone.disk.full = false
    await b.write('de A y B')
    await soon()
    expect(wordsOn(phone)).toEqual(['de A y B'])
  })

  it('what one saves takes nothing from the other', async () => {
    const { phone, open } = tabs()
    const [a, b] = [await open('a'), await open('b')]
    await a.write('de A')
    await b.write('de B')
    expect(wordsOn(phone)).toEqual(['de A', 'de B'])
    await a.save()
    expect([a.word(), b.word()]).toEqual([undefined, 'de B'])
    b.close()
    expect((await open('b, de nuevo')).word()).toBe('de B')
  })

  it('one that is reloaded finds its own words, not those of the tab beside it', async () => {
    const { phone, open } = tabs()
    const [a, b] = [await open('a'), await open('b')]
    await a.write('de A')
    await b.write('de B, después')
    a.close()
    const again = await open('a, de nuevo')
    expect(again.word()).toBe('de A')
    await again.lane.remove(ANA, 'día')
    expect(wordsOn(phone)).toEqual(['de B, después'])
  })

  it('of several that were closed the newest comes first, and the others wait', async () => {
    const { phone, open } = tabs()
    const all = [await open('a'), await open('b'), await open('c')]
    for (const [index, word] of ['uno', 'dos', 'dos'].entries()) await all[index]!.write(word)
    for (const one of all) one.close()
    const next = await open('d')
    await soon()
    expect(next.word()).toBe('dos')
    expect(wordsOn(phone).sort(), 'the same words twice are there once').toEqual(['dos', 'uno'])
    await next.save()
    next.close()
    expect((await open('e')).word()).toBe('uno')
  })

  it('a new tab sees what another is writing; once it has sent that, nobody is offered it again', async () => {
    const { phone, open } = tabs()
    const a = await open('a')
    await a.write('hola')
    const b = await open('b')
    expect(b.word()).toBe('hola')
    expect(wordsOn(phone), 'it is still the other’s').toEqual(['hola'])
    await b.save()
    await soon()
    expect(wordsOn(phone)).toEqual([])
  })

  it('but what the other wrote on since then stays', async () => {
    const { phone, open } = tabs()
    const a = await open('a')
    await a.write('hola')
    const b = await open('b')
    await a.write('hola, ¿cómo estás?')
    await b.save()
    await soon()
    expect(wordsOn(phone)).toEqual(['hola, ¿cómo estás?'])
  })
})

describe('lanes share nothing', () => {
  const bad: [string, LaneOptions<Body, void>][] = [
    [
      'throws at once',
      {
        until: stays,
        deliver: () => {
          throw new Error('broken')
        },
      },
    ],
    ['never answers', { until: stays, deliver: () => new Promise(() => {}) }],
    [
      'has verdicts that throw',
      {
        until: stays,
        deliver: () => Promise.reject(new Error('no')),
        failed: () => {
          throw new Error('broken')
        },
      },
    ],
  ]

  it.each(bad)('the panic lane delivers while another %s', async (_, options) => {
    const phone = memoryDevice()
    const { deliver, rows } = service()
    const queue = createQueue(phone.shelf)
    const other = queue.lane<Body>('diario', options)
    queue.open(ANA)
    for (let count = 0; count < 20; count++) void other.put(entry())
    const panic = queue.lane<Body>('peligro', { deliver, until: stays })
    await panic.put(entry())
    await soon()
    expect(rows.size).toBe(1)
  })

  it('the panic lane delivers while the device hangs and breaks for every other', async () => {
    const phone = memoryDevice()
    const { deliver, rows } = service()
    const shelf: Shelf = {
      put: (lane, ...rest) => (lane === 'peligro' ? phone.shelf.put(lane, ...rest) : new Promise(() => {})),
      all: (lane, owner) =>
        lane === 'peligro' ? phone.shelf.all(lane, owner) : Promise.reject(new Error('corrupt')),
      remove: (lane, ...rest) =>
        lane === 'peligro' ? phone.shelf.remove(lane, ...rest) : new Promise(() => {}),
    }
    await phone.shelf.put('peligro', entry({ id: 'de antes' }), 'delivered')
    const queue = createQueue(shelf)
    const diary = queue.lane<Body>('diario', { deliver: async () => {}, until: stays })
    queue.open(ANA)
    void diary.put(entry())
    const panic = queue.lane<Body>('peligro', { deliver, until: stays })
    await panic.put(entry({ id: 'de ahora' }))
    await soon()
    expect([...rows.keys()].sort()).toEqual(['de ahora', 'de antes'])
  })

  it('a lane made late, with its page, begins at once; none goes on once nobody is signed in', async () => {
    const phone = memoryDevice()
    const { deliver, rows, line } = service()
    const queue = createQueue(phone.shelf)
    queue.open(ANA)
    await phone.shelf.put('tarde', entry(), 'delivered')
    const late = queue.lane<Body>('tarde', { deliver, until: stays })
    await soon()
    expect(rows.size).toBe(1)
    queue.close()
    await late.put(entry())
    queue.wake()
    await vi.advanceTimersByTimeAsync(600_000)
    expect(line.calls).toBe(1)
  })
})

describe('retryDelay', () => {
  it('doubles up to five minutes', () => {
    expect([1, 2, 3, 4].map(retryDelay)).toEqual([2_000, 4_000, 8_000, 16_000])
    expect(retryDelay(40)).toBe(300_000)
  })
})
