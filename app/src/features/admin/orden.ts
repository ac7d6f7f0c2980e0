/** A list with one of its members moved a place up (-1) or down (1); the same list where there is no such place. */
export function moveItem<T>(list: readonly T[], index: number, by: -1 | 1): T[] {
  const moved = [...list]
  const target = index + by
  if (index < 0 || index >= list.length || target < 0 || target >= list.length) return moved
  const [item] = moved.splice(index, 1)
  moved.splice(target, 0, item!)
  return moved
}

/** An instant just before or after another, as stored. */
export function instanteNextTo(iso: string, ms: number): string {
  return new Date(Date.parse(iso) + ms).toISOString()
}

/** «16 nov al 22 nov»: the days of an ISO week of a year. */
export function diasOfSemana(semana: number, year: number, locale: string): string {
  // The fourth of January always lies in the first week.
  const monday = new Date(Date.UTC(year, 0, 4))
  monday.setUTCDate(monday.getUTCDate() - ((monday.getUTCDay() + 6) % 7) + (semana - 1) * 7)
  const sunday = new Date(monday.getTime() + 6 * 86_400_000)
  const short = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' })
  return `${short.format(monday)} al ${short.format(sunday)}`
}
