/** Remembers so many things and forgets the oldest first. */
export class Bounded<V> {
  private readonly values = new Map<string, V>()

  constructor(private readonly limit: number) {}

  get(key: string): V | undefined {
    return this.values.get(key)
  }

  set(key: string, value: V): void {
    if (this.values.size >= this.limit) {
      for (const oldest of this.values.keys()) {
        this.values.delete(oldest)
        break
      }
    }
    this.values.set(key, value)
  }
}
