import { expect, it, vi } from 'vitest'
import { createTransfers } from './transfer.ts'

/** Work that does not listen: it ends when it ends. */
function deaf() {
  let finish = (_: string) => {}
  const made = new Promise<string>((resolve) => {
    finish = resolve
  })
  return { work: () => made, finish }
}

it('what was made is handed over, once it is there', async () => {
  const parts: unknown[] = []
  const given = vi.fn()
  await createTransfers((part) => parts.push(part)).run(async (_, onPart) => {
    onPart(0.5)
    return 'datos'
  }, given)
  expect(given).toHaveBeenCalledExactlyOnceWith('datos')
  expect(parts).toEqual([null, 0.5, undefined])
})

it('nothing is handed over after she has stopped it, whether the work listens or not', async () => {
  const { work, finish } = deaf()
  const given = vi.fn()
  const transfers = createTransfers(() => {})
  const ended = transfers.run(work, given)
  transfers.stop()
  finish('datos')
  await ended
  expect(given).not.toHaveBeenCalled()
})

it('one at a time; one that was stopped says nothing of the next', async () => {
  const first = deaf()
  const parts: unknown[] = []
  const transfers = createTransfers((part) => parts.push(part))
  const given = vi.fn()
  const ended = transfers.run(first.work, given)
  await transfers.run(async () => 'otra', given)
  expect(given).not.toHaveBeenCalled()
  transfers.stop()
  const second = deaf()
  const other = transfers.run(second.work, given)
  first.finish('datos')
  await ended
  expect(parts).toEqual([null, undefined, null])
  second.finish('otra')
  await other
  expect(given).toHaveBeenCalledExactlyOnceWith('otra')
})

it('a failure is told, but not after she has stopped it', async () => {
  const transfers = createTransfers(() => {})
  const fails = async () => {
    throw new Error('no')
  }
  await expect(transfers.run(fails, () => {})).rejects.toThrow('no')
  const stopped = transfers.run(fails, () => {})
  transfers.stop()
  await stopped
})
