// The server of the live benchmark, in a process of its own so that its memory and processor time are its own.
import { built } from './lib/built.ts'
import { tell } from './lib/processes.ts'

const { startAmparo } = await built()
const { server } = await startAmparo({ demo: true, staticDir: null })
const { address, owner } = server.database
tell({
  url: server.url,
  anonKey: server.config.secrets.anonKey,
  jwtSecret: server.config.secrets.jwtSecret,
  database: { ...address, ...owner },
})
process.on('message', async (message) => {
  if (message === 'usage') {
    const cpu = process.cpuUsage()
    globalThis.gc?.()
    tell({ rss: process.memoryUsage().rss, cpu })
  }
  if (message === 'stop') {
    await server.stop()
    process.exit(0)
  }
})
