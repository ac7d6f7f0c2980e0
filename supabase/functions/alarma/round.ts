import { setImmediate } from 'node:timers'
import { asService } from '../_shared/api.ts'
import { Codigos, type Huellas } from '../_shared/codigos.ts'
import type { Env } from '../_shared/env.ts'
import type { Envio, Resultado, Secretos, ViaName } from '../_shared/envio.ts'
import { openVias } from '../_shared/vias/index.ts'
import { again, failed } from '../_shared/vias/via.ts'
import { Outages } from './outages.ts'
import { Outcomes } from './outcomes.ts'

/** For how long a round goes on taking messages. */
const TAKING_MS = 4_000
/** Messages taken at a time. */
const BATCH = 100
/** With so many of one way on their way no more of it are taken: a provider that never answers delays its own messages alone. */
const AT_ONCE = 100
/** Of these the provider is asked about so many at a time: connections are then used for more than one. As many may come twice where this process dies. */
const AT_A_TIME = 50
/** An ending that waited so long for its turn since it was taken does not leave: an alert of the same way waits ten seconds for it, and no longer. */
const ENDING_MS = 4_000
/** So many are put together before the requests of others have their turn: a hundred at once would delay those by a tenth of a second. */
const IN_ONE_GO = 5
/**
 * Long: by the time it answers the database has claimed messages for us. If we have given up by then, they wait until the claim
 * ends, a minute later.
 */
const DATABASE = { timeoutMs: 10_000 }
/** While some are on their way the round polls again after this time: what became due meanwhile does not wait for them. */
const POLL_MS = 250

/** What the clock may differ from the one that nobody sets within a round. */
const MOVED_MS = 2_000

/** What ended since the round before. */
export interface RoundResult {
  enviadas: number
  por_repetir: number
  fallidas: number
  /** Ways that took nothing, though something was tried. */
  sin_salida: ViaName[]
  /** When the next thing is due; null where nothing is. */
  next: string | null
}

/**
 * Hands over what is due, for all rounds of one process. The order is the proof: claimed, its fingerprints known to the database,
 * handed over, noted. Who dies in between is followed by the next, with the same link.
 */
export class Sender {
  private readonly codigos: Codigos
  private readonly outcomes: Outcomes
  private readonly vias: ReturnType<typeof openVias>
  private readonly underWay = new Map<Promise<void>, ViaName>()
  private readonly turns = new Map<ViaName, Turns>()
  private readonly outages = new Outages((line) => console.error(line))
  private tally = new Tally()
  /** Why the database could not be told how one ended. */
  private broken: { error: unknown } | undefined

  constructor(private readonly env: Env) {
    this.codigos = new Codigos(env('SUPABASE_SERVICE_ROLE_KEY') ?? '')
    this.outcomes = new Outcomes(env)
    this.vias = openVias(env)
  }

  /**
   * Does what is due in the database, and hands over every message that is due, until none is or some seconds are over. What a slow
   * provider has in hand by then ends after it: see {@link settled}.
   * @throws what keeps the database from telling what is due, or from noting how it ended
   */
  async round(): Promise<RoundResult> {
    this.outages.tell()
    const begun = performance.now()
    const ahead = Date.now() - begun
    while (performance.now() < begun + TAKING_MS && !this.broken) {
      // The clock was moved: what that made due, or not due, is put right before anything more is taken (server/src/jobs/clock.ts).
      if (Math.abs(Date.now() - performance.now() - ahead) > MOVED_MS) break
      // What was taken does not wait for what is due inside the database, which may be the messages of a thousand timers.
      const attending = this.attend()
      const taken = await this.take()
      const attended = await attending
      if (taken > 0 || attended > 0) continue
      if (this.underWay.size === 0) break
      await Promise.race([this.settled(), sleep(POLL_MS)])
    }
    const { broken, tally } = this
    this.broken = undefined
    this.tally = new Tally()
    if (broken) throw broken.error
    const next = await asService<string | null>(this.env, 'rpc/siguiente_envio', {})
    return { ...tally.result(), next: next ?? null }
  }

  /** @returns once everything that is on its way now has ended, and is noted */
  async settled(): Promise<void> {
    await Promise.all(this.underWay.keys())
  }

  /** Does what is due in the database. @returns how many things */
  private async attend(): Promise<number> {
    try {
      return await asService<number>(this.env, 'rpc/atender_pendientes', {}, DATABASE)
    } catch (error) {
      this.broken ??= { error }
      return 0
    }
  }

  /** Takes a batch and sets it on its way. @returns how many that were */
  private async take(): Promise<number> {
    const { env, vias } = this
    const inHand = [...this.underWay.values()]
    const names = Object.keys(vias) as ViaName[]
    const free = names.filter((name) => inHand.filter((via) => via === name).length < AT_ONCE)
    if (free.length === 0) return 0
    const takenAt = performance.now()
    const envios = await asService<Envio[] | null>(
      env,
      'rpc/tomar_envios',
      { maximo: BATCH, ...(free.length < names.length && { vias: free }) },
      DATABASE,
    )
    if (!envios) return 0
    try {
      for (const [n, [envio, secretos]] of (await this.register(envios)).entries()) {
        this.start(envio, secretos, takenAt)
        if (n % IN_ONE_GO === IN_ONE_GO - 1) await new Promise<void>((resolve) => setImmediate(resolve))
      }
    } catch (error) {
      this.broken ??= { error }
      // Given back, or their claim would keep them for a minute.
      for (const { id, via } of envios) this.follow(via, this.outcomes.add({ id, ...again }))
    }
    return envios.length
  }

  /**
   * Their secrets, whose fingerprints the database knows before anything leaves: a link that arrives opens.
   * @returns those that may still leave: a contact can have left in this very instant
   */
  private async register(envios: Envio[]): Promise<[Envio, Secretos][]> {
    const made: [Envio, Secretos][] = []
    const huellas: Huellas[] = []
    for (const envio of envios) {
      const { secretos, huellas: known } = this.codigos.of(envio)
      made.push([envio, secretos])
      if (Object.keys(known).length > 1) huellas.push(known)
    }
    if (huellas.length === 0) return made
    const valid = new Set(
      await asService<string[]>(this.env, 'rpc/registrar_codigos', { codigos: huellas }, DATABASE),
    )
    const asked = new Set(huellas.map(({ envio }) => envio))
    return made.filter(([{ id }]) => !asked.has(id) || valid.has(id))
  }

  private start(envio: Envio, secretos: Secretos, takenAt: number): void {
    const turns = this.turns.get(envio.via) ?? new Turns(AT_A_TIME)
    this.turns.set(envio.via, turns)
    const work = turns.run(async () => {
      const isLate = envio.tipo === 'cierre' && performance.now() - takenAt > ENDING_MS
      const resultado = isLate ? again : await this.handOver(envio, secretos)
      this.tally.count(envio.via, resultado)
      const noted = this.outcomes.add({ id: envio.id, ...resultado })
      if (this.vias[envio.via]?.knowsRepeats === false) await noted
      return { noted }
    })
    this.follow(
      envio.via,
      work.then(({ noted }) => noted),
    )
  }

  private follow(via: ViaName, work: Promise<void>): void {
    const one = work
      .catch((error: unknown) => {
        this.broken ??= { error }
      })
      .finally(() => this.underWay.delete(one))
    this.underWay.set(one, via)
  }

  private async handOver(envio: Envio, secretos: Secretos): Promise<Resultado> {
    const via = this.vias[envio.via]
    if (!via) return failed('esta vía ya no está disponible')
    try {
      return await via.deliver(envio, secretos)
    } catch (error) {
      // No answer in time, no connection.
      this.outages.count(envio.via, error)
      return again
    }
  }
}

/** Does so many things at a time; the others wait for their turn. */
class Turns {
  private readonly waiting: (() => void)[] = []

  constructor(private free: number) {}

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.free > 0) this.free -= 1
    else await new Promise<void>((resolve) => this.waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = this.waiting.shift()
      if (next) next()
      else this.free += 1
    }
  }
}

class Tally {
  private readonly of: Record<Resultado['resultado'], number> = {
    enviada: 0,
    por_repetir: 0,
    fallida: 0,
    ya_no_existe: 0,
  }
  private readonly stuck = new Map<ViaName, boolean>()

  count(via: ViaName, { resultado }: Resultado): void {
    this.of[resultado] += 1
    this.stuck.set(via, (this.stuck.get(via) ?? true) && resultado === 'por_repetir')
  }

  result(): Omit<RoundResult, 'next'> {
    return {
      enviadas: this.of.enviada,
      por_repetir: this.of.por_repetir,
      fallidas: this.of.fallida + this.of.ya_no_existe,
      sin_salida: [...this.stuck].flatMap(([via, isStuck]) => (isStuck ? [via] : [])),
    }
  }
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
