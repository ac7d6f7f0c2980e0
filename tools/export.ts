import './lib/env-file.ts'
import path from 'node:path'
import { parseArgs } from 'node:util'
import * as server from '../server/src/backups.ts'
import { PRODUCT } from './lib/product.ts'
import { fail, root } from './lib/run.ts'

/**
 * An installation as plain SQL, for another PostgreSQL: a new major version, a server of one's own, hosted Supabase.
 * `npm run export -- FILE [--hosted]`.
 */
const USE = 'Uso: npm run export -- ARCHIVO [--hosted]'
const { values, positionals } = readArguments()
const [target] = positionals
if (!target || positionals.length !== 1) fail(USE)

try {
  const file = path.resolve(target)
  const { rows, tables } = await server.exportInstallation(server.readSettings(process.env, PRODUCT, root), {
    target: file,
    projectDir: path.join(root, 'supabase'),
    isForHosted: values.hosted ?? false,
  })
  console.log(`Listo: ${file}, ${rows} filas de ${tables} tablas.`)
  console.log('  SIN CIFRAR: quien lo tenga lee los diarios. Bórralo en cuanto esté cargado.')
  console.log(`  Se carga con: psql "postgres://…" --file ${file}`)
  process.exit(0)
} catch (error) {
  fail(`No se exportó nada. ${error instanceof Error ? error.message : error}`)
}

function readArguments() {
  try {
    return parseArgs({ allowPositionals: true, options: { hosted: { type: 'boolean' } } })
  } catch {
    return fail(USE)
  }
}
