import { setTimeout as sleep } from 'node:timers/promises'
import type { Mail, Mailer, MailLane } from './mailer.ts'

/** How a message leaves: throws when it could not be handed over, or `signal` ended that before. */
export type Deliver = (mail: Mail, signal?: AbortSignal) => Promise<void>

/** Waits before the second, third and fourth attempt. */
const RETRY_MS: readonly number[] = [2_000, 15_000, 60_000]
/**
 * Beyond this many messages waiting in one lane new ones are dropped: an unreachable mail server must not
 * fill the memory.
 */
const MAX_WAITING = 1_000

export interface QueueOptions {
  /** Waits between the attempts, in milliseconds. */
  retryMs?: readonly number[]
  /** How many messages of a lane may be on their way at once; with one, they arrive in order. */
  concurrency?: number
}

/** The messages of one lane. */
interface Row {
  readonly waiting: Mail[]
  readonly active: Set<Promise<void>>
}

/**
 * Accepts messages at once and delivers them after the request has been answered, so that the answer's time does not
 * reveal whether a mail was sent. Each lane waits by itself: however many ordinary messages somebody
 * asks for, a notice of security neither waits behind them nor is dropped for want of space.
 */
export class MailQueue implements Mailer {
  private readonly rows: Readonly<Record<MailLane, Row>> = {
    security: { waiting: [], active: new Set() },
    ordinary: { waiting: [], active: new Set() },
  }
  private readonly closing = new AbortController()

  /**
   * @param deliver hands one message over
   * @param onFailure is told the kind of a message that was given up, never to whom or what
   */
  constructor(
    private readonly deliver: Deliver,
    private readonly onFailure: (kind: string, error: unknown) => void,
    private readonly options: QueueOptions = {},
  ) {}

  send(mail: Mail): void {
    const row = this.rows[mail.lane]
    if (row.waiting.length >= MAX_WAITING) {
      this.onFailure(mail.kind, new Error('Too many messages are waiting'))
      return
    }
    row.waiting.push(mail)
    this.work(row)
  }

  /** @returns once nothing is waiting or on its way */
  async settled(): Promise<void> {
    for (;;) {
      const active = Object.values(this.rows).flatMap((row) => [...row.active])
      if (active.length === 0) return
      await Promise.all(active)
    }
  }

  /** Gives what is waiting one attempt, and no more. */
  async close(): Promise<void> {
    this.closing.abort()
    await this.settled()
  }

  private work(row: Row): void {
    while (row.active.size < (this.options.concurrency ?? 4) && row.waiting.length > 0) {
      const mail = row.waiting.shift()!
      const attempt = this.attempt(mail).finally(() => {
        row.active.delete(attempt)
        this.work(row)
      })
      row.active.add(attempt)
    }
  }

  private async attempt(mail: Mail): Promise<void> {
    for (const wait of [...(this.options.retryMs ?? RETRY_MS), undefined]) {
      try {
        return await this.deliver(mail)
      } catch (error) {
        if (wait === undefined || this.closing.signal.aborted) return this.onFailure(mail.kind, error)
        // Ended early when the post closes.
        await sleep(wait, undefined, { signal: this.closing.signal }).catch(() => {})
      }
    }
  }
}
