import type { FastifyBaseLogger } from 'fastify'

interface Job {
  work: () => Promise<unknown>
  timer: NodeJS.Timeout
  /** Since when it has failed; undefined while its last run succeeded, or none has ended yet. */
  failingSince?: string
}

/**
 * What the project has done again and again beside the requests. A promise may rest on each of them, so a failure is logged
 * and stays visible (`GET /healthz`) until a later run succeeds.
 */
export class Jobs {
  private readonly jobs = new Map<string, Job>()

  constructor(private readonly log: Pick<FastifyBaseLogger, 'error' | 'info'>) {}

  /**
   * Runs a job now and then every so often.
   * @param name once; told in the log and to whoever holds the service key
   * @param work throws to say that it failed; what it left is due at its next run
   */
  every(name: string, everyMs: number, work: () => Promise<unknown>): void {
    if (this.jobs.has(name)) throw new Error(`There is a job ${name} already.`)
    const timer = setInterval(() => void this.run(name), everyMs)
    timer.unref()
    this.jobs.set(name, { work, timer })
    void this.run(name)
  }

  /** Runs a job now. Never throws. @returns whether it succeeded */
  async run(name: string): Promise<boolean> {
    const job = this.jobs.get(name)
    if (!job) return false
    try {
      await job.work()
      if (job.failingSince) this.log.info({ job: name }, 'a job succeeds again')
      job.failingSince = undefined
      return true
    } catch (error) {
      job.failingSince ??= new Date().toISOString()
      this.log.error({ err: error, job: name }, 'a job failed')
      return false
    }
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
