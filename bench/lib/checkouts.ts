import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { root } from '../../tools/lib/run.ts'
import { Child, freePort } from './processes.ts'

/** Starts a server of a benchmark. */
export type Start = (script: URL, env: Record<string, string>) => Child

/**
 * Servers beside each other as long as `work` takes, each with data of its own: one of this checkout, one of another where `before` names it.
 * @param bench `open` starts the server of a side by `start`, `work` is also given a folder that is gone afterwards
 * @returns what `work` returns
 */
export async function withCheckouts<Side extends { stop: () => Promise<void> }, Result>({
  name,
  before,
  open,
  work,
}: {
  name: string
  before: string | undefined
  open: (side: string, checkout: string, start: Start) => Promise<Side>
  work: (servers: Side[], folder: string) => Promise<Result>
}): Promise<Result> {
  const folder = await mkdtemp(path.join(tmpdir(), `bench-${name}-`))
  const sides: [string, string][] = [['now', root]]
  if (before) sides.unshift(['before', path.resolve(before)])
  const servers: Side[] = []
  try {
    for (const [side, checkout] of sides) {
      const port = String(await freePort())
      servers.push(
        await open(
          side,
          checkout,
          (script, env) =>
            new Child(script.pathname, { PORT: port, AMPARO_DATA: path.join(folder, side), ...env }),
        ),
      )
    }
    return await work(servers, folder)
  } finally {
    for (const { stop } of servers) await stop()
    await rm(folder, { recursive: true, force: true })
  }
}

export const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
