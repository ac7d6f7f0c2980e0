import type { HashingPriority } from './hashingPriority.ts'
import type { Requester } from './requester.ts'
import { tooManyRequests } from './tooManyRequests.ts'

export interface QueueLimits {
  /** Statements that may run at once for one member. */
  places: number
  /** The same for one session of hers, where each waits for itself: fewer, so that another has a place. */
  sessionPlaces?: number
  /** Requests of one member, or of such a session, that may wait for a place; one more is refused. */
  waiting: number
  /** Places that are the server's own: nobody's requests have them, however many wait. */
  serverPlaces?: number
  /** How many times as much all members of one network have, and a visitor's address. */
  networkShare: number
  visitorShare: number
}

interface Turn {
  requester: Requester | undefined
  begin: () => void
  timer: NodeJS.Timeout
}

/** The key of the server's own statements: one queue like any other, without a limit. */
const SERVER = ''

/** Worded as pg's pool does, so that the APIs recognise it and answer 504. */
const WAITED_TOO_LONG = 'timeout exceeded when trying to connect'

/**
 * Shares the connections of one lane: nobody has more than her places at once, and where others wait, each of them has her
 * turn before anybody has a second one. So a member who sends many requests delays only her own. Where sessions wait for themselves,
 * hers take turns within her own turn: somebody else who is signed in as her fills another queue than hers, and sixty sessions of one
 * account are still one member to everybody else.
 */
export class FairQueue {
  private running = 0
  private runningOfServer = 0
  private readonly runningOf = new Map<string, number>()
  /** By member, then by session of hers; the one whose turn is next comes first, in both. */
  private readonly waiting = new Map<string, Map<string, Turn[]>>()

  /**
   * @param places how many connections there are
   * @param limits what one member may have of them
   * @param waitMs how long a request waits for its turn
   * @param hashing work that this lane stands back behind
   */
  constructor(
    private readonly places: number,
    private readonly limits: QueueLimits,
    private readonly waitMs: number,
    private readonly hashing?: HashingPriority,
  ) {
    hashing?.whenOver(this.goOn)
  }

  /** No more turns are given because something else is over; a waiting request still has its turn when another leaves. */
  close(): void {
    this.hashing?.forget(this.goOn)
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
  enter(requester: Requester | undefined): Promise<void> | undefined {
    if (this.mayRun(requester)) {
      this.count(requester, 1)
      return undefined
    }
    const queues = this.waiting.get(requester?.who ?? SERVER) ?? new Map<string, Turn[]>()
    const turns = queues.get(requester?.session ?? '') ?? []
    if (requester && turns.length >= this.limits.waiting * this.shareOf(requester))
      throw tooManyRequests(1000)
    return new Promise((resolve, reject) => {
      const turn: Turn = {
        requester,
        begin: resolve,
        timer: setTimeout(() => {
          this.drop(turn)
          // The log says the code and no message: what failed did so for want of a turn.
          reject(Object.assign(new Error(WAITED_TOO_LONG), { code: 'no_turn' }))
        }, this.waitMs),
      }
      turns.push(turn)
      queues.set(requester?.session ?? '', turns)
      this.waiting.set(requester?.who ?? SERVER, queues)
    })
  }

  /** Gives a place back; the requester who has waited longest since her last turn has it. */
  leave(requester: Requester | undefined): void {
    this.count(requester, -1)
    if (this.waiting.size > 0) this.callNext()
  }

  /** @returns whether somebody could begin */
  private callNext(): boolean {
    for (const [who, queues] of this.waiting) {
      for (const [session, turns] of queues) {
        const turn = turns[0]!
        if (!this.mayRun(turn.requester)) continue
        turns.shift()
        clearTimeout(turn.timer)
        // To the end of her own sessions, and she to the end of those who wait.
        queues.delete(session)
        if (turns.length > 0) queues.set(session, turns)
        this.waiting.delete(who)
        if (queues.size > 0) this.waiting.set(who, queues)
        this.count(turn.requester, 1)
        turn.begin()
        return true
      }
    }
    return false
  }

  private drop(turn: Turn): void {
    const [who, session] = [turn.requester?.who ?? SERVER, turn.requester?.session ?? '']
    const queues = this.waiting.get(who)
    const turns = queues?.get(session)?.filter((other) => other !== turn) ?? []
    if (turns.length > 0) queues?.set(session, turns)
    else queues?.delete(session)
    if (queues?.size === 0) this.waiting.delete(who)
  }

  private mayRun(requester: Requester | undefined): boolean {
    if (this.running >= this.places) return false
    if (!requester) return true
    const { places, sessionPlaces = places, networkShare, serverPlaces = 0 } = this.limits
    // What the server itself does, it does for everybody.
    if (this.running - this.runningOfServer >= this.places - serverPlaces) return false
    const { who, session, network } = requester
    if (this.hashing?.isOn && (this.runningOf.get(requester.isVisitor ? who : (network ?? who)) ?? 0) > 0)
      return false
    if ((this.runningOf.get(who) ?? 0) >= places * this.shareOf(requester)) return false
    if (session !== undefined && (this.runningOf.get(`${who} ${session}`) ?? 0) >= sessionPlaces) return false
    if (network === undefined || requester.isVisitor) return true
    return (this.runningOf.get(network) ?? 0) < places * networkShare
  }

  private shareOf(requester: Requester): number {
    return requester.isVisitor ? this.limits.visitorShare : 1
  }

  private count(requester: Requester | undefined, change: 1 | -1): void {
    this.running += change
    if (!requester) {
      this.runningOfServer += change
      return
    }
    this.countOf(requester.who, change)
    if (requester.session !== undefined) this.countOf(`${requester.who} ${requester.session}`, change)
    if (requester.network !== undefined && !requester.isVisitor) this.countOf(requester.network, change)
  }

  private countOf(key: string, change: 1 | -1): void {
    const running = (this.runningOf.get(key) ?? 0) + change
    if (running > 0) this.runningOf.set(key, running)
    else this.runningOf.delete(key)
  }
}
