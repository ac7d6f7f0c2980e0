// One serving process of the capacity benchmark: built, on the database of its parent.
import { performance } from 'node:perf_hooks'
import { built } from './lib/built.ts'
import { tell } from './lib/processes.ts'
import { record, recorded } from './lib/record.ts'

const { server } = await (await built()).startAmparo({ staticDir: null })
const { anonKey, jwtSecret } = server.config.secrets
tell({ url: server.url, anonKey, jwtSecret })

let before = performance.eventLoopUtilization()
process.on('message', async (message) => {
  if (message === 'record') tell(record())
  if (message === 'recorded') tell(recorded())
  if (message === 'collect') {
    globalThis.gc?.()
    tell('collected')
  }
  if (message === 'usage') {
    // Since it was asked last.
    const busy = performance.eventLoopUtilization(before).utilization
    before = performance.eventLoopUtilization()
    tell({ ...process.cpuUsage(), busy })
  }
  if (message === 'stop') {
    await server.stop()
    process.exit(0)
  }
})
