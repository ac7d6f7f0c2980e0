const UNITS: Readonly<Record<string, number>> = {
  ns: 1e-9,
  us: 1e-6,
  µs: 1e-6,
  ms: 1e-3,
  s: 1,
  m: 60,
  h: 3600,
}
const PART = /(\d+(?:\.\d+)?)(ns|us|µs|ms|s|m|h)/g

/** Seconds of a duration as Go writes it: `60s`, `1m0s`, `1h30m`, `0`; undefined for what is none. */
export function goSeconds(duration: string): number | undefined {
  if (duration === '0') return 0
  const parts = [...duration.slice(0, 100).matchAll(PART)]
  if (parts.length === 0 || parts.map(([part]) => part).join('') !== duration) return undefined
  return parts.reduce((sum, [, number, unit]) => sum + Number(number) * UNITS[unit!]!, 0)
}
