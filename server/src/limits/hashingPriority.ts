/** No longer than this, whatever is under way. A password takes 50 to 60 ms of a processor. */
const LONGEST_MS = 150

/**
 * Work that somebody waits for and that needs a processor whole, as the hashing of a password does. While it runs, each network has one
 * request at a time in the lanes that ask `isOn`: what already runs there ends, and little new begins. After it, it rests for as
 * long as it lasted, so that a client that asks for hashes without end slows nobody down by more than half.
 */
export class HashingPriority {
  private running = 0
  private began = 0
  private restUntil = 0
  private readonly listeners = new Set<() => void>()

  constructor(private readonly now: () => number = () => performance.now()) {}

  /** Whether others stand back now. */
  get isOn(): boolean {
    return this.running > 0 && this.began >= this.restUntil && this.now() - this.began < LONGEST_MS
  }

  /** Does `work` before others. */
  async first<T>(work: () => Promise<T>): Promise<T> {
    if (this.running === 0) this.began = this.now()
    this.running++
    const timer = setTimeout(() => this.tell(), LONGEST_MS)
    try {
      return await work()
    } finally {
      clearTimeout(timer)
      const wasOn = this.began >= this.restUntil
      this.running--
      const now = this.now()
      if (this.running === 0 && wasOn) this.restUntil = now + Math.min(now - this.began, LONGEST_MS)
      this.tell()
    }
  }

  /** @param listener called when others may go on */
  whenOver(listener: () => void): void {
    this.listeners.add(listener)
  }

  /** @param listener as given to `whenOver` */
  forget(listener: () => void): void {
    this.listeners.delete(listener)
  }

  private tell(): void {
    if (this.isOn) return
    for (const listener of this.listeners) listener()
  }
}

/** Of this process: its processors are shared by all that runs in it. */
export const hashing = new HashingPriority()
