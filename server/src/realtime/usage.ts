/** Counts events in a window that begins with the first of them. Milliseconds are those of the monotonic clock: of the other one, set back by days, a window would last days. */
export class RateWindow {
  private count = 0
  private start = Number.NEGATIVE_INFINITY

  constructor(
    private readonly limit: number,
    private readonly lengthMs: number,
  ) {}

  /** @returns whether one more event is still within the limit */
  take(now = performance.now()): boolean {
    if (now - this.start >= this.lengthMs) {
      this.start = now
      this.count = 0
    }
    this.count += 1
    return this.count <= this.limit
  }
}

/** For how long the sum of all sockets' buffers is reused before it is counted again. */
const COUNTED_MS = 50
/**
 * The share of the total that all strangers together may use, so that somebody with many addresses cannot use
 * it all.
 */
const STRANGERS_PART = 1 / 4
/** The same with frames that are being read: among them are those by which members say who they are. */
const STRANGERS_PART_PASSING = 1 / 2

/** A socket, as far as it is counted. */
export interface CountedSocket {
  /** Bytes on their way to it that it has not taken yet. */
  readonly buffered: number
  /** Since when nothing is joined on it; undefined while something is. */
  readonly idleSince: number | undefined
}

/** Somebody who holds sockets: a member, wherever she is, or all strangers of one network together. */
export interface Account<S extends CountedSocket> {
  readonly isOfStrangers: boolean
  readonly sockets: Set<S>
  readonly joins: RateWindow
  /** What is kept for her: channels, presence, messages that wait. */
  bytes: number
}

export interface UsageLimits {
  bytesPerOwner: number
  bytesInAll: number
  joinsPerMinute: number
}

/**
 * What this process keeps for whom, so that nobody makes it grow without limit. Members are counted each for herself, since
 * thousands of them may come from one address of a carrier; a client that has not shown a living session is counted with
 * everybody else of that address.
 */
export class Usage<S extends CountedSocket> {
  private readonly accounts = new Map<string, Account<S>>()
  private readonly entries = new Map<S, { name: string; account: Account<S>; bytes: number }>()
  private total = 0
  private totalOfStrangers = 0
  private buffered = 0
  private bufferedOfStrangers = 0
  private countedAt = Number.NEGATIVE_INFINITY

  constructor(private readonly limits: UsageLimits) {}

  /** Bytes kept for everybody. */
  get bytes(): number {
    return this.total
  }

  /** Whether nothing more can be taken on, for anybody. */
  get isFull(): boolean {
    return this.total >= this.limits.bytesInAll
  }

  /** How many there are whom something is kept for. */
  get size(): number {
    return this.accounts.size
  }

  /**
   * Counts a socket, and all that is kept for it, under a name; it may be counted under another one already.
   * @param isOfStrangers nobody on it has shown a living session
   */
  enter(socket: S, name: string, isOfStrangers = false): void {
    const before = this.entries.get(socket)
    if (before?.name === name) return
    const bytes = before?.bytes ?? 0
    this.leave(socket)
    const account = this.accountOf(name, isOfStrangers)
    account.sockets.add(socket)
    const entry = { name, account, bytes: 0 }
    this.entries.set(socket, entry)
    this.add(entry, bytes)
  }

  /** Forgets a socket that is gone, with all that was kept for it. */
  leave(socket: S): void {
    const entry = this.entries.get(socket)
    if (!entry) return
    const { name, account, bytes } = entry
    this.entries.delete(socket)
    account.sockets.delete(socket)
    this.add(entry, -bytes)
    if (account.sockets.size === 0) this.accounts.delete(name)
  }

  /** @returns the sockets counted under a name, oldest first */
  socketsOf(name: string): S[] {
    return [...(this.accounts.get(name)?.sockets ?? [])]
  }

  /**
   * Takes so many bytes on for a socket.
   * @param isPassing it is given back as soon as a frame is read
   * @returns false, taking nothing, when that is too much for its owner, for all strangers or for all
   */
  charge(socket: S, bytes: number, isPassing = false): boolean {
    const entry = this.entries.get(socket)
    if (!entry) return false
    if (entry.account.bytes + bytes > this.limits.bytesPerOwner) return false
    if (this.total + bytes > this.limits.bytesInAll) return false
    const part = this.limits.bytesInAll * (isPassing ? STRANGERS_PART_PASSING : STRANGERS_PART)
    if (entry.account.isOfStrangers && this.totalOfStrangers + bytes > part) return false
    this.add(entry, bytes)
    return true
  }

  /** Gives back what was taken on. */
  release(socket: S, bytes: number): void {
    const entry = this.entries.get(socket)
    if (entry) this.add(entry, -bytes)
  }

  /** Whether its owner may ask to join once more within this minute, on whichever of her sockets. */
  takeJoin(socket: S): boolean {
    return this.entries.get(socket)?.account.joins.take() ?? false
  }

  /**
   * Whether what waits on all sockets of its owner, with all that is kept for her, is more than she may owe; or what waits for
   * everybody, or for all strangers where she is one, is more than this process may hold.
   */
  exceeds(socket: S, now = performance.now()): boolean {
    const account = this.entries.get(socket)?.account
    if (!account) return false
    let bytes = account.bytes
    for (const each of account.sockets) bytes += each.buffered
    if (bytes > this.limits.bytesPerOwner) return true
    this.countBuffers(now)
    const part = this.limits.bytesInAll * STRANGERS_PART
    if (account.isOfStrangers && this.totalOfStrangers + this.bufferedOfStrangers > part) return true
    return this.total + this.buffered > this.limits.bytesInAll
  }

  /** Counted anew after a moment: who sends to thousands must not count thousands each time. */
  private countBuffers(now: number): void {
    if (now - this.countedAt < COUNTED_MS) return
    this.countedAt = now
    this.buffered = 0
    this.bufferedOfStrangers = 0
    for (const [{ buffered }, { account }] of this.entries) {
      this.buffered += buffered
      if (account.isOfStrangers) this.bufferedOfStrangers += buffered
    }
  }

  private add(entry: { account: Account<S>; bytes: number }, bytes: number): void {
    entry.bytes += bytes
    entry.account.bytes += bytes
    this.total += bytes
    if (entry.account.isOfStrangers) this.totalOfStrangers += bytes
  }

  private accountOf(name: string, isOfStrangers: boolean): Account<S> {
    const known = this.accounts.get(name)
    if (known) return known
    const joins = new RateWindow(this.limits.joinsPerMinute, 60_000)
    const account = { isOfStrangers, sockets: new Set<S>(), joins, bytes: 0 }
    this.accounts.set(name, account)
    return account
  }
}
