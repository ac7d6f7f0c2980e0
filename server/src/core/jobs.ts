import type { FastifyBaseLogger } from 'fastify'

interface Job {
  work: () => Promise<unknown>
  timer: NodeJS.Timeout
  /** How many runs have not ended yet. */
  running: number
  /** Since when it has failed; undefined while its last run succeeded, or none has ended yet. */
  failingSince?: string
}

/**
 * What is done again and again beside the requests, by the project and by the doors. A promise may rest on each of them, so a
 * failure is logged and stays visible (`GET /healthz`) until a later run succeeds.
 */
export class Jobs {
  private readonly jobs = new Map<string, Job>()

  constructor(private readonly log: Pick<FastifyBaseLogger, 'error' | 'info'>) {}

  /**
   * Runs a job now and then every so often; not again while a run of it goes on.
   * @param name once; told in the log and to whoever holds the service key
   * @param work throws to say that it failed; what it left is due at its next run
   * @param options `later`: the first run is not now but after that time
   */
  every(name: string, everyMs: number, work: () => Promise<unknown>, { later = false } = {}): void {
    if (this.jobs.has(name)) throw new Error(`There is a job ${name} already.`)
    const timer = setInterval(() => {
      if (job.running === 0) void this.run(name)
    }, everyMs)
    timer.unref()
    const job: Job = { work, timer, running: 0 }
    this.jobs.set(name, job)
    if (!later) void this.run(name)
  }

  /** Runs a job now. Never throws. @returns whether it succeeded */
  async run(name: string): Promise<boolean> {
    const job = this.jobs.get(name)
    if (!job) return false
    job.running += 1
    try {
      await job.work()
      if (job.failingSince) this.log.info({ job: name }, 'a job succeeds again')
      job.failingSince = undefined
      return true
    } catch (error) {
      job.failingSince ??= new Date().toISOString()
      this.log.error({ err: error, job: name }, 'a job failed')
      return false
    } finally {
      job.running -= 1
    }
  }

  /** The names of all. */
  get names(): string[] {
    return [...this.jobs.keys()]
  }

  /** The jobs whose last run failed. */
  get failing(): { job: string; since: string }[] {
    return [...this.jobs].flatMap(([job, { failingSince }]) =>
      failingSince === undefined ? [] : [{ job, since: failingSince }],
    )
  }

  stop(): void {
    for (const { timer } of this.jobs.values()) clearInterval(timer)
    this.jobs.clear()
  }
}
