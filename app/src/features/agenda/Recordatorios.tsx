import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { whenIdle } from '../../lib/device/idle.ts'
import { useUser } from '../../lib/session/session.tsx'

/** Renders nothing; mounted beside every page. Loads `watchRecordatorios.ts` once the page is idle. */
export function Recordatorios() {
  const { id } = useUser()
  const navigate = useNavigate()

  // biome-ignore lint/correctness/useExhaustiveDependencies: `navigate` changes with every route; the first one will do.
  useEffect(() => {
    let end: (() => void) | undefined
    let gone = false
    whenIdle(() => {
      import('./watchRecordatorios.ts')
        .then(({ watchRecordatorios }) => {
          if (!gone) end = watchRecordatorios(id, () => void navigate('/agenda'))
        })
        // Offline on a first visit the code cannot be loaded, and there is nothing to remind of.
        .catch(() => {})
    })
    return () => {
      gone = true
      end?.()
    }
  }, [id])

  return null
}
