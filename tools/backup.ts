import './lib/env-file.ts'
import './lib/warnings.ts'
import path from 'node:path'
import { parseArgs } from 'node:util'
import * as server from '../server/src/backups.ts'
import { PRODUCT } from './lib/product.ts'
import { privateKeyFrom } from './lib/question.ts'
import { fail, root } from './lib/run.ts'

/**
 * An installation in one file, whether it runs or not.
 * `npm run backup -- FILE`, `-- --schedule` (the one of the day, where it is due), `-- --check FILE`, `-- --new-key`.
 */
const USE =
  'Uso: npm run backup -- ARCHIVO | --schedule [--now] | --check ARCHIVO [--private-key ARCHIVO] | --new-key'
const { values, positionals } = readArguments()

try {
  if (values['new-key']) await newKey()
  else if (values.check) await check(path.resolve(values.check))
  else if (values.schedule) await ofTheDay()
  else if (positionals[0] && positionals.length === 1) await one(path.resolve(positionals[0]))
  else fail(USE)
} catch (error) {
  fail(`${values.check ? '' : 'No se hizo la copia. '}${error instanceof Error ? error.message : error}`)
}

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        schedule: { type: 'boolean' },
        now: { type: 'boolean' },
        check: { type: 'string' },
        'private-key': { type: 'string' },
        'new-key': { type: 'boolean' },
      },
    })
  } catch {
    return fail(USE)
  }
}

function settings() {
  return server.readSettings(process.env, PRODUCT, root)
}

async function one(file: string) {
  const { backups } = settings()
  const taken = await server.backup(settings(), file, backups.publicKeys)
  console.log(`Listo: ${file}`)
  say(taken)
}

async function ofTheDay() {
  const made = await server.backupOfTheDay(settings(), { force: values.now })
  if (!made) return console.log('Aún no toca: la copia de hoy ya está.')
  console.log(`Listo: ${made.file}`)
  if (made.removed > 0) console.log(`  Se borraron las copias viejas: ${made.removed}.`)
  say(made)
}

function say({ moment, files, hasSecrets }: Awaited<ReturnType<typeof server.backup>>) {
  console.log(
    `  Tiene todo hasta el ${server.inWords(new Date(moment))}, con ${server.counted(files, 'archivo')}.`,
  )
  const { s3 } = settings()
  if (s3) {
    console.log(`  Los archivos de las usuarias NO van dentro: están en el almacén S3 (${s3.bucket}).`)
    console.log(
      '  Que él mismo guarde versiones de lo borrado, tantos días como las copias (docs/operations.md).',
    )
  }
  if (hasSecrets) return console.log('  Está cifrada: solo la abre tu llave privada.')
  console.log(
    '  SIN CIFRAR: quien la tenga lee los diarios. Pon AMPARO_BACKUP_PUBLIC_KEY («npm run backup -- --new-key»).',
  )
  console.log('  secrets.json no va dentro: guárdalo aparte.')
}

async function check(file: string) {
  const key = (await server.isEncrypted(file)) ? await privateKeyFrom(values['private-key']) : undefined
  const { moment, files } = await server.checkBackup(file, key)
  console.log(
    `La copia está entera: tiene todo hasta el ${server.inWords(new Date(moment))}, con ${server.counted(files, 'archivo')}.`,
  )
}

async function newKey() {
  const { publicKey, privateKey } = await server.newKeys()
  console.log(`
  Llave privada. Guárdala FUERA de esta máquina, en dos lugares: sin ella nadie abre las copias.
    ${privateKey}
  Llave pública, para los ajustes:
    AMPARO_BACKUP_PUBLIC_KEY=${publicKey}
`)
}
