import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { thenReload } from './reload.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** What a change waits for, and whether it does still. */
function change(reload: () => Promise<unknown>, failure: unknown = null) {
  const told = vi.fn()
  void thenReload(reload)(undefined, failure).then(told)
  return told
}
const never = () => new Promise(() => {})

it('a change that arrived waits for the lists that show it', async () => {
  let come = () => {}
  const told = change(() => new Promise<void>((resolve) => (come = resolve)))
  await vi.advanceTimersByTimeAsync(1_000)
  expect(told).not.toHaveBeenCalled()
  come()
  await vi.advanceTimersByTimeAsync(0)
  expect(told).toHaveBeenCalled()
})

it('but not for long', async () => {
  const told = change(never)
  await vi.advanceTimersByTimeAsync(1_990)
  expect(told).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(20)
  expect(told).toHaveBeenCalled()
})

it('that it failed waits for nothing, and the lists are asked for all the same', async () => {
  const reload = vi.fn(never)
  const told = change(reload, new Error('no'))
  await vi.advanceTimersByTimeAsync(0)
  expect(told).toHaveBeenCalled()
  expect(reload).toHaveBeenCalledOnce()
})

it('a list that could not be asked is no failure of a change that failed already', async () => {
  const told = change(() => Promise.reject(new Error('no list')), new Error('no'))
  await vi.advanceTimersByTimeAsync(0)
  expect(told).toHaveBeenCalled()
})
