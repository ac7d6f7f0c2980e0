import './lib/env-file.ts'
import path from 'node:path'
import { onHangUp, readSettings, superviseServer } from '../server/src/supervisor.ts'
import { unknownSettings } from './lib/env-file.ts'
import { PRODUCT } from './lib/product.ts'
import { fail, isBuilt, root } from './lib/run.ts'

/** What the serving process says of its start. */
interface Report {
  siteUrl: string
  mailboxUrl?: string
  adminEmail: string
  adminPassword?: string
  adminFound: boolean
}

for (const name of unknownSettings())
  console.error(`«${name}» no es un ajuste de Amparo: no cambia nada. ¿Está bien escrito?`)

try {
  const began = performance.now()
  const supervised = await superviseServer({
    settings: readSettings(process.env, PRODUCT, root),
    program: path.join(root, isBuilt ? 'server/dist/serve.js' : 'tools/serve.ts'),
    args: process.argv.slice(2),
    log: (line) => console.error(line),
  })
  const { siteUrl, mailboxUrl, adminEmail, adminPassword, adminFound } = supervised.report as Report
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  console.log(`\n  Amparo está en ${siteUrl}  (lista en ${seconds} s)`)
  if (mailboxUrl) console.log(`  Buzón local de correo: ${mailboxUrl}`)
  if (adminPassword) {
    console.log(`\n  Cuenta de administración: ${adminEmail}`)
    console.log(`  Contraseña de un solo uso, se muestra solo esta vez y abre una sola vez: ${adminPassword}`)
  }
  if (!adminFound) {
    console.log(`\n  Nadie administra: ${adminEmail} (ADMIN_EMAIL) no tiene una cuenta confirmada.`)
    console.log(
      '  Regístrate con ese correo, confírmalo y reinicia; o deja el de la cuenta que administraba.',
    )
  }
  console.log('\n  Ctrl+C para detener.\n')

  let stopping = false
  const stop = async () => {
    if (stopping) process.exit(1)
    stopping = true
    await supervised.stop()
    process.exit(0)
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  process.on('SIGHUP', onHangUp(supervised, stop, process.stdout.isTTY))
} catch (error) {
  fail(`Amparo no pudo arrancar. ${error instanceof Error ? error.message : error}`)
}
