import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { root } from './run.mjs'
import { withTemporaryServer } from './temporary.mjs'

export const TYPES_FILE = path.join(root, 'app/src/lib/api/database.types.ts')

/** @returns {Promise<string>} the database types that the migrations make, as TypeScript */
export async function generatedTypes() {
  const file = '../../server/dist/generate.js'
  /** @type {typeof import('../../server/src/types/generate.ts')} */
  const { generateTypes } = await import(file)
  return withTemporaryServer((server) => generateTypes(server, server.config.project.api.schemas))
}

/** @returns {Promise<string | undefined>} what to do where the kept types are not those of the migrations */
export async function staleTypes() {
  // A file that is missing is as stale as an old one.
  const [kept, wanted] = await Promise.all([readFile(TYPES_FILE, 'utf8').catch(() => ''), generatedTypes()])
  return kept === wanted ? undefined : 'app/src/lib/api/database.types.ts is stale: run «npm run types».'
}
