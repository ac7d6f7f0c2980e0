/** A list with one of its members moved a place up (-1) or down (1); the same list where there is no such place. */
export function moveItem<T>(list: readonly T[], index: number, by: -1 | 1): T[] {
  const moved = [...list]
  const target = index + by
  if (index < 0 || index >= list.length || target < 0 || target >= list.length) return moved
  const [item] = moved.splice(index, 1)
  moved.splice(target, 0, item!)
  return moved
}

/** An instant just before or after another, as stored. */
export function instanteNextTo(iso: string, ms: number): string {
  return new Date(Date.parse(iso) + ms).toISOString()
}
