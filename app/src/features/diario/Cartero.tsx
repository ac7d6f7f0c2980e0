import { useEffect } from 'react'
import { whenIdle } from '../../lib/device/idle.ts'
import { useUser } from '../../lib/session/session.tsx'

/** Renders nothing; mounted beside every page, so that what she wrote offline is delivered wherever she is. */
export function Cartero() {
  const { id } = useUser()
  useEffect(() => {
    // The lanes of the diary begin as soon as their code is here.
    whenIdle(() => {
      import('./entradas.ts').catch(() => {
        // Offline on a first visit the code cannot be loaded, and nothing waits to be delivered.
      })
    })
  }, [])

  useEffect(() => {
    // The sheets of her vault, of which only the kind on screen is brought there.
    const bring = () =>
      whenIdle(() => {
        // Tried again with the next page, note or connection.
        import('../../lib/cofre/intercambio.ts')
          .then(({ exchangeUnsent }) => exchangeUnsent(id))
          .catch(() => {})
      })
    bring()
    window.addEventListener('online', bring)
    return () => window.removeEventListener('online', bring)
  }, [id])

  return null
}
