import type pg from 'pg'

/** How often open sessions are looked after: what was ended elsewhere ends here within this time and a query. */
const INTERVAL_MS = 2_000

/**
 * Knows which sessions still are: not signed out, not past their end, their account neither banned nor deleted. Asks the
 * tables themselves rather than waiting for word, so that a missed notice leaves no door open.
 */
export class SessionWatch {
  private readonly timer: NodeJS.Timeout
  private asking: { ids: Set<string>; answer: Promise<Set<string>> } | undefined
  private busy = false

  /**
   * @param open the sessions that somebody holds just now
   * @param onEnded called with those of them that are over
   */
  constructor(
    private readonly pool: pg.Pool,
    private readonly open: () => Set<string>,
    private readonly onEnded: (ended: Set<string>) => void,
  ) {
    this.timer = setInterval(() => void this.look(), INTERVAL_MS)
    this.timer.unref()
  }

  /** Whether one session is alive; questions of the same instant are asked together. */
  async isAlive(sessionId: string): Promise<boolean> {
    if (!this.asking) {
      const ids = new Set<string>()
      const answer = new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
        this.asking = undefined
        return this.alive([...ids])
      })
      this.asking = { ids, answer }
    }
    this.asking.ids.add(sessionId)
    return (await this.asking.answer).has(sessionId)
  }

  stop(): void {
    clearInterval(this.timer)
  }

  private async look(): Promise<void> {
    const open = this.open()
    if (open.size === 0 || this.busy) return
    this.busy = true
    try {
      const alive = await this.alive([...open])
      const ended = new Set([...open].filter((id) => !alive.has(id)))
      if (ended.size > 0) this.onEnded(ended)
    } catch {
      // The database is away; nobody could be signed out there meanwhile, and the next look comes soon.
    } finally {
      this.busy = false
    }
  }

  private async alive(ids: string[]): Promise<Set<string>> {
    const { rows } = await this.pool.query<{ id: string }>(
      `select s.id from auth.sessions s join auth.users u on u.id = s.user_id
       where s.id = any($1::uuid[]) and (s.not_after is null or s.not_after > now())
         and u.deleted_at is null and (u.banned_until is null or u.banned_until <= now())
         and (s.aal is distinct from 'aal1' or not exists (
           select from auth.mfa_factors f where f.user_id = s.user_id and f.status = 'verified'
         ))`,
      [ids],
    )
    return new Set(rows.map((row) => row.id))
  }
}
