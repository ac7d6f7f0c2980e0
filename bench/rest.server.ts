// The server of the data benchmark, in a process of its own so that its processor time is its own.
import { syncBuiltinESMExports } from 'node:module'
import os from 'node:os'
import pg from 'pg'
import { readSettings, startServer } from '../server/src/start.ts'
import { built } from './lib/built.ts'
import type { Statement } from './lib/pgbench.ts'
import { tell } from './lib/processes.ts'

// The backends of the server yield to whatever else the machine does (`standBack` in server/src/db/database.ts); those of pgbench and
// of the peer do not. Where they would be compared, all weigh the same, as where lowering is not permitted.
os.setPriority = () => {
  throw new Error('priorities stay as they are here')
}
syncBuiltinESMExports()

/** What of the driver's connection is looked at here; its types do not say it. */
interface Connection {
  parse(this: Connection, query: { name: string; text: string }, ...rest: unknown[]): unknown
  bind(this: Connection, config: { statement: string; values: unknown[] }, ...rest: unknown[]): unknown
}
const prototype = pg.Connection.prototype as unknown as Connection
const { parse, bind } = prototype
/** Texts of prepared statements by connection and name; each is prepared but once, perhaps long before it is asked for. */
const texts = new WeakMap<Connection, Map<string, string>>()
let statements: (Partial<Statement> & { connection: Connection })[] = []
prototype.parse = function (query, ...rest) {
  if (!texts.has(this)) texts.set(this, new Map())
  texts.get(this)?.set(query.name, query.text)
  return parse.call(this, query, ...rest)
}

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

/** From here on every statement that goes to PostgreSQL is written down, so that pgbench can be given the very same. */
function record() {
  statements = []
  prototype.bind = function (config, ...rest) {
    statements.push({ connection: this, text: texts.get(this)?.get(config.statement), values: config.values })
    return bind.call(this, config, ...rest)
  }
  return 'recording'
}

function recorded() {
  prototype.bind = bind
  const identity = statements.find(({ text }) => text?.includes("set_config('role'"))
  if (!identity) throw new Error('no statement says who asks')
  // The server's own life (reminders, its word to other processes) goes on beside the request, on other connections.
  return statements
    .slice(statements.indexOf(identity))
    .filter(({ connection }) => connection === identity.connection)
    .map(({ text, values }) => ({ text, values }))
}
