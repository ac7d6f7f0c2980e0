import { lazy, type ReactNode, Suspense, useCallback, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useSession } from '../../lib/session/session.tsx'
import { Arrived } from './Arrived.tsx'
import { ScreenBoundary } from './ScreenBoundary.tsx'
import { usePinLock } from './usePinLock.ts'

const PinScreen = lazy(async () => ({ default: (await import('./PinScreen.tsx')).PinScreen }))

/**
 * The lock of the app. While it is closed the screens are not in the document; they stay mounted in a detached element, so
 * that what she had begun to write is still there when she unlocks it.
 */
export function Cierre({ children }: { children: ReactNode }) {
  const { user } = useSession()
  const { locked, open } = usePinLock(user?.id ?? null)
  const [host] = useState(createHost)
  const entered = useRef(!locked)
  if (!locked) entered.current = true

  const attach = useCallback(
    (place: HTMLDivElement | null) => {
      if (!place) return
      place.append(host)
      reopenDialogs(host)
      return () => host.remove()
    },
    [host],
  )

  return (
    <>
      {locked ? (
        <ScreenBoundary>
          <Suspense>
            <PinScreen onOpen={open} />
            <Arrived />
          </Suspense>
        </ScreenBoundary>
      ) : (
        <div ref={attach} className="contents" />
      )}
      {entered.current && createPortal(children, host)}
    </>
  )
}

function createHost(): HTMLElement {
  const host = document.createElement('div')
  host.className = 'contents'
  return host
}

/** A `<dialog>` that was detached is no longer modal when it is attached again, although it is still marked as open. */
function reopenDialogs(host: HTMLElement): void {
  for (const dialog of host.querySelectorAll<HTMLDialogElement>('dialog[open]')) {
    dialog.removeAttribute('open')
    dialog.showModal()
  }
}
