import type { FastifyInstance } from 'fastify'

/** How long requests that are under way may take once nothing new is taken. */
const LAST_REQUESTS_MS = 5_000

/** What has to go before the process does, within that time. */
type Closer = (withinMs: number) => Promise<unknown>

/**
 * How a process leaves: it says so while it goes on serving, so that a proxy sends what is new to another process; live channels are told to
 * come back elsewhere; requests under way are answered; nothing is left when the process ends.
 */
export class Drain {
  private begun = false
  private running = 0
  private readonly closers: Closer[] = []
  private onQuiet: () => void = () => {}

  /** @param app whose requests are counted; a kept connection ends with its next answer once draining has begun */
  constructor(private readonly app: FastifyInstance) {
    const ended = () => {
      this.running -= 1
      if (this.running === 0) this.onQuiet()
    }
    app.addHook('onRequest', (_request, reply, done) => {
      this.running += 1
      reply.raw.once('close', ended)
      done()
    })
    app.addHook('onSend', (_request, reply, _payload, done) => {
      if (this.begun) reply.header('connection', 'close')
      done()
    })
  }

  /** Whether this process is about to end. */
  get hasBegun(): boolean {
    return this.begun
  }

  /** @param closer is given the time in which what it closes should have gone */
  before(closer: Closer): void {
    this.closers.push(closer)
  }

  /**
   * Half of the time is for proxies to notice, half for live channels to leave one after the other.
   * @param seconds in all, before the last requests
   * @returns once nothing is under way, or five seconds later
   */
  async leave(seconds: number): Promise<void> {
    this.begun = true
    const half = (seconds * 1_000) / 2
    await pause(half)
    await Promise.all([pause(half), ...this.closers.map((closer) => closer(half))])
    // Closes connections on which nothing is asked, too; sockets of live channels close by themselves.
    this.app.server.close()
    if (this.running === 0) return
    await Promise.race([
      new Promise<void>((resolve) => {
        this.onQuiet = resolve
      }),
      pause(LAST_REQUESTS_MS),
    ])
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
