import type { Requester } from './requester.ts'
import { tooManyRequests } from './tooManyRequests.ts'

/** What somebody may spend of something that takes time. */
export interface BudgetTerms {
  /** The first part of each piece of work, which is free. */
  freeMs: number
  /** What a member may spend at once, and the part of each second that she gets back. */
  capacityMs: number
  refill: number
  /** Behind one address many members may sit: together they have so many times the budget of one. */
  networkShare: number
  visitorShare: number
}

/** Of statements; the app's own take a tenth of what is free. */
const STATEMENTS: BudgetTerms = {
  freeMs: 250,
  capacityMs: 4_000,
  refill: 0.15,
  networkShare: 20,
  visitorShare: 4,
}
/**
 * What a megabyte of answer costs besides: it passes the one thread that serves everybody. That is some 12 ms; eight times as much
 * is taken for it, since there is one thread and several connections.
 */
const ANSWERED_MS_PER_MB = 100
/** Answers up to this cost nothing; the app's own are a tenth of it. */
const FREE_ANSWER = 256 * 1024
/** Beyond this many entries, accounts with a full budget are dropped. */
const REMEMBERED = 5_000

interface Account {
  /** Milliseconds that are left; below zero nothing more is run. */
  left: number
  at: number
  share: number
}

/**
 * Time for what is slow, by member and by network address. It is held in memory, by process: what it protects, the
 * connections and the thread of this process, is by process too.
 */
export class TimeBudget {
  private readonly accounts = new Map<string, Account>()

  /**
   * @param factor multiplies what everybody has
   * @param now milliseconds of a clock that never goes back
   * @param terms those of slow statements unless told otherwise
   */
  constructor(
    private readonly factor = 1,
    private readonly now = () => performance.now(),
    private readonly terms = STATEMENTS,
  ) {}

  /** @throws ApiError 429 `LS429` while the requester, or the network she is in, has spent too much */
  assertLeft(requester: Requester): void {
    const wait = Math.max(
      this.waitOf(requester.who),
      requester.network === undefined ? 0 : this.waitOf(requester.network),
    )
    if (wait > 0) throw tooManyRequests(wait)
  }

  /** Notes how long something ran, whether it succeeded, failed or was cancelled. */
  spend(requester: Requester, ms: number): void {
    const { freeMs, visitorShare, networkShare } = this.terms
    const beyond = ms - freeMs
    if (beyond <= 0) return
    this.take(requester.who, beyond, requester.isVisitor ? visitorShare : 1)
    if (requester.network !== undefined && !requester.isVisitor)
      this.take(requester.network, beyond, networkShare)
  }

  /** Notes how long an answer was, in characters. */
  spendAnswer(requester: Requester, length: number): void {
    if (length <= FREE_ANSWER) return
    this.spend(requester, this.terms.freeMs + (length / 1_000_000) * ANSWERED_MS_PER_MB)
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
    return -account.left / (this.terms.refill * account.share * this.factor)
  }

  /** The account as it is by now. */
  private current(key: string): Account | undefined {
    const account = this.accounts.get(key)
    if (!account) return undefined
    const now = this.now()
    const back = (now - account.at) * this.terms.refill * account.share * this.factor
    account.left = Math.min(this.capacity(account.share), account.left + back)
    account.at = now
    return account
  }

  private capacity(share: number): number {
    return this.terms.capacityMs * share * this.factor
  }

  private forgetWhole(): void {
    for (const [key, { share }] of this.accounts) {
      if (this.current(key)!.left >= this.capacity(share)) this.accounts.delete(key)
    }
  }
}
