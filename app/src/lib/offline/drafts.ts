import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { CUT_KEY, forgetCut, readCut } from '../device/salida.ts'
import { uuid } from '../random.ts'
import { useUser } from '../session/session.tsx'
import { storedSession } from '../session/sessionStorage.ts'
import { queue } from './outbox.ts'

/** What she is typing, by the name of where; none of it goes anywhere by itself. */
const textos = queue.lane<unknown>('texto', {
  until: () => 'signedOut',
  // A draft of this tab and one of another are two, though they have one name.
  apart: true,
  deliver: () => Promise.reject(new Error('a draft is never handed over')),
})

/**
 * What is typed in a dialog ends with it. The page that is left by quick exit goes before it could take that away, and leaves a mark:
 * whatever page reads the drafts next does it, before anybody opens a dialog.
 */
const formularios = queue.lane<unknown>('formulario', {
  until: () => 'signedOut',
  apart: true,
  deliver: () => Promise.reject(new Error('a draft is never handed over')),
  cut: { at: readCut, obeyed: forgetCut },
})

// Another tab was left: what this one has read of the same dialogs ends too.
globalThis.addEventListener?.('storage', ({ key, newValue }) => {
  const { owner } = formularios.get()
  if (key !== CUT_KEY || newValue === null || owner === null) return
  for (const name of formularios.of(owner).keys()) void formularios.remove(owner, name)
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
  return useStored(textos, name, empty)
}

/**
 * The drafts of a kind, by what follows the kind in their names: what she was changing may be deleted on the service, and her words are
 * not.
 *
 * @param kind what their names begin with, before a space
 */
export function useBorradores<Draft>(kind: string): (readonly [of: string, draft: Draft])[] {
  const { id: owner } = useUser()
  const held = useSyncExternalStore(textos.subscribe, () => textos.of(owner))

  useEffect(() => void textos.open(owner), [owner])

  return [...held]
    .filter(([name]) => name.startsWith(`${kind} `))
    .map(([name, { body }]) => [name.slice(kind.length + 1), body as Draft] as const)
}

function useStored<Draft>(
  lane: typeof textos,
  name: string,
  empty: Draft,
): [Draft, (next: Draft) => void, Forget<Draft>] {
  const { id: owner } = useUser()
  const entry = useSyncExternalStore(lane.subscribe, () => lane.of(owner).get(name))
  const draft = entry ? (entry.body as Draft) : empty

  useEffect(() => void lane.open(owner), [lane, owner])

  const change = useCallback(
    (next: Draft) => {
      // Where nothing can be stored, the page still holds what she writes.
      if (Object.is(next, empty)) void lane.remove(owner, name)
      else void lane.put({ id: name, owner, at: Date.now(), state: 'draft', body: next })
    },
    [lane, owner, name, empty],
  )
  const forget = (sent?: Draft) => forgetIn(lane, owner, name, sent)
  return [draft, change, forget]
}

function forgetIn(lane: typeof textos, owner: string, name: string, sent?: unknown): boolean {
  // Read anew: the answer comes seconds after the press, and she may have typed since this screen was drawn.
  const held = lane.of(owner).get(name)
  if (sent !== undefined && held && JSON.stringify(held.body) !== JSON.stringify(sent)) return false
  void lane.remove(owner, name)
  return true
}

/** Forgets a draft that arrived when no screen waited for it any more; words typed since stay. */
export async function forgetSent(owner: string, name: string, sent: unknown): Promise<void> {
  if (textos.get().owner !== owner) return
  // What an earlier page left of it may not have been read yet.
  await textos.open(owner)
  if (textos.get().owner === owner) forgetIn(textos, owner, name, sent)
}

/** As the device keeps it: what she changed, the id that the row is to have, and the row that she changes. */
type Formulario<Values, Base> = { id: string; base: Base; changed: Partial<Values> }

export type FormDraft<Values, Base = null> = {
  /** Of the row to be: an answer that got lost may have saved it under this id already. */
  id: string
  /** Another id, where that one is found to be of something else. @returns it */
  renew: () => string
  /** What the form was filled in from, when she began to change it. */
  base: Base
  /** What the form began with, and what it holds. */
  initial: Values
  values: Values
  change: (next: Values) => void
  forget: () => void
}

/**
 * What is typed in a dialog: a draft like any other, until it has arrived, or she closes the dialog or leaves its page. A reload or a tab
 * that the browser dropped takes neither her words nor the id under which they may have arrived already. Files are not kept: no page gets
 * them back.
 *
 * @param name of the form and of what it is about; one name, one draft
 * @param begin what it holds before she changes anything
 * @param base the row that it was filled in from
 */
export function useFormDraft<Values extends object, Base = null>(
  name: string,
  begin: Values | (() => Values),
  base: Base = null as Base,
): FormDraft<Values, Base> {
  const [initial] = useState(begin)
  const { id: owner } = useUser()
  const [id, setId] = useState(uuid)
  const [files, setFiles] = useState<Partial<Values>>({})
  const [draft, write] = useStored<Formulario<Values, Base> | null>(formularios, name, null)
  const known = { id: draft?.id ?? id, base: draft ? draft.base : base }

  useEffect(() => {
    const path = location.pathname
    return () => {
      // A phone's «back» takes the page away with its dialog, which ends as by its cross; the end of her session and a locked screen do
      // not.
      if (location.pathname !== path && storedSession()?.user.id === owner)
        void formularios.remove(owner, name)
    }
  }, [owner, name])

  const change = (next: Values) => {
    const { changed, chosen } = whatChanged(initial, next)
    setFiles(chosen)
    write(Object.keys(changed).length > 0 ? { ...known, changed } : null)
  }
  const renew = () => {
    const fresh = uuid()
    setId(fresh)
    // Read now: the answer that asks for another id comes seconds after the press.
    const held = formularios.of(owner).get(name)?.body as Formulario<Values, Base> | undefined
    if (held) write({ ...held, id: fresh })
    return fresh
  }
  const forget = useCallback(() => {
    setFiles({})
    write(null)
  }, [write])

  return { ...known, renew, initial, values: { ...initial, ...draft?.changed, ...files }, change, forget }
}

/** What the device can keep of it, and what it cannot. */
function whatChanged<Values extends object>(initial: Values, next: Values) {
  const changed: Partial<Values> = {}
  const chosen: Partial<Values> = {}
  for (const field of Object.keys(next) as (keyof Values)[]) {
    if (Object.is(next[field], initial[field])) continue
    const into = next[field] instanceof File ? chosen : changed
    into[field] = next[field]
  }
  return { changed, chosen }
}
