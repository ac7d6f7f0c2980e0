import { build } from './lib/build.mjs'
import { assertNode, installPackages } from './lib/install.mjs'

assertNode()
await installPackages()
await build()
const { startAmparo, failToStart } = await import('./lib/amparo.mjs')

try {
  const began = performance.now()
  const demo = process.argv.includes('--demo')
  const { server, adminEmail, adminPassword } = await startAmparo({ demo })
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  console.log(`\n  Amparo está en ${server.config.siteUrl}  (lista en ${seconds} s)`)
  if (server.mailboxUrl) console.log(`  Buzón local de correo: ${server.mailboxUrl}`)
  if (adminPassword) {
    console.log(`\n  Cuenta de administración: ${adminEmail}`)
    console.log(`  Contraseña de un solo uso, se muestra solo esta vez: ${adminPassword}`)
  }
  console.log('\n  Ctrl+C para detener.\n')

  let stopping = false
  const stop = async () => {
    if (stopping) process.exit(1)
    stopping = true
    await server.stop()
    process.exit(0)
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  process.on('SIGHUP', stop)
} catch (error) {
  failToStart(error)
}
