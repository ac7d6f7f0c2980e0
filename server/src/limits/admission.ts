import type { Identity } from '../tokens/identity.ts'
import { FairQueue } from './fairQueue.ts'
import { hashing } from './hashingPriority.ts'
import { LANES, type LaneName } from './lanes.ts'
import { requesterOf } from './requester.ts'
import { TimeBudget } from './timeBudget.ts'

/** How long a request waits for its turn. */
const TURN_MS = 5_000

/** Takes from the requester's budget. */
export interface Charge {
  time(ms: number): void
  /** @param length characters of an answer */
  answer(length: number): void
}

/** Lets requests into one lane: first the requester's time budget, then her turn in the queue, then the budget again. */
export class Admission {
  /**
   * @param budget absent where being slow costs nothing
   * @param bySession whether the sessions of a member take turns among themselves, where her token names one
   */
  constructor(
    private readonly queue: FairQueue,
    private readonly budget?: TimeBudget,
    private readonly bySession = false,
  ) {}

  /**
   * Runs `work` once the requester is admitted. The place is given back when it ends.
   * @param work is given no charge for the service key, nor in a lane without a budget
   * @throws ApiError 429 `LS429` where the budget is spent or too many of her requests wait; Error when no turn came in time
   */
  async run<T>(identity: Identity, work: (charge: Charge | undefined) => Promise<T>): Promise<T> {
    const { queue, budget } = this
    const requester = requesterOf(identity, this.bySession)
    if (requester) budget?.assertLeft(requester)
    const waiting = queue.enter(requester)
    if (waiting) await waiting
    try {
      // Other requests of hers may have used up the budget while this one waited.
      if (requester && waiting) budget?.assertLeft(requester)
      return await work(
        requester &&
          budget && {
            time: (ms) => budget.spend(requester, ms),
            answer: (length) => budget.spendAnswer(requester, length),
          },
      )
    } finally {
      queue.leave(requester)
    }
  }

  /** How many run, and how many wait. */
  get load(): { running: number; waiting: number } {
    return this.queue.load
  }

  close(): void {
    this.queue.close()
  }
}

/**
 * The admission of each lane. Common and heavy requests of a member share one time budget; urgent ones have none, since a slow
 * statement must never cause an urgent request to be refused.
 */
export function createAdmissions({
  connectionsOf,
  factor = 1,
  waitMs = TURN_MS,
}: {
  connectionsOf: (name: LaneName) => number
  /** Multiplies what one member may ask at once, and how slowly. */
  factor?: number
  waitMs?: number
}): Readonly<Record<LaneName, Admission>> {
  const budget = new TimeBudget(factor)
  const times = (count: number) => Math.ceil(count * factor)
  const admission = (name: LaneName) => {
    const { places, sessionPlaces, waiting, serverPlaces, networkShare, visitorShare, bySession } =
      LANES[name]
    const limits = {
      places: times(places),
      sessionPlaces: sessionPlaces && times(sessionPlaces),
      waiting: times(waiting),
      ...{ serverPlaces, networkShare, visitorShare },
    }
    const isUrgent = name === 'urgent'
    const queue = new FairQueue(connectionsOf(name), limits, waitMs, isUrgent ? undefined : hashing)
    return new Admission(queue, isUrgent ? undefined : budget, bySession)
  }
  return { common: admission('common'), heavy: admission('heavy'), urgent: admission('urgent') }
}
