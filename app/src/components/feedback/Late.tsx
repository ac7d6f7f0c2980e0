import { type ReactNode, useEffect, useState } from 'react'
import { LATE_MS } from '../../lib/device/keepLoading.ts'
import { ErrorState } from './ErrorState.tsx'

/**
 * Around what is shown while the code of a screen is loading (a page that was opened by a link tries again by itself, `KeepsTrying.tsx`):
 * when it does not come in time, says so and offers to reload the page. The screen takes this one's place all the same, once it is there.
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
