/** How much one socket, one person, one address and one channel may ask of the door; what a reader may owe it. */
export interface RealtimeLimits {
  /** Sockets that one signed-in person may hold in this process. */
  socketsPerUser: number
  /** Sockets of one address that have shown no member's session yet; members are counted each for herself. */
  socketsPerAddress: number
  /** Seconds after which a socket on which nothing is joined is closed. */
  idleSeconds: number
  channelsPerSocket: number
  /** Joins that one socket may ask for in a minute. */
  joinsPerMinute: number
  /** Joins that one member, or all strangers of one address, may ask for in a minute. */
  joinsPerOwnerPerMinute: number
  /** Messages that one socket may send in a second, heartbeats included. */
  messagesPerSecond: number
  /** Broadcasts that one channel takes in a second, from everybody together. */
  broadcastsPerChannelPerSecond: number
  /** Presence messages that one channel of one socket may send in 30 seconds. Source: Supabase, "Realtime limits". */
  presencesPer30Seconds: number
  /** Bindings to changes that one channel may ask for. */
  bindingsPerChannel: number
  /** Bindings of all channels of one socket: each of them may cost every change of its table a condition. */
  bindingsPerSocket: number
  /** Largest frame that is read. */
  payloadBytes: number
  /** Largest frame that is read from a socket on which nothing is joined yet. */
  firstPayloadBytes: number
  /** What one tracked client may say of herself, as JSON. */
  presenceBytes: number
  /** What may be kept for one member, or for all strangers of one address: channels, presence, messages that wait. */
  bytesPerOwner: number
  /** What may be kept for everybody together. */
  bytesInAll: number
  /** What may wait for a slow reader before her socket is cut. */
  bufferedBytes: number
}

/** Defaults: where Supabase documents a limit of its own, that one or a stricter one. */
export const DEFAULT_LIMITS: RealtimeLimits = {
  socketsPerUser: 10,
  socketsPerAddress: 200,
  idleSeconds: 20,
  channelsPerSocket: 100,
  joinsPerMinute: 60,
  joinsPerOwnerPerMinute: 300,
  messagesPerSecond: 100,
  broadcastsPerChannelPerSecond: 500,
  presencesPer30Seconds: 10,
  bindingsPerChannel: 20,
  bindingsPerSocket: 200,
  payloadBytes: 256_000,
  firstPayloadBytes: 64_000,
  presenceBytes: 1_024,
  bytesPerOwner: 4 * 1024 * 1024,
  bytesInAll: 96 * 1024 * 1024,
  bufferedBytes: 2 * 1024 * 1024,
}

/**
 * Reads limits as an operator writes them, `channelsPerSocket=20 joinsPerMinute=120`; what is not named keeps its default.
 * @param factor multiplies what is counted by time or by address, as every rate limit of the server
 * @throws RangeError naming the first part that is not a limit and a whole number above zero
 */
export function readLimits(text: string | undefined, factor: number): RealtimeLimits {
  const limits = { ...DEFAULT_LIMITS }
  for (const name of [
    'socketsPerUser',
    'socketsPerAddress',
    'joinsPerMinute',
    'joinsPerOwnerPerMinute',
    'messagesPerSecond',
    'broadcastsPerChannelPerSecond',
    'presencesPer30Seconds',
  ] as const) {
    limits[name] = Math.max(1, Math.floor(limits[name] * factor))
  }
  for (const part of (text ?? '').split(/[\s,]+/).filter(Boolean)) {
    const [name, value] = part.split('=') as [string, string | undefined]
    const number = Number(value)
    if (!Object.hasOwn(limits, name) || !Number.isSafeInteger(number) || number < 1)
      throw new RangeError(`«${part}» no es un límite`)
    limits[name as keyof RealtimeLimits] = number
  }
  return limits
}

/** Counts events in a window that begins with the first of them. */
export class Window {
  private count = 0
  private start = 0

  constructor(
    private readonly limit: number,
    private readonly lengthMs: number,
  ) {}

  /** @returns whether one more event is still within the limit */
  take(now = Date.now()): boolean {
    if (now - this.start >= this.lengthMs) {
      this.start = now
      this.count = 0
    }
    this.count += 1
    return this.count <= this.limit
  }
}
