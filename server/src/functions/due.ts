import type { FastifyBaseLogger } from 'fastify'
import type { Listening, Notices } from '../db/listener.ts'
import type { Jobs } from '../jobs/jobs.ts'

/** A function of the project that does what is due whenever it is called, however often and by how many at once. */
export interface DueWork {
  /** Its name; the job in `/healthz` is called so too. */
  function: string
  /** Channel of `NOTIFY` on which the database says that something has become due. */
  channel: string
  /** It is called that often without any notice. */
  everyMs: number
}

export interface DueOptions {
  work: DueWork
  jobs: Jobs
  listen: (notices: Notices) => Listening
  /** Where the functions answer. */
  functionsUrl: string
  serviceKey: string
  log: FastifyBaseLogger
}

/** Calls at once in one process: each notice finds one that still takes on new work, although others wait for somebody slow. */
const MOST_CALLS = 3
/** Longer than any function may take. */
const TIME_LIMIT_MS = 20_000
/** The server does not wait longer for calls under way when it stops: what they took is due again soon. */
const STOP_MS = 5_000
/** What is due although it was just asked for, it is asked for again after this. */
const SHORTEST_SLEEP_MS = 100
const LONGEST_SLEEP_MS = 60_000

/**
 * Calls a function at each notice, every few seconds, and at the very moment that it named as its next (`next` in its answer, ISO 8601). A call that fails shows in `/healthz` until one succeeds.
 */
export class DueRunner {
  private readonly running = new Set<Promise<unknown>>()
  private wanted = false
  private timer: NodeJS.Timeout | undefined
  private readonly listening: Listening
  private isStopped = false

  constructor(private readonly options: DueOptions) {
    const { work, jobs, listen, log } = options
    jobs.every(work.function, work.everyMs, () => this.call())
    this.listening = listen({ channel: work.channel, onNotice: () => this.check(), log })
  }

  /** Calls it now, or as soon as a call ends. */
  check(): void {
    if (this.isStopped) return
    if (this.running.size >= MOST_CALLS) {
      this.wanted = true
      return
    }
    const { jobs, work } = this.options
    const run = jobs.run(work.function).finally(() => {
      this.running.delete(run)
      if (!this.wanted) return
      this.wanted = false
      this.check()
    })
    this.running.add(run)
  }

  /** @returns once the calls under way have ended, or some seconds are over */
  async stop(): Promise<void> {
    this.isStopped = true
    clearTimeout(this.timer)
    await this.listening.stop()
    let late: NodeJS.Timeout | undefined
    const longest = new Promise<void>((resolve) => {
      late = setTimeout(resolve, STOP_MS)
    })
    await Promise.race([Promise.all(this.running), longest])
    clearTimeout(late)
  }

  private async call(): Promise<void> {
    const { functionsUrl, serviceKey, work } = this.options
    const response = await fetch(`${functionsUrl}/${work.function}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${serviceKey}` },
      signal: AbortSignal.timeout(TIME_LIMIT_MS),
    })
    // Where no JSON came the status says what there is to say, below.
    const answer = (await response.json().catch(() => undefined)) as Answer
    this.sleepUntil(answer?.next)
    if (!response.ok) throw new Error(`${work.function} answered ${response.status}`)
  }

  /** The last answer knows best. */
  private sleepUntil(next: unknown): void {
    clearTimeout(this.timer)
    const moment = typeof next === 'string' ? Date.parse(next) : Number.NaN
    if (Number.isNaN(moment) || this.isStopped) return
    const wait = Math.min(Math.max(moment - Date.now(), SHORTEST_SLEEP_MS), LONGEST_SLEEP_MS)
    this.timer = setTimeout(() => this.check(), wait)
    this.timer.unref()
  }
}

type Answer = { next?: unknown } | null | undefined
