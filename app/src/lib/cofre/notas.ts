/*
 * Notes on sheets, and how two devices' sheets become one: of each note the newer writing stays, an erased one too. No rule here asks for a
 * network, a key or a clock that is right.
 */

/** One writing of a note; `value` is null where she erased it. */
type Escrita<Value> = { value: Value | null; at: number }

/** What is sealed of a sheet is `notas`; the rest is this device's. */
export type Hoja<Value> = {
  notas: Record<string, Escrita<Value>>
  /** Of the service's sheet that this one has taken in; 0 where there is none. */
  revision: number
  /** Whether something stands here that the service has not. */
  changed: boolean
}

/** By period: a month, a year. */
export type Hojas<Value> = Record<string, Hoja<Value>>

export type Nota<Value> = { id: string; value: Value; at: number }

const EMPTY = { notas: {}, revision: 0, changed: false }

/**
 * Writes a note.
 *
 * @param now the device's clock; a writing is later than what it replaces, whatever that clock says
 */
export function withNote<Value>(
  hojas: Hojas<Value>,
  periodo: string,
  id: string,
  value: Value | null,
  now: number,
): Hojas<Value> {
  const hoja: Hoja<Value> = hojas[periodo] ?? EMPTY
  const before = hoja.notas[id]
  if (!before && value === null) return hojas
  const at = Math.max(now, (before?.at ?? 0) + 1)
  return { ...hojas, [periodo]: { ...hoja, notas: { ...hoja.notas, [id]: { value, at } }, changed: true } }
}

/** Erases every note; when each was erased stays, so that no other device brings it back. */
export function withoutNotes<Value>(hojas: Hojas<Value>, now: number): Hojas<Value> {
  let left = hojas
  for (const [periodo, { notas }] of Object.entries(hojas))
    for (const id of Object.keys(notas)) left = withNote(left, periodo, id, null, now)
  return left
}

/** Everything is to be brought to the service anew: sealed with another key. */
export const asChanged = <Value>(hojas: Hojas<Value>): Hojas<Value> =>
  Object.fromEntries(Object.entries(hojas).map(([periodo, hoja]) => [periodo, { ...hoja, changed: true }]))

/**
 * Takes in what the service has of a period: it counts the revisions, whatever this device believed.
 *
 * @param revision 0 with no notes where the service has nothing of it
 */
export function takeIn<Value>(
  hojas: Hojas<Value>,
  periodo: string,
  notas: Hoja<Value>['notas'],
  revision: number,
): Hojas<Value> {
  const both = newestOf(hojas[periodo]?.notas ?? {}, notas)
  return { ...hojas, [periodo]: { notas: both, revision, changed: !sameNotes(notas, both) } }
}

/** Both together; what either has not yet given to the service is marked as changed. */
export function keepNewest<Value>(one: Hojas<Value>, other: Hojas<Value>): Hojas<Value> {
  const merged: Hojas<Value> = { ...one }
  for (const [periodo, theirs] of Object.entries(other)) {
    const mine = merged[periodo]
    merged[periodo] = mine ? together(mine, theirs) : theirs
  }
  return merged
}

function together<Value>(mine: Hoja<Value>, theirs: Hoja<Value>): Hoja<Value> {
  const notas = newestOf(mine.notas, theirs.notas)
  const [older, newer] = mine.revision <= theirs.revision ? [mine, theirs] : [theirs, mine]
  const isSame = (hoja: Hoja<Value>) => sameNotes(hoja.notas, notas)
  return {
    notas,
    revision: newer.revision,
    // Of one revision, either may have been changed since; a later one has not what only the older has.
    changed: newer.changed || !isSame(newer) || (older.revision === newer.revision && older.changed),
  }
}

/** What tells one state of a sheet from another: when each note was written, since no two writings of one device have one time. */
export const stateOf = <Value>({ notas, revision, changed }: Hoja<Value> = EMPTY): string =>
  JSON.stringify([revision, changed, Object.entries(notas).map(([id, { at }]) => [id, at])])

function newestOf<Value>(mine: Hoja<Value>['notas'], theirs: Hoja<Value>['notas']): Hoja<Value>['notas'] {
  const notas = { ...mine }
  for (const [id, escrita] of Object.entries(theirs)) {
    const before = notas[id]
    if (!before || isNewer(escrita, before)) notas[id] = escrita
  }
  return notas
}

/** Of the same moment on two devices the same one stays on both. */
const isNewer = <Value>(one: Escrita<Value>, other: Escrita<Value>): boolean =>
  one.at !== other.at ? one.at > other.at : JSON.stringify(one.value) > JSON.stringify(other.value)

function sameNotes<Value>(one: Hoja<Value>['notas'], other: Hoja<Value>['notas']): boolean {
  const ids = Object.keys(other)
  return (
    ids.length === Object.keys(one).length &&
    ids.every((id) => one[id] && !isNewer(one[id], other[id]!) && !isNewer(other[id]!, one[id]))
  )
}

const read = new WeakMap<object, ReadonlyMap<string, readonly Nota<unknown>[]>>()

/** What stands on the sheets, in the order of writing: the same of the same sheets, for every part of a screen. */
export function notesOf<Value>(hojas: Hojas<Value>): ReadonlyMap<string, readonly Nota<Value>[]> {
  const known = read.get(hojas) ?? ordered(hojas)
  read.set(hojas, known)
  return known as ReadonlyMap<string, readonly Nota<Value>[]>
}

function ordered<Value>(hojas: Hojas<Value>): ReadonlyMap<string, readonly Nota<Value>[]> {
  return new Map(
    Object.entries(hojas).map(([periodo, { notas }]) => [
      periodo,
      Object.entries(notas)
        .flatMap(([id, { value, at }]) => (value === null ? [] : [{ id, value, at }]))
        .sort((one, other) => one.at - other.at),
    ]),
  )
}
