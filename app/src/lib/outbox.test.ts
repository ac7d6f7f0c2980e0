import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createOutbox, type Pending, retryDelay, type Shelf } from './outbox.ts'

type Body = { word: string }

const ANA = 'ana'
const BEA = 'bea'
const T0 = 1_800_000_000_000

function pending(over: Partial<Pending<Body>> = {}): Pending<Body> {
  return { id: crypto.randomUUID(), owner: ANA, at: Date.now(), ready: true, body: { word: 'hola' }, ...over }
}

/** What the device keeps between pages. */
function device() {
  const rows = new Map<string, Pending<Body>>()
  const shelf: Shelf<Body> = {
    put: async (row) => void rows.set(row.id, row),
    all: async () => [...rows.values()],
    remove: async (id) => void rows.delete(id),
  }
  return { rows, shelf }
}

/** A service that keeps what it gets once per id, and a switch that cuts the line to it. */
function service() {
  const rows = new Map<string, Body>()
  const line = { up: true, calls: 0, answers: true }
  const deliver = async ({ id, body }: Pending<Body>) => {
    line.calls++
    if (!line.up) throw new TypeError('Failed to fetch')
    if (!rows.has(id)) rows.set(id, body)
    if (!line.answers) throw new TypeError('the answer was lost')
  }
  return { rows, line, deliver }
}

beforeEach(() => {
  vi.useFakeTimers({ now: T0 })
})
afterEach(() => {
  vi.useRealTimers()
})

describe('createOutbox', () => {
  it('delivers at once and keeps nothing behind', async () => {
    const { shelf, rows: kept } = device()
    const { deliver, rows } = service()
    const outbox = createOutbox({ shelf, deliver })
    await outbox.open(ANA)

    const mine = pending()
    expect(await outbox.add(mine)).toBe(true)
    await vi.advanceTimersByTimeAsync(0)

    expect([...rows]).toEqual([[mine.id, mine.body]])
    expect(kept.size).toBe(0)
    expect(outbox.waiting()).toBe(0)
  })

  it('is on the device before the service hears of it', async () => {
    const { shelf, rows: kept } = device()
    const keptWhenCalled: number[] = []
    const outbox = createOutbox<Body>({
      shelf,
      deliver: async () => void keptWhenCalled.push(kept.size),
    })
    await outbox.open(ANA)
    await outbox.add(pending())
    await vi.advanceTimersByTimeAsync(0)
    expect(keptWhenCalled).toEqual([1])
  })

  it('tries again with growing delays while the line is down, then exactly once', async () => {
    const { shelf } = device()
    const { deliver, rows, line } = service()
    line.up = false
    const outbox = createOutbox({ shelf, deliver })
    await outbox.open(ANA)
    await outbox.add(pending())
    await vi.advanceTimersByTimeAsync(0)
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

  it('does not wait for its turn when the line comes back', async () => {
    const { shelf } = device()
    const { deliver, rows, line } = service()
    line.up = false
    const outbox = createOutbox({ shelf, deliver })
    await outbox.open(ANA)
    await outbox.add(pending())
    await vi.advanceTimersByTimeAsync(600_000)

    line.up = true
    outbox.wake()
    await vi.advanceTimersByTimeAsync(0)
    expect(rows.size).toBe(1)
  })

  it('survives the page: the next one delivers what this one could not', async () => {
    const { shelf, rows: kept } = device()
    const { deliver, rows, line } = service()
    line.up = false
    const before = createOutbox({ shelf, deliver })
    await before.open(ANA)
    const mine = pending()
    await before.add(mine)
    before.close()

    line.up = true
    await createOutbox({ shelf, deliver }).open(ANA)
    expect([...rows.keys()]).toEqual([mine.id])
    expect(kept.size).toBe(0)
  })

  it('creates nothing twice when only the answer was lost', async () => {
    const { shelf, rows: kept } = device()
    const { deliver, rows, line } = service()
    line.answers = false
    const outbox = createOutbox({ shelf, deliver })
    await outbox.open(ANA)
    await outbox.add(pending())
    await vi.advanceTimersByTimeAsync(5_000)
    line.answers = true
    await vi.advanceTimersByTimeAsync(60_000)
    expect([rows.size, kept.size]).toEqual([1, 0])
  })

  it("never delivers one account's things under another", async () => {
    const { shelf, rows: kept } = device()
    const { deliver, rows, line } = service()
    line.up = false
    const outbox = createOutbox({ shelf, deliver })
    await outbox.open(ANA)
    await outbox.add(pending({ owner: ANA }))
    outbox.close()
    line.up = true

    await outbox.open(BEA)
    outbox.wake()
    await vi.advanceTimersByTimeAsync(3_600_000)
    expect(rows.size).toBe(0)
    expect(outbox.waiting()).toBe(0)
    expect(kept.size).toBe(1)

    await outbox.open(ANA)
    expect(rows.size).toBe(1)
  })

  it('delivers nothing while nobody is signed in', async () => {
    const { shelf } = device()
    const { deliver, line } = service()
    const outbox = createOutbox({ shelf, deliver })
    await outbox.add(pending())
    outbox.wake()
    await vi.advanceTimersByTimeAsync(3_600_000)
    expect(line.calls).toBe(0)
  })

  it('waits for what is still being filled in, and sends the filled-in one', async () => {
    const { shelf } = device()
    const { deliver, rows } = service()
    const outbox = createOutbox({ shelf, deliver })
    await outbox.open(ANA)
    const started = pending({ ready: false })
    await outbox.add(started)
    await vi.advanceTimersByTimeAsync(4_000)
    expect(rows.size).toBe(0)

    await outbox.add({ ...started, ready: true, body: { word: 'aquí' } })
    await vi.advanceTimersByTimeAsync(0)
    expect([...rows.values()]).toEqual([{ word: 'aquí' }])
  })

  it('sends what a closed page had begun as it was', async () => {
    const { shelf } = device()
    const { deliver, rows } = service()
    const before = createOutbox({ shelf, deliver })
    await before.open(ANA)
    await before.add(pending({ ready: false, body: { word: 'a medias' } }))
    before.close()

    const after = createOutbox({ shelf, deliver })
    await after.open(ANA)
    expect(rows.size).toBe(0)
    await vi.advanceTimersByTimeAsync(31_000)
    expect([...rows.values()]).toEqual([{ word: 'a medias' }])
  })

  it('is not held up by a clock that was set back', async () => {
    const { shelf } = device()
    const { deliver, rows } = service()
    const outbox = createOutbox({ shelf, deliver })
    await shelf.put(pending({ ready: false, at: T0 + 86_400_000 }))
    await outbox.open(ANA)
    expect(rows.size).toBe(1)
  })

  it.each([
    ['full', () => Promise.reject(new DOMException('full', 'QuotaExceededError'))],
    ['stuck', () => new Promise<never>(() => {})],
  ])('delivers all the same when the device store is %s, and says that it is not kept', async (_, answer) => {
    const { deliver, rows } = service()
    const outbox = createOutbox<Body>({ shelf: { put: answer, all: answer, remove: answer }, deliver })
    const opened = outbox.open(ANA)
    const durable = opened.then(() => outbox.add(pending()))
    await vi.advanceTimersByTimeAsync(3_000)
    expect(await durable).toBe(false)
    expect(rows.size).toBe(1)
    expect(outbox.waiting()).toBe(0)
  })

  it('does not let one that is refused hold up the others', async () => {
    const { shelf } = device()
    const arrived: string[] = []
    const outbox = createOutbox<Body>({
      shelf,
      deliver: async ({ body }) => {
        if (body.word === 'rechazada') throw new Error('400')
        arrived.push(body.word)
      },
    })
    await outbox.open(ANA)
    await outbox.add(pending({ body: { word: 'rechazada' } }))
    await outbox.add(pending({ body: { word: 'buena' } }))
    await vi.advanceTimersByTimeAsync(0)
    expect(arrived).toEqual(['buena'])
    expect(outbox.waiting()).toBe(1)
  })

  it('hands over at most eight at a time, in order, so that the service refuses none of many', async () => {
    const { shelf, rows: kept } = device()
    const arrived: number[] = []
    let running = 0
    let most = 0
    const outbox = createOutbox<Body>({
      shelf,
      deliver: async ({ body }) => {
        most = Math.max(most, ++running)
        await new Promise((resolve) => setTimeout(resolve, 100))
        running--
        arrived.push(Number(body.word))
      },
    })
    const words = Array.from({ length: 30 }, (_, index) => index)
    for (const word of words) await shelf.put(pending({ body: { word: String(word) } }))
    const opened = outbox.open(ANA)
    await vi.advanceTimersByTimeAsync(400)
    await opened
    expect([most, arrived, kept.size, outbox.waiting()]).toEqual([8, words, 0, 0])
  })

  it('amends what still waits, here and on the device, and nothing else', async () => {
    const { shelf, rows: kept } = device()
    const { deliver, rows, line } = service()
    line.up = false
    const outbox = createOutbox({ shelf, deliver })
    await outbox.open(ANA)
    const mine = pending()
    await outbox.add(mine)
    outbox.amend(mine.id, () => ({ word: 'corregida' }))
    outbox.amend('desconocida', () => ({ word: 'nada' }))
    await vi.advanceTimersByTimeAsync(0)
    expect([...kept.values()].map(({ body }) => body.word)).toEqual(['corregida'])

    line.up = true
    outbox.wake()
    await vi.advanceTimersByTimeAsync(0)
    expect([...rows.values()]).toEqual([{ word: 'corregida' }])
    outbox.amend(mine.id, () => ({ word: 'tarde' }))
    expect([outbox.waiting(), kept.size]).toEqual([0, 0])
  })

  it('tells who listens', async () => {
    const { shelf } = device()
    const { deliver } = service()
    const outbox = createOutbox({ shelf, deliver })
    await outbox.open(ANA)
    const seen: number[] = []
    const stop = outbox.subscribe(() => seen.push(outbox.waiting()))
    await outbox.add(pending())
    await vi.advanceTimersByTimeAsync(0)
    stop()
    expect(seen).toEqual([1, 0])
  })
})

describe('retryDelay', () => {
  it('doubles up to five minutes', () => {
    expect([1, 2, 3, 4].map(retryDelay)).toEqual([2_000, 4_000, 8_000, 16_000])
    expect(retryDelay(40)).toBe(300_000)
  })
})
