import './lib/env-file.ts'
import { readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { createInterface } from 'node:readline/promises'
import { lockDataFolder, removeCluster } from '../server/src/start.ts'
import { PRODUCT } from './lib/product.ts'
import { fail, root } from './lib/run.ts'

/** Returns an installation to its seed: the next start makes database and secrets anew. `--yes` does not ask. */
const dataDir = path.resolve(root, process.env.AMPARO_DATA?.trim() || '.data')

if (!process.argv.includes('--yes')) {
  const ask = createInterface({ input: process.stdin, output: process.stdout })
  const answer = await ask.question(`Se borra todo lo que hay en ${dataDir}. Escribe «borrar» para seguir: `)
  ask.close()
  if (answer.trim() !== 'borrar') fail('No se borró nada.')
}
// A running server has the folder locked, and then nothing is deleted beneath it.
await lockDataFolder(dataDir, { product: PRODUCT.name }).catch((error) => fail(error.message))
// The cluster may lie outside of the data folder, behind a link.
await removeCluster(dataDir)
// Not the folder itself: on a machine of its own it lies where this account may make none, or is a disk.
for (const name of await readdir(dataDir))
  await rm(path.join(dataDir, name), { recursive: true, force: true })
console.log('Listo: el próximo «npm start» empieza de cero.')
process.exit(0)
