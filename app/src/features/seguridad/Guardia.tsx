import { useEffect } from 'react'
import { useSession } from '../../lib/session.tsx'

/** Draws nothing. Stands beside every screen, signed in or out; see `vigilancia.ts`, which arrives after the first paint. */
export function Guardia() {
  const { user, loading } = useSession()
  const userId = user?.id ?? null

  useEffect(() => {
    if (loading) return
    let end: (() => void) | undefined
    let gone = false
    import('./vigilancia.ts')
      .then(({ vigilar }) => {
        if (!gone) end = vigilar(userId)
      })
      // Without a connection on a first visit there is neither code nor anything to watch over.
      .catch(() => {})
    return () => {
      gone = true
      end?.()
    }
  }, [userId, loading])

  return null
}
