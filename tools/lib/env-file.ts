import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseEnv } from 'node:util'
import { fail, root } from './run.ts'

/**
 * Imported first by every command of the operator: reads the settings of `.env`, where there is one. What the environment says itself wins.
 * Source: Node.js documentation, `process.loadEnvFile`.
 */
const file = path.resolve(root, process.env.AMPARO_ENV_FILE ?? '.env')
let written: string[] = []
if (process.env.AMPARO_ENV_FILE !== '' && (process.env.AMPARO_ENV_FILE || existsSync(file))) {
  try {
    // Read first: of a file that is another account's, or a folder, `loadEnvFile` says that it is not there.
    written = Object.keys(parseEnv(readFileSync(file, 'utf8')))
    process.loadEnvFile(file)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    fail(`Ajuste AMPARO_ENV_FILE no válido: no se puede leer ${file} (${code}).`)
  }
}

/** Read by what stands beside the server (`deploy/compose.yaml`, the Caddyfile), out of the same file. */
const OF_OTHERS = ['AMPARO_DOMAIN', 'AMPARO_UPSTREAMS']

/**
 * The names in the file that look like settings and are none: a misspelled one would else be found out only once it is missed, as the key of backups.
 * @returns of the file alone: the environment has names of other programs, too
 */
export function unknownSettings(): string[] {
  const known = new Set(
    [...readFileSync(path.join(root, '.env.example'), 'utf8').matchAll(/^#([A-Z][A-Z0-9_]+)=/gm)].map(
      ([, name]) => name,
    ),
  )
  const families = new Set([...known].map((name) => name?.split('_')[0]))
  return written.filter(
    (name) => families.has(name.split('_')[0]) && !known.has(name) && !OF_OTHERS.includes(name),
  )
}
