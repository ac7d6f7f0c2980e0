import { startAmparo } from '../lib/amparo.mjs'

/** One serving process on the database of `DATABASE_URL`, to be killed by its parent: says its address and its keys on one line. */
const { server } = await startAmparo({ staticDir: null })
const { anonKey } = server.config.secrets
console.log(JSON.stringify({ url: server.url, anonKey }))
