import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RunningServer } from '../server/src/start.ts'
import { localRelay } from '../server/testing/smtpRelay.ts'
import { root } from '../tools/lib/run.ts'
import { makeContact, must } from './helpers/alarma.ts'
import { sender } from './helpers/people.ts'
import { program } from './helpers/program.ts'
import { type ServerProcess, startServerProcess } from './helpers/serverProcess.ts'

/*
 * A server in a process of its own, with its PostgreSQL, whose clock is moved while it runs (libfaketime, which reads from a file how far it is off; nothing
 * else of the machine is). Before each jump: an alert that its relay does not take, a message that a provider has in hand, a recovery mail that
 * waits, two timers, a channel with a listener, an account and an address that are over a limit. What must be true stands below, line by line.
 */
const FOLDERS = [
  '/usr/lib/x86_64-linux-gnu/faketime',
  '/usr/lib/aarch64-linux-gnu/faketime',
  '/usr/lib/faketime',
]
const libraries = [...(process.env.FAKETIME_FOLDER ? [process.env.FAKETIME_FOLDER] : []), ...FOLDERS].find(
  (one) => existsSync(path.join(one, 'libfaketimeMT.so.1')),
)

const JUMPS = [
  { name: '2 hours forwards', seconds: 7_200 },
  { name: '1 hour back', seconds: -3_600 },
  { name: '3 days forwards', seconds: 259_200 },
  { name: '3 days back', seconds: -259_200 },
]
/** A line of the log, and why it is there. */
const EXPLAINED: [RegExp, string][] = [
  [/the clock was moved/, 'what this is about'],
  [/"job":"mail"/, 'the relay takes nothing, as told'],
  [/"job":"alarma"/, 'the same'],
]

const failed: string[] = []
/** One line of what was seen. */
function check(what: string, passed: boolean, detail = ''): void {
  if (!passed) failed.push(`${what}: ${detail}`)
  console.log(`${passed ? '  ok  ' : ' FAIL '} ${what}${detail && `: ${detail}`}`)
}

let folder: string
let clock: string
let offset = 0
let moves = 0
async function setClock(): Promise<void> {
  // Whole at any moment: it is read all the time.
  await writeFile(`${clock}.new`, `${offset >= 0 ? '+' : ''}${offset}\n`, { mode: 0o644 })
  await rename(`${clock}.new`, clock)
}

let relay: Awaited<ReturnType<typeof localRelay>>
/** Messages by SMS, by their key; held back while `isHolding`. */
const texts: string[] = []
const held: (() => void)[] = []
let isHolding = false
const provider = createServer(async (request, response) => {
  for await (const _ of request);
  texts.push(String(request.headers['idempotency-key']))
  if (isHolding) await new Promise<void>((resolve) => held.push(resolve))
  response.end('{}')
})
function release(): void {
  isHolding = false
  for (const answer of held.splice(0)) answer()
}

let running: ServerProcess
/** What the tests of the alarm need of a server. */
let server: RunningServer

async function open(libraries: string): Promise<void> {
  folder = await mkdtemp(path.join(tmpdir(), 'amparo-clock-'))
  await chmod(folder, 0o755)
  clock = path.join(folder, 'clock')
  await setClock()
  relay = await localRelay()
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve))
  running = await startServerProcess({
    LD_PRELOAD: path.join(libraries, 'libfaketimeMT.so.1'),
    CLOCK_LIBRARY: path.join(libraries, 'libfaketime.so.1'),
    FAKETIME_TIMESTAMP_FILE: clock,
    FAKETIME_NO_CACHE: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    NO_FAKE_STAT: '1',
    NODE_OPTIONS: `--import=tsx --import=${path.join(root, 'tests/helpers/fakedChildren.ts')}`,
    SMTP_HOST: '127.0.0.1',
    SMTP_PORT: String(relay.port),
    SMTP_FROM: 'Casa <casa@example.org>',
    SMS_URL: `http://127.0.0.1:${(provider.address() as AddressInfo).port}/`,
    AMPARO_BACKUP_FOLDER: path.join(folder, 'backups'),
  })
  server = {
    url: running.url,
    config: { secrets: { anonKey: running.anonKey } },
    query: running.sql,
  } as unknown as RunningServer
}

/** The day's backup, as the server's own job makes it, under its clock. */
async function tryBackup(isAhead: boolean): Promise<void> {
  const kept = path.join(folder, 'backups')
  const list = async () =>
    (await readdir(kept).catch(() => [])).filter((name) => name.includes('.copia')).sort()
  // What a clock that was days ahead has made is all that is there.
  if (!isAhead) for (const name of (await list()).slice(0, -1)) await rm(path.join(kept, name))
  const before = await list()
  const env = {
    ...process.env,
    LD_PRELOAD: path.join(libraries!, 'libfaketimeMT.so.1'),
    ...{
      FAKETIME_TIMESTAMP_FILE: clock,
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      NO_FAKE_STAT: '1',
    },
    AMPARO_DATA: running.dataDir,
    AMPARO_BACKUP_FOLDER: kept,
    DATABASE_URL: '',
  }
  await promisify(execFile)(process.execPath, program('tools/backup.ts', '--schedule'), { env })
  const after = await list()
  check('the backup of the day is made', after.length === before.length + 1, `${after.join(', ')}`)
}

/** @returns after how many seconds it was so; undefined where it never was */
async function within(seconds: number, look: () => Promise<unknown> | unknown): Promise<number | undefined> {
  const began = performance.now()
  const passed = () => (performance.now() - began) / 1_000
  while (!(await look())) {
    if (passed() > seconds) return undefined
    await delay(25)
  }
  return passed()
}
function seen(what: string, after: number | undefined): void {
  check(what, after !== undefined, after === undefined ? '' : `after ${after.toFixed(1)} s`)
}

describe.skipIf(process.env.AMPARO_CLOCK_TEST !== '1')('a clock that is moved', () => {
  beforeAll(async () => {
    if (!libraries)
      throw new Error(
        'libfaketime is not here (Debian: apt install faketime; elsewhere FAKETIME_FOLDER): nothing was tried.',
      )
    await open(libraries)
  }, 300_000)
  afterAll(async () => {
    release()
    await running?.stop()
    await relay?.close()
    provider.closeAllConnections()
    provider.close()
    if (folder) await rm(folder, { recursive: true, force: true })
  }, 240_000)

  for (const jump of JUMPS) {
    it(jump.name, async () => {
      failed.length = 0
      await tryJump(jump)
      if (Math.abs(jump.seconds) > 24 * 3_600) await tryBackup(jump.seconds > 0)
      expect(failed).toEqual([])
    }, 900_000)
  }

  it('leaves nothing in the log that is not explained', async () => {
    failed.length = 0
    await lookAtLogs()
    expect(failed).toEqual([])
  }, 240_000)
})

async function tryJump({ name, seconds }: (typeof JUMPS)[number]): Promise<void> {
  console.log(`\n${name}`)
  const her = await running.member()
  const friend = await running.member()
  const ella = { id: her.id, name: her.name, supabase: her.client }
  const mailed = `${randomUUID()}@ejemplo.mx`
  const number = `+5255${String(Date.now()).slice(-8)}`
  await makeContact(server, ella, [
    { via: 'correo', destino: mailed },
    { via: 'sms', destino: number },
  ])
  const start = async (minutes: number, words: string) => {
    // As the app does: by her device's clock, which is right, whatever the server's is.
    const reloj = new Date()
    const vence_en = new Date(reloj.getTime() + minutes * 60_000).toISOString()
    const cliente_id = randomUUID()
    must(
      await her.client.rpc('iniciar_llegada', {
        ...{ cliente_id, destino: words, nota: null, vence_en, contactos: null, cada_h: null, hasta: null },
        reloj: reloj.toISOString(),
      }),
    )
    return cliente_id
  }
  // A channel with a listener.
  const [sala] = await running.sql('select id from public.salas_comunidad order by created_at limit 1')
  const heard: string[] = []
  friend.client
    .channel(`mensajes:${randomUUID()}`, { config: { private: true } })
    .on(
      'postgres_changes',
      { event: 'INSERT', schema: 'public', table: 'mensajes_sala', filter: `sala_id=eq.${sala!.id}` },
      ({ new: row }) => heard.push(row.contenido),
    )
    .subscribe()
  const say = (words: string) =>
    her.client.from('mensajes_sala').insert({ sala_id: sala!.id, user_id: her.id, contenido: words })
  await within(30, async () => {
    await say(`antes ${randomUUID()}`)
    await delay(1_000)
    return heard.length > 0
  })
  // An account whose password somebody guesses, and an address that asks too often.
  const locked = await running.account()
  const guess = () =>
    running.send('/auth/v1/token?grant_type=password', {
      method: 'POST',
      body: { email: locked.email, password: 'no es' },
    })
  for (let i = 0; i < 11; i++) await guess()
  const ask = () => running.send('/auth/v1/verify', { method: 'POST', body: {} })
  for (let i = 0; i < 31; i++) await ask()
  // An alert that waits, and one message that is in a provider's hand. A mail that waits.
  relay.refuse = () => '451 4.3.0 later'
  isHolding = true
  texts.length = 0
  relay.taken.length = 0
  const recovery = await running.account()
  await running.send('/auth/v1/recover', { method: 'POST', body: { email: recovery.email } })
  const soon = await start(0.75, 'pronto')
  await start(30, 'después')
  // Her device and the server agree on what time it is.
  const now = () => new Date(Date.now() + offset * 1_000).toISOString()
  must(await her.client.rpc('abrir_alerta', { cliente_id: randomUUID(), pulsada_en: now(), pausa_s: 0 }))
  await within(20, () => texts.length > 0)
  await delay(1_000)

  offset += seconds
  await setClock()
  const moved = performance.now()
  seen(
    'the server notices',
    await within(
      15,
      async () => Number((await running.sql('select moves from local_server.clock'))[0]!.moves) > moves,
    ),
  )
  moves += 1
  // A provider that is silent for longer is asked again, clock or no clock.
  release()
  // She presses a moment later: her session is renewed where it ended, as the app does it.
  const renewed = await her.client.auth.refreshSession()
  check('her session is renewed', !renewed.error, renewed.error?.message)
  const again = await her.client.auth.refreshSession()
  check('and once more', !again.error, again.error?.message)
  const pressed = await her.client.rpc('abrir_alerta', {
    ...{ cliente_id: randomUUID(), pulsada_en: now(), pausa_s: 0 },
  })
  check('a press is taken', !pressed.error, pressed.error?.message)
  const page = await running.sql(
    `select estado, extract(epoch from now() - pulsada_en)::int as hace from public.alertas where user_id = $1`,
    [her.id],
  )
  check(
    'one alert is open, and was pressed a moment ago',
    page.length === 1 && page[0]!.estado === 'abierta' && Math.abs(page[0]!.hace) < 60,
    `${page.map(({ estado, hace }) => `${estado}, ${hace} s`)}`,
  )
  await delay(5_000)
  relay.refuse = undefined
  const toContact = () => relay.taken.filter(({ to }) => to === mailed).length
  seen('the alert’s mail leaves', await within(120, () => toContact() > 0))
  seen(
    'the mail that waited leaves',
    await within(130, () => relay.taken.some(({ to }) => to === recovery.email)),
  )
  const waits = Number((await guess()).headers.get('retry-after') ?? 0)
  check('whose password is guessed waits no longer than a quarter of an hour', waits <= 900, `${waits} s`)
  const address = Number((await ask()).headers.get('retry-after') ?? 0)
  check('an address waits no longer than five minutes', address <= 300, `${address} s`)
  const opened = await running.signIn(await running.account()).then(
    () => '',
    (error: Error) => error.message,
  )
  check('somebody else signs in', opened === '', opened)
  await friend.client.auth.refreshSession()
  const words = `después ${randomUUID()}`
  seen(
    'a circle is heard live',
    await within(60, async () => {
      if (!heard.includes(words)) await say(words)
      await delay(1_000)
      return heard.includes(words)
    }),
  )
  // Her timer of 45 s, by real time.
  const left = Math.max(0, 90 - (performance.now() - moved) / 1_000)
  seen(
    'her timer of 45 seconds ends, by what has really passed',
    await within(
      left,
      async () =>
        (
          await running.sql(`select from public.llegadas where cliente_id = $1 and estado = 'disparada'`, [
            soon,
          ])
        ).length,
    ),
  )
  const [later] = await running.sql(
    `select estado, extract(epoch from vence_en - now())::int as quedan from public.llegadas where user_id = $1 and destino = 'después'`,
    [her.id],
  )
  // A jump forwards may be time that has passed, of a machine that was put aside: then it calls early rather than late.
  if (seconds > 1_800)
    check('that of half an hour, which may be over, has called', later!.estado === 'disparada', later!.estado)
  else
    check(
      'that of half an hour runs on for as long as it had left',
      later!.estado === 'activa' &&
        Math.abs(later!.quedan - (1_800 - ((performance.now() - moved) / 1_000 + 5))) < 30,
      `${later!.estado}, ${later!.quedan} s`,
    )
  const asked = await running.sql(
    `select count(*)::int as n, max(vence - now()) > interval '11 minutes' as lejos from interno.envios where terminado_en is null`,
  )
  check('nothing in the queue waits for days', asked[0]!.lejos !== true, `${asked[0]!.n} wait`)
  // The repeated message of three minutes is another one, and comes later than this.
  const keys = new Set(texts)
  check(
    'no message was handed over twice',
    keys.size === texts.length,
    `${texts.length} by SMS, ${toContact()} by mail`,
  )
  let last = ''
  seen(
    'healthz says ok again',
    await within(90, async () => {
      const { status, json } = await sender(running, running.serviceKey)('/healthz')
      last = JSON.stringify(json)
      return status === 200 && json.jobs === 'ok'
    }),
  )
  const { succeeded } = JSON.parse(last) as { succeeded: Record<string, number> }
  check(
    'jobs go on',
    succeeded.alarma! < 15 && succeeded.mail! < 30,
    `alarma ${succeeded.alarma} s ago, mail ${succeeded.mail} s`,
  )
  must(await her.client.rpc('cerrar_alerta', { alerta: pressed.data, motivo: 'a_salvo', con_pin: false }))
  await her.client.removeAllChannels()
  await friend.client.removeAllChannels()
}

async function lookAtLogs(): Promise<void> {
  await delay(2_000)
  const lines = (await readFile(path.join(running.dataDir, 'logs/server.log'), 'utf8'))
    .split('\n')
    .filter((line) => /"level":[456]0/.test(line))
  const odd = new Map<string, number>()
  for (const line of lines) {
    const known = EXPLAINED.find(([pattern]) => pattern.test(line))
    const { level, msg, job, err } = JSON.parse(line)
    const words = `${level} ${msg} ${job ?? ''} ${err?.code ?? err?.type ?? ''}${known ? ` (${known[1]})` : ''}`
    odd.set(words, (odd.get(words) ?? 0) + 1)
  }
  for (const [words, times] of odd) console.log(`  log: ${times} × ${words}`)
  check(
    'nothing in the log is unexplained',
    [...odd.keys()].every((words) => words.endsWith(')')),
  )
  const home = path.join(running.dataDir, 'postgres/data/log')
  const files = await readdir(home)
  for (const name of files) {
    const said = (await readFile(path.join(home, name), 'utf8'))
      .split('\n')
      .filter((line) => /(FATAL|PANIC|terminating|timeout)/.test(line))
    const counts = new Map<string, number>()
    for (const line of said) {
      const words = line.replace(/^.*?(LOG|FATAL|PANIC):/, '$1:').slice(0, 120)
      counts.set(words, (counts.get(words) ?? 0) + 1)
    }
    for (const [words, times] of counts) console.log(`  postgres: ${times} × ${words}`)
  }
}
