import { useEffect, useState } from 'react'

/** So long at a time: a tap in between is answered within a frame. */
const SLICE_MS = 8

/**
 * What is made of each, without holding up the page: some at a time. What is done with `begin` and `items` is done once.
 *
 * @param items undefined while they are not known
 * @param begin what makes something of each, in order; it has to stay the same function as long as it makes the same
 * @returns undefined until the first time is done; then what was made last, until there is newer
 */
export function useInSlices<Item, Made>(
  items: readonly Item[] | undefined,
  begin: () => (item: Item) => readonly Made[],
): Made[] | undefined {
  const [made, setMade] = useState<Made[]>()
  useEffect(() => {
    if (!items) return
    let timer: ReturnType<typeof setTimeout>
    const work = begin()
    const all: Made[] = []
    let at = 0
    const slice = () => {
      const until = performance.now() + SLICE_MS
      while (at < items.length && performance.now() < until) all.push(...work(items[at++]!))
      if (at < items.length) timer = setTimeout(slice)
      else setMade(all)
    }
    timer = setTimeout(slice)
    return () => clearTimeout(timer)
  }, [items, begin])
  return made
}
