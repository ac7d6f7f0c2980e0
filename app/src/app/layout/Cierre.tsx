import { lazy, type ReactNode, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { onClosedElsewhere } from '../../lib/session/sessionStorage.ts'
import { Arrived } from './Arrived.tsx'
import { ScreenBoundary } from './ScreenBoundary.tsx'
import { usePinLock } from './usePinLock.ts'

const PinAgain = lazy(async () => ({ default: (await import('./PinAgain.tsx')).PinAgain }))

/**
 * The lock of an app that was open. While it is closed the screens are not in the document; they stay mounted in a detached element, so
 * that what she had begun to write is still there when she unlocks it.
 */
export function Cierre({ children }: { children: ReactNode }) {
  const { locked, open } = usePinLock()
  const [host] = useState(createHost)
  const entered = useRef(!locked)
  if (!locked) entered.current = true
  useEffect(
    () =>
      onClosedElsewhere(async () => {
        const { lockHere } = await import('../../lib/session/lockHere.ts')
        lockHere({ tell: false })
      }),
    [],
  )

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
            <PinAgain onOpen={open} />
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
