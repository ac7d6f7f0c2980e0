import pg from 'pg'
import type { Statement } from './pgbench.ts'

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

/** From here on every statement that goes to PostgreSQL is written down, so that pgbench can be given the very same. */
export function record() {
  statements = []
  prototype.bind = function (config, ...rest) {
    statements.push({ connection: this, text: texts.get(this)?.get(config.statement), values: config.values })
    return bind.call(this, config, ...rest)
  }
  return 'recording'
}

export function recorded(): Partial<Statement>[] {
  prototype.bind = bind
  const identity = statements.find(({ text }) => text?.includes("set_config('role'"))
  if (!identity) throw new Error('no statement says who asks')
  // The server's own life (reminders, its word to other processes) goes on beside the request, on other connections.
  return statements
    .slice(statements.indexOf(identity))
    .filter(({ connection }) => connection === identity.connection)
    .map(({ text, values }) => ({ text, values }))
}
