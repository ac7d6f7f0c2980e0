import { createHmac, randomInt, randomUUID } from 'node:crypto'
import { readdir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import sharp from 'sharp'
import { WebSocket } from 'ws'
import { type Received, type Sent, sender } from '../../tests/helpers/people.ts'
import { type ServerProcess, startServerProcess } from '../../tests/helpers/serverProcess.ts'
import type { Tally } from '../tally.ts'
import { percentile, residentMb } from './figures.ts'

const MINUTES = Number(process.env.SOAK_MINUTES ?? 60)
const ACCOUNTS = Number(process.env.SOAK_ACCOUNTS ?? 20_000)
const ONLINE = Number(process.env.SOAK_ONLINE ?? 300)
/** What is done daily is done so often. */
const DAYS = 7
/** Who come in the same instant. */
const AT_ONCE = 10
const MB = 1024 * 1024

interface Answer {
  what: string
  at: number
  ms: number
}

/** What the members share. */
class Life {
  readonly answers: Answer[] = []
  readonly refusals = new Map<string, number>()
  heard = 0
  isOver = false
  constructor(
    readonly server: ServerProcess,
    readonly secret: string,
    readonly pictures: Buffer[],
  ) {}

  note(refusal: string): void {
    this.refusals.set(refusal, (this.refusals.get(refusal) ?? 0) + 1)
  }
}

/**
 * A week of life in an hour: 20,000 accounts, 300 of them online with a live channel, who chat, write diaries and agendas, look around,
 * change their picture, press and close. Memory and what should not grow are flat, the answers of the last part as quick as those of the
 * first, nothing is refused, and nothing stands in the error log.
 */
export async function hourOfLife(tally: Tally): Promise<void> {
  const server = await startServerProcess({ AMPARO_RATE_FACTOR: '1000' })
  const { jwtSecret } = JSON.parse(await readFile(path.join(server.dataDir, 'secrets.json'), 'utf8'))
  const life = new Life(server, jwtSecret, await Promise.all([40, 120, 200].map(picture)))
  try {
    const salas = await furnish(server)
    const members = Array.from({ length: ONLINE }, (_, n) => new Member(life, idOf(n + 1), salas[n % 10]!))
    // One after the other, as people come.
    for (let first = 0; first < members.length; first += AT_ONCE)
      await Promise.all(members.slice(first, first + AT_ONCE).map((member) => member.listen()))
    const start = performance.now()
    const end = start + MINUTES * 60_000
    const living = members.map((member) => member.live())
    const memory: number[] = []
    let days = 0
    while (performance.now() < end) {
      await delay(5_000)
      memory.push(await residentMb(server.pid))
      if (days < DAYS && performance.now() - start > ((days + 1) * (end - start)) / (DAYS + 1)) {
        days += 1
        await passDay(server)
      }
    }
    life.isOver = true
    await Promise.all(living)
    for (const member of members) member.leave()
    // The last lines of the log are written within a second.
    await delay(1_500)
    tally.check(`${days} days, ${life.answers.length} requests, ${life.heard} live messages`, days === DAYS)
    judgeTimes(tally, life.answers, start, end)
    judgeMemory(tally, memory)
    await judgeFiles(tally, server)
    await judgeLog(tally, server)
    tally.check('nothing is refused', life.refusals.size === 0, [...life.refusals].slice(0, 3).join(' | '))
  } finally {
    life.isOver = true
    await server.stop()
  }
}

const idOf = (number: number) => `e0000000-0000-4000-8000-${String(number).padStart(12, '0')}`

/** Accounts as a sign-up would have admitted them, sessions of who is online, a contact for each of these. @returns circles */
async function furnish({ sql }: ServerProcess): Promise<string[]> {
  await sql(
    `insert into auth.users (id, aud, role, email, email_confirmed_at, raw_app_meta_data, raw_user_meta_data)
     select ('e0000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, 'authenticated', 'authenticated',
       'm' || n || '@example.org', now(), '{}', jsonb_build_object('username', 'M' || n, 'identidad_genero', 'mujer cis')
     from generate_series(1, $1::int) n`,
    [ACCOUNTS],
  )
  await sql(
    `insert into auth.sessions (id, user_id) select id, id from auth.users where email like 'm%@example.org' order by id limit $1`,
    [ONLINE],
  )
  await sql(
    `insert into contactos_emergencia (user_id, nombre, telefono, prioridad, activo)
     select user_id, 'Raúl', '+525512345678', 1, true from auth.sessions where user_id::text like 'e0000000%'`,
  )
  await sql('analyze')
  const rows = await sql(
    `insert into salas_comunidad (nombre) select 'Sala ' || n from generate_series(1, 10) n returning id`,
  )
  return rows.map(({ id }) => id)
}

function picture(size: number): Promise<Buffer> {
  const background = { r: size, g: 80, b: 120 }
  return sharp({ create: { width: size, height: size, channels: 3, background } })
    .jpeg()
    .toBuffer()
}

/** What is done daily, done now. */
async function passDay({ sql }: ServerProcess): Promise<void> {
  const tasks = await sql(`select orden from interno.tareas() where orden like 'select interno.%()'`)
  for (const { orden } of tasks) await sql(orden)
}

/** One who is online: a live channel, and a deed now and then. */
class Member {
  private readonly token: string
  private readonly send: (path: string, sent?: Sent) => Promise<Received>
  private written = 0
  private socket: WebSocket | undefined
  private beat: NodeJS.Timeout | undefined

  constructor(
    private readonly life: Life,
    private readonly id: string,
    private readonly sala: string,
  ) {
    const exp = Math.floor(Date.now() / 1000) + MINUTES * 60 + 3_600
    const text = [
      { alg: 'HS256', typ: 'JWT' },
      { sub: id, session_id: id, role: 'authenticated', aud: 'authenticated', exp },
    ]
      .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
      .join('.')
    this.token = `${text}.${createHmac('sha256', life.secret).update(text).digest('base64url')}`
    this.send = sender(life.server, this.token)
  }

  async listen(): Promise<void> {
    const { url, anonKey } = this.life.server
    const socket = new WebSocket(
      `${url.replace('http', 'ws')}/realtime/v1/websocket?apikey=${anonKey}&vsn=1.0.0`,
    )
    this.socket = socket
    socket.on('error', () => {})
    await new Promise((resolve) => socket.once('open', resolve))
    const joined = new Promise<void>((resolve, reject) =>
      socket.on('message', (text) => {
        const message = JSON.parse(String(text))
        if (message.event === 'postgres_changes') this.life.heard += 1
        if (message.event !== 'phx_reply' || message.ref !== '1') return
        if (message.payload.status === 'ok') resolve()
        else reject(new Error(message.payload.response.reason))
      }),
    )
    const say = (topic: string, event: string, payload: object, ref: string) =>
      socket.send(JSON.stringify({ topic, event, payload, ref, join_ref: '1' }))
    const filter = `sala_id=eq.${this.sala}`
    const changes = { event: 'INSERT', schema: 'public', table: 'mensajes_sala', filter }
    const config = { private: true, postgres_changes: [changes] }
    say(`realtime:mensajes:${randomUUID()}`, 'phx_join', { config, access_token: this.token }, '1')
    this.beat = setInterval(() => say('phoenix', 'heartbeat', {}, '2'), 25_000)
    await joined
  }

  leave(): void {
    clearInterval(this.beat)
    this.socket?.terminate()
  }

  async live(): Promise<void> {
    await delay(randomInt(1, 15_000))
    while (!this.life.isOver) {
      await this.doSomething().catch((error) => this.life.note(`broken ${error?.name}`))
      await delay(randomInt(5_000, 15_000))
    }
  }

  private async doSomething(): Promise<void> {
    const { id: user_id, sala: sala_id } = this
    const chance = randomInt(100)
    if (chance < 40)
      await this.ask(
        'look',
        `/rest/v1/mensajes_sala?select=id,contenido,creado_en&sala_id=eq.${sala_id}&order=creado_en.desc&limit=50`,
      )
    else if (chance < 55) await this.ask('look', '/rest/v1/numeros_emergencia?select=*')
    else if (chance < 75) {
      const contenido = 'Un mensaje como los que se escriben.'
      await this.write('chat', 'mensajes_sala', { id: randomUUID(), sala_id, user_id, contenido })
    } else if (chance < 85) {
      this.written += 1
      const fecha = new Date(Date.UTC(2020, 0, 1 + this.written)).toISOString().slice(0, 10)
      const contenido = 'Hoy fue un día largo. '.repeat(30)
      await this.write('diary', 'diario_personal', { user_id, fecha, contenido })
    } else if (chance < 93)
      await this.write('agenda', 'agenda_personal', { user_id, titulo: 'Cita', fecha: '2027-01-15' })
    else if (chance < 98)
      await this.ask('picture', `/storage/v1/object/profiles/avatars/${user_id}.jpg`, {
        method: 'POST',
        headers: { 'content-type': 'image/jpeg', 'x-upsert': 'true' },
        body: this.life.pictures[randomInt(this.life.pictures.length)],
      })
    else await this.press()
  }

  /** She presses, and it was by mistake. */
  private async press(): Promise<void> {
    const body = { cliente_id: randomUUID(), pulsada_en: new Date().toISOString(), pausa_s: 60 }
    const alerta = await this.write('alarm', 'rpc/abrir_alerta', body)
    if (alerta) await this.write('alarm', 'rpc/cerrar_alerta', { alerta, motivo: 'por_error' })
  }

  private write(what: string, where: string, body: object) {
    return this.ask(what, `/rest/v1/${where}`, { method: 'POST', body })
  }

  private async ask(what: string, where: string, sent?: Sent) {
    const { status, ms, json, text } = await this.send(where, sent)
    this.life.answers.push({ what, at: performance.now(), ms })
    if (status >= 300) this.life.note(`${what} ${status} ${text.slice(0, 120)}`)
    return status < 300 ? json : undefined
  }
}

function judgeTimes(tally: Tally, answers: Answer[], start: number, end: number): void {
  const part = (end - start) / 5
  const p99 = (some: Answer[]) =>
    percentile(
      some.map(({ ms }) => ms),
      0.99,
    )
  const early = answers.filter(({ at }) => at > start + part / 2 && at < start + part * 1.5)
  const late = answers.filter(({ at }) => at > end - part)
  for (const what of new Set(answers.map((one) => one.what))) {
    const of = (some: Answer[]) => p99(some.filter((one) => one.what === what)).toFixed(0)
    console.log(`       ${what}: p99 ${of(early)} ms at first, ${of(late)} ms in the end`)
  }
  const [before, after] = [p99(early), p99(late)]
  tally.check(
    'answers are as quick in the end as at first',
    after <= before * 1.5 + 50,
    `p99 ${before.toFixed(0)} and ${after.toFixed(0)} ms`,
  )
}

function judgeMemory(tally: Tally, memory: number[]): void {
  const middle = percentile(memory.slice(Math.floor(memory.length / 3), Math.floor(memory.length / 2)), 0.5)
  const last = percentile(memory.slice(-Math.max(3, Math.floor(memory.length / 6))), 0.5)
  tally.check(
    'memory does not grow',
    last <= middle * 1.15 + 20,
    `${middle.toFixed(0)} MB in the middle, ${last.toFixed(0)} MB in the end`,
  )
}

async function judgeFiles(tally: Tally, { dataDir, sql }: ServerProcess): Promise<void> {
  const filesBelow = async (folder: string) =>
    // What is not there yet is empty.
    (await readdir(path.join(dataDir, folder), { recursive: true, withFileTypes: true }).catch(() => []))
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(entry.parentPath, entry.name))
  const [rows] = await sql('select count(*)::int as many from storage.objects')
  const files = (await filesBelow('storage/objects')).length
  tally.check('a file for each row', files === rows.many, `${files} for ${rows.many}`)
  const incoming = (await filesBelow('storage/incoming')).length
  tally.check('no upload is left half arrived', incoming <= 3, String(incoming))
  let wal = 0
  // Gone between the two listings.
  for (const file of await filesBelow('postgres/data/pg_wal'))
    wal += await stat(file).then(
      ({ size }) => size,
      () => 0,
    )
  tally.check('the log of PostgreSQL is bounded', wal < 300 * MB, `${(wal / MB).toFixed(0)} MB`)
}

async function judgeLog(tally: Tally, { dataDir }: ServerProcess): Promise<void> {
  const lines = (await readFile(path.join(dataDir, 'logs/server.log'), 'utf8')).trim().split('\n')
  const faults = lines.filter((line) => {
    const { level, status } = JSON.parse(line)
    return level >= 40 || status >= 500
  })
  tally.check(`nothing in the error log, of ${lines.length} lines`, faults.length === 0, faults[0])
}
