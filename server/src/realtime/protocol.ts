import { createHash } from 'node:crypto'

/** Protocol versions of Phoenix channels that the official client negotiates by `vsn`. */
export type Version = '1.0.0' | '2.0.0'

/** What a client sent: an event on a topic. */
export interface Incoming {
  joinRef: string | null
  ref: string | null
  topic: string
  event: string
  payload: unknown
}

/** A broadcast on its way: as one JSON object, or split as the binary frames of version 2.0.0 carry it. */
export type Broadcast =
  | { kind: 'object'; json: string }
  | { kind: 'split'; event: string; encoding: 'json' | 'binary'; body: Buffer }

/** A malformed frame; its sender is disconnected, since later frames cannot be trusted either. */
export class FrameError extends Error {}

const KIND_PUSH = 3
const KIND_BROADCAST = 4
const BINARY = 0
const JSON_ENCODED = 1
const LONGEST_NAME = 255
const LONGEST_TOPIC = 1_000
const LONGEST_REF = 100

const strict = new TextDecoder('utf-8', { fatal: true })

/**
 * Reads one frame: JSON text in either version, or the binary broadcast of version 2.0.0.
 * Source: Phoenix, "Channels", serializers V1 and V2; the serializer of `@supabase/realtime-js` 2.109.
 * @throws FrameError for whatever is not such a frame
 */
export function decodeFrame(version: Version, data: Buffer, isBinary: boolean): Incoming {
  if (isBinary) return decodePush(data)
  let value: unknown
  try {
    value = JSON.parse(strict.decode(data))
  } catch {
    throw new FrameError('not JSON')
  }
  const parts = version === '2.0.0' ? fromArray(value) : fromObject(value)
  const [joinRef, ref, topic, event, payload] = parts
  if (typeof topic !== 'string' || typeof event !== 'string') throw new FrameError('no topic or event')
  if (topic.length > LONGEST_TOPIC || event.length > LONGEST_NAME) throw new FrameError('name too long')
  return { joinRef: reference(joinRef), ref: reference(ref), topic, event, payload: payload ?? {} }
}

function fromArray(value: unknown): unknown[] {
  if (!Array.isArray(value) || value.length !== 5) throw new FrameError('not an array of five')
  return value
}

function fromObject(value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new FrameError('no object')
  const { join_ref, ref, topic, event, payload } = value as Record<string, unknown>
  return [join_ref, ref, topic, event, payload]
}

function reference(value: unknown): string | null {
  if (value === null || value === undefined) return null
  if (typeof value === 'number') return String(value)
  if (typeof value !== 'string' || value.length > LONGEST_REF) throw new FrameError('bad reference')
  return value
}

/** Header: kind, then the lengths of join reference, reference, topic, event and metadata, then the encoding. */
function decodePush(data: Buffer): Incoming {
  if (data.length < 7 || data[0] !== KIND_PUSH) throw new FrameError('unknown binary frame')
  const lengths = data.subarray(1, 6)
  const encoding = data[6]
  let offset = 7
  const texts: string[] = []
  for (const length of lengths) {
    if (offset + length > data.length) throw new FrameError('cut off')
    // The client writes one byte for each character.
    texts.push(data.toString('latin1', offset, offset + length))
    offset += length
  }
  const [joinRef, ref, topic, event] = texts as [string, string, string, string, string]
  const body = data.subarray(offset)
  if (encoding === JSON_ENCODED) assertJson(body)
  else if (encoding !== BINARY) throw new FrameError('unknown encoding')
  const broadcast: Broadcast = {
    kind: 'split',
    event,
    encoding: encoding === BINARY ? 'binary' : 'json',
    body,
  }
  return { joinRef: joinRef || null, ref: ref || null, topic, event: 'broadcast', payload: broadcast }
}

/** What is passed on must be readable by those who receive it, whose clients would otherwise throw. */
function assertJson(body: Buffer): void {
  try {
    JSON.parse(strict.decode(body))
  } catch {
    throw new FrameError('not JSON')
  }
}

/**
 * Writes one event as text.
 * @param payload JSON text
 */
export function encodeText(
  version: Version,
  joinRef: string | null,
  ref: string | null,
  topic: string,
  event: string,
  payload: string,
): string {
  const [joinText, refText, topicText, eventText] = [joinRef, ref, topic, event].map((part) =>
    JSON.stringify(part),
  )
  return version === '2.0.0'
    ? `[${joinText},${refText},${topicText},${eventText},${payload}]`
    : `{"topic":${topicText},"event":${eventText},"payload":${payload},"ref":${refText},"join_ref":${joinText}}`
}

/** @returns the frame for a receiver of that version; undefined where the version cannot carry it (bytes in 1.0.0) */
export function encodeBroadcast(
  version: Version,
  topic: string,
  broadcast: Broadcast,
): string | Buffer | undefined {
  if (broadcast.kind === 'object') return encodeText(version, null, null, topic, 'broadcast', broadcast.json)
  const topicBytes = Buffer.from(topic)
  const eventBytes = Buffer.from(broadcast.event)
  if (version === '2.0.0' && topicBytes.length <= LONGEST_NAME && eventBytes.length <= LONGEST_NAME) {
    const encoding = broadcast.encoding === 'json' ? JSON_ENCODED : BINARY
    const header = Buffer.from([KIND_BROADCAST, topicBytes.length, eventBytes.length, 0, encoding])
    return Buffer.concat([header, topicBytes, eventBytes, broadcast.body])
  }
  if (broadcast.encoding === 'binary') return undefined
  const json = `{"type":"broadcast","event":${JSON.stringify(broadcast.event)},"payload":${broadcast.body.toString()}}`
  return encodeText(version, null, null, topic, 'broadcast', json)
}

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
