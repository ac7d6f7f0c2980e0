import { rm } from 'node:fs/promises'
import path from 'node:path'
import { root } from './lib/run.mjs'

/** Returns an installation to its seed: the next start makes database and secrets anew. */
const dataDir = path.resolve(root, process.env.AMPARO_DATA?.trim() || '.data')
if (!process.argv.includes('--yes')) {
  const { createInterface } = await import('node:readline/promises')
  const ask = createInterface({ input: process.stdin, output: process.stdout })
  const answer = await ask.question(`Se borra todo lo que hay en ${dataDir}. Escribe «borrar» para seguir: `)
  ask.close()
  if (answer.trim() !== 'borrar') process.exit(1)
}
