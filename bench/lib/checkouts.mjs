import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { root } from '../../tools/lib/run.mjs'
import { Child, freePort } from './processes.mjs'

/**
 * Servers beside each other as long as `work` takes, each with data of its own: one of this checkout, one of another where `before` names it.
 *
 * @template {{ stop: () => Promise<void> }} House
 * @template Result
 * @param {{
 *   name: string
 *   before: string | undefined
 *   open: (side: string, checkout: string, start: (script: URL, env: Record<string, string>) => Child) => Promise<House>
 *   work: (houses: House[], folder: string) => Promise<Result>
 * }} bench `open` starts the server of a side by `start`, `work` is also given a folder that is gone afterwards
 * @returns {Promise<Result>} what `work` returns
 */
export async function withCheckouts({ name, before, open, work }) {
  const folder = await mkdtemp(path.join(tmpdir(), `bench-${name}-`))
  /** @type {[string, string][]} */
  const sides = [['now', root]]
  if (before) sides.unshift(['before', path.resolve(before)])
  const houses = []
  try {
    for (const [side, checkout] of sides) {
      const port = String(await freePort())
      houses.push(
        await open(
          side,
          checkout,
          (script, env) =>
            new Child(script.pathname, { PORT: port, AMPARO_DATA: path.join(folder, side), ...env }),
        ),
      )
    }
    return await work(houses, folder)
  } finally {
    for (const { stop } of houses) await stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** @param {readonly number[]} values */
export const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
