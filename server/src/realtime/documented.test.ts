import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { REALTIME_SAID, type RealtimeWorld, startRealtimeWorld } from '../../testing/documentedRealtime.ts'
import { documentedTable } from '../../testing/documentedTable.ts'

let world: RealtimeWorld
beforeAll(async () => {
  world = await startRealtimeWorld()
}, 60_000)
afterAll(() => world?.folder.close())

describe('as documented', () => {
  it.each(REALTIME_SAID)('$page: $says', { timeout: 30_000 }, async ({ shown }) => {
    for (const [index, { ask, gives }] of shown.entries()) {
      const answer = await ask(world)
      const at = `case ${index + 1}: ${JSON.stringify(answer)?.slice(0, 400)}`
      if (typeof gives === 'object' && gives !== null) expect(answer, at).toMatchObject(gives)
      else expect(answer, at).toEqual(gives)
    }
  })

  it('stands in docs/api.md, line by line (renew it with -u)', async () => {
    const file = path.resolve(import.meta.dirname, '../../../docs/api.md')
    const text = await readFile(file, 'utf8')
    const block = /(<!-- realtime as documented -->\n).*?(\n<!-- end -->)/s
    expect(text).toMatch(block)
    await expect(
      text.replace(block, (_, start, end) => `${start}\n${documentedTable(REALTIME_SAID)}\n${end}`),
    ).toMatchFileSnapshot(file)
  })
})
