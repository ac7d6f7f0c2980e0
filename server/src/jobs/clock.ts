import { uptime } from 'node:os'
import type { FastifyBaseLogger } from 'fastify'

/** By less than this a clock is not moved: it is set right in small steps, or a check took its time. */
const TOLERANCE_MS = 2_000
/** A check that takes longer says too little about when it was answered for others to be compared with it. */
const CERTAIN_MS = 1_000
/** Between two checks. */
const PAUSE_MS = 1_000

/** The database's clock, as one check found it. */
export interface Reading {
  /** Milliseconds since 1970, when the question arrived. */
  at: number
  /** What the check before this one found, of whichever process. */
  before: number
  /** How often it was found to have been moved. */
  moves: number
}

export interface ClockParts {
  /** Asks the database. */
  read: () => Promise<Reading>
  /**
   * Puts right what waits in the database.
   * @returns false where another process did it
   */
  move: (move: { seconds: number; moves: number; elapsedSeconds: number }) => Promise<boolean>
  log: Pick<FastifyBaseLogger, 'warn' | 'error'>
  /** This machine's clock; mostly it is the database's, too. */
  wall?: () => number
  /** Milliseconds by a monotonic clock, and that goes on while the machine sleeps. */
  steady?: () => number
}

/**
 * Notices that the database's clock was moved, by comparing it with a monotonic one, and has put right what waits there. What
 * is due is written down as moments: set back by three days, the clock would keep an alert for three days. Where it was set back while no
 * process ran, the first check finds it behind what the last one saw; that it is ahead by then is time that has passed.
 */
export class Clock {
  private base: { at: number; steady: number; moves: number } | undefined
  private checking: Promise<boolean> | undefined
  private isRight = false
  private checkedAt = Number.NEGATIVE_INFINITY
  /** How far this machine's clock was ahead of the steady one then. */
  private ahead = 0
  private readonly wall: () => number
  private readonly steady: () => number

  constructor(private readonly parts: ClockParts) {
    this.wall = parts.wall ?? Date.now
    this.steady = parts.steady ?? (() => uptime() * 1_000)
  }

  /**
   * Checks, unless that was done within a second and this machine's clock has not been moved since. Never throws: what cannot be put right now is at the next check.
   * @returns whether what waits stands by the clock; false where that could not be seen, or put right
   */
  check(): Promise<boolean> {
    const ahead = this.wall() - this.steady()
    const isSame = Math.abs(ahead - this.ahead) < TOLERANCE_MS
    if (!this.checking && isSame && this.steady() - this.checkedAt < PAUSE_MS)
      return Promise.resolve(this.isRight)
    this.ahead = ahead
    this.checking ??= this.compare()
      .then(
        () => true,
        (error: unknown) => {
          this.parts.log.error({ err: error }, 'the clock could not be checked')
          return false
        },
      )
      .then((isRight) => {
        this.isRight = isRight
        this.checkedAt = this.steady()
        this.checking = undefined
        return isRight
      })
    return this.checking
  }

  private async compare(): Promise<void> {
    const asked = this.steady()
    const { at, before, moves } = await this.parts.read()
    // On a busy machine the question arrived at any moment of this.
    const took = this.steady() - asked
    const { base } = this
    const elapsed = base ? asked - base.steady : 0
    const jump = base ? at - base.at - elapsed : Math.min(0, at - before)
    if (Math.abs(jump) > TOLERANCE_MS + took && (!base || base.moves === moves)) {
      const seconds = jump / 1_000
      const moved = await this.parts.move({ seconds, moves, elapsedSeconds: elapsed / 1_000 })
      if (moved)
        this.parts.log.warn({ seconds: Math.round(seconds) }, 'the clock was moved; what waits was put right')
      this.base = { at, steady: asked, moves: moved ? moves + 1 : moves }
      return
    }
    if (took < CERTAIN_MS || base?.moves !== moves) this.base = { at, steady: asked, moves }
  }
}
