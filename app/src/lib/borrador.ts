import { useCallback, useEffect, useRef, useState } from 'react'
import { keepCopy, readCopy } from './device.ts'
import { useUser } from './session.tsx'

/**
 * Something that is being written: like `useState`, and kept on the device, sealed, until it is sent. What she wrote before a
 * reload or a call is there when she comes back.
 *
 * @param name what it is a draft of; one name, one draft
 * @param empty what it is before anybody writes
 * @returns the draft, how to change it, and how to forget it once it has arrived
 */
export function useBorrador<Draft>(name: string, empty: Draft): [Draft, (next: Draft) => void, () => void] {
  const { id: owner } = useUser()
  const [draft, setDraft] = useState(empty)
  const touched = useRef(false)

  useEffect(() => {
    let current = true
    void readCopy<Draft>(owner, name).then((kept) => {
      // What she has begun to write in the meantime stays.
      if (kept && current && !touched.current) setDraft(kept)
    })
    return () => {
      current = false
    }
  }, [owner, name])

  const keep = useCallback(
    (value: Draft | null) => {
      touched.current = true
      // A device that keeps nothing still shows what she writes.
      keepCopy(owner, name, value).catch(() => {})
    },
    [owner, name],
  )

  const change = (next: Draft) => {
    setDraft(next)
    keep(next)
  }
  const forget = () => {
    setDraft(empty)
    keep(null)
  }
  return [draft, change, forget]
}
