// One server of the page benchmark: this checkout's, with the built app of this one or of another (`STATIC`).
import { built } from './lib/built.ts'
import { tell } from './lib/processes.ts'

const { startAmparo } = await built()
const { server } = await startAmparo({ demo: true, staticDir: process.env.STATIC })
tell({ url: server.url, anonKey: server.config.secrets.anonKey })

process.on('message', async (message) => {
  if (message !== 'stop') return
  await server.stop()
  process.exit(0)
})
