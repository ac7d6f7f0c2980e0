import path from 'node:path'
import { build } from './lib/build.mjs'
import { assertNode, installPackages } from './lib/install.mjs'
import { pack } from './lib/pack.mjs'
import { isPacked } from './lib/release.mjs'
import { fail, root } from './lib/run.mjs'

/** A release in one file, which starts on a machine of this kind without installing or building anything: `npm run pack`, `npm run pack -- FOLDER`. */
assertNode()
if (isPacked) fail('Esto ya es una entrega hecha con npm run pack.')
await installPackages()
await build()
const { file, release, files } = await pack(path.resolve(process.argv[2] ?? path.join(root, 'dist')))
console.log(`Listo: ${file} (${release}, ${files} archivos)`)
