import { useCallback, useEffect, useSyncExternalStore } from 'react'
import { takeDrafts } from './device.ts'
import { queue } from './outbox.ts'
import { useUser } from './session.tsx'

/** What she is typing, by the name of where; none of it goes anywhere by itself. */
const textos = queue.lane<unknown>('texto', {
  keep: () => 'signedOut',
  // A draft of this tab and one of another are two, though they have one name.
  apart: true,
  deliver: () => Promise.reject(new Error('a draft is never handed over')),
  adopt: (owner, put) =>
    takeDrafts('texto', owner, (id, body) => put({ id, owner, at: Date.now(), state: 'draft', body })),
})

/** Forgets a draft. @returns whether it is gone: `sent` given, only what is still that; words typed since stay */
type Forget<Draft> = (sent?: Draft) => boolean

/**
 * Something that is being written: like `useState`, and kept on the device, sealed, until it is sent. What she wrote before a
 * reload, a call or the end of her session is there when she comes back; «Cerrar sesión» erases it.
 *
 * @param name what it is a draft of; one name, one draft
 * @param empty what it is before anybody writes
 * @returns the draft, how to change it, and how to forget it once it has arrived
 */
export function useBorrador<Draft>(
  name: string,
  empty: Draft,
): [Draft, (next: Draft) => void, Forget<Draft>] {
  const { id: owner } = useUser()
  const entry = useSyncExternalStore(textos.subscribe, () => textos.of(owner).get(name))
  const draft = entry ? (entry.body as Draft) : empty

  useEffect(() => void textos.open(owner), [owner])

  const change = useCallback(
    (next: Draft) => {
      // Where nothing can be stored, the page still holds what she writes.
      if (Object.is(next, empty)) void textos.remove(owner, name)
      else void textos.put({ id: name, owner, at: Date.now(), state: 'draft', body: next })
    },
    [owner, name, empty],
  )
  const forget = (sent?: Draft) => {
    // Read now, not as this screen was drawn: the answer to a sending comes seconds after the press.
    const held = textos.of(owner).get(name)
    if (sent !== undefined && held && JSON.stringify(held.body) !== JSON.stringify(sent)) return false
    void textos.remove(owner, name)
    return true
  }
  return [draft, change, forget]
}
