import { setTimeout as delay } from 'node:timers/promises'
import { Client, type ClientConfig } from 'pg'

/**
 * Writers that insert numbered rows without pause, each on a connection of its own, and remember which the server
 * acknowledged. One that loses its connection makes another, and never sends the same number twice.
 */
export class Writers {
  /** Numbers acknowledged, by writer. */
  readonly acknowledged: number[][]
  /** SQLSTATEs (or system errors) with which writes were refused, and how often. */
  readonly refusals = new Map<string, number>()
  private readonly connection: ClientConfig
  private readonly text: (number: number) => string
  private readonly running: Promise<void>[]
  private ending = false

  constructor(connection: ClientConfig, count: number, text: (number: number) => string) {
    this.connection = connection
    this.text = text
    this.acknowledged = Array.from({ length: count }, () => [])
    this.running = this.acknowledged.map((_, writer) => this.run(writer))
  }

  get total(): number {
    return this.acknowledged.reduce((sum, numbers) => sum + numbers.length, 0)
  }

  /** Waits until `more` further writes are acknowledged. */
  async more(more: number, patience = 60_000): Promise<void> {
    const [goal, deadline] = [this.total + more, Date.now() + patience]
    while (this.total < goal) {
      if (Date.now() > deadline)
        throw new Error(`only ${this.total - goal + more} of ${more} writes in ${patience} ms`)
      await delay(2)
    }
  }

  async end(): Promise<void> {
    this.ending = true
    await Promise.all(this.running)
  }

  /** Acknowledged rows that are missing from the table. */
  async lost(client: Client): Promise<number> {
    const { rows } = await client.query<{ writer: number; number: number }>(
      'select writer, number from writes',
    )
    const found = new Set(rows.map((row) => `${row.writer}:${row.number}`))
    return this.acknowledged
      .flatMap((numbers, writer) => numbers.map((number) => `${writer}:${number}`))
      .filter((row) => !found.has(row)).length
  }

  private async run(writer: number): Promise<void> {
    let number = 0
    while (!this.ending) {
      const client = new Client({ ...this.connection, connectionTimeoutMillis: 2_000 })
      // A connection that breaks between two statements says so here; the next statement will fail.
      client.on('error', () => undefined)
      try {
        await client.connect()
        while (!this.ending) {
          number += 1
          await client.query('insert into writes values ($1, $2, $3)', [writer, number, this.text(number)])
          this.acknowledged[writer]!.push(number)
        }
      } catch (error) {
        const code = (error as { code?: string }).code ?? (error as Error).message
        this.refusals.set(code, (this.refusals.get(code) ?? 0) + 1)
        await delay(5)
      } finally {
        // A connection that is broken cannot be closed any more.
        await client.end().catch(() => undefined)
      }
    }
  }
}

export const TABLE = `
  create table writes (writer int, number int, text text not null, at timestamptz not null default now(),
                       primary key (writer, number));
  create index on writes (text);`

/** What amcheck finds wrong with the table and its indexes, every row compared with every index entry. */
export async function corruptions(client: Client): Promise<string[]> {
  await client.query('create extension if not exists amcheck')
  const heap = await client.query<{ msg: string }>("select msg from verify_heapam('writes')")
  const indexes = await client.query<{ name: string }>(
    "select indexrelid::regclass::text as name from pg_index join pg_class on oid = indexrelid where relam = 403 and relpersistence = 'p'",
  )
  const found = heap.rows.map((row) => row.msg)
  for (const { name } of indexes.rows) {
    await client.query('select bt_index_parent_check($1, true)', [name]).catch((error: Error) => {
      found.push(`${name}: ${error.message}`)
    })
  }
  return found
}
