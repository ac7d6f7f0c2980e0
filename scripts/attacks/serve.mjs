import path from 'node:path'
import { pathToFileURL } from 'node:url'

/**
 * One server in a process of its own, so that an attack that ends it ends nothing else. Speaks with `house.mjs` over the
 * channel of `fork`: says where it is, and makes accounts as the operator would.
 * Arguments: the checkout whose built server is attacked.
 */
const checkout = process.argv[2] ?? '.'
const { startAmparo } = await import(pathToFileURL(path.join(checkout, 'scripts/lib/amparo.mjs')).href)
const { server, adminEmail, adminPassword } = await startAmparo({ env: process.env })
const { config, database } = server

process.on('message', async ({ id, user }) => {
  try {
    process.send?.({ id, made: await server.createUser(user) })
  } catch (error) {
    process.send?.({ id, failed: String(error) })
  }
})
const stop = () => void server.stop().then(() => process.exit(0))
process.once('SIGTERM', stop)
// The parent process has ended, so nobody else would stop this server.
process.once('disconnect', stop)

process.send?.({
  ready: {
    url: server.url,
    anonKey: config.secrets.anonKey,
    serviceKey: config.secrets.serviceRoleKey,
    adminEmail,
    adminPassword,
    database,
  },
})
