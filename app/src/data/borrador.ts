import { useCallback, useEffect, useRef, useState } from 'react'
import { deviceDrafts } from './device.ts'
import { useUser } from './session.tsx'

const box = deviceDrafts<unknown>('texto')

const newest = new Map<string, { owner: string; name: string; value: unknown }>()
let writing = false

/**
 * Writes the newest text of each draft, skipping versions that were typed over while an earlier one was being
 * written.
 */
async function keep(owner: string, name: string, value: unknown): Promise<void> {
  newest.set(`${owner} ${name}`, { owner, name, value })
  if (writing) return
  writing = true
  for (const [key, { owner, name, value }] of newest) {
    newest.delete(key)
    // Where nothing can be stored, the page still holds what she writes.
    await (value === null ? box.remove(owner, name) : box.put(owner, name, value, false)).catch(() => {})
  }
  writing = false
}

/**
 * Something that is being written: like `useState`, and kept on the device, sealed, until it is sent. What she wrote before a
 * reload, a call or the end of her session is there when she comes back; «Cerrar sesión» erases it.
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
    box
      .all(owner)
      .then((all) => {
        const kept = all.get(name) as Draft | undefined
        // What she began to write meanwhile is kept.
        if (kept !== undefined && current && !touched.current) setDraft(kept)
      })
      .catch(() => {})
    return () => {
      current = false
    }
  }, [owner, name])

  const change = useCallback(
    (next: Draft) => {
      touched.current = true
      setDraft(next)
      void keep(owner, name, Object.is(next, empty) ? null : next)
    },
    [owner, name, empty],
  )
  const forget = () => {
    touched.current = true
    setDraft(empty)
    void keep(owner, name, null)
  }
  return [draft, change, forget]
}
