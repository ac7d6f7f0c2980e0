import { filterSql, filterValues, mayMatch } from './filters.ts'
import { encodeText, type Version } from './protocol.ts'
import type { Reader, Readers, Sight } from './readers.ts'
import type { Change } from './replication.ts'
import type { Binding, Subscriptions } from './subscriptions.ts'

/** A channel as the feed needs to know it. */
export interface Listener {
  readonly principal: Reader
  readonly topic: string
  readonly version: Version
  send(frame: Buffer): void
}

/** Everybody of one role who may want a change: her claims, and the bindings of all channels that she holds. */
type Crowd = Map<string, Binding<Listener>[]>

/** How many changes of one transaction are asked about at a time. */
const MOST_UNDER_WAY = 16

/**
 * Sends each change to those subscribers who may read its row at this moment. Several changes of a transaction are asked
 * about at once; what is sent keeps their order.
 */
export class ChangeFeed {
  private last: Promise<void> = Promise.resolve()
  private underWay = 0

  constructor(
    private readonly subscriptions: Subscriptions<Listener>,
    private readonly readers: Readers,
  ) {}

  /** Takes a change; resolves when the next may come. @throws what kept an earlier one from being sent */
  async publish(change: Change): Promise<void> {
    const before = this.last
    let isItsTurn = this.underWay === 0
    const waiting: (() => void)[] = []
    const asked = this.ask(change, (send) => {
      if (isItsTurn) send()
      else waiting.push(send)
    })
    // Awaited later; this keeps an early failure from counting as an unhandled rejection.
    asked.catch(() => undefined)
    this.underWay += 1
    this.last = this.inTurn(before, asked, () => {
      isItsTurn = true
      for (const send of waiting.splice(0)) send()
    })
    // Its `await` reports it; until somebody does, it is nobody’s unhandled rejection.
    this.last.catch(() => undefined)
    if (this.underWay >= MOST_UNDER_WAY) await this.settled()
  }

  private async inTurn(before: Promise<void>, asked: Promise<void>, begin: () => void): Promise<void> {
    try {
      await before
      begin()
      await asked
    } finally {
      this.underWay -= 1
    }
  }

  /** Waits for all changes taken so far. @throws what kept one of them from being sent; the next are not held back by it */
  async settled(): Promise<void> {
    const { last } = this
    try {
      await last
    } finally {
      if (this.last === last) this.last = Promise.resolve()
    }
  }

  private async ask(change: Change, onAnswer: (send: () => void) => void): Promise<void> {
    const { table, type } = change
    // A row without a key cannot be looked up, so it is not sent.
    if (table.key.length === 0 || table.key.some((column) => change.row[column] == null)) return
    const crowds = new Map<string, Crowd>()
    const filters = new Map<string, number>()
    const conditions: { sql: string; columns: readonly string[] }[] = []
    const values: string[] = []
    for (const binding of this.subscriptions.of(table.schema, table.name, type)) {
      const { filter, subscriber } = binding
      if (filter) {
        // Of a deleted row the key alone is told; a filter that asks more would tell what the message does not.
        if (type === 'DELETE' && !filter.columns.every((column) => table.key.includes(column))) continue
        if (!mayMatch(filter, change.row)) continue
        if (!filters.has(filter.text)) {
          filters.set(filter.text, conditions.length)
          conditions.push({ sql: filterSql(filter, values.length + 1), columns: filter.columns })
          values.push(...filterValues(filter))
        }
      }
      const { role, quotedClaims } = subscriber.principal
      const crowd = taken(crowds, role, () => new Map())
      taken(crowd, quotedClaims, () => []).push(binding)
    }
    if (crowds.size === 0) return
    const question = {
      table,
      transaction: change.transaction,
      key: table.key.map((column) => change.row[column] ?? ''),
      deleted: type === 'DELETE' ? change.row : undefined,
      conditions,
      values,
    }
    await Promise.all(
      [...crowds].map(async ([role, crowd]) => {
        const claims = [...crowd.keys()]
        await this.readers.ask(question, role, claims, (sight) =>
          onAnswer(() => {
            const frames = new Frames(change, sight)
            for (const position of sight.readers) {
              deliver(crowd.get(claims[position]!)!, claims[position]!, sight, filters, frames)
            }
          }),
        )
      }),
    )
  }
}

/** One reader's bindings, grouped by channel: a channel gets one message that names all bindings it is for. */
function deliver(
  bindings: readonly Binding<Listener>[],
  claims: string,
  sight: Sight,
  filters: ReadonlyMap<string, number>,
  frames: Frames,
): void {
  const groups = new Map<Listener, Map<string, { ids: number[]; select?: string[] }>>()
  for (const { subscriber, request, filter } of bindings) {
    // Her token may have been replaced, or her channel closed, while the database was asked.
    if (subscriber.principal.quotedClaims !== claims) continue
    if (filter && !sight.matches[filters.get(filter.text)!]) continue
    const group = taken(groups, subscriber, () => new Map())
    const key = JSON.stringify(request.select ?? null)
    taken(group, key, () => ({ ids: [], select: request.select })).ids.push(request.id)
  }
  for (const [listener, group] of groups)
    for (const { ids, select } of group.values()) listener.send(frames.of(listener, ids, select))
}

/** Frames of one change as one role sees it, each built once however many receive it. */
class Frames {
  private readonly built = new Map<string, Buffer>()
  private readonly data = new Map<string, string>()

  constructor(
    private readonly change: Change,
    private readonly sight: Sight,
  ) {}

  of({ version, topic }: Listener, ids: number[], select: string[] | undefined): Buffer {
    const key = JSON.stringify([version, topic, ids, select])
    let frame = this.built.get(key)
    if (frame === undefined) {
      const payload = `{"ids":${JSON.stringify(ids)},"data":${this.dataFor(select)}}`
      frame = Buffer.from(encodeText(version, null, null, topic, 'postgres_changes', payload))
      this.built.set(key, frame)
    }
    return frame
  }

  /** Source: Supabase, "Postgres Changes", payload; the shapes that `@supabase/realtime-js` 2.109 reads. */
  private dataFor(select: string[] | undefined): string {
    const key = JSON.stringify(select ?? null)
    let text = this.data.get(key)
    if (text === undefined) {
      text = this.build(select)
      this.data.set(key, text)
    }
    return text
  }

  private build(select: string[] | undefined): string {
    const { type, table, committedAt } = this.change
    let { columns, record } = this.sight
    if (select) {
      const wanted = new Set([...select, ...table.key])
      const row = JSON.parse(record) as Record<string, unknown>
      record = JSON.stringify(Object.fromEntries(Object.entries(row).filter(([name]) => wanted.has(name))))
      const described = JSON.parse(columns) as { name: string }[]
      columns = JSON.stringify(described.filter(({ name }) => wanted.has(name)))
    }
    const head = `"schema":${JSON.stringify(table.schema)},"table":${JSON.stringify(table.name)},"type":"${type}","commit_timestamp":"${committedAt}","columns":${columns},"errors":null`
    if (type === 'INSERT') return `{${head},"record":${record}}`
    if (type === 'DELETE') return `{${head},"old_record":${record}}`
    return `{${head},"record":${record},"old_record":${this.oldKey(record)}}`
  }

  /** The key before the update: the only part of the old row that is known, and that she may know. */
  private oldKey(record: string): string {
    const { table, oldKey } = this.change
    const row = JSON.parse(record) as Record<string, unknown>
    return JSON.stringify(Object.fromEntries(table.key.map((name) => [name, oldKey?.[name] ?? row[name]])))
  }
}

/** What the map holds under a key, made and put there when it is missing. */
function taken<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const found = map.get(key)
  if (found !== undefined) return found
  const made = make()
  map.set(key, made)
  return made
}
