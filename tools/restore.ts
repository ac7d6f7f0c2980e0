import './lib/env-file.ts'
import './lib/warnings.ts'
import path from 'node:path'
import { parseArgs } from 'node:util'
import * as server from '../server/src/backups.ts'
import { PRODUCT } from './lib/product.ts'
import { privateKeyFrom } from './lib/question.ts'
import { fail, root } from './lib/run.ts'

/**
 * An installation from a backup, in an empty data folder. Nothing has to run, and nothing is asked of the network.
 * `npm run restore -- FILE|FOLDER [--until MOMENT] [--private-key FILE] [--secrets FILE]`.
 */
const USE =
  'Uso: npm run restore -- ARCHIVO|CARPETA [--until "AAAA-MM-DD HH:MM"|ultimo] [--private-key ARCHIVO] [--secrets ARCHIVO]'
const { values, positionals } = readArguments()
const [source] = positionals
if (!source || positionals.length !== 1) fail(USE)
const until = momentOf(values.until)

try {
  const settings = server.readSettings(process.env, PRODUCT, root)
  const restored = await server.restore(settings, {
    source: path.resolve(source),
    privateKey: () => privateKeyFrom(values['private-key']),
    secretsFile: values.secrets && path.resolve(values.secrets),
    until,
    restored: 'interno.recomenzar_bajas()',
    log: (line) => console.log(`  ${line}`),
  })
  const { file, moment, lastChange, endedEarly, accounts, files, missingFiles, damage } = restored
  console.log(`\nListo: ${settings.dataDir} tiene lo de ${file}.`)
  console.log(
    lastChange
      ? `  El último cambio recuperado es del ${server.inWords(lastChange)}.`
      : `  Tiene todo hasta el ${server.inWords(moment)}.`,
  )
  if (endedEarly)
    console.log('  El registro continuo terminaba antes de lo pedido: se recuperó hasta donde llega.')
  console.log(
    `  ${server.counted(accounts, 'cuenta')}, ${server.counted(files, 'archivo')}${missingFiles > 0 ? `, de los que FALTAN ${missingFiles}` : ''}.`,
  )
  if (restored.hasNewSecrets) console.log('  No había secrets.json: se hicieron claves nuevas.')
  console.log(
    '  Las sesiones, los enlaces y los códigos de antes terminaron: todas tendrán que volver a entrar.',
  )
  if (!restored.wasChecked) console.log('  PostgreSQL no trae «amcheck»: tablas e índices no se revisaron.')
  if (damage.length > 0)
    fail(`La base de datos está DAÑADA (${damage.length}): ${damage[0]}. Prueba con otra copia.`)
  console.log('  Ahora: npm start\n')
  process.exit(0)
} catch (error) {
  fail(`No se restauró nada. ${error instanceof Error ? error.message : error}`)
}

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: { until: { type: 'string' }, 'private-key': { type: 'string' }, secrets: { type: 'string' } },
    })
  } catch {
    return fail(USE)
  }
}

/** @param text a day and a time by the clock of this machine, or with its own zone */
function momentOf(text: string | undefined) {
  if (text === undefined) return undefined
  if (text === 'ultimo' || text === 'último') return 'latest'
  const moment = new Date(/^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T00:00:00` : text.replace(' ', 'T'))
  if (Number.isNaN(moment.getTime()))
    return fail(`«${text}» no es un momento: escríbelo como "2026-11-22 03:10".`)
  return moment
}
