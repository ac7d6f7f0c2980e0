import type { FastifyBaseLogger } from 'fastify'

interface Job {
  work: () => Promise<unknown>
  timer: NodeJS.Timeout
  everyMs: number
  isFinal: boolean
  /** When the run began that has not ended: `at` by the monotonic clock (`performance.now`), as all that is measured here. */
  began?: { at: number; since: string }
  /** When one last succeeded. */
  succeededAt?: number
  /** How many runs have not ended yet. */
  running: number
  /** Its failure; undefined while its last run succeeded, or none has ended yet. */
  failure?: Failure
}

interface Failure {
  /** ISO 8601. */
  since: string
  /** When a line was last written of it. */
  saidAt: number
  /** How often it failed since that line. */
  unsaid: number
  /** How often in all. */
  times: number
}

/** A failure that lasts is one line in this time: a job that runs every second fills no log. */
const SAID_EVERY_MS = 60_000
/** A run that goes on for longer than this, and than two of its pauses, hangs. */
const HANGS_MS = 60 * 60_000

const BEFORE_MS = 2_000
/** What cannot be undone can wait. */
const BEFORE_FINAL_MS = 30_000

/** @returns what it says once it is done; false where that time is over before */
async function atMost(work: Promise<boolean>, ms: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), ms)
  })
  const isDone = await Promise.race([work, late])
  clearTimeout(timer)
  return isDone
}

/**
 * What is done again and again beside the requests, by the project and by the APIs. A promise may rest on each of them, so a
 * failure is logged, when it begins, once a minute while it lasts and when it is over, and stays visible (`GET /healthz`) until
 * a later run succeeds.
 */
export class Jobs {
  private readonly jobs = new Map<string, Job>()

  /** Awaited before each run, for two seconds at most: what every job rests on, and whether that stands. Does not throw. */
  before: (() => Promise<boolean>) | undefined

  constructor(private readonly log: Pick<FastifyBaseLogger, 'error' | 'info'>) {}

  /**
   * Runs a job now and then every so often; not again while a run of it goes on.
   * @param name once; told in the log and to a caller with the service key
   * @param work throws to say that it failed; what it left is due at its next run
   * @param options `later`: the first run is not now but after that time; `final`: what it does cannot be undone, so it fails instead where what every job rests on does not stand
   */
  every(
    name: string,
    everyMs: number,
    work: () => Promise<unknown>,
    { later = false, final = false } = {},
  ): void {
    if (this.jobs.has(name)) throw new Error(`There is a job ${name} already.`)
    const timer = setInterval(() => {
      if (job.running === 0) void this.run(name)
    }, everyMs)
    timer.unref()
    const job: Job = { work, timer, everyMs, isFinal: final, running: 0 }
    this.jobs.set(name, job)
    if (!later) void this.run(name)
  }

  /** Runs a job now. Never throws. @returns whether it succeeded */
  async run(name: string): Promise<boolean> {
    const job = this.jobs.get(name)
    if (!job) return false
    if (job.running === 0) job.began = { at: performance.now(), since: new Date().toISOString() }
    job.running += 1
    try {
      const stands = !this.before || (await atMost(this.before(), job.isFinal ? BEFORE_FINAL_MS : BEFORE_MS))
      if (!stands && job.isFinal) throw new Error('The clock could not be checked, or what waits put right.')
      await job.work()
      job.succeededAt = performance.now()
      if (job.failure) {
        const { since, times } = job.failure
        this.log.info({ job: name, since, times }, 'a job succeeds again')
      }
      job.failure = undefined
      return true
    } catch (error) {
      this.sayFailure(name, job, error)
      return false
    } finally {
      job.running -= 1
      if (job.running === 0) job.began = undefined
    }
  }

  private sayFailure(name: string, job: Job, error: unknown): void {
    const now = performance.now()
    job.failure ??= {
      since: new Date().toISOString(),
      saidAt: Number.NEGATIVE_INFINITY,
      unsaid: 0,
      times: 0,
    }
    const { failure } = job
    failure.times += 1
    failure.unsaid += 1
    if (now - failure.saidAt < SAID_EVERY_MS) return
    const since = failure.times === 1 ? {} : { since: failure.since, times: failure.unsaid }
    this.log.error(
      { err: error, job: name, ...since },
      failure.times === 1 ? 'a job failed' : 'a job still fails',
    )
    failure.saidAt = now
    failure.unsaid = 0
  }

  /** The names of all. */
  get names(): string[] {
    return [...this.jobs.keys()]
  }

  /** The jobs whose last run failed, or does not end. */
  get failing(): { job: string; since: string }[] {
    return [...this.jobs].flatMap(([name, job]) => {
      if (job.failure) return [{ job: name, since: job.failure.since }]
      const { began, everyMs } = job
      if (!began || performance.now() - began.at < Math.max(HANGS_MS, 2 * everyMs)) return []
      return [{ job: name, since: began.since }]
    })
  }

  /** Seconds since each job last succeeded; those that never have are not in it. */
  get ages(): Record<string, number> {
    const now = performance.now()
    return Object.fromEntries(
      [...this.jobs].flatMap(([name, { succeededAt }]) =>
        succeededAt === undefined ? [] : [[name, Math.round((now - succeededAt) / 1000)]],
      ),
    )
  }

  stop(): void {
    for (const { timer } of this.jobs.values()) clearInterval(timer)
    this.jobs.clear()
  }
}
