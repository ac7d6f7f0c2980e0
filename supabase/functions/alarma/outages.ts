import type { ViaName } from '../_shared/envio.ts'

const MINUTE_MS = 60_000

interface Outage {
  saidAt: number
  /** How often since then, by the name of what was thrown. */
  unsaid: Map<string, number>
}

/**
 * Says of a way that its provider took nothing: at once, and then once a minute how often. A dead provider has every message in hand
 * every few seconds, which would fill the log.
 */
export class Outages {
  private readonly ways = new Map<ViaName, Outage>()

  constructor(
    private readonly say: (line: string) => void,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** One message was not taken. Neither to whom nor what goes into the log. */
  count(via: ViaName, error: unknown): void {
    const outage = this.ways.get(via) ?? { saidAt: Number.NEGATIVE_INFINITY, unsaid: new Map() }
    this.ways.set(via, outage)
    const name = error instanceof Error ? error.name : 'unknown'
    outage.unsaid.set(name, (outage.unsaid.get(name) ?? 0) + 1)
    this.tell()
  }

  /** What was counted and whose minute is over. To be called now and then: the last of an outage is said too. */
  tell(): void {
    for (const [via, outage] of this.ways) {
      if (this.now() - outage.saidAt < MINUTE_MS) continue
      if (outage.unsaid.size === 0) {
        this.ways.delete(via)
        continue
      }
      const counts = [...outage.unsaid].map(([name, times]) => `${times} ${name}`)
      this.say(`alarma: ${via} took nothing (${counts.join(', ')})`)
      outage.saidAt = this.now()
      outage.unsaid.clear()
    }
  }
}
