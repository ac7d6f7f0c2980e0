import { useEffect, useState } from 'react'
import { addDays, type Fecha, fromFecha, toFecha } from './fechas.ts'

/** The longest wait of one timer, which bounds the error after sleep or a changed clock. */
const LONGEST_MS = 60_000

/** Her own today, in the time zone of her device; changes at midnight, and when she comes back to the app. */
export function useToday(): Fecha {
  const [hoy, setHoy] = useState(() => toFecha(new Date()))

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const look = () => {
      const now = new Date()
      setHoy(toFecha(now))
      clearTimeout(timer)
      const midnight = fromFecha(addDays(toFecha(now), 1)).setHours(0, 0, 0, 0)
      timer = setTimeout(look, Math.min(Math.max(midnight - now.getTime(), 1_000), LONGEST_MS))
    }
    look()
    document.addEventListener('visibilitychange', look)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [])

  return hoy
}

/**
 * A page that shows today goes on with her to the next one: what she writes the next morning is not yesterday's.
 *
 * @param stays she has something of that day in her hand
 */
export function useNextDay(hoy: Fecha, shown: Fecha, stays: boolean, go: (hoy: Fecha) => void): void {
  const [seen, setSeen] = useState(hoy)
  if (seen === hoy) return
  setSeen(hoy)
  if (shown === seen && !stays) go(hoy)
}
