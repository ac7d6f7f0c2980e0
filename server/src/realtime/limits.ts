/** Counts events in a window that begins with the first of them. */
export class Window {
  private count = 0
  private start = 0

  constructor(
    private readonly limit: number,
    private readonly lengthMs: number,
  ) {}

  /** @returns whether one more event is still within the limit */
  take(now = Date.now()): boolean {
    if (now - this.start >= this.lengthMs) {
      this.start = now
      this.count = 0
    }
    this.count += 1
    return this.count <= this.limit
  }
}
