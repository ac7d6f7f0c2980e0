import type { Precedence } from './hashingPriority.ts'
import { type Asker, type BudgetLimits, tooMuch } from './timeBudget.ts'

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
 * turn before anybody has a second one. So a member who sends many requests delays only her own. Where sessions wait for themselves,
 * hers take turns within her own turn: whoever is signed in as her fills his queue and not hers, and sixty sessions of one
 * account are still one member to everybody else.
 */
export class Turns {
  private running = 0
  private runningOfServer = 0
  private readonly runningOf = new Map<string, number>()
  /** By member, then by session of hers; the one whose turn is next comes first, in both. */
  private readonly waiting = new Map<string, Map<string, Turn[]>>()

  /**
   * @param places how many connections there are
   * @param limits what one member may have of them
   * @param waitMs how long a request waits for its turn
   * @param precedence work that this lane stands back behind
   */
  constructor(
    private readonly places: number,
    private readonly limits: BudgetLimits,
    private readonly waitMs: number,
    private readonly precedence?: Precedence,
  ) {
    precedence?.whenOver(this.goOn)
  }

  /** No more turns are given because something else is over; whoever waits still has hers when another leaves. */
  close(): void {
    this.precedence?.forget(this.goOn)
  }

  private readonly goOn = (): void => {
    while (this.waiting.size > 0 && this.callNext());
  }

  /** How many run, and how many wait. */
  get load(): { running: number; waiting: number } {
    let waiting = 0
    for (const queues of this.waiting.values()) for (const turns of queues.values()) waiting += turns.length
    return { running: this.running, waiting }
  }

  /**
   * Waits for a place.
   * @returns undefined where there is one at once
   * @throws ApiError 429 `LS429` where she waits for too many already; Error when no turn came in time
   */
  enter(asker: Asker | undefined): Promise<void> | undefined {
    if (this.mayRun(asker)) {
      this.count(asker, 1)
      return undefined
    }
    const queues = this.waiting.get(asker?.who ?? SERVER) ?? new Map<string, Turn[]>()
    const turns = queues.get(asker?.session ?? '') ?? []
    if (asker && turns.length >= this.limits.waiting * this.shareOf(asker)) throw tooMuch(1000)
    return new Promise((resolve, reject) => {
      const turn: Turn = {
        asker,
        begin: resolve,
        timer: setTimeout(() => {
          this.drop(turn)
          // The log says the code and no message: what failed did so for want of a turn.
          reject(Object.assign(new Error(WAITED_TOO_LONG), { code: 'no_turn' }))
        }, this.waitMs),
      }
      turns.push(turn)
      queues.set(asker?.session ?? '', turns)
      this.waiting.set(asker?.who ?? SERVER, queues)
    })
  }

  /** Gives a place back; whoever has waited longest since her last turn has it. */
  leave(asker: Asker | undefined): void {
    this.count(asker, -1)
    if (this.waiting.size > 0) this.callNext()
  }

  /** @returns whether somebody could begin */
  private callNext(): boolean {
    for (const [who, queues] of this.waiting) {
      for (const [session, turns] of queues) {
        const turn = turns[0]!
        if (!this.mayRun(turn.asker)) continue
        turns.shift()
        clearTimeout(turn.timer)
        // To the end of her own sessions, and she to the end of those who wait.
        queues.delete(session)
        if (turns.length > 0) queues.set(session, turns)
        this.waiting.delete(who)
        if (queues.size > 0) this.waiting.set(who, queues)
        this.count(turn.asker, 1)
        turn.begin()
        return true
      }
    }
    return false
  }

  private drop(turn: Turn): void {
    const [who, session] = [turn.asker?.who ?? SERVER, turn.asker?.session ?? '']
    const queues = this.waiting.get(who)
    const turns = queues?.get(session)?.filter((other) => other !== turn) ?? []
    if (turns.length > 0) queues?.set(session, turns)
    else queues?.delete(session)
    if (queues?.size === 0) this.waiting.delete(who)
  }

  private mayRun(asker: Asker | undefined): boolean {
    if (this.running >= this.places) return false
    if (!asker) return true
    const { places, sessionPlaces = places, networkShare, serverPlaces = 0 } = this.limits
    // What the server itself does, it does for everybody.
    if (this.running - this.runningOfServer >= this.places - serverPlaces) return false
    const { who, session, network } = asker
    if (this.precedence?.isOn && (this.runningOf.get(asker.isVisitor ? who : (network ?? who)) ?? 0) > 0)
      return false
    if ((this.runningOf.get(who) ?? 0) >= places * this.shareOf(asker)) return false
    if (session !== undefined && (this.runningOf.get(`${who} ${session}`) ?? 0) >= sessionPlaces) return false
    if (network === undefined || asker.isVisitor) return true
    return (this.runningOf.get(network) ?? 0) < places * networkShare
  }

  private shareOf(asker: Asker): number {
    return asker.isVisitor ? this.limits.visitorShare : 1
  }

  private count(asker: Asker | undefined, change: 1 | -1): void {
    this.running += change
    if (!asker) {
      this.runningOfServer += change
      return
    }
    this.countOf(asker.who, change)
    if (asker.session !== undefined) this.countOf(`${asker.who} ${asker.session}`, change)
    if (asker.network !== undefined && !asker.isVisitor) this.countOf(asker.network, change)
  }

  private countOf(key: string, change: 1 | -1): void {
    const running = (this.runningOf.get(key) ?? 0) + change
    if (running > 0) this.runningOf.set(key, running)
    else this.runningOf.delete(key)
  }
}
