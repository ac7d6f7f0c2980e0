import { writeFile } from 'node:fs/promises'
import { buildServer } from './lib/build.mjs'
import { installPackages } from './lib/install.mjs'
import { generatedTypes, TYPES_FILE } from './lib/types.mjs'

await installPackages()
await buildServer()
await writeFile(TYPES_FILE, await generatedTypes())
console.log('Tipos de la base de datos al día.')
process.exit(0)
