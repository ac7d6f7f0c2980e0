import { useEffect } from 'react'
import { whenIdle } from '../../lib/device/idle.ts'
import { useUser } from '../../lib/session/session.tsx'

/** Renders nothing; mounted beside every page. An entry that was written without a network gets its mark as soon as there is one. */
export function Sellador() {
  const { id } = useUser()

  useEffect(() => {
    const bring = () =>
      whenIdle(() => {
        // Without a network neither the code nor a mark may be had: the next time.
        import('./sellos.ts').then(({ stampWaiting }) => stampWaiting(id)).catch(() => {})
      })
    bring()
    window.addEventListener('online', bring)
    return () => window.removeEventListener('online', bring)
  }, [id])

  return null
}
