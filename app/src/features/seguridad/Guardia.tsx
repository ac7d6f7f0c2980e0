import { useEffect } from 'react'
import { useSession } from '../../data/session.tsx'

/** Renders nothing; mounted on every screen, signed in or out. Loads `watchMember.ts` after the first paint. */
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
      // Offline on a first visit the code cannot be loaded, and nothing is on the device that needs it.
      .catch(() => {})
    return () => {
      gone = true
      end?.()
    }
  }, [userId, loading])

  return null
}
