/** From where to where something stands on the screen, in pixels from its top. */
export type Tramo = { top: number; bottom: number }

/** Pixels between a notice and what it must not cover. */
const GAP = 8

const areApart = (one: Tramo, other: Tramo) => one.bottom <= other.top || other.bottom <= one.top

/**
 * How far a notice has to move, so that it covers nothing that must stay free; where there is no room for all of it, as few as can be of
 * the first group, then of the second, and so on.
 *
 * @param notice where it stands by itself
 * @param libre what must stay free, as far as it is on screen: in groups, the most urgent first
 * @param screen where there is room for it
 * @returns pixels downwards, negative upwards: the nearest of the best places; 0 where none is better than its own
 */
export function moveOff(notice: Tramo, libre: readonly (readonly Tramo[])[], screen: Tramo): number {
  const height = notice.bottom - notice.top
  const coveredAt = (top: number) => {
    const there = { top, bottom: top + height }
    return libre.map((group) => group.filter((tramo) => !areApart(there, tramo)).length)
  }
  const places = libre
    .flat()
    .flatMap(({ top, bottom }) => [top - GAP - height, bottom + GAP])
    .filter((top) => top >= screen.top && top + height <= screen.bottom)
    .sort((one, other) => Math.abs(one - notice.top) - Math.abs(other - notice.top))
  let best = { top: notice.top, covered: coveredAt(notice.top) }
  for (const top of places) {
    const covered = coveredAt(top)
    if (isLess(covered, best.covered)) best = { top, covered }
  }
  return best.top - notice.top
}

/** By the first group in which they differ. */
function isLess(one: readonly number[], other: readonly number[]): boolean {
  const differs = one.findIndex((count, group) => count !== other[group])
  return differs >= 0 && one[differs]! < other[differs]!
}
