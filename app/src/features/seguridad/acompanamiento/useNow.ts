import { useEffect, useState } from 'react'

/** The moment, again every few seconds: ages are told in steps of that size. */
export function useNow(everyMs = 5_000): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return now
}
