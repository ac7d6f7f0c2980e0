/** From where to where something stands on the screen, in pixels from its top. */
export type Tramo = { top: number; bottom: number }

/** Pixels between a notice and what it must not cover. */
const GAP = 8
/** Of how many groups it takes the edge rather than the middle, where it has to take something: what fills a small screen is the panic button. */
const URGENT = 2

/** Of how much of the other it takes the place, in whole pixels. */
const overlap = (one: Tramo, other: Tramo) =>
  Math.max(0, Math.ceil(Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top)))

/**
 * How far a notice has to move, so that it covers nothing that must stay free; where there is no room for all of it, as few as can be of
 * the first group, then of the second, and so on, and as little of them.
 *
 * @param notice where it stands by itself
 * @param libre what must stay free, as far as it is on screen: in groups, the most urgent first
 * @param screen where there is room for it
 * @returns pixels downwards, negative upwards: the nearest of the best places; 0 where none is better than its own
 */
export function moveOff(notice: Tramo, libre: readonly (readonly Tramo[])[], screen: Tramo): number {
  const height = notice.bottom - notice.top
  const coveredAt = (top: number) => {
    const taken = libre.map((group) => group.map((tramo) => overlap({ top, bottom: top + height }, tramo)))
    const sum = (all: number[] = []) => all.reduce((one, other) => one + other, 0)
    return [...taken.map((group) => group.filter((px) => px > 0).length), ...taken.slice(0, URGENT).map(sum)]
  }
  const places = [...libre.flat().flatMap((one) => [one.top - GAP - height, one.bottom + GAP]), screen.top]
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
