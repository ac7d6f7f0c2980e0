import { useEffect } from 'react'
import { whenIdle } from '../../lib/idle.ts'
import { useUser } from '../../data/session.tsx'

/** Renders nothing; mounted beside every room, so that what she wrote offline is delivered wherever she is. */
export function Cartero() {
  const { id } = useUser()

  useEffect(() => {
    let end: (() => void) | undefined
    let gone = false
    whenIdle(() => {
      import('./entradas.ts')
        .then(({ watchCuaderno }) => {
          if (!gone) end = watchCuaderno(id)
        })
        // Offline on a first visit the code cannot be loaded, and nothing waits to be delivered.
        .catch(() => {})
    })
    return () => {
      gone = true
      end?.()
    }
  }, [id])

  return null
}
