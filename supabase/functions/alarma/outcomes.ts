import { asService } from '../_shared/api.ts'
import type { Env } from '../_shared/env.ts'
import type { Resultado } from '../_shared/envio.ts'

/** Waits before noting is tried again: what is not noted is sent again once its claim ends. */
const RETRY_MS = [200, 1_000]

/** Long enough for a batch that waits for another one's locks on the same entregas, so that it is not sent a second time. */
const TIMEOUT_MS = 10_000

/** Pause between two batches: noting many together costs little more than noting one, and sending goes before noting. */
const PACE_MS = 50

type Outcome = { id: string } & Resultado

/**
 * Notes how messages ended, for all rounds of one process. Those that end while others are being noted go along together the next
 * time, so that a thousand at once are some dozens of questions to the database.
 */
export class Outcomes {
  /** The batch that still takes notes; it leaves once the one before it is written. */
  private open: { batch: Outcome[]; written: Promise<void> } | undefined
  private before: Promise<unknown> = Promise.resolve()
  /** When the next batch may leave, by the clock that nobody sets: set back by days, the other one would keep what left from being noted, and it would leave again. */
  private notBefore = 0

  constructor(private readonly env: Env) {}

  /** @returns once it is noted @throws the error that prevented it */
  add(outcome: Outcome): Promise<void> {
    if (!this.open) {
      const batch: Outcome[] = []
      const written = this.before.then(async () => {
        const wait = this.notBefore - performance.now()
        if (wait > 0) await sleep(wait)
        this.open = undefined
        this.notBefore = performance.now() + PACE_MS
        await this.write(batch)
      })
      // The callers that wait for it get its failure; the next batch only waits for its end.
      this.before = written.catch(() => undefined)
      this.open = { batch, written }
    }
    this.open.batch.push(outcome)
    return this.open.written
  }

  private async write(resultados: Outcome[]): Promise<void> {
    for (const wait of [...RETRY_MS, undefined]) {
      try {
        await asService(this.env, 'rpc/anotar_envios', { resultados }, { timeoutMs: TIMEOUT_MS })
        return
      } catch (error) {
        if (wait === undefined) throw error
        await sleep(wait)
      }
    }
  }
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
