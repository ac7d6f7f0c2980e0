const CLOSE_ENOUGH = 0.75

/** The name most like `wanted`, if any is alike enough to be offered as "perhaps you meant". */
export function closest(wanted: string, names: readonly string[]): string | undefined {
  if (wanted.length > 100) return undefined
  let best: string | undefined
  let bestScore = CLOSE_ENOUGH
  for (const name of names) {
    const score =
      1 - distance(wanted.toLowerCase(), name.toLowerCase()) / Math.max(wanted.length, name.length, 1)
    if (score >= bestScore) {
      best = name
      bestScore = score
    }
  }
  return best
}

/** Levenshtein's distance. */
function distance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const replaced = previous[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)
      row.push(Math.min(replaced, previous[j]! + 1, row[j - 1]! + 1))
    }
    previous = row
  }
  return previous[b.length]!
}
