import { brand } from '../../../lib/installation/brand.ts'

/** The ISO weeks of a year; the last one only some years have. */
export const SEMANAS = Array.from({ length: 53 }, (_, index) => index + 1)

/** What a week is called in its field, which says what it is: its number and its days this year. */
export function nombreOfSemana(semana: number): string {
  return `${semana} · ${diasOfSemana(semana, new Date().getFullYear(), brand.locale)}`
}

/** «16 al 22 nov»: the days of an ISO week of a year. */
export function diasOfSemana(semana: number, year: number, locale: string): string {
  // The fourth of January always lies in the first week.
  const monday = new Date(Date.UTC(year, 0, 4))
  monday.setUTCDate(monday.getUTCDate() - ((monday.getUTCDay() + 6) % 7) + (semana - 1) * 7)
  return diasFrom(monday, locale)
}

/** «16 al 22 nov», «30 nov al 6 dic»: the week that begins on a Monday, given as its first moment in Greenwich. */
export function diasFrom(monday: Date, locale: string): string {
  const sunday = new Date(monday.getTime() + 6 * 86_400_000)
  const short = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' })
  const first = monday.getUTCMonth() === sunday.getUTCMonth() ? monday.getUTCDate() : short.format(monday)
  return `${first} al ${short.format(sunday)}`
}

/** Weeks as one reads them aloud: those that follow each other as one span. @param semanas in the order of the calendar */
export function weeksIn(semanas: readonly number[]): string {
  const runs: [number, number][] = []
  for (const semana of semanas) {
    const run = runs.at(-1)
    if (run && run[1] + 1 === semana) run[1] = semana
    else runs.push([semana, semana])
  }
  const spans = runs.flatMap(([from, to]) =>
    to - from > 1 ? [`${from} a ${to}`] : to === from ? [`${from}`] : [`${from}`, `${to}`],
  )
  return `${semanas.length === 1 ? 'semana' : 'semanas'} ${new Intl.ListFormat('es').format(spans)}`
}
