import { createHmac, randomUUID } from 'node:crypto'
import bcrypt from 'bcrypt'
import type pg from 'pg'
import sharp from 'sharp'
import { WebSocket } from 'ws'
import { HOME, type Kind } from './mix.ts'
import type { Served } from './processes.ts'

export const PASSWORD = 'bugambilias en la barda 71'
/** Of contacts of a member who presses. */
const CONTACTS = 3

type Target = Pick<Served, 'url' | 'anonKey' | 'jwtSecret'>

interface Member {
  id: string
  token: string
  headers: Record<string, string>
  /** Among twenty, or among five hundred. */
  small: string
  written: number
}

export interface Answer {
  kind: 'read' | 'signin' | 'write' | 'press'
  ms: number
  isRefused: boolean
}

/** Members of an installation, what their browsers ask of it, and what they hear. Whatever is measured is handed to `onAnswer` and `onLive`. */
export class Town {
  readonly members: Member[] = []
  onAnswer: (answer: Answer) => void = () => {}
  onLive: (ms: number) => void = () => {}
  /** Milliseconds from a press until the last of its messages is at a provider; infinite where some never is. */
  onHandedOver: (ms: number) => void = () => {}
  private readonly sent = new Map<string, number>()
  private readonly handed = new Map<string, () => void>()
  private sockets: WebSocket[] = []
  private large = ''
  private picture = new Uint8Array()
  private turn = 0
  private presses = 0
  private round = 0

  constructor(
    private readonly database: pg.Client,
    private readonly pushOrigin: string,
    private readonly key: (name: string) => { p256dh: string; auth: string },
  ) {}

  /** @param listening whose sockets are open: half of them in one circle, the others in circles of twenty */
  async found(accounts: number, listening: number, jwtSecret: string): Promise<void> {
    const { database } = this
    const hash = await bcrypt.hash(PASSWORD, 10)
    await database.query(
      `insert into auth.users (id, aud, role, email, encrypted_password, email_confirmed_at, raw_app_meta_data, raw_user_meta_data)
       select md5('m' || n)::uuid, 'authenticated', 'authenticated', 'm' || n || '@bench.test', $2, now(),
         '{"provider": "email", "providers": ["email"]}', jsonb_build_object('username', 'M' || n, 'identidad_genero', 'mujer cis')
       from generate_series(1, $1::int) n`,
      [accounts, hash],
    )
    await database.query(
      `insert into auth.identities (provider_id, user_id, provider, identity_data, last_sign_in_at)
       select id::text, id, 'email', jsonb_build_object('sub', id, 'email', email, 'email_verified', true), now() from auth.users where email like '%@bench.test'`,
    )
    await database.query(
      `insert into auth.sessions (id, user_id, created_at, updated_at) select id, id, now(), now() from auth.users where email like '%@bench.test'`,
    )
    await database.query(
      `insert into public.contactos_emergencia (id, user_id, nombre, telefono, prioridad, activo)
       select md5('c' || n || '-' || c)::uuid, md5('m' || n)::uuid, 'Lucía', '+5255' || lpad((n * 10 + c)::text, 8, '0'), c, true
       from generate_series(1, $1::int) n, generate_series(1, ${CONTACTS}) c`,
      [listening],
    )
    await database.query(
      `insert into interno.confianzas (contacto_id, user_id, estado, telefono, vence_en, respondida_en)
       select id, user_id, 'acepto', telefono, now() + interval '1 day', now() from public.contactos_emergencia`,
    )
    const ways = Array.from({ length: listening }, (_, n) =>
      Array.from({ length: CONTACTS }, (_, c) => ({ n: n + 1, c: c + 1, ...this.key(`${n + 1}-${c + 1}`) })),
    ).flat()
    await database.query(
      `insert into interno.vias_contacto (contacto_id, user_id, via, destino, p256dh, auth, confirmada_en)
       select md5('c' || n || '-' || c)::uuid, md5('m' || n)::uuid, via, case via when 'push' then $2 || '/' || n || '-' || c else 'c' || n || '-' || c || '@ejemplo.mx' end,
         case via when 'push' then p256dh end, case via when 'push' then auth end, now()
       from jsonb_to_recordset($1) as w (n int, c int, p256dh text, auth text), unnest(array['push', 'correo']) via`,
      [JSON.stringify(ways), this.pushOrigin],
    )
    const { rows } = await database.query<{ id: string }>(
      `insert into public.salas_comunidad (nombre) select 'Sala ' || n from generate_series(0, $1::int) n returning id`,
      [Math.ceil(listening / 40)],
    )
    const [large, ...small] = rows.map(({ id }) => id)
    this.large = large!
    for (let n = 1; n <= listening; n++) {
      const { rows: known } = await database.query<{ id: string }>(`select md5('m' || $1)::uuid as id`, [n])
      const { id } = known[0]!
      const token = sign(id, jwtSecret)
      this.members.push({ id, token, headers: {}, small: small[n % small.length]!, written: 0 })
    }
    const picture = await sharp({
      create: {
        width: 1_200,
        height: 900,
        channels: 3,
        background: '#807060',
        noise: { type: 'gaussian', mean: 128, sigma: 30 },
      },
    })
      .jpeg({ quality: 80 })
      .toBuffer()
    this.picture = new Uint8Array(picture)
    await database.query('analyze')
  }

  /** Where they ask from now on, each at one of these processes. */
  moveTo(targets: Target[]): void {
    for (const [n, member] of this.members.entries()) {
      const { url, anonKey } = targets[n % targets.length]!
      member.headers = {
        url,
        apikey: anonKey,
        authorization: `Bearer ${member.token}`,
        'content-type': 'application/json',
      }
    }
  }

  /** Opens a socket for each of the first so many members. */
  async listen(count: number): Promise<void> {
    for (let from = 0; from < count; from += 25)
      this.sockets.push(
        ...(await Promise.all(
          this.members
            .slice(from, Math.min(count, from + 25))
            .map((member, n) => this.join(member, from + n < count / 2 ? this.large : member.small)),
        )),
      )
  }

  async hangUp(): Promise<void> {
    const closing = this.sockets.splice(0)
    await Promise.all(
      closing.map((socket) => {
        const closed = new Promise((resolve) => socket.once('close', resolve))
        socket.close()
        return closed
      }),
    )
  }

  private join(member: Member, circle: string): Promise<WebSocket> {
    const { url, apikey } = member.headers
    const socket = new WebSocket(
      `${url!.replace('http', 'ws')}/realtime/v1/websocket?apikey=${apikey}&vsn=2.0.0`,
      {
        perMessageDeflate: false,
      },
    )
    const config = {
      private: true,
      postgres_changes: [
        { event: 'INSERT', schema: 'public', table: 'mensajes_sala', filter: `sala_id=eq.${circle}` },
      ],
    }
    const frame = [
      '1',
      '1',
      `realtime:mensajes:${randomUUID()}`,
      'phx_join',
      { config, access_token: member.token },
    ]
    const beat = setInterval(() => socket.send('[null,"0","phoenix","heartbeat",{}]'), 25_000)
    socket.once('close', () => clearInterval(beat))
    return new Promise((resolve, reject) => {
      socket.once('error', reject)
      socket.once('open', () => socket.send(JSON.stringify(frame)))
      socket.on('message', (data) => {
        const [, , , event, payload] = JSON.parse(data.toString())
        if (event === 'postgres_changes') {
          const start = this.sent.get(payload.data.record.id)
          if (start !== undefined) this.onLive(performance.now() - start)
        } else if (event === 'system' && payload.status === 'ok') resolve(socket)
        else if (payload.status === 'error') reject(new Error(JSON.stringify(payload)))
      })
    })
  }

  /** One of them does something. */
  async do(kind: Kind): Promise<void> {
    const member = this.members[this.turn++ % this.members.length]!
    const { id } = member
    if (kind === 'home') {
      await Promise.all(HOME.map((_, n) => this.readHome(n, member)))
    } else if (kind === 'line20' || kind === 'line500') {
      const line = randomUUID()
      this.sent.set(line, performance.now())
      await this.write(member, 'mensajes_sala', {
        id: line,
        sala_id: kind === 'line20' ? member.small : this.large,
        user_id: id,
        contenido: 'Un mensaje como los que se escriben en un círculo.',
      })
    } else if (kind === 'diary') {
      member.written += 1
      const fecha = new Date(Date.UTC(2015, 0, member.written)).toISOString().slice(0, 10)
      await this.write(member, 'diario_personal?on_conflict=user_id,fecha', {
        user_id: id,
        fecha,
        contenido: 'Hoy fue un día largo. '.repeat(30),
      })
    } else if (kind === 'signin') {
      const body = JSON.stringify({
        email: `m${(this.turn % this.members.length) + 1}@bench.test`,
        password: PASSWORD,
      })
      const { authorization: _, ...headers } = member.headers
      await this.ask('signin', { ...member, headers }, 'auth/v1/token?grant_type=password', 'POST', body)
    } else if (kind === 'upload') {
      await this.ask('write', member, `storage/v1/object/profiles/avatars/${id}.jpg`, 'POST', this.picture, {
        'content-type': 'image/jpeg',
        'x-upsert': 'true',
      })
    } else await this.press()
  }

  /** One of the things that Home asks. */
  async readHome(n: number, member = this.members[0]!): Promise<void> {
    const { method, path } = HOME[n]!
    await this.ask(
      'read',
      member,
      `rest/v1/${path.replaceAll('ME', member.id)}`,
      method,
      method === 'POST' ? '{}' : undefined,
    )
  }

  /** From her press until all her contacts' providers have it; then she ends it. */
  private async press(): Promise<void> {
    const n = this.presses++ % this.members.length
    if (n === 0) this.round += 1
    const member = this.members[n]!
    const at = Array.from({ length: CONTACTS }, (_, c) => [
      `/${n + 1}-${c + 1}`,
      `c${n + 1}-${c + 1}@ejemplo.mx`,
    ]).flat()
    const start = performance.now()
    const all = Promise.all(at.map((one) => new Promise<void>((resolve) => this.handed.set(one, resolve))))
    const alerta = await this.write(member, 'rpc/abrir_alerta', {
      cliente_id: randomUUID(),
      pulsada_en: new Date().toISOString(),
      pausa_s: 0,
    })
    let late: NodeJS.Timeout | undefined
    const never = new Promise<'never'>((resolve) => {
      late = setTimeout(() => resolve('never'), 15_000)
    })
    const outcome = await Promise.race([all, never])
    clearTimeout(late)
    this.onHandedOver(outcome === 'never' ? Number.POSITIVE_INFINITY : performance.now() - start)
    for (const one of at) this.handed.delete(one)
    await this.write(member, 'rpc/cerrar_alerta', { alerta, motivo: 'por_error' })
  }

  /** A provider has a whole message. */
  note(at: string): void {
    this.handed.get(at)?.()
  }

  private write(member: Member, path: string, body: object): Promise<unknown> {
    return this.ask('write', member, `rest/v1/${path}`, 'POST', JSON.stringify(body))
  }

  private async ask(
    kind: Answer['kind'],
    member: Member,
    path: string,
    method: string,
    body?: string | Uint8Array<ArrayBuffer>,
    more: Record<string, string> = {},
  ): Promise<unknown> {
    const { url, ...headers } = member.headers
    const start = performance.now()
    const response = await fetch(`${url}/${path}`, { method, headers: { ...headers, ...more }, body }).catch(
      () => undefined,
    )
    const text = await response?.text().catch(() => '')
    this.onAnswer({ kind, ms: performance.now() - start, isRefused: !response?.ok })
    return response?.ok && text ? JSON.parse(text) : undefined
  }
}

function sign(user: string, secret: string): string {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const claims = {
    sub: user,
    session_id: user,
    role: 'authenticated',
    aud: 'authenticated',
    aal: 'aal1',
    exp: 4_000_000_000,
  }
  const body = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}`
  return `${body}.${createHmac('sha256', secret).update(body).digest('base64url')}`
}
