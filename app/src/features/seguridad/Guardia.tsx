import { useEffect } from 'react'
import { useSession } from '../../lib/session.tsx'

/** Draws nothing. Stands beside every screen, signed in or out; see `watchMember.ts`, which arrives after the first paint. */
export function Guardia() {
  const { user, loading } = useSession()
  const userId = user?.id ?? null

  useEffect(() => {
    if (loading) return
    let end: (() => void) | undefined
    let gone = false
    import('./watchMember.ts')
      .then(({ watchMember }) => {
        if (!gone) end = watchMember(userId)
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
