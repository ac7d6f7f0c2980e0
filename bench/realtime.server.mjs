// The server of the live benchmark, in a process of its own so that its memory and processor time are its own.
import { startAmparo } from '../tools/lib/amparo.mjs'

const { server } = await startAmparo({ demo: true, staticDir: null })
const { address, owner } = server.database
process.send({
  url: server.url,
  anonKey: server.config.secrets.anonKey,
  jwtSecret: server.config.secrets.jwtSecret,
  database: { ...address, ...owner },
})
process.on('message', async (message) => {
  if (message === 'usage') {
    const cpu = process.cpuUsage()
    globalThis.gc?.()
    process.send({ rss: process.memoryUsage().rss, cpu })
  }
  if (message === 'stop') {
    await server.stop()
    process.exit(0)
  }
})
