import { renderHook, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { useInSlices } from './useInSlices.ts'

it('makes all of it, some at a time, and of what has changed meanwhile the newer alone', async () => {
  const work = vi.fn((item: number) => {
    const until = performance.now() + 4
    while (performance.now() < until);
    return [item, -item]
  })
  const begin = () => work
  const { result, rerender } = renderHook(({ items }) => useInSlices(items, begin), {
    initialProps: { items: undefined as number[] | undefined },
  })
  expect(result.current).toBeUndefined()
  const all = Array.from({ length: 60 }, (_, at) => at + 1)
  rerender({ items: all })
  await waitFor(() => expect(work).toHaveBeenCalled(), { interval: 1 })
  // A slice is over long before all of it is.
  expect(work.mock.calls.length).toBeLessThan(all.length)
  expect(result.current).toBeUndefined()
  rerender({ items: [7] })
  await waitFor(() => expect(result.current).toEqual([7, -7]))
  rerender({ items: all })
  await waitFor(() => expect(result.current).toHaveLength(120))
})
