import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { makeMembers, type Services, ServingProcess, settingsOf } from './alarmaKills.ts'
import { LocalSms, LocalWhatsApp } from './providers.ts'

const WAYS = ['correo', 'push', 'sms', 'whatsapp'] as const
type Way = (typeof WAYS)[number]
/** So many messages of one way may be handed over and not noted where a sender dies: what it has in hand (round.ts, `AT_ONCE` and a batch). */
export const AT_HAND = 199
/** Of a way whose provider knows no key (round.ts, `AT_A_TIME`). */
export const AT_HAND_UNKEYED = 50

/** A message at its provider. */
interface Arrived {
  to: string
  kind: 'alert' | 'again' | 'ending'
  /** The code of its link, or what stands for it: one for each alert. */
  same: string
}
interface Member {
  id: string
  contacto: string
  at: Record<Way, string>
  p256dh: string
  auth: string
}

/** What became of some messages. */
export interface Outcome {
  due: number
  /** By no way that was asked for. */
  lost: number
  /** Said to have left, though no provider has it. */
  ahead: number
  /** More than once at a provider, by way, though the sender was told the first time; of `sms` what its provider, which knows keys, handed on twice. */
  twice: Record<Way, number>
  /** More than once, since a provider that had taken it did not say so within ten seconds. */
  unanswered: number
  /** Of those that came twice, such with two different links. */
  untold: number
  kills: number
  seconds: number
}

/** Several servers on one database, each of which sends; providers that stay. */
export class Senders {
  readonly sms: LocalSms
  readonly whatsapp: LocalWhatsApp
  readonly pool: pg.Pool
  private running: ServingProcess[] = []
  private made = 0

  private constructor(
    private readonly services: Services,
    private readonly folder: string,
    providers: Pick<Senders, 'sms' | 'whatsapp'>,
  ) {
    ;({ sms: this.sms, whatsapp: this.whatsapp } = providers)
    this.pool = new pg.Pool({ ...services.postgres.connection, max: 4 })
    this.pool.on('error', () => undefined)
  }

  static async start(services: Services): Promise<Senders> {
    const [sms, whatsapp] = await Promise.all([new LocalSms().start(), new LocalWhatsApp().start()])
    const folder = await mkdtemp(path.join(tmpdir(), 'amparo-senders-'))
    const senders = new Senders(services, folder, { sms, whatsapp })
    // The first one lays out the database.
    await senders.run(1)
    await senders.stop()
    return senders
  }

  async end(): Promise<void> {
    await this.stop()
    await this.pool.end()
    await this.services.relay.close()
    await this.services.push.close()
    this.sms.stop()
    this.whatsapp.stop()
    await this.services.postgres.stop()
    await rm(this.folder, { recursive: true, force: true })
  }

  /** So many senders, which begin at once. @param rates as `AMPARO_SENDING_RATES` */
  async run(count: number, rates = ''): Promise<void> {
    const start = () =>
      ServingProcess.start(this.folder, this.services, this.services.postgres, {
        SMS_URL: this.sms.url,
        ...settingsOf(this.whatsapp),
        AMPARO_SENDING_RATES: rates,
      })
    this.running.push(...(await Promise.all(Array.from({ length: count }, start))))
  }

  async stop(): Promise<void> {
    await Promise.all(this.running.splice(0).map((one) => one.kill()))
  }

  /** Members with one contact each, by all four ways: a press of each is four messages. */
  async members(count: number): Promise<Member[]> {
    const members = Array.from({ length: count }, (_, n): Member => {
      const number = `+52551${String(this.made + n).padStart(7, '0')}`
      const { endpoint, p256dh, auth } = this.services.push.subscribe(`s-${this.made + n}`)
      return {
        id: randomUUID(),
        contacto: randomUUID(),
        at: { correo: `s${this.made + n}@ejemplo.mx`, push: endpoint, sms: number, whatsapp: number },
        p256dh,
        auth,
      }
    })
    this.made += count
    for (let from = 0; from < count; from += 500)
      await makeMembers(this.pool, members.slice(from, from + 500))
    return members
  }

  /** All of them press. */
  async press(members: Member[]): Promise<void> {
    await this.each(members, `interno.levantar(quien, gen_random_uuid(), 'boton', now(), 0)`)
  }

  /** All of them end what is open. */
  async close(members: Member[]): Promise<void> {
    await this.each(
      members,
      `(select interno.terminar(a.id, 'a_salvo', true) from public.alertas a where a.user_id = quien and a.estado = 'abierta')`,
    )
  }

  private async each(members: Member[], what: string): Promise<void> {
    for (let from = 0; from < members.length; from += 500)
      await this.pool.query(`select ${what} from unnest($1::uuid[]) quien`, [
        members.slice(from, from + 500).map(({ id }) => id),
      ])
  }

  /**
   * Kills one sender after the other, and starts another in its place, until everything that is due has left.
   * @param kills at most; 0: none
   * @param everyMs between two kills
   * @param waitsOut whether what a dead sender had in hand waits for the end of its claim, a minute; otherwise it is due as soon as no
   *   living one has anything in hand
   */
  async deliver(
    members: Member[],
    { kills, everyMs = 1_000, waitsOut }: { kills: number; everyMs?: number; waitsOut: boolean },
  ): Promise<Outcome> {
    const began = performance.now()
    const count = this.running.length
    let killed = 0
    let still = 0
    let before = -1
    for (;;) {
      await delay(killed < kills ? everyMs : 1_000)
      const left = await this.left()
      if (left === 0 || performance.now() - began > 15 * 60_000) break
      if (killed < kills) {
        const [one] = this.running.splice(killed % count, 1)
        await one!.kill()
        killed += 1
        await this.run(1)
        continue
      }
      still = left === before ? still + 1 : 0
      before = left
      // Living senders are done with a message in far less.
      if (still >= 2 && !waitsOut)
        await this.pool.query(
          `update interno.envios set tomado_hasta = now() where terminado_en is null and tomado_hasta > now()`,
        )
    }
    return {
      ...(await this.judge(members)),
      kills: killed,
      seconds: Math.round((performance.now() - began) / 1_000),
    }
  }

  private async left(): Promise<number> {
    const { rows } = await this.pool.query<{ left: number }>(
      'select count(*)::int as left from interno.envios where terminado_en is null',
    )
    return rows[0]!.left
  }

  private async judge(members: Member[]): Promise<Omit<Outcome, 'kills' | 'seconds'>> {
    const twice = { correo: 0, push: 0, sms: 0, whatsapp: 0 }
    const outcome = { due: 0, lost: 0, ahead: 0, untold: 0, unanswered: 0, twice }
    const { rows: states } = await this.pool.query<{
      contacto: string
      via: Way
      estado: string
      untold: boolean
    }>(
      // Every message is noted once as sent; what is noted more often was to be tried again.
      `select contacto_id as contacto, via, estado, intentos > (select count(*) from interno.envios e where e.entrega_id = d.id and e.resultado = 'enviada') as untold
       from public.entregas d where user_id = any ($1::uuid[])`,
      [members.map(({ id }) => id)],
    )
    const stateOf = new Map(states.map((one) => [`${one.contacto} ${one.via}`, one]))
    for (const way of WAYS) {
      const arrived = byAddress(this.arrived(way).filter(({ kind }) => kind === 'alert'))
      for (const { contacto, at } of members) {
        const those = arrived.get(at[way]) ?? []
        outcome.due += 1
        const state = stateOf.get(`${contacto} ${way}`)
        if (those.length === 0 || state?.estado !== 'enviada') outcome.lost += 1
        if (state?.estado === 'enviada' && those.length === 0) outcome.ahead += 1
        if (those.length <= 1) continue
        if (new Set(those.map(({ same }) => same)).size > 1) outcome.untold += 1
        if (state!.untold) outcome.unanswered += 1
        else outcome.twice[way] += 1
      }
    }
    return outcome
  }

  /** Of members with two alerts, the ways by which a contact did not read both, or read an ending last though the second one is open. */
  misled(members: Member[]): string[] {
    return WAYS.flatMap((way) => {
      const arrived = byAddress(this.arrived(way))
      return members.flatMap(({ at }) => {
        const read = arrived.get(at[way]) ?? []
        const alerts = new Set(read.flatMap(({ kind, same }) => (kind === 'alert' ? [same] : [])))
        return alerts.size === 2 && read.at(-1)?.kind !== 'ending' ? [] : [`${way} ${at[way]}`]
      })
    })
  }

  /** SMS a second that their provider took, from the first to the last. */
  smsPerSecond(): number {
    const { moments } = this.sms
    return ((moments.length - 1) * 1_000) / (moments.at(-1)! - moments[0]!)
  }

  /** What a provider has, in the order in which it came. */
  private arrived(way: Way): Arrived[] {
    const { push, relay } = this.services
    if (way === 'push') {
      // What is said again has no other words, but a receipt of its own.
      const first = new Map<string, string>()
      return push.received.map(({ path: where, message }) => {
        const { tipo, tag, recibo } = message as { tipo: string; tag: string; recibo: string }
        if (tipo === 'cierre') return { to: `${push.origin}${where}`, kind: 'ending', same: tag }
        if (!first.has(tag)) first.set(tag, recibo)
        return {
          to: `${push.origin}${where}`,
          kind: first.get(tag) === recibo ? 'alert' : 'again',
          same: tag,
        }
      })
    }
    if (way === 'correo')
      return relay.taken.map(({ to, content }) => {
        const text = content.replaceAll('=\n', '').replaceAll('=3D', '=')
        return { to, kind: kindOf(text), same: codeIn(text) }
      })
    if (way === 'sms')
      return this.sms.taken.map(({ to, text }) => ({ to, kind: kindOf(text), same: codeIn(text) }))
    return this.whatsapp.taken.map(({ to, text }) => ({
      to: `+${to}`,
      kind: kindOf(text),
      same: codeIn(text),
    }))
  }
}

/** By its words: three minutes after an alert without an answer the same is said again. */
function kindOf(text: string): Arrived['kind'] {
  if (/con su PIN/i.test(text)) return 'ending'
  return /te sigue|sigue abierta|Seguimos/.test(text) ? 'again' : 'alert'
}

const codeIn = (text: string) => /\/alerta\/([\w-]+)/.exec(text)?.[1] ?? ''

function byAddress(arrived: Arrived[]): Map<string, Arrived[]> {
  const all = new Map<string, Arrived[]>()
  for (const one of arrived) all.set(one.to, [...(all.get(one.to) ?? []), one])
  return all
}
