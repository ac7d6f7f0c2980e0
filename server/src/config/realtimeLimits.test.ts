import { describe, expect, it } from 'vitest'
import { DEFAULT_LIMITS, readLimits } from './realtimeLimits.ts'

describe('readLimits', () => {
  it('keeps the default of what is not named', () => {
    expect(readLimits(undefined, 1)).toEqual(DEFAULT_LIMITS)
    expect(readLimits(' channelsPerSocket=20,  joinsPerMinute=7 ', 1)).toEqual({
      ...DEFAULT_LIMITS,
      channelsPerSocket: 20,
      joinsPerMinute: 7,
    })
  })

  it('multiplies what is counted by time, and nothing that is a size', () => {
    const limits = readLimits('', 3)
    expect(limits.joinsPerMinute).toBe(DEFAULT_LIMITS.joinsPerMinute * 3)
    expect(readLimits('', 0.001).socketsPerUser, 'never nothing').toBe(1)
    expect(readLimits('idleSeconds=1', 1).idleSeconds).toBe(1)
    expect(limits.payloadBytes).toBe(DEFAULT_LIMITS.payloadBytes)
  })

  it.each(['channels=1', 'channelsPerSocket', 'channelsPerSocket=0', 'channelsPerSocket=x', 'toString=1'])(
    'refuses %s',
    (text) =>
      expect(() => readLimits(`idleSeconds=1 ${text}`, 1)).toThrow(
        new RangeError(`«${text}» no es un límite`),
      ),
  )
})
