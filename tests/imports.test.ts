import { readdirSync } from 'node:fs'
import path from 'node:path'
import { build, type Metafile } from 'esbuild'
import { expect, it } from 'vitest'

/*
 * The code of the panic button comes first and must work when nothing else has arrived. What it imports comes with it, directly or not; the linter sees
 * only the direct imports (biome.imports.jsonc).
 */

const source = path.resolve(import.meta.dirname, '../app/src')
const PANICO = 'features/seguridad/panico'

async function bundle(entryPoints: string[]): Promise<Metafile> {
  const { metafile } = await build({
    absWorkingDir: source,
    entryPoints,
    bundle: true,
    packages: 'external',
    format: 'esm',
    outdir: 'out',
    write: false,
    metafile: true,
  })
  return metafile
}

it('the panic button needs no other feature than contacts, position and of the alarm its queue and its state', async () => {
  const { inputs } = await bundle(
    readdirSync(path.join(source, PANICO), { recursive: true, encoding: 'utf8' })
      .filter((file) => /(?<!\.test)\.tsx?$/.test(file))
      .map((file) => path.join(PANICO, file)),
  )
  const needed = Object.keys(inputs)
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

it('what sends an alert before the rest of the app reaches neither React, nor the client, nor the query library', async () => {
  const entry = 'app/alertBootstrap.ts'
  const { inputs } = await bundle([entry])
  const reached = new Set([entry])
  const packages = new Set<string>()
  for (const file of reached) {
    for (const { path: to, kind, external } of inputs[file]!.imports) {
      // Nothing that runs first waits for what is loaded later.
      if (kind === 'dynamic-import') continue
      if (external) packages.add(to)
      else reached.add(to)
    }
  }
  expect([...packages]).toEqual(['idb'])
})
