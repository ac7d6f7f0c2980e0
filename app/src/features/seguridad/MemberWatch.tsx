import { useEffect } from 'react'
import { afterPaint } from '../../lib/device/painted.ts'
import { eraseDevice } from '../../lib/session/eraseDevice.ts'
import { useSession } from '../../lib/session/session.tsx'

/** Whether anybody was watched over since the page was loaded: then leaving is her watch's business too. */
let watched = false

/** Renders nothing; mounted on every screen, signed in or out. Loads `watchMember.ts` after the first paint, once somebody is here. */
export function MemberWatch() {
  const { user, loading } = useSession()
  const userId = user?.id ?? null

  useEffect(() => {
    if (loading) return
    if (userId === null && !watched) {
      // What an earlier page left of somebody who is not here any more.
      void eraseDevice({ tab: false, drafts: false })
      return
    }
    watched = true
    let end: (() => void) | undefined
    let gone = false
    afterPaint()
      .then(() => import('./watchMember.ts'))
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
