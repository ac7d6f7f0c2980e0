import { useEffect } from 'react'
import { whenIdleAfterPaint } from '../../lib/device/painted.ts'
import { useSession } from '../../lib/session/session.tsx'

/** Whatever else the shell fetches for later waits no longer than this. */
const FIRST_MS = 4_000

let first: Promise<void> = Promise.resolve()

/** Resolves once her contacts are stored on this device, or it was tried for four seconds; at once where nobody is signed in. */
export const contactosFirst = (): Promise<void> => first

/**
 * After every sign-in and start: her contacts, as soon as the shell is idle and, but for the safety page, before it fetches anything for
 * later. To be called before whatever waits for {@link contactosFirst}.
 */
export function useContactosFirst(): void {
  const userId = useSession().user?.id
  useEffect(() => {
    if (!userId) return
    let stop = () => {}
    let over = false
    let resolve = () => {}
    first = new Promise<void>((settle) => {
      resolve = settle
    })
    const late = setTimeout(resolve, FIRST_MS)
    const takeBack = whenIdleAfterPaint(() => {
      import('../../features/seguridad/contactos/keepContactos.ts')
        .then(({ keepContactos }) => {
          if (over) return
          const kept = keepContactos(userId)
          stop = kept.stop
          return kept.first
        })
        // Without a connection there is no code to ask with; what is on the device stays there.
        .then(resolve, resolve)
    })
    return () => {
      over = true
      clearTimeout(late)
      takeBack()
      stop()
      resolve()
    }
  }, [userId])
}
