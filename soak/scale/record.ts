/*
 * Preloaded into a server (see harvest.ts): writes every statement that goes to PostgreSQL into the file `AMPARO_STATEMENTS`, each text once
 * for each role, with the values of the first time.
 */
import { appendFileSync } from 'node:fs'
import pg from 'pg'

/** What of the driver's connection is looked at here; its types do not say it. */
interface Connection {
  parse(this: Connection, asked: { name?: string; text: string }, ...rest: unknown[]): unknown
  bind(this: Connection, config: { statement?: string; values?: unknown[] }, ...rest: unknown[]): unknown
  query(this: Connection, text: string, ...rest: unknown[]): unknown
}

const file = process.env.AMPARO_STATEMENTS
if (file) {
  const prototype = pg.Connection.prototype as unknown as Connection
  const { parse, bind, query } = prototype
  /** Texts of prepared statements by connection and name. */
  const texts = new WeakMap<Connection, Map<string, string>>()
  /** Who asks, by connection: role and claims of the transaction. */
  const asks = new WeakMap<Connection, { role: unknown; claims: unknown; agent?: string }>()
  const seen = new Set<string>()
  const note = (connection: Connection, text: string, values: unknown[]) => {
    if (text.includes("set_config('role', $1"))
      asks.set(connection, { role: values[0], claims: values[1], agent: agentOf(values[4]) })
    const { role = 'owner', claims, agent } = asks.get(connection) ?? {}
    // What a test asks for itself is no statement of the app.
    const isBrowser = agent?.includes('Mozilla') ?? false
    const key = `${role} ${isBrowser} ${text}`
    if (seen.has(key)) return
    seen.add(key)
    const plain = values.map((value) => (Buffer.isBuffer(value) ? value.toString() : value))
    appendFileSync(file, `${JSON.stringify({ role, claims, isBrowser, text, values: plain })}\n`)
  }
  const agentOf = (headers: unknown): string | undefined => {
    if (typeof headers !== 'string') return undefined
    return (JSON.parse(headers) as Record<string, string>)['user-agent']
  }
  prototype.parse = function (asked, ...rest) {
    if (!texts.has(this)) texts.set(this, new Map())
    texts.get(this)?.set(asked.name ?? '', asked.text)
    return parse.call(this, asked, ...rest)
  }
  prototype.bind = function (config, ...rest) {
    const text = texts.get(this)?.get(config.statement ?? '')
    if (text) note(this, text, config.values ?? [])
    return bind.call(this, config, ...rest)
  }
  prototype.query = function (text, ...rest) {
    if (/^\s*(commit|rollback)/i.test(text)) asks.delete(this)
    else note(this, text, [])
    return query.call(this, text, ...rest)
  }
}
