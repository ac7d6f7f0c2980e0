import { readdirSync } from 'node:fs'
import path from 'node:path'
import { build } from 'esbuild'
import { expect, it } from 'vitest'

/*
 * The code of the panic button comes first and must work when nothing else has arrived. Whatever it imports comes with it, directly or not, so
 * each part of a feature that it needs is named here, of the alarm each file. The linter holds imports between features (imports.test.ts).
 */

const source = path.resolve(import.meta.dirname, '../app/src')
const PANICO = 'features/seguridad/panico'

it('the panic button needs no other feature than contacts, position and of the alarm its queue and its state', async () => {
  const { metafile } = await build({
    absWorkingDir: source,
    entryPoints: readdirSync(path.join(source, PANICO), { recursive: true, encoding: 'utf8' })
      .filter((file) => /(?<!\.test)\.tsx?$/.test(file))
      .map((file) => path.join(PANICO, file)),
    bundle: true,
    packages: 'external',
    format: 'esm',
    outdir: 'out',
    write: false,
    metafile: true,
  })
  const needed = Object.keys(metafile.inputs)
    .filter((file) => file.startsWith('features/'))
    .map((file) => (file.includes('/alarma/') ? file : path.dirname(file)))
  expect([...new Set(needed)].sort()).toEqual([
    'features/seguridad/alarma/confianzas.ts',
    // What has been heard of an alert, without a request: whether whom she writes to has answered already.
    'features/seguridad/alarma/estado.ts',
    'features/seguridad/alarma/unheard.ts',
    'features/seguridad/alarma/vias.ts',
    'features/seguridad/alarma/vista.ts',
    'features/seguridad/contactos',
    PANICO,
    'features/seguridad/posicion',
  ])
})
