import { useEffect } from 'react'
import { whenIdle } from '../../lib/device/idle.ts'
import { useSession } from '../../lib/session/session.tsx'
import { contactosFirst } from './useContactosFirst.ts'

/** After the first screen: puts the support directory on the device, also for members who never opened it. */
export function useOfflineDirectory(): void {
  const { user, has, estadoAdmin } = useSession()
  const edits = has('editora')
  const isKnown = estadoAdmin !== null
  const userId = user?.id
  useEffect(() => {
    // The admin's has hidden entries too.
    if (!userId || !isKnown) return
    return whenIdle(() => {
      contactosFirst()
        .then(() => import('../../features/apoyo/keepDirectorio.ts'))
        .then(({ keepDirectorio }) => keepDirectorio(userId, edits))
        // Without a connection there is nothing to fetch it from.
        .catch(() => {})
    })
  }, [userId, edits, isKnown])
}
