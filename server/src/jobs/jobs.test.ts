import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Jobs } from './jobs.ts'

describe('jobs', () => {
  const log = { error: vi.fn(), info: vi.fn() }
  let jobs: Jobs
  beforeEach(() => {
    vi.useFakeTimers({ now: new Date('2026-01-02T03:04:05Z') })
    jobs = new Jobs(log as never)
  })
  afterEach(() => {
    jobs.stop()
    vi.useRealTimers()
    vi.clearAllMocks()
  })

  it('run at once and then every so often, until they are stopped', async () => {
    const work = vi.fn(async () => undefined)
    jobs.every('sweep', 1_000, work)
    await vi.advanceTimersByTimeAsync(2_500)
    expect(work).toHaveBeenCalledTimes(3)
    expect(log.info, 'nothing had failed').not.toHaveBeenCalled()
    jobs.stop()
    await vi.advanceTimersByTimeAsync(5_000)
    expect(work).toHaveBeenCalledTimes(3)
  })

  it('that fail are logged and told until they succeed; the others go on', async () => {
    let broken = true
    const other = vi.fn(async () => undefined)
    jobs.every('sweep', 1_000, async () => {
      if (broken) throw new Error('no')
    })
    jobs.every('other', 1_000, other)
    await vi.advanceTimersByTimeAsync(1_500)
    expect(jobs.failing).toEqual([{ job: 'sweep', since: '2026-01-02T03:04:05.000Z' }])
    expect(log.error).toHaveBeenCalledWith({ err: expect.any(Error), job: 'sweep' }, 'a job failed')
    expect(other).toHaveBeenCalledTimes(2)
    expect([await jobs.run('sweep'), await jobs.run('other')]).toEqual([false, true])
    broken = false
    await vi.advanceTimersByTimeAsync(1_000)
    expect(jobs.failing).toEqual([])
    expect(log.info).toHaveBeenCalledTimes(1)
    expect(log.info).toHaveBeenCalledWith(
      { job: 'sweep', since: '2026-01-02T03:04:05.000Z', times: 3 },
      'a job succeeds again',
    )
  })

  it('that do not end are told after an hour', async () => {
    jobs.every('sweep', 1_000, () => new Promise(() => {}))
    await vi.advanceTimersByTimeAsync(59 * 60_000)
    expect(jobs.failing).toEqual([])
    await vi.advanceTimersByTimeAsync(60_000)
    expect(jobs.failing).toEqual([{ job: 'sweep', since: '2026-01-02T03:04:05.000Z' }])
    expect(jobs.ages).toEqual({})
  })

  it('that go on failing are one line at first and one a minute, with how often; and another failure begins anew', async () => {
    let broken = true
    jobs.every('sweep', 1_000, async () => {
      if (broken) throw new Error('no')
    })
    await vi.advanceTimersByTimeAsync(59_500)
    expect(log.error).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(65_000)
    expect(log.error.mock.calls.map(([line, message]) => [line.times, message])).toEqual([
      [undefined, 'a job failed'],
      [60, 'a job still fails'],
      [60, 'a job still fails'],
    ])
    broken = false
    await vi.advanceTimersByTimeAsync(1_000)
    expect(log.info).toHaveBeenCalledTimes(1)
    broken = true
    await vi.advanceTimersByTimeAsync(1_000)
    expect(log.error.mock.calls.slice(3).map(([, message]) => message)).toEqual(['a job failed'])
  })

  it('measure by the monotonic clock: set back by days, the other one hides no failure and no run that hangs', async () => {
    jobs.every('sweep', 1_000, () => Promise.reject(new Error('no')))
    jobs.every('stuck', 1_000, () => new Promise(() => {}))
    await vi.advanceTimersByTimeAsync(500)
    vi.setSystemTime(new Date('2025-12-30T00:00:00Z'))
    await vi.advanceTimersByTimeAsync(125_000)
    expect(log.error).toHaveBeenCalledTimes(3)
    await vi.advanceTimersByTimeAsync(60 * 60_000)
    expect(jobs.failing.map(({ job }) => job)).toEqual(['sweep', 'stuck'])
  })

  it('wait for their first time where they are told to', async () => {
    const work = vi.fn(async () => undefined)
    jobs.every('sweep', 1_000, work, { later: true })
    await vi.advanceTimersByTimeAsync(999)
    expect(work).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(work).toHaveBeenCalledTimes(1)
    expect(jobs.names).toEqual(['sweep'])
  })

  it('whose work cannot be undone wait where what all rest on does not stand, and fail; the others go on', async () => {
    let stands: Promise<boolean> = Promise.resolve(false)
    jobs.before = () => stands
    const work = vi.fn(async () => undefined)
    const other = vi.fn(async () => undefined)
    jobs.every('deletion', 60_000, work, { final: true })
    jobs.every('alarm', 60_000, other)
    await vi.advanceTimersByTimeAsync(1_000)
    expect([work, other].map((one) => one.mock.calls.length)).toEqual([0, 1])
    expect(jobs.failing.map(({ job }) => job)).toEqual(['deletion'])
    stands = new Promise(() => {})
    await vi.advanceTimersByTimeAsync(62_000)
    expect([work, other].map((one) => one.mock.calls.length)).toEqual([0, 2])
    stands = Promise.resolve(true)
    await vi.advanceTimersByTimeAsync(60_000)
    expect([work, other].map((one) => one.mock.calls.length)).toEqual([1, 3])
    expect(jobs.failing).toEqual([])
  })

  it('do not begin again by themselves while they still run', async () => {
    let end = () => {}
    const work = vi.fn(() => new Promise<void>((resolve) => (end = resolve)))
    jobs.every('sweep', 1_000, work)
    await vi.advanceTimersByTimeAsync(3_500)
    expect(work).toHaveBeenCalledTimes(1)
    end()
    await vi.advanceTimersByTimeAsync(1_000)
    expect(work).toHaveBeenCalledTimes(2)
  })

  it('that are not there, or not any more, cannot be run', async () => {
    const work = vi.fn(async () => undefined)
    jobs.every('sweep', 1_000, work, { later: true })
    expect([await jobs.run('another'), await jobs.run('sweep')]).toEqual([false, true])
    jobs.stop()
    expect([await jobs.run('sweep'), jobs.names]).toEqual([false, []])
    expect(work).toHaveBeenCalledTimes(1)
  })

  it('have a name each', () => {
    jobs.every('sweep', 1_000, async () => undefined)
    expect(() => jobs.every('sweep', 1_000, async () => undefined)).toThrow('sweep')
  })
})
