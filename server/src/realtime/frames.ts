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
