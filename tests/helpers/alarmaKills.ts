import { type ChildProcess, spawn } from 'node:child_process'
import { createHmac, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from '../../tools/lib/port.ts'
import { program } from './program.ts'
import { LocalTwilio, LocalWhatsApp } from './providers.ts'

/** Steps of the queue that are functions of the database: killed as one begins, and as it ends. */
const STEPS = [
  'abrir_alerta',
  'atender_pendientes',
  'tomar_envios',
  'registrar_codigos',
  'anotar_envios',
  'siguiente_envio',
] as const
const PROVIDERS = ['correo', 'push', 'sms', 'whatsapp'] as const

/** A moment at which the server is killed. `undone`: the database had not done it yet; `unheard`: it has, and nobody heard. */
export type Moment =
  | { at: (typeof STEPS)[number]; how: 'undone' | 'unheard' }
  | { at: (typeof PROVIDERS)[number]; how: 'asked' | 'taken' }

/** Twenty moments, so that there is one between every two steps. */
export const MOMENTS: Moment[] = [
  ...STEPS.flatMap((at): Moment[] => [
    { at, how: 'undone' },
    { at, how: 'unheard' },
  ]),
  ...PROVIDERS.flatMap((at): Moment[] => [
    { at, how: 'asked' },
    { at, how: 'taken' },
  ]),
]

const JWT_SECRET = 'a secret of this test that every server shares'
/** A round that was begun for something else is over after this. */
const QUIET_MS = 500
/** Connections by which a crowd presses. */
const PRESSES_AT_ONCE = 4
/** Where backends wait to be killed. */
const GATE = 770_015

/** What a test starts and hands in: a database, a relay and a push service, each on this machine. */
export interface Services {
  postgres: {
    connection: { host: string; port: number; database: string; user: string; password: string }
    owner: { user: string; password: string }
    stop(): Promise<void>
  }
  relay: {
    port: number
    taken: { to: string; content: string }[]
    refuse: ((command: string) => string | undefined) | undefined
    isSilent: boolean
    close(): Promise<void>
  }
  push: {
    origin: string
    received: { path: string; message: unknown }[]
    readonly holding: number
    holdBack(how?: { taken?: boolean }): () => void
    subscribe(name: string): { endpoint: string; p256dh: string; auth: string }
    close(): Promise<unknown>
  }
}

export const settingsOf = ({ url }: LocalWhatsApp) => ({
  WHATSAPP_TOKEN: LocalWhatsApp.TOKEN,
  WHATSAPP_PHONE_ID: LocalWhatsApp.PHONE,
  WHATSAPP_TEMPLATE: 'aviso',
  WHATSAPP_APP_SECRET: LocalWhatsApp.SECRET,
  WHATSAPP_VERIFY_TOKEN: 'w',
  WHATSAPP_API_URL: url,
})

/** A server in a process of its own, on a database and providers that stay. */
export class ServingProcess {
  private constructor(
    private readonly child: ChildProcess,
    readonly url: string,
    readonly anonKey: string,
  ) {}

  /** @param folder its data, which several may share @param settings of the ways that cost @returns once it serves */
  static async start(
    folder: string,
    { relay, push }: Pick<Services, 'relay' | 'push'>,
    { connection, owner }: Services['postgres'],
    settings: Record<string, string>,
  ): Promise<ServingProcess> {
    const login = `${owner.user}:${encodeURIComponent(owner.password)}`
    const host = encodeURIComponent(connection.host)
    const child = spawn(process.execPath, program('tools/api-server.ts'), {
      stdio: ['ignore', 'pipe', 'ignore'],
      env: {
        ...process.env,
        AMPARO_DATA: folder,
        AMPARO_JWT_SECRET: JWT_SECRET,
        AMPARO_RATE_FACTOR: '100000',
        DATABASE_URL: `postgres://${login}@localhost:${connection.port}/${connection.database}?host=${host}`,
        PORT: String(await freePort()),
        AMPARO_PUSH_SERVICES: push.origin,
        SMTP_HOST: '127.0.0.1',
        SMTP_PORT: String(relay.port),
        SMTP_FROM: 'Casa <casa@example.org>',
        ...settings,
      },
    })
    const line = await new Promise<string>((resolve, reject) => {
      createInterface({ input: child.stdout! }).once('line', resolve)
      child.once('exit', () => reject(new Error('the server ended without a word')))
    })
    const { url, anonKey } = JSON.parse(line) as { url: string; anonKey: string }
    return new ServingProcess(child, url, anonKey)
  }

  /** `kill -9`. */
  async kill(): Promise<void> {
    const { child } = this
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGKILL')
    await ended
  }
}

/** A database and providers that stay, and a server on them that is killed again and again. */
export class Killing {
  readonly relay: Services['relay']
  readonly push: Services['push']
  readonly twilio: LocalTwilio
  readonly whatsapp: LocalWhatsApp
  readonly pool: pg.Pool
  private readonly postgres: Services['postgres']
  private server: ServingProcess | undefined

  private constructor(
    { postgres, relay, push }: Services,
    private readonly folder: string,
    providers: Pick<Killing, 'twilio' | 'whatsapp'>,
  ) {
    this.postgres = postgres
    this.relay = relay
    this.push = push
    ;({ twilio: this.twilio, whatsapp: this.whatsapp } = providers)
    this.pool = new pg.Pool({ ...postgres.connection, max: 8 })
    this.pool.on('error', () => undefined)
  }

  static async start(services: Services): Promise<Killing> {
    const [twilio, whatsapp] = await Promise.all([new LocalTwilio().start(), new LocalWhatsApp().start()])
    const folder = await mkdtemp(path.join(tmpdir(), 'amparo-kills-'))
    const killing = new Killing(services, folder, { twilio, whatsapp })
    await killing.serve()
    for (const step of STEPS) await killing.gate(step)
    return killing
  }

  async end(): Promise<void> {
    await this.kill()
    await this.pool.end()
    await this.relay.close()
    await this.push.close()
    this.twilio.stop()
    this.whatsapp.stop()
    await this.postgres.stop()
    await rm(this.folder, { recursive: true, force: true })
  }

  /** Starts the server, which sends at once whatever is due. */
  async serve(): Promise<void> {
    const { twilio, whatsapp } = this
    this.server = await ServingProcess.start(this.folder, this, this.postgres, {
      TWILIO_ACCOUNT_SID: LocalTwilio.ACCOUNT,
      TWILIO_AUTH_TOKEN: LocalTwilio.TOKEN,
      TWILIO_FROM: LocalTwilio.FROM,
      TWILIO_API_URL: twilio.url,
      ...settingsOf(whatsapp),
    })
  }

  /** `kill -9`. */
  async kill(): Promise<void> {
    await this.server?.kill()
  }

  /** What was claimed by a server that is no more is due now, not in a minute. */
  async passMinute(): Promise<void> {
    await this.pool.query(
      `update interno.envios set vence = least(vence, now()), tomado_hasta = null
       where terminado_en is null and (tomado_hasta is not null or vence > now())`,
    )
    await this.pool.query(`select pg_notify('alarma', '')`)
  }

  /** Makes a step stop where it begins, or ends, while the lock of that name is held. */
  private async gate(step: (typeof STEPS)[number]): Promise<void> {
    const { rows } = await this.pool.query<{ definition: string; args: string | null }>(
      `select pg_get_functiondef(p.oid) as definition,
         (select string_agg(quote_ident(n), ', ') from unnest(p.proargnames) n) as args
       from pg_proc p where p.pronamespace = 'interno'::regnamespace and p.proname = $1`,
      [step],
    )
    const { definition, args } = rows[0]!
    await this.pool.query(definition.replace(`interno.${step}(`, `interno.${step}_propia(`))
    const header = definition.slice(0, definition.indexOf('\n LANGUAGE'))
    const call = `interno.${step}_propia(${args ?? ''})`
    const number = STEPS.indexOf(step) * 2
    const returns = /RETURNS ([\w ]+)/.exec(header)![1]
    await this.pool.query(`${header}
      language plpgsql security definer set search_path = '' as $gate$
      #variable_conflict use_column
      declare answer text;
      begin
        perform pg_advisory_xact_lock_shared(${GATE}, ${number});
        select ${call} into answer;
        perform pg_advisory_xact_lock_shared(${GATE}, ${number + 1});
        return answer::${returns};
      end $gate$`)
  }

  /** A member with one contact, by all four ways; her press as her device would send it, again until it is heard. */
  async member(): Promise<{ id: string; at: Record<string, string>; press: () => Promise<boolean> }> {
    const id = randomUUID()
    const contacto = randomUUID()
    const number = `+52551${String(Date.now()).slice(-7)}`
    const { endpoint, p256dh, auth } = this.push.subscribe(`a-${id}`)
    const at = {
      correo: `${id}@ejemplo.mx`,
      push: endpoint,
      sms: number,
      whatsapp: number,
    }
    await makeMembers(this.pool, [{ id, contacto, at, p256dh, auth }])
    const cliente_id = randomUUID()
    const authorization = await this.tokenOf(id)
    const press = async () => {
      const response = await fetch(`${this.server!.url}/rest/v1/rpc/abrir_alerta`, {
        method: 'POST',
        headers: { apikey: this.server!.anonKey, 'content-type': 'application/json', authorization },
        body: JSON.stringify({ cliente_id, pulsada_en: new Date().toISOString(), pausa_s: 0 }),
        signal: AbortSignal.timeout(20_000),
      }).catch(() => undefined)
      if (response && !response.ok) throw new Error(`a press was refused: ${await response.text()}`)
      return response !== undefined
    }
    return { id, at, press }
  }

  private async tokenOf(id: string): Promise<string> {
    const session = randomUUID()
    await this.pool.query(
      `insert into auth.sessions (id, user_id, created_at, updated_at, aal) values ($1, $2, now(), now(), 'aal1')`,
      [session, id],
    )
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const claims = {
      role: 'authenticated',
      aud: 'authenticated',
      sub: id,
      session_id: session,
      aal: 'aal1',
      exp: 4_000_000_000,
    }
    const body = `${part({ alg: 'HS256', typ: 'JWT' })}.${part(claims)}`
    return `Bearer ${body}.${createHmac('sha256', JWT_SECRET).update(body).digest('base64url')}`
  }

  /**
   * One alert, in the midst of which the server is killed.
   * @returns what went wrong, in words; nothing where it reached everybody and no state was ahead of its proof
   */
  async around(moment: Moment): Promise<string[]> {
    const wrong: string[] = []
    const member = await this.member()
    await delay(QUIET_MS)
    const step = STEPS.indexOf(moment.at as (typeof STEPS)[number])
    const stopped =
      step >= 0
        ? this.stopAt(step * 2 + (moment.how === 'undone' ? 0 : 1), moment.how)
        : this.stopProvider(moment, member.at)
    const killed = stopped.then(async (release) => {
      await this.kill()
      await release()
    })
    // She presses until somebody answers, as her device does.
    let heard = false
    const pressing = (async () => {
      await delay(100)
      while (!heard) {
        heard = await member.press()
        if (!heard) await delay(200)
      }
    })()
    await killed
    wrong.push(...(await this.ahead(member)).map((what) => `after the kill ${what}`))
    await this.serve()
    await pressing
    const deadline = Date.now() + 20_000
    for (;;) {
      await this.passMinute()
      const { rows } = await this.pool.query<{ estado: string }>(
        'select estado from public.entregas where user_id = $1',
        [member.id],
      )
      if (rows.length === 4 && rows.every(({ estado }) => estado === 'enviada')) break
      if (Date.now() > deadline) {
        wrong.push(`lost: ${JSON.stringify(rows)}`)
        break
      }
      await delay(200)
    }
    wrong.push(...(await this.ahead(member)))
    for (const way of PROVIDERS) {
      const links = this.takenBy(way, member.at[way]!).map(
        (text) => /[\w-]{32}(?=\?por=)/.exec(text)?.[0] ?? JSON.parse(text || '{}').codigo,
      )
      if (links.length === 0) wrong.push(`nothing by ${way}`)
      if (new Set(links).size > 1) wrong.push(`two links by ${way}`)
      const { rows } = await this.pool.query<{ seen: unknown }>('select public.ver_alerta($1, $2) as seen', [
        links[0],
        way,
      ])
      if (!rows[0]?.seen) wrong.push(`a link by ${way} opens nothing`)
    }
    return wrong
  }

  /**
   * Many members press while the server is killed again and again.
   * @returns how many messages never left, how many were said to have left and had not, and how many left twice
   */
  async flood(
    alerts: number,
    kills: number,
  ): Promise<Record<'lost' | 'ahead' | 'twice' | 'seconds', number>> {
    const began = Date.now()
    const members = Array.from({ length: alerts }, (_, n) => ({
      id: randomUUID(),
      contacto: randomUUID(),
      at: { sms: `+5255${String(10_000_000 + n)}`, correo: `m${n}@ejemplo.mx` },
    }))
    for (let from = 0; from < alerts; from += 1_000)
      await makeMembers(this.pool, members.slice(from, from + 1_000))
    const round = Math.ceil(alerts / kills)
    let ahead = 0
    for (let from = 0; from < alerts; from += round) {
      const ids = members.slice(from, from + round).map(({ id }) => id)
      const pressing = this.pressAll(ids)
      // In the midst of it: some have pressed, some of their messages have left, most have not.
      await delay(300 + Math.random() * 700)
      await this.kill()
      await pressing
      ahead += await this.countAhead()
      // What the one that is no more had in hand; not what its successor has, which would leave twice.
      await this.passMinute()
      await this.serve()
    }
    const done = async () => {
      const { rows } = await this.pool.query<{ left: number }>(
        `select count(*)::int as left from public.entregas where estado = 'en_cola' and user_id = any ($1::uuid[])`,
        [members.map(({ id }) => id)],
      )
      return rows[0]!.left
    }
    const deadline = Date.now() + 30 * 60_000
    // What was claimed in the very instant of a kill waits out its minute, as it would anywhere.
    while ((await done()) > 0 && Date.now() < deadline) await delay(1_000)
    ahead += await this.countAhead()
    const sms = this.twilio.taken.map(({ to }) => to)
    const mails = this.relay.taken.map(({ to }) => to)
    const reached = new Set([...sms, ...mails])
    const lost = members.flatMap(({ at }) => Object.values(at)).filter((at) => !reached.has(at)).length
    return {
      lost: lost + (await done()),
      ahead,
      twice: sms.length + mails.length - reached.size,
      seconds: Math.round((Date.now() - began) / 1_000),
    }
  }

  /** Each press by itself, as many at once as connections are left, so that a kill falls between them too. */
  private async pressAll(ids: string[]): Promise<void> {
    const waiting = [...ids]
    const press = async () => {
      for (let id = waiting.pop(); id; id = waiting.pop())
        await this.pool.query(`select interno.levantar($1, gen_random_uuid(), 'boton', now(), 0)`, [id])
    }
    await Promise.all(Array.from({ length: PRESSES_AT_ONCE }, press))
  }

  private async countAhead(): Promise<number> {
    const { rows } = await this.pool.query<{ destino: string }>(
      `select v.destino from public.entregas e join interno.vias_contacto v on v.contacto_id = e.contacto_id and v.via = e.via
       where e.estado not in ('en_cola', 'fallida') and e.via in ('sms', 'correo')`,
    )
    const reached = new Set([...this.twilio.taken, ...this.relay.taken].map(({ to }) => to))
    return rows.filter(({ destino }) => !reached.has(destino)).length
  }

  /** States that say more than a provider has taken. */
  private async ahead({ id, at }: { id: string; at: Record<string, string> }): Promise<string[]> {
    const { rows } = await this.pool.query<{ via: (typeof PROVIDERS)[number]; estado: string }>(
      'select via, estado from public.entregas where user_id = $1',
      [id],
    )
    return rows
      .filter(({ via, estado }) => estado === 'enviada' && this.takenBy(via, at[via]!).length === 0)
      .map(({ via }) => `${via} is said to have left, and has not`)
  }

  private takenBy(way: (typeof PROVIDERS)[number], at: string): string[] {
    if (way === 'push')
      return this.push.received
        .filter(({ path: where }) => at.endsWith(where))
        .map(({ message }) => JSON.stringify(message))
    if (way === 'correo')
      return this.relay.taken
        .filter(({ to }) => to === at)
        .map(({ content }) => content.replaceAll('=\n', '').replaceAll('=3D', '='))
    const { taken } = way === 'sms' ? this.twilio : this.whatsapp
    return taken.filter(({ to }) => at.endsWith(to)).map(({ text }) => text)
  }

  /** @returns once a backend stands at a gate; called after the kill, lets it go, or has it ended undone */
  private async stopAt(gate: number, how: string): Promise<() => Promise<void>> {
    const holder = await this.pool.connect()
    await holder.query('select pg_advisory_lock($1, $2)', [GATE, gate])
    for (;;) {
      const { rows } = await this.pool.query<{ pid: number }>(
        `select pid from pg_locks where locktype = 'advisory' and not granted and classid = ${GATE} and objid = $1`,
        [gate],
      )
      if (rows.length > 0)
        return async () => {
          if (how === 'undone')
            await this.pool.query('select pg_terminate_backend(pid) from unnest($1::int[]) pid', [
              rows.map(({ pid }) => pid),
            ])
          await holder.query('select pg_advisory_unlock($1, $2)', [GATE, gate])
          holder.release()
          await delay(100)
        }
      await delay(10)
    }
  }

  /** @returns once a provider was asked, or has taken it and has not said so */
  private async stopProvider(
    { at, how }: Moment,
    where: Record<string, string>,
  ): Promise<() => Promise<void>> {
    const { relay, push, twilio, whatsapp } = this
    if (at === 'sms' || at === 'whatsapp') {
      const provider = at === 'sms' ? twilio : whatsapp
      const before = provider.asked
      provider.fault = how === 'asked' ? 'never answers' : 'takes it and never answers'
      while (provider.asked === before) await delay(5)
      return async () => {
        provider.fault = undefined
      }
    }
    if (at === 'push') {
      const release = push.holdBack({ taken: how === 'taken' })
      while (push.holding === 0) await delay(5)
      return async () => release()
    }
    let reached = false
    relay.refuse = (line) => {
      if (
        (how === 'asked' ? line.startsWith('RCPT') : line === '.') &&
        line.includes(how === 'asked' ? where.correo! : '')
      ) {
        reached = true
        relay.isSilent = true
      }
      return undefined
    }
    while (!reached) await delay(5)
    return async () => {
      relay.refuse = undefined
      relay.isSilent = false
    }
  }
}

interface NewMember {
  id: string
  contacto: string
  at: Partial<Record<(typeof PROVIDERS)[number], string>>
  p256dh?: string
  auth?: string
}

/** Members with one contact each who said yes, straight into the tables. */
export async function makeMembers(pool: pg.Pool, members: NewMember[]): Promise<void> {
  await pool.query(
    `with given as (select * from jsonb_to_recordset($1) as g (id uuid)),
     users as (
       insert into auth.users (id, aud, role, email, email_confirmed_at, raw_user_meta_data, created_at, updated_at)
       select id, 'authenticated', 'authenticated', id || '@ella.mx', now(), '{"username": "Ana", "identidad_genero": "mujer cis"}', now(), now() from given
       returning id
     ) select count(*) from users`,
    [JSON.stringify(members.map(({ id }) => ({ id })))],
  )
  await pool.query(
    `with given as (select * from jsonb_to_recordset($1) as g (id uuid, contacto uuid, n int))
     insert into public.contactos_emergencia (id, user_id, nombre, telefono, prioridad, activo)
     select contacto, id, 'Lucía', '+5255' || lpad(n::text, 8, '0'), 1, true from given`,
    [JSON.stringify(members.map(({ id, contacto }, n) => ({ id, contacto, n })))],
  )
  await pool.query(
    `insert into interno.confianzas (contacto_id, user_id, estado, telefono, vence_en, respondida_en)
     select c.id, c.user_id, 'acepto', c.telefono, now() + interval '30 days', now() from public.contactos_emergencia c where c.id = any ($1::uuid[])
     on conflict (contacto_id) do update set estado = 'acepto', respondida_en = now()`,
    [members.map(({ contacto }) => contacto)],
  )
  const ways = members.flatMap(({ id, contacto, at, p256dh, auth }) =>
    Object.entries(at).map(([via, destino]) => ({
      user_id: id,
      contacto_id: contacto,
      via,
      destino,
      ...(via === 'push' && { p256dh, auth }),
    })),
  )
  await pool.query(
    `insert into interno.vias_contacto (contacto_id, user_id, via, destino, p256dh, auth, confirmada_en, probada_en)
     select contacto_id, user_id, via, destino, p256dh, auth, now(), now()
     from jsonb_to_recordset($1) as w (contacto_id uuid, user_id uuid, via text, destino text, p256dh text, auth text)`,
    [JSON.stringify(ways)],
  )
}
