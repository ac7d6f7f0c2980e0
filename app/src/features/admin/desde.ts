import { brand } from '../../lib/installation/brand.ts'

const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

/** How long ago something was, in the largest unit that fits: «desde hace 3 horas», «desde ahora». */
export function tellSince(moment: Date, now: Date = new Date()): string {
  const passed = Math.max(0, now.getTime() - moment.getTime())
  const [unit, ms] = UNITS.find(([, size]) => passed >= size) ?? ['minute', 60_000]
  if (passed < 60_000) return 'desde ahora'
  return `desde ${new Intl.RelativeTimeFormat(brand.locale, { numeric: 'always' }).format(-Math.floor(passed / ms), unit)}`
}
