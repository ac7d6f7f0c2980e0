import { createHash } from 'node:crypto'

/** One request for changes, as the client wrote it; it is echoed in the reply, which the client compares. */
export interface ChangeRequest {
  /** A number that follows from the request, so that the same request is the same binding in every channel. */
  id: number
  event: 'INSERT' | 'UPDATE' | 'DELETE' | '*'
  schema: string
  /** `*` for every table of the schema. */
  table: string
  filter?: string
  /** Columns wanted of each row; all readable ones when left out. */
  select?: string[]
  /** What goes back in the reply. */
  echo: Record<string, unknown>
}

/** What a client asks for when it joins a channel. */
export interface JoinRequest {
  accessToken?: string
  isPrivate: boolean
  broadcast: { self: boolean; ack: boolean; replay: boolean; replicationReady: boolean }
  presence: { enabled: boolean }
  changes: ChangeRequest[]
}

/** A join that cannot be read. */
export class JoinError extends Error {}

const EVENTS = new Set(['INSERT', 'UPDATE', 'DELETE', '*'])

/**
 * Reads the payload of `phx_join`; what is missing takes the client's own defaults.
 * Source: `RealtimeChannelOptions` of `@supabase/realtime-js` 2.109.
 * @throws JoinError
 */
export function readJoin(payload: unknown, mostChanges: number): JoinRequest {
  const root = object(payload) ?? {}
  const config = object(root.config) ?? {}
  const broadcast = object(config.broadcast) ?? {}
  const presence = object(config.presence) ?? {}
  const changes = Array.isArray(config.postgres_changes) ? config.postgres_changes : []
  if (changes.length > mostChanges) throw new JoinError('Too many postgres_changes on one channel')
  const token = root.access_token ?? root.user_token
  return {
    accessToken: typeof token === 'string' ? token : undefined,
    isPrivate: config.private === true,
    broadcast: {
      self: broadcast.self === true,
      ack: broadcast.ack === true,
      replay: broadcast.replay !== undefined && broadcast.replay !== null,
      replicationReady: broadcast.replication_ready === true,
    },
    presence: {
      // Clients before 2.11 do not say; they expect to be told who is there.
      enabled: presence.enabled === undefined ? config.presence !== undefined : presence.enabled === true,
    },
    changes: changes.map(readChange),
  }
}

function readChange(value: unknown): ChangeRequest {
  const echo = object(value)
  if (!echo) throw new JoinError('postgres_changes takes objects')
  const { event = '*', schema = 'public', table, filter, select } = echo
  const name = typeof event === 'string' ? event.toUpperCase() : ''
  if (!EVENTS.has(name)) throw new JoinError('postgres_changes knows INSERT, UPDATE, DELETE and *')
  if (typeof schema !== 'string' || !isOptionalText(table) || !isOptionalText(filter))
    throw new JoinError('schema, table and filter of postgres_changes are texts')
  if (select !== undefined && select !== null && !isTexts(select))
    throw new JoinError('select of postgres_changes is a list of columns')
  return {
    id: idOf([name, schema, table ?? null, filter ?? null, select ?? null]),
    event: name as ChangeRequest['event'],
    schema,
    table: table || '*',
    filter: filter || undefined,
    select: select ?? undefined,
    echo: { event, schema, table, filter, select },
  }
}

/** 48 bits, which a JavaScript number holds exactly. */
function idOf(request: unknown): number {
  return createHash('sha256').update(JSON.stringify(request)).digest().readUIntBE(0, 6)
}

function object(value: unknown): Record<string, unknown> | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined
}

function isOptionalText(value: unknown): value is string | null | undefined {
  return value === undefined || value === null || typeof value === 'string'
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.length <= 100 && value.every((item) => typeof item === 'string')
}
