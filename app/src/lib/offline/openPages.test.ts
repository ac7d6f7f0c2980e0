import { expect, it } from 'vitest'
import { pagesOf } from './openPages.ts'

/** Locks as browsers have them: held until the page ends or releases them. */
function browser() {
  const held = new Set<string>()
  const tab = () => {
    const mine: string[] = []
    const request = async (name: string, ...rest: unknown[]) => {
      const work = rest.at(-1) as () => unknown
      const { signal } = (rest.length > 1 ? rest[0] : {}) as { signal?: AbortSignal }
      while (held.has(name)) {
        if (signal?.aborted) throw signal.reason
        await new Promise((resolve) => setTimeout(resolve, 5))
      }
      held.add(name)
      mine.push(name)
      const result = await work()
      held.delete(name)
      return result
    }
    const end = () => {
      for (const name of mine) held.delete(name)
    }
    return { locks: { request } as unknown as LockManager, end }
  }
  return { tab }
}

it('a page that is open is not over, one that was closed or crashed is', async () => {
  const { tab } = browser()
  const [one, other] = [tab(), tab()]
  const [a, b] = [pagesOf(one.locks), pagesOf(other.locks)]
  expect(a.own).not.toBe(b.own)
  expect(await b.isOver(a.own)).toBe(false)
  one.end()
  expect(await b.isOver(a.own)).toBe(true)
  expect(await b.isOver(b.own)).toBe(false)
})

it('where there are no locks, every other page counts as gone', async () => {
  const page = pagesOf(undefined)
  expect(await page.isOver('otra')).toBe(true)
  expect(await page.isOver(page.own)).toBe(false)
})
