import pg from 'pg'
import type { Credentials, DatabaseAddress } from '../db/database.ts'
import { containReader } from '../db/readErrors.ts'
import { topicName, type Word } from './hub.ts'
import type { Broadcast } from './protocol.ts'

/** Messages between processes on one database, besides those of their hubs. */
type Notice = { kind: 'hello' } | { kind: 'here' } | { kind: 'alive' } | { kind: 'bye' } | Word

const CHANNEL = 'local_server_realtime'
/** What the database itself sends (`realtime.send`): every process hears it, this one too. */
const SENT_CHANNEL = 'local_server_realtime_sent'
/** PostgreSQL takes notices of less than 8,000 bytes; a longer one is sent in parts. */
const PART = 7_500
const MOST_PARTS = 100
const ALIVE_MS = 5_000
const GONE_MS = 20_000
const RETRY_MS = 500

interface BusOptions {
  address: DatabaseAddress
  credentials: Credentials
  /** Name of this process; begins the names of its members. */
  processId: string
  onWord: (word: Word) => void
  /** Whether channels are taken that no policy guards. */
  publicChannels: boolean
  /** Everybody tracked here, for a process that is new to us. */
  tracked: () => Word[]
  onGone: (processId: string) => void
}

/**
 * Carries broadcast and presence between the processes that share a database, by NOTIFY: no table, nothing written to
 * disk, in order for each sender. A process that is alone sends nothing but a sign of life.
 * Source: PostgreSQL documentation, "NOTIFY".
 */
export class Bus {
  private client: pg.Client | undefined
  private readonly others = new Map<string, number>()
  private readonly parts = new Map<string, string[]>()
  private outbox: string[] = []
  private sending: Promise<void> | undefined
  private isStopped = false
  private serial = 0
  private pulse: NodeJS.Timeout | undefined
  private retry: NodeJS.Timeout | undefined

  constructor(private readonly options: BusOptions) {}

  /** Listens, and says hello. Where the database is away it goes on trying by itself. */
  async start(): Promise<void> {
    await this.connect()
    this.pulse = setInterval(() => this.beat(), ALIVE_MS)
    this.pulse.unref()
  }

  tell(word: Word): void {
    if (this.others.size > 0) this.put(word)
  }

  async stop(): Promise<void> {
    clearInterval(this.pulse)
    clearTimeout(this.retry)
    this.put({ kind: 'bye' })
    await this.flush()
    this.isStopped = true
    // A connection that is broken cannot be closed any more.
    await this.client?.end().catch(() => undefined)
  }

  private async connect(): Promise<void> {
    const { address, credentials } = this.options
    const client = new pg.Client({
      host: address.host,
      port: address.port,
      database: address.database,
      ssl: address.ssl ? { rejectUnauthorized: true } : undefined,
      ...credentials,
      keepAlive: true,
      connectionTimeoutMillis: 5_000,
      application_name: 'realtime bus',
    })
    client.on('error', () => this.lose(client))
    client.on('end', () => this.lose(client))
    client.on('notification', ({ channel, payload }) =>
      channel === SENT_CHANNEL ? this.hearSent(payload ?? '') : this.hear(payload ?? ''),
    )
    try {
      await client.connect()
      containReader(client)
      await client.query(`listen ${CHANNEL}; listen ${SENT_CHANNEL}`)
      if (this.isStopped) {
        await client.end()
        return
      }
      this.client = client
      this.put({ kind: 'hello' })
      await this.flush()
    } catch {
      this.client = client
      this.lose(client)
      // A connection that is broken cannot be closed any more.
      await client.end().catch(() => undefined)
    }
  }

  private lose(client: pg.Client): void {
    if (this.client !== client || this.isStopped) return
    this.client = undefined
    this.outbox = []
    this.retry = setTimeout(() => void this.connect(), RETRY_MS)
    this.retry.unref()
  }

  private beat(): void {
    this.put({ kind: 'alive' })
    const now = performance.now()
    for (const [process, seen] of this.others) if (now - seen > GONE_MS) this.bury(process)
  }

  private bury(process: string): void {
    this.others.delete(process)
    for (const key of this.parts.keys()) if (key.startsWith(process)) this.parts.delete(key)
    this.options.onGone(process)
  }

  private put(notice: Notice): void {
    if (!this.client) return
    const text = Buffer.from(JSON.stringify(encode(notice))).toString('base64')
    const count = Math.ceil(text.length / PART)
    this.serial += 1
    for (let i = 0; i < count; i++) {
      const part = text.slice(i * PART, (i + 1) * PART)
      this.outbox.push(`${this.options.processId} ${this.serial} ${i} ${count} ${part}`)
    }
    void this.flush()
  }

  /** Messages that arrive while a statement runs are sent with the next one. */
  private async flush(): Promise<void> {
    if (this.client && this.outbox.length > 0) this.sending ??= this.send()
    await this.sending
  }

  private async send(): Promise<void> {
    try {
      while (this.client && this.outbox.length > 0) {
        const notices = this.outbox.splice(0, 500)
        await this.client.query('select pg_notify($1, notice) from unnest($2::text[]) notice', [
          CHANNEL,
          notices,
        ])
      }
    } catch {
      // The connection broke; what was under way was never promised to arrive.
    } finally {
      // Set in the same tick as the last check of the outbox, so that a message added right afterwards starts
      // a new sender.
      this.sending = undefined
    }
  }

  private hear(payload: string): void {
    const [process, serial, index, count, part] = payload.split(' ')
    if (!process || process === this.options.processId || part === undefined) return
    const isNew = !this.others.has(process)
    this.others.set(process, performance.now())
    const notice = this.assemble(`${process} ${serial}`, Number(index), Number(count), part)
    if (notice?.kind === 'bye') {
      this.bury(process)
      return
    }
    if (notice?.kind === 'hello') this.put({ kind: 'here' })
    // Tells a new process what it cannot know yet; repeats do no harm.
    if (isNew || notice?.kind === 'hello') for (const word of this.options.tracked()) this.put(word)
    if (notice && 'topic' in notice) this.options.onWord(notice)
  }

  /** Anybody who may run SQL can send a notice of that name: what cannot be read is none. */
  private hearSent(payload: string): void {
    const [message, index, count, part] = payload.split(' ')
    if (part === undefined) return
    const text = this.join(`sent ${message}`, Number(index), Number(count), part)
    const sent = text === undefined ? undefined : readSent(text)
    if (!sent || (!sent.isPrivate && !this.options.publicChannels)) return
    const { topic, isPrivate, event, payload: said } = sent
    const json = JSON.stringify({ type: 'broadcast', event, payload: said ?? {}, meta: { id: message } })
    const broadcast = { kind: 'object', json } as const
    this.options.onWord({ kind: 'broadcast', topic: topicName(topic, isPrivate), broadcast })
  }

  private assemble(key: string, index: number, count: number, part: string): Notice | undefined {
    const text = this.join(key, index, count, part)
    if (text === undefined) return undefined
    try {
      return decode(JSON.parse(text))
    } catch {
      return undefined
    }
  }

  /** @returns what was sent in parts, once the last one is there */
  private join(key: string, index: number, count: number, part: string): string | undefined {
    if (!(count >= 1 && count <= MOST_PARTS)) return undefined
    const parts = this.parts.get(key) ?? []
    parts[index] = part
    if (index + 1 < count) {
      this.parts.set(key, parts)
      return undefined
    }
    this.parts.delete(key)
    return Buffer.from(parts.join(''), 'base64').toString()
  }
}

interface Sent {
  topic: string
  event: string
  isPrivate: boolean
  payload: unknown
}

function readSent(text: string): Sent | undefined {
  try {
    const { topic, event, payload, private: isPrivate } = JSON.parse(text) as Record<string, unknown>
    if (typeof topic !== 'string' || typeof event !== 'string') return undefined
    return { topic, event, payload, isPrivate: isPrivate === true }
  } catch {
    return undefined
  }
}

function encode(notice: Notice): unknown {
  if (notice.kind !== 'broadcast' || notice.broadcast.kind !== 'split') return notice
  return { ...notice, broadcast: { ...notice.broadcast, body: notice.broadcast.body.toString('base64') } }
}

function decode(value: Notice): Notice {
  if (value.kind !== 'broadcast' || value.broadcast.kind !== 'split') return value
  const body = Buffer.from(value.broadcast.body as unknown as string, 'base64')
  return { ...value, broadcast: { ...value.broadcast, body } satisfies Broadcast }
}
