import { describe, expect, it, vi } from 'vitest'
import { codeIsLate, keepAsking, keepLoading, LATE_MS } from './keepLoading.ts'

/** A server whose code comes at the nth attempt, and what was done meanwhile. */
function server({ comesAt, reached }: { comesAt: number; reached: boolean }) {
  let attempts = 0
  const around = {
    late: [] as boolean[],
    pauses: [] as number[],
    reach: vi.fn(async () => reached),
    reload: vi.fn(),
    wait: async (pause: number) => {
      around.late.push(codeIsLate.get())
      around.pauses.push(pause)
    },
  }
  const load = async () => {
    attempts += 1
    if (attempts < comesAt) throw new TypeError('Failed to fetch dynamically imported module')
    return 'the page'
  }
  return { around, load }
}

it('asks until the code is there, however long that is, and says meanwhile that it is late', async () => {
  const { around, load } = server({ comesAt: 500, reached: false })
  expect(await keepLoading(load, around)).toBe('the page')
  expect(around.pauses.slice(0, 5)).toEqual([1_000, 2_000, 5_000, 10_000, 10_000])
  expect(new Set(around.late)).toEqual(new Set([true]))
  expect(codeIsLate.get()).toBe(false)
  expect(around.reload).not.toHaveBeenCalled()
})

it('loads the page anew only where the server answers and the code still does not come', async () => {
  const { around, load } = server({ comesAt: 4, reached: true })
  around.reload.mockImplementation(() => expect(around.pauses.length).toBeGreaterThan(1))
  await keepLoading(load, around)
  expect(around.reload).toHaveBeenCalled()

  const once = server({ comesAt: 2, reached: true })
  await keepLoading(once.load, once.around)
  expect(once.around.reload).not.toHaveBeenCalled()
})

it('says that it is late where neither code nor a refusal comes', async () => {
  vi.useFakeTimers()
  let come = (_: string) => {}
  const { around } = server({ comesAt: 1, reached: true })
  const loading = keepLoading(() => new Promise<string>((resolve) => (come = resolve)), around)
  await vi.advanceTimersByTimeAsync(LATE_MS - 1)
  expect(codeIsLate.get()).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(codeIsLate.get()).toBe(true)
  come('the page')
  expect([await loading, codeIsLate.get(), vi.getTimerCount()]).toEqual(['the page', false, 0])
  expect(around.reload).not.toHaveBeenCalled()
  vi.useRealTimers()
})

describe('what the page does without', () => {
  const missing = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'))

  it('is asked for until it comes, and nothing is said or loaded anew', async () => {
    const { around, load } = server({ comesAt: 7, reached: true })
    expect(await keepAsking(load, new AbortController().signal, around.wait)).toBe('the page')
    expect(around.pauses).toEqual([2_000, 5_000, 15_000, 60_000, 60_000, 60_000])
    expect(new Set(around.late)).toEqual(new Set([false]))
    expect(around.reload).not.toHaveBeenCalled()
  })

  it('is not asked for once nobody would draw it', async () => {
    const asking = new AbortController()
    const load = vi.fn(missing)
    const ended = keepAsking(load, asking.signal, async () => {
      if (load.mock.calls.length === 2) asking.abort()
    })
    expect(await ended).toBeUndefined()
    expect(load).toHaveBeenCalledTimes(2)
  })
})
