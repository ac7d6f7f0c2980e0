import { isPostgresError } from '../db/errors.ts'
import { type Filter, FilterError, parseFilter } from './filters.ts'
import type { ChangeRequest } from './protocol.ts'
import type { Readers } from './readers.ts'

/** Somebody who is sent changes: one channel of one socket. */
export interface Subscriber<H> {
  readonly principal: H
}

/** One request of one channel, understood. */
export interface Binding<S> {
  subscriber: S
  request: ChangeRequest
  filter?: Filter
}

/** A request that cannot be served; the text goes to the client as a system message, as Supabase words it. */
export class SubscriptionError extends Error {}

interface PublishedTable {
  /** Column types by name. */
  columns: Map<string, string>
}

/** How long the catalogue's answer about a table is believed; joins come in crowds. */
const CATALOGUE_MS = 5_000

/** Who asked for changes of which table. */
export class Subscriptions<S> {
  private readonly bindings = new Map<string, Set<Binding<S>>>()
  private readonly bySubscriber = new Map<S, Binding<S>[]>()
  private readonly tables = new Map<string, { at: number; table: Promise<PublishedTable | undefined> }>()

  constructor(
    private readonly readers: Readers,
    private readonly publication: string,
  ) {}

  /**
   * Understands requests against the catalogue.
   * @throws SubscriptionError for a table that is not published and a filter that cannot be
   */
  async understand(subscriber: S, requests: readonly ChangeRequest[]): Promise<Binding<S>[]> {
    return Promise.all(
      requests.map(async (request) => {
        if (request.table === '*' || request.schema === '*') {
          if (request.filter) throw this.refusal(request, 'a filter needs a table')
          return { subscriber, request }
        }
        const table = await this.publishedTable(request.schema, request.table)
        if (!table) throw this.refusal(request)
        for (const column of request.select ?? [])
          if (!table.columns.has(column)) throw this.refusal(request, `there is no column ${column}`)
        if (!request.filter) return { subscriber, request }
        return { subscriber, request, filter: await this.filterOf(request, table) }
      }),
    )
  }

  set(subscriber: S, bindings: Binding<S>[]): void {
    this.remove(subscriber)
    if (bindings.length === 0) return
    this.bySubscriber.set(subscriber, bindings)
    for (const binding of bindings) {
      const key = keyOf(binding.request.schema, binding.request.table)
      const set = this.bindings.get(key)
      if (set) set.add(binding)
      else this.bindings.set(key, new Set([binding]))
    }
  }

  remove(subscriber: S): void {
    for (const binding of this.bySubscriber.get(subscriber) ?? []) {
      const key = keyOf(binding.request.schema, binding.request.table)
      const set = this.bindings.get(key)
      set?.delete(binding)
      if (set?.size === 0) this.bindings.delete(key)
    }
    this.bySubscriber.delete(subscriber)
  }

  /** Everybody who asked for changes, once each. */
  subscribers(): S[] {
    return [...this.bySubscriber.keys()]
  }

  *of(schema: string, table: string, event: 'INSERT' | 'UPDATE' | 'DELETE'): Generator<Binding<S>> {
    for (const key of [keyOf(schema, table), keyOf(schema, '*'), keyOf('*', '*'), keyOf('*', table)]) {
      for (const binding of this.bindings.get(key) ?? []) {
        if (binding.request.event === '*' || binding.request.event === event) yield binding
      }
    }
  }

  private async publishedTable(schema: string, name: string): Promise<PublishedTable | undefined> {
    const key = keyOf(schema, name)
    const known = this.tables.get(key)
    if (known && performance.now() - known.at < CATALOGUE_MS) return known.table
    const table = this.readTable(schema, name)
    if (this.tables.size > 1_000) this.tables.clear()
    this.tables.set(key, { at: performance.now(), table })
    // Who asks is told; what failed is not remembered, so that the next one asks again.
    table.catch(() => this.tables.delete(key))
    return table
  }

  private async readTable(schema: string, name: string): Promise<PublishedTable | undefined> {
    const rows = await this.readers.query<{ name: string; type: string }>(
      `select a.attname as name, format_type(a.atttypid, a.atttypmod) as type
       from pg_publication_tables p
       join pg_namespace n on n.nspname = p.schemaname
       join pg_class c on c.relnamespace = n.oid and c.relname = p.tablename
       join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
       where p.pubname = $1 and p.schemaname = $2 and p.tablename = $3`,
      [this.publication, schema, name],
    )
    return rows.length === 0 ? undefined : { columns: new Map(rows.map((row) => [row.name, row.type])) }
  }

  /** Reads a filter, and lets PostgreSQL read its values: what is no value of the column's type is refused here, once. */
  private async filterOf(request: ChangeRequest, { columns }: PublishedTable): Promise<Filter> {
    try {
      const conditions = parseFilter(request.filter!)
      for (const condition of conditions) {
        const type = columns.get(condition.column)
        if (!type) throw new FilterError(`there is no column ${condition.column}`)
        if (['is', 'like', 'ilike'].includes(condition.operator)) continue
        const casts = condition.values.map((_, index) => `($${index + 1}::text)::${type}::text`).join(', ')
        const [row] = await this.readers.query<{ canonical: string[] }>(
          `select array[${casts}] as canonical`,
          condition.values,
        )
        condition.values = row!.canonical
      }
      const asked = [...new Set(conditions.map((condition) => condition.column))]
      return {
        text: request.filter!,
        conditions,
        columns: asked,
        types: new Map(asked.map((column) => [column, columns.get(column)!])),
      }
    } catch (error) {
      if (error instanceof FilterError) throw this.refusal(request, error.message)
      if (isPostgresError(error) && error.code.startsWith('22'))
        throw this.refusal(request, 'a value of the filter is not of its column’s type')
      throw error
    }
  }

  private refusal({ schema, table, filter }: ChangeRequest, detail = ''): SubscriptionError {
    return new SubscriptionError(
      `Unable to subscribe to changes with given parameters. Please check Realtime is enabled for the given connect parameters: [schema: ${schema}, table: ${table}, filters: [${filter ?? ''}]]${detail && ` (${detail})`}`,
    )
  }
}

function keyOf(schema: string, table: string): string {
  return JSON.stringify([schema, table])
}
