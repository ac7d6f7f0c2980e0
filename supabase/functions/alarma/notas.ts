import { asService } from '../_shared/api.ts'
import type { Env } from '../_shared/env.ts'
import type { Resultado } from '../_shared/envio.ts'

/** Waits before noting is tried again: what is not noted is sent again once its claim ends. */
const RETRY_MS = [200, 1_000]

type Nota = { id: string } & Resultado

/**
 * Notes how messages ended. Those that end while others are being noted go along together the next time, so that a thousand
 * at once are some dozens of questions to the database.
 */
export class Notas {
  private waiting: Nota[] = []
  private writing: Promise<void> | undefined

  constructor(private readonly env: Env) {}

  /** @returns once it is noted @throws what kept it from being noted */
  async add(nota: Nota): Promise<void> {
    this.waiting.push(nota)
    while (this.waiting.includes(nota)) {
      this.writing ??= this.write(this.waiting.splice(0)).finally(() => {
        this.writing = undefined
      })
      await this.writing
    }
    await this.writing
  }

  private async write(resultados: Nota[]): Promise<void> {
    for (const wait of [...RETRY_MS, undefined]) {
      try {
        await asService(this.env, 'rpc/anotar_envios', { resultados })
        return
      } catch (error) {
        if (wait === undefined) throw error
        await new Promise((resolve) => setTimeout(resolve, wait))
      }
    }
  }
}
