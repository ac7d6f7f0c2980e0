// The server of the data benchmark, in a process of its own so that its processor time is its own.
import { syncBuiltinESMExports } from 'node:module'
import os from 'node:os'
import { readSettings, startServer } from '../server/src/start.ts'
import { built } from './lib/built.ts'
import { tell } from './lib/processes.ts'
import { record, recorded } from './lib/record.ts'

// The backends of the server yield to whatever else the machine does (`standBack` in server/src/db/database.ts); those of pgbench and
// of the peer do not. Where they would be compared, all weigh the same, as where lowering is not permitted.
os.setPriority = () => {
  throw new Error('priorities stay as they are here')
}
syncBuiltinESMExports()

const { BENCH_PROJECT } = process.env
const { server } = BENCH_PROJECT
  ? { server: await startPlain(BENCH_PROJECT) }
  : await (await built()).startAmparo({ demo: true, staticDir: null })
const { address, owner } = server.database
const { anonKey, jwtSecret } = server.config.secrets
tell({ url: server.url, anonKey, jwtSecret, database: { ...address, ...owner } })

process.on('message', async (message) => {
  if (message === 'record') tell(record())
  if (message === 'recorded') tell(recorded())
  if (message === 'usage') tell(process.cpuUsage())
  if (message === 'stop') {
    await server.stop()
    process.exit(0)
  }
})

/** Any project folder, as the command of the server starts it. */
function startPlain(projectDir: string) {
  const settings = readSettings(process.env, { name: 'bench', prefix: 'AMPARO_' }, projectDir)
  return startServer({ settings, projectDir, asTool: true })
}
