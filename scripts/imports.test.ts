import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

const root = path.resolve(import.meta.dirname, '..')
const biome = path.join(root, 'node_modules/@biomejs/biome/bin/biome')

/** Whether the linter accepts a file at `file` that does nothing but import `from`. */
function accepts(file: string, from: string): boolean {
  const { status } = spawnSync(process.execPath, [biome, 'lint', `--stdin-file-path=${file}`], {
    cwd: root,
    input: `import { thing } from '${from}'\n\nexport const used = thing\n`,
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
  ])('%s may import %s', (file, from) => {
    expect(accepts(file, from)).toBe(true)
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
  ])('%s may not import %s', (file, from) => {
    expect(accepts(file, from)).toBe(false)
  })
})
