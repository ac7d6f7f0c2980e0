import { useEffect } from 'react'
import { whenIdle } from '../../lib/idle.ts'
import { useUser } from '../../lib/session.tsx'

/** Draws nothing. Stands beside every room, so that what she wrote without a network arrives wherever she is. */
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
        // Without a connection on a first visit there is neither code nor anything to deliver.
        .catch(() => {})
    })
    return () => {
      gone = true
      end?.()
    }
  }, [id])

  return null
}
