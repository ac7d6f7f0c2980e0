// The server of the data benchmark, in a process of its own so that its processor time is its own.
import pg from 'pg'
import { startAmparo } from '../scripts/lib/amparo.mjs'

const { server } = await startAmparo({ demo: true, staticDir: null })
const { address, owner } = server.database
process.send({ url: server.url, anonKey: server.config.secrets.anonKey, database: { ...address, ...owner } })

process.on('message', async (message) => {
  if (message === 'record') process.send(record())
  if (message === 'recorded') process.send(recorded())
  if (message === 'usage') process.send(process.cpuUsage())
  if (message === 'stop') {
    await server.stop()
    process.exit(0)
  }
})

const { parse, bind } = pg.Connection.prototype
const texts = new Map()
let statements = []

/** From here on every statement that goes to PostgreSQL is written down, so that pgbench can be given the very same. */
function record() {
  statements = []
  pg.Connection.prototype.parse = function (query, ...rest) {
    texts.set(query.name, query.text)
    return parse.call(this, query, ...rest)
  }
  pg.Connection.prototype.bind = function (config, ...rest) {
    statements.push({ text: texts.get(config.statement), values: config.values })
    return bind.call(this, config, ...rest)
  }
  return 'recording'
}

function recorded() {
  Object.assign(pg.Connection.prototype, { parse, bind })
  return statements
}
