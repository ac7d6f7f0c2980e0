/** Counts the checks of one program, prints each, and ends the process with a line that sums them up. */
export class Tally {
  private passed = 0
  private failed = 0

  /** @param detail the figures behind the verdict */
  check(what: string, passes: boolean, detail = ''): void {
    if (passes) this.passed += 1
    else this.failed += 1
    console.log(`${passes ? '  ok  ' : ' FAIL '} ${what}${detail && `: ${detail}`}`)
  }

  end(): never {
    console.log(`${this.passed} passed, ${this.failed} failed`)
    process.exit(this.failed > 0 || this.passed === 0 ? 1 : 0)
  }
}

/** Smallest, middle and largest of some durations, e.g. `90 / 120 / 300 ms (min / p50 / max)`. */
export function spread(milliseconds: number[]): string {
  const sorted = milliseconds.map(Math.round).sort((a, b) => a - b)
  return `${sorted[0]} / ${sorted[sorted.length >> 1]} / ${sorted.at(-1)} ms (min / p50 / max of ${sorted.length})`
}
