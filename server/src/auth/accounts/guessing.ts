import { Worker, type WorkerOptions } from 'node:worker_threads'
import { tooManyRequests } from '../http.ts'

/** Passwords below this zxcvbn score can be guessed in fewer than a million attempts. */
const LOWEST_SCORE = 2
/** Only this many characters are estimated: the rest does not make a password weaker, and estimating takes long. */
const READ = 24
const MOST_HINTS = 20
/** Passwords that may wait for the thread; beyond that requests get 429. */
const MOST_WAITING = 32
const AGAIN_MS = 5_000

/** What the thread answers. */
interface Estimate {
  score: number
  /** Which thread found it; zero would be the one that serves. */
  thread: number
}

interface Waiting {
  resolve(estimate: Estimate): void
  reject(error: Error): void
}

/**
 * Estimates passwords in one thread of its own, one after the other: the event loop goes on, and so do sign-ins, which hash
 * but never estimate. The thread starts with the first password that is set, since its word lists take tens of megabytes.
 */
export class Estimator {
  private worker: Worker | undefined
  private readonly waiting = new Map<number, Waiting>()
  private count = 0

  /** How many passwords wait or are being estimated. */
  get length(): number {
    return this.waiting.size
  }

  /** @throws ApiError 429 `over_request_rate_limit` when too many wait already, or the thread is lost */
  estimate(password: string, hints: readonly string[]): Promise<Estimate> {
    if (this.waiting.size >= MOST_WAITING) return Promise.reject(comeAgain())
    const worker = this.running()
    return new Promise((resolve, reject) => {
      this.count += 1
      this.waiting.set(this.count, { resolve, reject })
      // The thread keeps the process alive only while a request waits for it.
      worker.ref()
      worker.postMessage({
        id: this.count,
        password: password.slice(0, READ),
        hints: hints.slice(0, MOST_HINTS).map((hint) => hint.slice(0, READ)),
      })
    })
  }

  private running(): Worker {
    if (this.worker) return this.worker
    const worker = startWorker({ resourceLimits: { maxOldGenerationSizeMb: 192 } })
    worker.on('message', ({ id, ...estimate }: Estimate & { id: number }) => {
      this.waiting.get(id)?.resolve(estimate)
      this.waiting.delete(id)
      if (this.waiting.size === 0) worker.unref()
    })
    const lose = () => {
      if (this.worker !== worker) return
      this.worker = undefined
      for (const { reject } of this.waiting.values()) reject(comeAgain())
      this.waiting.clear()
    }
    worker.on('error', lose)
    worker.on('exit', lose)
    this.worker = worker
    return worker
  }
}

/** Bundled beside this file; as source under the tests, where a thread of Node 20 takes TypeScript only once tsx is asked for in it. */
function startWorker(options: WorkerOptions): Worker {
  if (!import.meta.url.endsWith('.ts'))
    return new Worker(new URL('./guessing.worker.js', import.meta.url), options)
  const source = JSON.stringify(new URL('./guessing.worker.ts', import.meta.url).href)
  const program = `import('tsx/esm/api').then(({ register }) => { register(); return import(${source}) })`
  return new Worker(program, { ...options, eval: true })
}

function comeAgain() {
  return tooManyRequests('over_request_rate_limit', 'Request rate limit reached', AGAIN_MS)
}

const estimator = new Estimator()

/**
 * Whether a password is among the common ones, or made of what everybody tries first: a word, a name, a year, a row of the keyboard.
 * @param hints what a guesser would know of her; the parts of an address count each
 * @throws ApiError 429 `over_request_rate_limit` when too many ask at once
 */
export async function isEasyToGuess(password: string, hints: readonly string[]): Promise<boolean> {
  const known = hints
    .flatMap((hint) => [hint, ...hint.slice(0, 1_000).split(/[^\p{L}\p{N}]+/u)])
    .filter((word) => word.length > 2)
  return (await estimator.estimate(password, known)).score < LOWEST_SCORE
}
