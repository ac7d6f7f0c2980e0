import { type ReactNode, useEffect, useState } from 'react'
import { ErrorState } from './ErrorState.tsx'

/** As long as she waits for anything. */
const LATE_MS = 10_000

/**
 * Around what is shown while a screen is on its way: when it does not come in time, says so and offers to load the page anew. The screen
 * takes this one's place all the same, once it is there.
 */
export function Late({ children }: { children?: ReactNode }) {
  const [late, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(setLate, LATE_MS, true)
    return () => clearTimeout(timer)
  }, [])
  if (!late) return children
  return (
    <div className="mx-auto w-full max-w-xl p-6">
      <ErrorState message="Esto tarda demasiado. Revisa tu internet." onRetry={() => location.reload()} />
    </div>
  )
}
