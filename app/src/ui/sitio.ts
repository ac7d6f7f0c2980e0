/** From where to where something stands on the screen, in pixels from its top. */
export type Tramo = { top: number; bottom: number }

/** Pixels between a notice and what it must not cover. */
const GAP = 8

const areApart = (one: Tramo, other: Tramo) => one.bottom <= other.top || other.bottom <= one.top

/**
 * How far a notice has to move, so that it covers nothing that must stay free.
 *
 * @param notice where it stands by itself
 * @param libre what must stay free, as far as it is on screen: in groups, of which the last is given up first where there is no room
 * for all of them
 * @param screen where there is room for it
 * @returns pixels downwards, negative upwards; 0 where it may stay, or fits nowhere
 */
export function moveOff(notice: Tramo, libre: readonly (readonly Tramo[])[], screen: Tramo): number {
  for (let groups = libre.length; groups > 0; groups -= 1) {
    const moved = findPlace(notice, libre.slice(0, groups).flat(), screen)
    if (moved !== null) return moved
  }
  return 0
}

/** @returns the nearest place that covers none of it; null where there is none */
function findPlace(notice: Tramo, libre: readonly Tramo[], screen: Tramo): number | null {
  const height = notice.bottom - notice.top
  const fits = (top: number) => {
    const there = { top, bottom: top + height }
    return libre.every((tramo) => areApart(there, tramo))
  }
  if (fits(notice.top)) return 0
  const places = libre
    .flatMap(({ top, bottom }) => [top - GAP - height, bottom + GAP])
    .filter((top) => top >= screen.top && top + height <= screen.bottom && fits(top))
    .map((top) => top - notice.top)
    .sort((one, other) => Math.abs(one) - Math.abs(other))
  return places[0] ?? null
}
