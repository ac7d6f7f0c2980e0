import { ApiError } from './errors.ts'

/** Who a statement is for: a member, or whoever knocks from a network address; undefined for the server itself. */
export interface Asker {
  /** A member's id, one of her sessions, or the address of a visitor. */
  who: string
  /** The network that the request came from, shared by everybody behind one carrier's address. */
  network?: string
  isVisitor: boolean
}

export interface BudgetLimits {
  /** Statements that may run at once for one member. */
  places: number
  /** Requests of one member that may wait for a place; one more is refused. */
  waiting: number
  /** How many times as much all members of one network have, and a visitor's address. */
  networkShare: number
  visitorShare: number
}

/** What a statement takes beyond this is taken from the budget of who asked it; the app's own take a tenth. */
const SLOW_MS = 250
/** What a member may spend on slow statements at once, and the part of each second that she gets back. */
const SLOW_CAPACITY_MS = 10_000
const SLOW_REFILL = 0.15
/** Behind one address many members may sit: together they have so many times the budget of one. */
const NETWORK_SHARE = 20
const VISITOR_SHARE = 4
/** Beyond so many entries those that are whole again are forgotten. */
const REMEMBERED = 5_000

interface Account {
  /** Milliseconds that are left; below zero nothing more is run. */
  left: number
  at: number
  share: number
}

/**
 * Time for slow statements, by member and by network address. It is held in memory, by process: what it protects, the
 * connections of this process, is by process too.
 */
export class SlowBudget {
  private readonly accounts = new Map<string, Account>()

  /**
   * @param factor multiplies what everybody has
   * @param now milliseconds of a clock that never goes back
   */
  constructor(
    private readonly factor = 1,
    private readonly now = () => performance.now(),
  ) {}

  /** @throws ApiError 429 `LS429` while the asker, or the network she is in, has spent too much */
  assertLeft(asker: Asker): void {
    const wait = Math.max(
      this.waitOf(asker.who),
      asker.network === undefined ? 0 : this.waitOf(asker.network),
    )
    if (wait > 0) throw tooMuch(wait)
  }

  /** Notes how long a statement ran, whether it succeeded, failed or was cancelled. */
  spend(asker: Asker, ms: number): void {
    const beyond = ms - SLOW_MS
    if (beyond <= 0) return
    this.take(asker.who, beyond, asker.isVisitor ? VISITOR_SHARE : 1)
    if (asker.network !== undefined && !asker.isVisitor) this.take(asker.network, beyond, NETWORK_SHARE)
  }

  private take(key: string, ms: number, share: number): void {
    if (this.accounts.size >= REMEMBERED) this.forgetWhole()
    const account = this.current(key) ?? { left: this.capacity(share), at: this.now(), share }
    account.left -= ms
    this.accounts.set(key, account)
  }

  private waitOf(key: string): number {
    const account = this.accounts.size === 0 ? undefined : this.current(key)
    if (!account || account.left >= 0) return 0
    return -account.left / (SLOW_REFILL * account.share * this.factor)
  }

  /** The account as it is by now. */
  private current(key: string): Account | undefined {
    const account = this.accounts.get(key)
    if (!account) return undefined
    const now = this.now()
    const back = (now - account.at) * SLOW_REFILL * account.share * this.factor
    account.left = Math.min(this.capacity(account.share), account.left + back)
    account.at = now
    return account
  }

  private capacity(share: number): number {
    return SLOW_CAPACITY_MS * share * this.factor
  }

  private forgetWhole(): void {
    for (const [key, { share }] of this.accounts) {
      if (this.current(key)!.left >= this.capacity(share)) this.accounts.delete(key)
    }
  }
}

/**
 * Somebody asks more at once, or more slowly, than one person does. Her own next requests are refused, nobody else's.
 * @param waitMs how long until it is worth trying again
 */
export function tooMuch(waitMs: number): ApiError {
  return new ApiError(429, 'LS429', 'Too many requests at once, or too slow ones', {
    headers: { 'retry-after': String(Math.min(120, Math.max(1, Math.ceil(waitMs / 1000)))) },
  })
}
