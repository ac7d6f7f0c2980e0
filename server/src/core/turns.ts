import { type Asker, type BudgetLimits, tooMuch } from './budget.ts'

interface Turn {
  asker: Asker | undefined
  begin: () => void
  timer: NodeJS.Timeout
}

/** The key of the server's own statements: one queue like any other, without a limit. */
const SERVER = ''

/** Worded as pg's pool does, so that the doors recognise it and answer 504. */
const WAITED_TOO_LONG = 'timeout exceeded when trying to connect'

/**
 * Shares the connections of one lane: nobody has more than her places at once, and where others wait, each of them has her
 * turn before anybody has a second one. So a member who sends many requests delays only her own.
 */
export class Turns {
  private running = 0
  private readonly runningOf = new Map<string, number>()
  private readonly waiting = new Map<string, Turn[]>()

  /**
   * @param places how many connections there are
   * @param limits what one member may have of them
   * @param waitMs how long a request waits for its turn
   */
  constructor(
    private readonly places: number,
    private readonly limits: BudgetLimits,
    private readonly waitMs: number,
  ) {}

  /** How many run, and how many wait. */
  get load(): { running: number; waiting: number } {
    let waiting = 0
    for (const turns of this.waiting.values()) waiting += turns.length
    return { running: this.running, waiting }
  }

  /**
   * Waits for a place.
   * @returns undefined where there is one at once
   * @throws ApiError 429 `LS429` where she waits for too many already; Error when no turn came in time
   */
  enter(asker: Asker | undefined): Promise<void> | undefined {
    if (this.running < this.places && this.mayRun(asker)) {
      this.count(asker, 1)
      return undefined
    }
    const key = asker?.who ?? SERVER
    const turns = this.waiting.get(key) ?? []
    if (asker && turns.length >= this.limits.waiting * this.shareOf(asker)) throw tooMuch(1000)
    return new Promise((resolve, reject) => {
      const turn: Turn = {
        asker,
        begin: resolve,
        timer: setTimeout(() => {
          this.drop(key, turn)
          reject(new Error(WAITED_TOO_LONG))
        }, this.waitMs),
      }
      turns.push(turn)
      this.waiting.set(key, turns)
    })
  }

  /** Gives a place back; whoever has waited longest since her last turn has it. */
  leave(asker: Asker | undefined): void {
    this.count(asker, -1)
    if (this.waiting.size > 0) this.callNext()
  }

  private callNext(): void {
    for (const [key, turns] of this.waiting) {
      if (this.running >= this.places) return
      const turn = turns[0]!
      if (!this.mayRun(turn.asker)) continue
      turns.shift()
      clearTimeout(turn.timer)
      // To the end of the queue of waiting members.
      this.waiting.delete(key)
      if (turns.length > 0) this.waiting.set(key, turns)
      this.count(turn.asker, 1)
      turn.begin()
      return
    }
  }

  private drop(key: string, turn: Turn): void {
    const turns = this.waiting.get(key)?.filter((other) => other !== turn) ?? []
    if (turns.length > 0) this.waiting.set(key, turns)
    else this.waiting.delete(key)
  }

  private mayRun(asker: Asker | undefined): boolean {
    if (!asker) return true
    const { places, networkShare } = this.limits
    if ((this.runningOf.get(asker.who) ?? 0) >= places * this.shareOf(asker)) return false
    if (asker.network === undefined || asker.isVisitor) return true
    return (this.runningOf.get(asker.network) ?? 0) < places * networkShare
  }

  private shareOf(asker: Asker): number {
    return asker.isVisitor ? this.limits.visitorShare : 1
  }

  private count(asker: Asker | undefined, change: 1 | -1): void {
    this.running += change
    if (!asker) return
    this.countOf(asker.who, change)
    if (asker.network !== undefined && !asker.isVisitor) this.countOf(asker.network, change)
  }

  private countOf(key: string, change: 1 | -1): void {
    const running = (this.runningOf.get(key) ?? 0) + change
    if (running > 0) this.runningOf.set(key, running)
    else this.runningOf.delete(key)
  }
}
