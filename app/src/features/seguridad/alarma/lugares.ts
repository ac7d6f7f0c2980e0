import type { Fix } from '../../../lib/device/geolocation.ts'

/** Nobody needs a place more often, and a battery lasts longer. */
const EVERY_MS = 10_000
/** One who stays where she is says so this often. */
const STILL_MS = 60_000
const MOVED_METRES = 15
const METRES_PER_DEGREE = 111_320

/** Close enough for a few hundred metres: the earth is flat there. */
function metresBetween(one: Fix, other: Fix): number {
  const north = (one.lat - other.lat) * METRES_PER_DEGREE
  const east = (one.lng - other.lng) * METRES_PER_DEGREE * Math.cos((one.lat * Math.PI) / 180)
  return Math.hypot(north, east)
}

/**
 * Whether a place is worth telling after the last one that was told.
 *
 * @param told the last one, and when it was told by this device's clock; null where none was
 */
export function isWorthTelling(fix: Fix, told: { fix: Fix; at: number } | null, now: number): boolean {
  if (!told) return true
  const since = now - told.at
  if (since < EVERY_MS) return false
  const closer = (fix.accuracy ?? Infinity) < (told.fix.accuracy ?? Infinity) / 2
  return since >= STILL_MS || closer || metresBetween(fix, told.fix) >= MOVED_METRES
}
