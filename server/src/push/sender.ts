import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'
import type { DeliverPush, Push, PushOutcome } from './deliver.ts'

/** What a project pushes, in its own SQL, run as the owner of the database. */
export interface PushProject {
  /** Who push services may write to: an https or mailto address. */
  subject: string
  /** Takes what is due, each once whoever asks: rows of id, endpoint, p256dh, auth, ttl. */
  take: string
  /** Notes how one ended: `$1` its id, `$2` the project's own word for the outcome. */
  settle: string
  outcomes: Record<PushOutcome, string>
}

export interface PushSenderOptions {
  project: PushProject
  pool: Pick<pg.Pool, 'query'>
  deliver: DeliverPush
  log: Pick<FastifyBaseLogger, 'warn'>
}

/** Messages on their way at once. */
const CONCURRENCY = 8

/**
 * Sends what is due. What has been taken is never taken again, so a server that is killed
 * between taking and sending loses a message rather than sending it twice; one that is stopped finishes what it took.
 */
export class PushSender {
  private round: Promise<void> = Promise.resolve()
  private stopped = false

  constructor(private readonly options: PushSenderOptions) {}

  /** Sends until nothing is due, or it is stopped. @throws what keeps the database from telling what is due */
  sendDue(): Promise<void> {
    const round = this.sendAll()
    // Whoever asked for the round is told; stopping only waits for its end.
    this.round = round.catch(() => undefined)
    return round
  }

  /** @returns once what was taken has been sent and noted */
  async stop(): Promise<void> {
    this.stopped = true
    await this.round
  }

  private async sendAll(): Promise<void> {
    while (!this.stopped) {
      const { rows } = await this.options.pool.query<Push>(this.options.project.take)
      if (rows.length === 0) return
      const workers = Array.from({ length: CONCURRENCY }, async () => {
        for (let push = rows.pop(); push; push = rows.pop()) await this.send(push)
      })
      await Promise.all(workers)
    }
  }

  private async send(push: Push): Promise<void> {
    const { project, pool, deliver, log } = this.options
    const outcome = await deliver(push)
    await pool
      .query(project.settle, [push.id, project.outcomes[outcome]])
      // It stays taken, and so it is not sent again.
      .catch((err: unknown) => log.warn({ err }, 'push: how a message ended could not be noted'))
  }
}
