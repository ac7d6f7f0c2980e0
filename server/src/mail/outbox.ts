import type pg from 'pg'
import type { SecretBox } from '../tokens/secretBox.ts'
import type { Mail, MailLane } from './mailer.ts'
import type { Deliver } from './queue.ts'
import { isRefused } from './refusals.ts'

/** A mail that is on its way is due again after this, should its process die. Longer than one attempt may take. */
const CLAIM_SECONDS = 120
/** How long one attempt may take, with the wait for a connection: then the mail is taken back. */
const ATTEMPT_MS = 100_000
/** Pauses before the next attempts, in seconds; from then on the last one. */
const PAUSES: readonly number[] = [2, 15, 60, 300, 900, 1_800, 3_600]
/** How long a mail is tried. */
const LIFETIME_HOURS = 30
/** Mails of one lane on their way at once, in one process. */
const CONCURRENCY = 4
/** Beyond this many in one lane new ones are dropped: a relay that is away must not fill the disk. */
const MAX_WAITING = 100_000

/** What a mail says; its links and codes open accounts. */
type Content = Pick<Mail, 'subject' | 'text' | 'html'>

interface Kept extends Mail {
  id: string
  attempts: number
  old: boolean
}

export interface OutboxOptions {
  pauses?: readonly number[]
  lifetimeHours?: number
  attemptMs?: number
}

/**
 * Mails that wait for the relay, in the database: they outlive restarts and a relay that is away for a day, and any number of
 * processes hand them over, each mail by one of them (`skip locked`). At least once: one whose process died after handing it over goes
 * again, under the same message id. Each lane has workers of its own, so that no ordinary mail makes one of security wait. What was
 * taken, or given up, is erased. What they say is encrypted: neither the database nor a backup holds a link that works.
 */
export class Outbox {
  private readonly active: Record<MailLane, Set<Promise<void>>> = { security: new Set(), ordinary: new Set() }
  private timer: NodeJS.Timeout | undefined
  private isClosed = false
  /** What the last attempts met with; undefined once one succeeded. */
  private trouble: unknown

  /**
   * @param pool may write `local_server.mail_outbox`
   * @param deliver hands one mail to the relay
   * @param onFailure is told the kind of a mail that was given up, never to whom or what
   */
  constructor(
    private readonly pool: pg.Pool,
    private readonly box: SecretBox,
    private readonly deliver: Deliver,
    private readonly onFailure: (kind: string, error: unknown) => void,
    private readonly options: OutboxOptions = {},
  ) {}

  /** Stores a mail until it is delivered. @throws where it cannot be stored */
  async keep({ lane, kind, to, subject, text, html }: Mail): Promise<void> {
    const { rowCount } = await this.pool.query(
      `insert into local_server.mail_outbox (lane, kind, recipient, sealed)
       select $1, $2, $3, $4
       where (select count(*) from (select from local_server.mail_outbox where lane = $1 limit ${MAX_WAITING}) w) < ${MAX_WAITING}`,
      [lane, kind, to, this.box.seal(JSON.stringify({ subject, text, html } satisfies Content))],
    )
    if (rowCount === 0) return this.onFailure(kind, new Error('Too many messages are waiting'))
    this.check()
  }

  /**
   * Sets out with whatever is due, as a job does every few seconds.
   * @throws what the last attempts met with, so that the job shows it
   */
  async work(): Promise<void> {
    this.check()
    await this.settled()
    if (this.trouble === undefined) return
    const { rows } = await this.pool.query<{ waits: boolean }>(
      'select exists (select from local_server.mail_outbox) as waits',
    )
    if (rows[0]?.waits) throw this.trouble
    this.trouble = undefined
  }

  /** @returns once nothing is on its way in this process */
  async settled(): Promise<void> {
    for (;;) {
      const active = Object.values(this.active).flatMap((set) => [...set])
      if (active.length === 0) return
      await Promise.all(active)
    }
  }

  /** What is on its way ends; what waits stays for the next start. */
  async close(): Promise<void> {
    this.isClosed = true
    clearTimeout(this.timer)
    await this.settled()
  }

  private check(): void {
    if (this.isClosed) return
    for (const lane of ['security', 'ordinary'] as const) {
      const active = this.active[lane]
      if (active.size >= CONCURRENCY) continue
      const worker = this.empty(lane)
        .catch((error: unknown) => {
          this.trouble = error
        })
        .finally(() => active.delete(worker))
      active.add(worker)
    }
  }

  /** Takes mails of a lane, one after the other, until none is due. */
  private async empty(lane: MailLane): Promise<void> {
    while (!this.isClosed) {
      const mail = await this.take(lane)
      if (!mail) return
      // Another hand where there is more to do.
      this.check()
      await this.attempt(mail)
    }
  }

  private async take(lane: MailLane): Promise<Kept | undefined> {
    const { rows } = await this.pool.query<Omit<Kept, keyof Content> & { sealed: string }>(
      `update local_server.mail_outbox o set due_at = now() + interval '${CLAIM_SECONDS} seconds', attempts = attempts + 1
       from (
         select id from local_server.mail_outbox where lane = $1 and due_at <= now()
         order by due_at limit 1 for update skip locked
       ) due
       where o.id = due.id
       returning o.id, o.lane, o.kind, o.recipient as to, o.sealed, o.attempts,
         o.created_at < now() - $2 * interval '1 hour' as old`,
      [lane, this.options.lifetimeHours ?? LIFETIME_HOURS],
    )
    if (!rows[0]) return undefined
    const { sealed, ...mail } = rows[0]
    const content = this.box.open(sealed)
    if (content !== undefined) return { ...mail, ...(JSON.parse(content) as Content) }
    // Of before a restore with new secrets: what it led to has ended.
    await this.erase(mail.id)
    this.onFailure(mail.kind, new Error('A message that was kept under another secret'))
    return this.take(lane)
  }

  private async attempt(mail: Kept): Promise<void> {
    const { id, kind, attempts, old } = mail
    try {
      await this.deliver(mail, AbortSignal.timeout(this.options.attemptMs ?? ATTEMPT_MS))
    } catch (error) {
      if (isRefused(error) || old) {
        await this.erase(id)
        this.onFailure(kind, error)
      } else {
        this.trouble = error
        await this.postpone(id, attempts)
      }
      return
    }
    this.trouble = undefined
    await this.erase(id)
  }

  private async erase(id: string): Promise<void> {
    await this.pool.query('delete from local_server.mail_outbox where id = $1', [id])
  }

  private async postpone(id: string, attempts: number): Promise<void> {
    const pauses = this.options.pauses ?? PAUSES
    const seconds = pauses[Math.min(attempts, pauses.length) - 1] ?? 0
    await this.pool.query(
      `update local_server.mail_outbox set due_at = now() + $2 * interval '1 second' where id = $1`,
      [id, seconds],
    )
    if (this.isClosed || this.timer) return
    this.timer = setTimeout(() => {
      this.timer = undefined
      this.check()
    }, seconds * 1_000)
    this.timer.unref()
  }
}
