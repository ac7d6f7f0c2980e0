/** The device's time zone by its name; null where the browser knows none, which some of them call `Etc/Unknown`. */
export function deviceZona(): string | null {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  return !timeZone || timeZone === 'Etc/Unknown' ? null : timeZone
}

/** What time it may be now where she is, once for each hour of a day, with a zone where it is that time. */
export function zonasByHora(now: Date): { zona: string; hora: string }[] {
  return Array.from({ length: 24 }, (_, place) => {
    const ahead = place - 11
    const there = new Date(now.getTime() + ahead * 3_600_000)
    const hora = there.toISOString().slice(11, 16)
    // In these names the sign is turned round: west of Greenwich is «+».
    return { zona: ahead === 0 ? 'Etc/UTC' : `Etc/GMT${ahead < 0 ? '+' : '-'}${Math.abs(ahead)}`, hora }
  }).sort((one, other) => one.hora.localeCompare(other.hora))
}
