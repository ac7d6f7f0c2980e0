import { existsSync } from 'node:fs'
import path from 'node:path'
import { fail, root } from './run.mjs'

/**
 * Imported first by every command of the operator: reads the settings of `.env`, where there is one. What the environment says itself wins.
 * Source: Node.js documentation, `process.loadEnvFile`.
 */
const file = path.resolve(root, process.env.AMPARO_ENV_FILE ?? '.env')
if (process.env.AMPARO_ENV_FILE !== '' && (process.env.AMPARO_ENV_FILE || existsSync(file))) {
  try {
    process.loadEnvFile(file)
  } catch (error) {
    fail(`No se pudo leer ${file}: ${/** @type {Error} */ (error).message}`)
  }
}
