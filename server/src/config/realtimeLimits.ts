import type { RealtimeLimits } from './serverConfig.ts'

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
