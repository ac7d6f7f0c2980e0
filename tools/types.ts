import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { generateTypes } from '../server/src/types/generate.ts'
import { fail, root } from './lib/run.ts'
import { withTemporaryServer } from './lib/temporary.ts'

/** Writes the types of the database that the migrations make; `--check` compares them with those that are there. */
const FILE = path.join(root, 'app/src/lib/api/database.types.ts')
const types = await withTemporaryServer((server) => generateTypes(server, server.config.project.api.schemas))
if (process.argv.includes('--check')) {
  if (types !== (await readFile(FILE, 'utf8').catch(() => '')))
    fail('app/src/lib/api/database.types.ts no es lo que dicen las migraciones: npm run types')
} else {
  await writeFile(FILE, types)
  console.log('Tipos de la base de datos al día.')
}
process.exit(0)
