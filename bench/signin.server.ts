// One server of the sign-in benchmark, of this checkout or of another one (`CHECKOUT`): built, with the demo people.
import { built } from './lib/built.ts'
import { tell } from './lib/processes.ts'

const { startAmparo } = await built(process.env.CHECKOUT)
const { server } = await startAmparo({ demo: true, staticDir: null })
tell({ url: server.url, anonKey: server.config.secrets.anonKey })

process.on('message', async (message) => {
  if (message !== 'stop') return
  await server.stop()
  process.exit(0)
})
