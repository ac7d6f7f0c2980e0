import { lazy, type ReactNode, Suspense, useCallback, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useSession } from '../../lib/session/session.tsx'
import { Arrived } from './Arrived.tsx'
import { RoomBoundary } from './RoomBoundary.tsx'
import { usePinLock } from './usePinLock.ts'

const PinScreen = lazy(async () => ({ default: (await import('./PinScreen.tsx')).PinScreen }))

/**
 * The lock of the app. While it is closed the rooms are not in the document; they live on in a detached element, so
 * that what she had begun to write is still there when she unlocks it.
 */
export function Cierre({ children }: { children: ReactNode }) {
  const { user } = useSession()
  const { locked, open } = usePinLock(user?.id ?? null)
  const [house] = useState(createHouse)
  const entered = useRef(!locked)
  if (!locked) entered.current = true

  const attach = useCallback(
    (place: HTMLDivElement | null) => {
      if (!place) return
      place.append(house)
      reopenDialogs(house)
      return () => house.remove()
    },
    [house],
  )

  return (
    <>
      {locked ? (
        <RoomBoundary>
          <Suspense>
            <PinScreen onOpen={open} />
            <Arrived />
          </Suspense>
        </RoomBoundary>
      ) : (
        <div ref={attach} className="contents" />
      )}
      {entered.current && createPortal(children, house)}
    </>
  )
}

function createHouse(): HTMLElement {
  const house = document.createElement('div')
  house.className = 'contents'
  return house
}

/** A `<dialog>` that was detached is no longer modal when it is attached again, although it is still marked as open. */
function reopenDialogs(house: HTMLElement): void {
  for (const dialog of house.querySelectorAll<HTMLDialogElement>('dialog[open]')) {
    dialog.removeAttribute('open')
    dialog.showModal()
  }
}
