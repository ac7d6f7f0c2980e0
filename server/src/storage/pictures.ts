import { tooBusy } from './errors.ts'

/** Lets so many of one kind of work run at once; the next wait, and past a number of them the answer is 503. */
export class BoundedQueue {
  private running = 0
  private readonly waiting: (() => void)[] = []

  constructor(
    private readonly atOnce: number,
    private readonly mostWaiting: number,
  ) {}

  /** @throws ApiError 503 when too many are waiting */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.running < this.atOnce) this.running += 1
    else if (this.waiting.length >= this.mostWaiting) throw tooBusy()
    else await new Promise<void>((resolve) => this.waiting.push(resolve))
    try {
      return await work()
    } finally {
      // The place goes to the one that has waited longest, or is free again.
      const next = this.waiting.shift()
      if (next) next()
      else this.running -= 1
    }
  }
}

/** Largest picture that is decoded. */
export const MAX_PIXELS = 25_000_000

let library: Promise<typeof import('sharp').default> | undefined

/** Loaded with the first picture, so that the server runs where its binaries do not. */
export function loadSharp(): Promise<typeof import('sharp').default> {
  library ??= import('sharp').then(({ default: sharp }) => {
    // Limits memory and processors used for pictures.
    sharp.cache(false)
    sharp.concurrency(1)
    return sharp
  })
  return library
}
