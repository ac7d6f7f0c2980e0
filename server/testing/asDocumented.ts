import { readFile } from 'node:fs/promises'
import path from 'node:path'
// biome-ignore lint/correctness/noUndeclaredDependencies: the tools of the whole repository stand at its root.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { documentedTable, type Said } from './documentedTable.ts'
import type { ServedFolder } from './folder.ts'

/**
 * Tries on a server what the documentation says of an API, and compares the table of it in `docs/api.md` (renewed with `-u`).
 *
 * @param api as the table's marks in `docs/api.md` name it
 * @param said what is tried
 * @param startWorld a server for it, and who asks; closed at the end
 */
export function testAsDocumented<World extends { folder: ServedFolder; close?(): Promise<void> }>(
  api: 'auth' | 'storage' | 'realtime',
  said: readonly Said<World>[],
  startWorld: () => Promise<World>,
): void {
  let world: World
  beforeAll(async () => {
    world = await startWorld()
  }, 60_000)
  afterAll(() => (world?.close ? world.close() : world?.folder.close()))

  describe('as documented', () => {
    it.each(said)('$page: $says', { timeout: 30_000 }, async ({ shown }) => {
      for (const [index, { ask, gives }] of shown.entries()) {
        const answer = await ask(world)
        const at = `case ${index + 1}: ${JSON.stringify(answer)?.slice(0, 400)}`
        if (typeof gives === 'object' && gives !== null) expect(answer, at).toMatchObject(gives)
        else expect(answer, at).toEqual(gives)
      }
    })

    it('stands in docs/api.md, line by line (renew it with -u)', async () => {
      const file = path.resolve(import.meta.dirname, '../../docs/api.md')
      const text = await readFile(file, 'utf8')
      const block = new RegExp(`(<!-- ${api} as documented -->\\n).*?(\\n<!-- end -->)`, 's')
      expect(text).toMatch(block)
      await expect(
        text.replace(block, (_, start, end) => `${start}\n${documentedTable(said)}\n${end}`),
      ).toMatchFileSnapshot(file)
    })
  })
}
