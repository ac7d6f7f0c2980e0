import { startAmparo } from './lib/amparo.ts'

/** One serving process, to be ended by its parent: says its address, its keys and its database on one line. */
const { server } = await startAmparo({ staticDir: null })
const { anonKey, serviceRoleKey: serviceKey } = server.config.secrets
const { database } = server
process.once('SIGTERM', () => void server.stop().then(() => process.exit(0)))
console.log(JSON.stringify({ url: server.url, anonKey, serviceKey, database }))
