import { asService } from '../_shared/api.ts'
import { Codigos, type Huellas } from '../_shared/codigos.ts'
import type { Env } from '../_shared/env.ts'
import type { Envio, Resultado, Secretos, ViaName } from '../_shared/envio.ts'
import { again, failed, type Via } from '../_shared/vias/via.ts'
import { Notas } from './notas.ts'

/** How long a round takes on new messages; with the longest hand-over after it, the host's limit of 15 seconds holds. */
const TAKING_MS = 4_000
/** Messages taken at a time, and on their way at once: one provider that never answers must not hold up the others. */
const BATCH = 50
const AT_ONCE = 200
/** What the database answers must be heard: it has claimed messages for us by then, which otherwise wait out their minute. */
const DATABASE = { timeoutMs: 10_000 }
/** While some are on their way the round looks again after this time: what became due meanwhile does not wait for them. */
const LOOK_MS = 250

/** What one round did. */
export interface Ronda {
  enviadas: number
  por_repetir: number
  fallidas: number
  /** Ways that took nothing, though something was tried. */
  sin_salida: ViaName[]
  /** When the next thing is due; null where nothing is. */
  next: string | null
}

type Vias = Partial<Record<ViaName, Via>>

/**
 * Does what is due in the database, and hands over every message that is due, until none is or some seconds are over. The order is
 * the proof: claimed, its fingerprints known to the database, handed over, noted. Who dies in between is followed by the next,
 * with the same link.
 * @throws what keeps the database from telling what is due, or from noting how it ended
 */
export async function sendDue(env: Env, vias: Vias): Promise<Ronda> {
  const codigos = await Codigos.open(env('SUPABASE_SERVICE_ROLE_KEY') ?? '')
  const notas = new Notas(env)
  const tally = new Tally()
  const underWay = new Set<Promise<void>>()
  let broken: unknown

  const until = Date.now() + TAKING_MS
  while (broken === undefined) {
    const room = Math.min(BATCH, AT_ONCE - underWay.size)
    const isTaking = Date.now() < until
    const attended = isTaking ? await asService<number>(env, 'rpc/atender_pendientes', {}) : 0
    const envios = room > 0 && isTaking ? await take(env, room) : []
    for (const [envio, secretos] of await register(env, codigos, envios)) {
      const one = handOver(envio, secretos, vias)
        .then((resultado) => {
          tally.count(envio.via, resultado)
          return notas.add({ id: envio.id, ...resultado })
        })
        .catch((error: unknown) => {
          broken ??= error
        })
        .finally(() => underWay.delete(one))
      underWay.add(one)
    }
    if (envios.length > 0 || attended > 0) continue
    if (underWay.size === 0) break
    await (isTaking ? Promise.race([...underWay, sleep(LOOK_MS)]) : Promise.all(underWay))
  }
  await Promise.all(underWay)
  if (broken !== undefined) throw broken
  const next = await asService<string | null>(env, 'rpc/siguiente_envio', {})
  return { ...tally.result(), next: next ?? null }
}

async function take(env: Env, maximo: number): Promise<Envio[]> {
  return (await asService<Envio[] | null>(env, 'rpc/tomar_envios', { maximo }, DATABASE)) ?? []
}

/**
 * Their secrets, whose fingerprints the database knows before anything leaves: a link that arrives opens.
 * @returns those that may still leave: a contact can have left in this very instant
 */
async function register(env: Env, codigos: Codigos, envios: Envio[]): Promise<[Envio, Secretos][]> {
  const made: [Envio, Secretos][] = []
  const huellas: Huellas[] = []
  for (const envio of envios) {
    const { secretos, huellas: known } = await codigos.of(envio)
    made.push([envio, secretos])
    if (Object.keys(known).length > 1) huellas.push(known)
  }
  if (huellas.length === 0) return made
  const valid = new Set(
    await asService<string[]>(env, 'rpc/registrar_codigos', { codigos: huellas }, DATABASE),
  )
  const asked = new Set(huellas.map(({ envio }) => envio))
  return made.filter(([{ id }]) => !asked.has(id) || valid.has(id))
}

async function handOver(envio: Envio, secretos: Secretos, vias: Vias): Promise<Resultado> {
  const via = vias[envio.via]
  if (!via) return failed('esta vía ya no está disponible')
  try {
    return await via.deliver(envio, secretos)
  } catch (error) {
    // No answer in time, no connection: neither to whom nor what goes into the log.
    console.error(`alarma: ${envio.via} took nothing (${error instanceof Error ? error.name : 'unknown'})`)
    return again
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

  result(): Omit<Ronda, 'next'> {
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
