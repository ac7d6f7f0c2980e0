import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { whenIdle } from '../../lib/idle.ts'
import { useUser } from '../../lib/session.tsx'

/** Draws nothing. Stands beside every room; see `watchRecordatorios.ts`, which arrives once the page has nothing better to do. */
export function Recordatorios() {
  const { id } = useUser()
  const navigate = useNavigate()

  // biome-ignore lint/correctness/useExhaustiveDependencies: `navigate` changes with every room; the first one will do.
  useEffect(() => {
    let end: (() => void) | undefined
    let gone = false
    whenIdle(() => {
      import('./watchRecordatorios.ts')
        .then(({ watchRecordatorios }) => {
          if (!gone) end = watchRecordatorios(id, () => void navigate('/agenda'))
        })
        // Without a connection on a first visit there is neither code nor anything to remind of.
        .catch(() => {})
    })
    return () => {
      gone = true
      end?.()
    }
  }, [id])

  return null
}
