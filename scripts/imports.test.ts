import { spawnSync } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

const root = path.resolve(import.meta.dirname, '..')
const biome = path.join(root, 'node_modules/@biomejs/biome/bin/biome')

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'amparo-imports-'))
  await cp(path.join(root, 'biome.json'), path.join(folder, 'biome.json'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** Whether the linter, with our configuration, accepts a file at `file` that does nothing but import `from`. */
async function accepts(file: string, from: string): Promise<boolean> {
  await mkdir(path.join(folder, path.dirname(file)), { recursive: true })
  await writeFile(path.join(folder, file), `import { thing } from '${from}'\n\nexport const used = thing\n`)
  const only = '--only=style/noRestrictedImports'
  const { status } = spawnSync(process.execPath, [biome, 'lint', '--vcs-enabled=false', only, file], {
    cwd: folder,
  })
  return status === 0
}

describe('imports run one way', () => {
  it.each([
    ['app/src/features/agenda/Agenda.tsx', '../../ui/Button.tsx'],
    ['app/src/features/agenda/Agenda.tsx', '../../lib/supabase.ts'],
    ['app/src/features/agenda/Agenda.tsx', './eventos.ts'],
    ['app/src/layout/Gate.tsx', '../routes.tsx'],
    ['server/src/rest/sql.ts', '../core/db.ts'],
    ['server/src/rest/sql.ts', './parse.ts'],
    ['server/src/core/db.ts', './errors.ts'],
  ])('%s may import %s', async (file, from) => {
    expect(await accepts(file, from)).toBe(true)
  })

  it.each([
    ['app/src/features/agenda/Agenda.tsx', '../diario/Diario.tsx'],
    ['app/src/features/agenda/Agenda.tsx', '../../features/diario/Diario.tsx'],
    ['app/src/features/agenda/Agenda.tsx', '../../routes.tsx'],
    ['app/src/features/agenda/Agenda.tsx', '../../layout/Gate.tsx'],
    ['app/src/features/agenda/Agenda.tsx', '@supabase/supabase-js'],
    ['app/src/ui/Button.tsx', '../features/agenda/Agenda.tsx'],
    ['app/src/ui/Button.tsx', '../lib/supabase.ts'],
    ['app/src/lib/fechas.ts', '../features/agenda/dias.ts'],
    ['server/src/rest/sql.ts', '../auth/token.ts'],
    ['server/src/auth/token.ts', '../rest/sql.ts'],
    ['server/src/core/db.ts', '../auth/token.ts'],
    ['server/src/core/db.ts', '../settings.ts'],
  ])('%s may not import %s', async (file, from) => {
    expect(await accepts(file, from)).toBe(false)
  })
})
