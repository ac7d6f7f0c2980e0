// One server of the sign-in benchmark, of this checkout or of another one (`CHECKOUT`): built, with the demo people.
import path from 'node:path'

const checkout = process.env.CHECKOUT
const { startAmparo } = await import(path.join(checkout, 'tools/lib/amparo.mjs'))
const { server } = await startAmparo({ demo: true, staticDir: null })
process.send({ url: server.url, anonKey: server.config.secrets.anonKey })

process.on('message', async (message) => {
  if (message !== 'stop') return
  await server.stop()
  process.exit(0)
})
