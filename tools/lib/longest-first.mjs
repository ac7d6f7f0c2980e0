import { existsSync } from 'node:fs'
import path from 'node:path'
import { BaseSequencer } from 'vitest/node'
import { root } from './run.mjs'

/** The files that take longest, so that no worker begins one of them when the others are nearly done; about ten seconds and more. */
const LONGEST = [
  'supabase/tests/sql.test.ts',
  'server/src/backup/backup.test.ts',
  'supabase/tests/alarma.test.ts',
  'tools/start.test.ts',
  'server/src/postgres/launcher.test.ts',
  'tools/amparo.test.ts',
  'supabase/tests/oraculos.test.ts',
  'tools/alarma-kills.test.ts',
  'tools/correo.test.ts',
  'tools/alarma.test.ts',
  'supabase/tests/puertas.test.ts',
  'supabase/tests/export.test.ts',
  'server/src/realtime/sessions.test.ts',
  'server/src/realtime/restart.test.ts',
  'server/src/storage/objects.test.ts',
  'tools/recordatorios.test.ts',
  'server/src/realtime/exhaustion.test.ts',
  'server/src/storage/documents.test.ts',
  'tools/pagos.test.ts',
]
for (const file of LONGEST)
  if (!existsSync(path.join(root, file))) throw new Error(`tools/lib/longest-first.mjs: there is no ${file}`)

/** The place of a file in the run: its own in the list, then whatever starts processes, then the pure logic of the app. */
const placeOf = (/** @type {import('vitest/node').TestSpecification} */ { moduleId, project }) => {
  const place = LONGEST.indexOf(path.relative(root, moduleId))
  if (place !== -1) return place
  return LONGEST.length + (project.name === 'app' ? 1 : 0)
}

/** In which order vitest takes the files, also in a fresh clone, where it remembers no run. */
export class LongestFirst extends BaseSequencer {
  /**
   * @override
   * @param {import('vitest/node').TestSpecification[]} files
   */
  async sort(files) {
    return (await super.sort(files)).sort((a, b) => placeOf(a) - placeOf(b))
  }
}
