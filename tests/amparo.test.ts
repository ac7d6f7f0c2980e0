import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { generate } from 'otplib'
import type { Logger } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import type { RunningServer } from '../server/src/start.ts'
import { startAmparo, URGENT } from '../tools/lib/amparo.ts'
import { examine } from '../tools/lib/doctor.ts'
import { freePort } from '../tools/lib/port.ts'
import { capture } from '../tools/lib/run.ts'
import { program } from './helpers/program.ts'

const ADMIN = 'admin@ejemplo.mx'
const PAGE = '<!doctype html><title>page</title>'
const SCRIPT = 'console.log("asset")'

let folder: string
let server: RunningServer
let adminPassword: string | undefined
let anonKey: string
let metricsPort: number

const start = (env: Record<string, string>) =>
  startAmparo({
    env: { ADMIN_EMAIL: ADMIN, AMPARO_RATE_FACTOR: '100000', ...env },
    staticDir: path.join(folder, 'site'),
  })

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'amparo-whole-'))
  // Opened up because PostgreSQL runs as another account when root starts this; with mode 0700 it could not
  // enter, and its cluster would be put elsewhere and outlive the folder.
  await chmod(folder, 0o711)
  await mkdir(path.join(folder, 'site/assets'), { recursive: true })
  await writeFile(path.join(folder, 'site/index.html'), PAGE)
  await writeFile(path.join(folder, 'site/assets/app-1a2b3c.js'), SCRIPT)
  await writeFile(path.join(folder, 'site/assets/app-1a2b3c.js.br'), brotliCompressSync(SCRIPT))
  await writeFile(path.join(folder, 'secret.txt'), 'outside')
  const port = await freePort()
  metricsPort = await freePort()
  ;({ server, adminPassword } = await start({
    AMPARO_DATA: path.join(folder, 'data'),
    PORT: String(port),
    AMPARO_METRICS_PORT: String(metricsPort),
  }))
  anonKey = server.config.secrets.anonKey
})
afterAll(async () => {
  await server?.stop()
  await rm(folder, { recursive: true, force: true })
})

const get = (url: string, headers: Record<string, string> = {}) =>
  fetch(server.url + url, { headers, redirect: 'manual' })

function client(): SupabaseClient {
  return createClient(server.url, anonKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    // Node 20 has none of its own.
    realtime: { transport: WebSocket as never },
  })
}

/** A member through the API alone: sign-up, mail, link, sign-in. */
async function member(name: string): Promise<{ client: SupabaseClient; id: string; email: string }> {
  const email = `${name}-${Math.random().toString(36).slice(2)}@ejemplo.mx`
  const password = 'una-clave-bien-larga'
  const supabase = client()
  await supabase.auth.signUp({
    email,
    password,
    options: { data: { username: name, identidad_genero: 'mujer trans' } },
  })
  const mails = (await (await fetch(`${server.mailboxUrl}.json?to=${email}`)).json()) as { links: string[] }[]
  const button = { method: 'POST', body: new URLSearchParams({ accion: 'confirmar' }) }
  const link = await fetch(mails[0]!.links[0]!, { ...button, redirect: 'manual' })
  expect(link.status).toBe(303)
  const { data, error } = await supabase.auth.signInWithPassword({ email, password })
  expect(error).toBeNull()
  return { client: supabase, id: data.user!.id, email }
}

describe('what must never wait', () => {
  it('is in the schema, under the names by which it is asked for', async () => {
    const found = await server.query<{ name: string }>(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace
       union select proname from pg_proc where pronamespace = 'public'::regnamespace`,
    )
    const names = found.map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining([...URGENT.relations, ...URGENT.functions]))
  })
})

describe('a first start', () => {
  it('makes the admin, whose printed password opens nothing of hers before it is her own and a factor stands beside it', async () => {
    const supabase = client()
    const state = async () => (await supabase.rpc('estado_admin')).data
    const { error } = await supabase.auth.signInWithPassword({ email: ADMIN, password: adminPassword! })
    expect(error).toBeNull()
    // Like everybody, she is admitted to nothing before she said who she is.
    expect(await state()).toBe('ninguna')
    await supabase.rpc('declarar_identidad', { identidad: 'mujer cis' })
    expect(await state()).toBe('clave')
    expect((await supabase.rpc('es_admin')).data).toBe(false)
    // It opens once: anyone who reads it from the terminal afterwards is too late.
    const late = await client().auth.signInWithPassword({ email: ADMIN, password: adminPassword! })
    expect([late.error?.status, late.error?.message]).toEqual([
      403,
      expect.stringContaining('de un solo uso'),
    ])
    const password = 'una clave mía y larga'
    const change = { password, current_password: adminPassword }
    expect((await supabase.auth.updateUser(change)).error).toBeNull()
    expect(await state()).toBe('factor')
    expect((await supabase.rpc('es_admin')).data).toBe(false)
    // Right after it, nothing more is asked for.
    await giveFactor(supabase)
    expect(await state()).toBe('activa')
    expect((await supabase.rpc('es_admin')).data).toBe(true)
    const old = await client().auth.signInWithPassword({ email: ADMIN, password: adminPassword! })
    expect(old.error?.code).toBe('invalid_credentials')
    const oneFactor = client()
    const { data: half } = await oneFactor.auth.signInWithPassword({ email: ADMIN, password })
    expect((await oneFactor.rpc('es_admin')).data).not.toBe(true)
    // Before the code she calls for help, and nothing of hers is read or ended.
    const press = { cliente_id: crypto.randomUUID(), pulsada_en: new Date().toISOString(), pausa_s: 0 }
    const { data: alerta, error: unheard } = await oneFactor.rpc('abrir_alerta', press)
    expect(unheard).toBeNull()
    const event = { user_id: half.user!.id, cliente_id: press.cliente_id }
    expect((await oneFactor.from('eventos_peligro').insert(event)).error).toBeNull()
    for (const table of ['eventos_peligro', 'alertas', 'profiles', 'contactos_emergencia'])
      expect((await oneFactor.from(table).select('*')).data, table).toEqual([])
    expect((await oneFactor.rpc('cerrar_alerta', { alerta, motivo: 'a_salvo' })).error).toMatchObject({
      code: 'PT401',
    })
    expect((await supabase.rpc('cerrar_alerta', { alerta, motivo: 'a_salvo' })).data).toBe(true)
  })

  it('makes no second admin on the next start, and keeps what members wrote', async () => {
    const data = path.join(folder, 'second')
    const port = String(await freePort())
    const first = await start({ AMPARO_DATA: data, PORT: port })
    await first.server.query('create table survivor as select 1 as one')
    await first.server.stop()
    const second = await start({ AMPARO_DATA: data, PORT: port })
    try {
      expect(first.adminPassword).toHaveLength(16)
      expect(second.adminPassword).toBeUndefined()
      expect(await second.server.query('select one from survivor')).toEqual([{ one: 1 }])
    } finally {
      await second.server.stop()
    }
  })

  it('beside the demo people makes the admin that the setting names; an installation with members is only told that nobody is', async () => {
    const settings = { AMPARO_DATA: path.join(folder, 'demo'), PORT: String(await freePort()) }
    const env = { ADMIN_EMAIL: ADMIN, AMPARO_RATE_FACTOR: '100000', ...settings }
    const demo = await startAmparo({ env, demo: true, staticDir: null })
    try {
      expect(demo.adminPassword).toHaveLength(16)
      expect(demo.adminFound).toBe(true)
      // The sound of the demo episode is where its row says.
      const [episode] = await demo.server.query<{ url_audio: string }>(
        `select url_audio from public.podcast where titulo = 'Episodio de demostración'`,
      )
      const sound = await fetch(demo.server.url + episode!.url_audio)
      expect([sound.status, sound.headers.get('content-type')]).toEqual([200, 'audio/wav'])
    } finally {
      await demo.server.stop()
    }
    const another = await startAmparo({
      env: { ...env, ADMIN_EMAIL: 'otra@ejemplo.mx' },
      staticDir: null,
    })
    try {
      expect([another.adminPassword, another.adminFound]).toEqual([undefined, false])
    } finally {
      await another.server.stop()
    }
  }, 240_000)

  it('calls nobody admin but the confirmed account of that address', async () => {
    const { client: supabase } = await member('Ana')
    await supabase.auth.updateUser({ data: { role: 'admin', email: ADMIN, is_admin: true } })
    await supabase.auth.refreshSession()
    expect((await supabase.rpc('es_admin')).data).toBe(false)
  })
})

describe('what the operator does on the machine', () => {
  const admin = (...words: string[]) => {
    const args = program('tools/admin.ts', ...words)
    const AMPARO_DATA = path.join(folder, 'operated')
    return capture(process.execPath, args, { env: { ...process.env, AMPARO_DATA } })
  }

  it('takes a lost factor away, while the server runs and while it does not; both are written down', async () => {
    const settings = { AMPARO_DATA: path.join(folder, 'operated'), PORT: String(await freePort()) }
    let running = await start(settings)
    try {
      const enter = async (password: string) => {
        const supabase = createClient(running.server.url, running.server.config.secrets.anonKey, {
          auth: { persistSession: false, autoRefreshToken: false },
          realtime: { transport: WebSocket as never },
        })
        const { error } = await supabase.auth.signInWithPassword({ email: ADMIN, password })
        expect(error).toBeNull()
        return supabase
      }
      const first = await enter(running.adminPassword!)
      await first.rpc('declarar_identidad', { identidad: 'mujer cis' })
      const password = 'una clave mía y larga'
      await first.auth.updateUser({ password, current_password: running.adminPassword })
      await giveFactor(first)
      expect((await first.rpc('es_admin')).data).toBe(true)

      expect((await admin('reset-factor')).output).toContain('se quitó')
      // Her sessions are over, the one of two factors too.
      expect((await first.rpc('es_admin')).error).not.toBeNull()
      const second = await enter(password)
      expect((await second.rpc('estado_admin')).data).toBe('factor')
      expect((await admin('log')).output).toMatch(/dueña {2}RESET {2}auth\.mfa_factors/)

      await running.server.stop()
      const { output } = await admin('new-password')
      const printed = /: ([\w]{16})$/m.exec(output)?.[1]
      running = await start(settings)
      const third = await enter(printed!)
      expect((await third.rpc('estado_admin')).data).toBe('clave')
      expect((await admin('nada')).code).toBe(1)
    } finally {
      await running.server.stop()
    }
  }, 240_000)
})

describe('a start that cannot be', () => {
  it.each([
    [{ PORT: 'x' }, /PORT/],
    [{ ADMIN_EMAIL: 'nobody' }, /ADMIN_EMAIL/],
    [{ AMPARO_EXIT_URL: 'http://insecure.example' }, /AMPARO_EXIT_URL/],
    [{ AMPARO_SUPPORT_EMAIL: 'ayuda' }, /AMPARO_SUPPORT_EMAIL/],
    [{ AMPARO_RESPONSIBLE_NAME: 'Casa Abierta, A. C.' }, /AMPARO_RESPONSIBLE_ADDRESS/],
    [{ AMPARO_RESPONSIBLE_ADDRESS: 'Calle 5, Oaxaca' }, /AMPARO_RESPONSIBLE_NAME/],
    [{ DATABASE_URL: 'mysql://x' }, /DATABASE_URL/],
    [{ AMPARO_ADMIN_FACTOR: 'quizás' }, /AMPARO_ADMIN_FACTOR/],
    [{ AMPARO_SENDING_RATES: 'correo=14 fax=1' }, /AMPARO_SENDING_RATES.*fax=1/],
  ])('says why in one line: %o', async (env, line) => {
    await expect(start({ AMPARO_DATA: path.join(folder, 'never'), ...env })).rejects.toThrow(line)
  })

  it('says what is wrong with a database elsewhere, without its password', async () => {
    const { address, owner } = server.database
    const nowhere = await freePort()
    const at = (password: string, database: string) =>
      `postgres://${owner.user}:${encodeURIComponent(password)}@localhost:${address.port}/${database}?host=${encodeURIComponent(address.host)}`
    const cases: [string, RegExp][] = [
      [
        `postgres://x:quiet@127.0.0.1:${nowhere}/x`,
        /DATABASE_URL .* no contesta PostgreSQL \(ECONNREFUSED\)/,
      ],
      [at('quiet', address.database), /DATABASE_URL .* no acepta a «postgres» con esa contraseña \(28P01\)/],
      [at(owner.password, 'otra'), /DATABASE_URL .* no existe la base «otra» \(3D000\)/],
    ]
    for (const [DATABASE_URL, line] of cases) {
      const failed = start({ AMPARO_DATA: path.join(folder, 'never'), PORT: '0', DATABASE_URL })
      await expect(failed).rejects.toThrow(line)
      await expect(failed).rejects.not.toThrow(/quiet/)
    }
  })

  it('says that the data folder cannot be written', async () => {
    const AMPARO_DATA = path.resolve('package.json', 'data')
    await expect(start({ AMPARO_DATA, PORT: '0' })).rejects.toThrow(/AMPARO_DATA no válido: .*package\.json/)
  })

  it('names a port that somebody else has', async () => {
    const { port } = new URL(server.url)
    await expect(start({ AMPARO_DATA: path.join(folder, 'other'), PORT: port })).rejects.toThrow(
      new RegExp(`${port}.*PORT`),
    )
  })

  it('refuses a data folder that a running server has locked, naming the process', async () => {
    const again = start({ AMPARO_DATA: path.join(folder, 'data'), PORT: String(await freePort()) })
    await expect(again).rejects.toThrow(new RegExp(`proceso ${process.pid}.*AMPARO_DATA`))
  })
})

describe('pages', () => {
  it('gives every page of the app its index, never from a cache unasked', async () => {
    for (const url of ['/', '/login', '/comunidad/sala/1', '/no-such-page']) {
      const response = await get(url, { accept: 'text/html' })
      expect(response.status, url).toBe(200)
      expect(response.headers.get('cache-control'), url).toBe('no-cache')
      expect(await response.text(), url).toBe(PAGE)
    }
  })

  it('lets hashed assets be cached for a year, and sends them small', async () => {
    const response = await get('/assets/app-1a2b3c.js', { 'accept-encoding': 'br' })
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(response.headers.get('content-encoding')).toBe('br')
    expect(await response.text()).toBe(SCRIPT)
  })

  it.each(['/assets/gone.js', '/favicon.png', '/.env', '/.git/config'])('has no page for %s', async (url) => {
    expect((await get(url, { accept: '*/*' })).status).toBe(404)
  })

  it.each(['/../secret.txt', '/..%2fsecret.txt', '/assets/..%2f..%2fsecret.txt', '/%2e%2e/secret.txt'])(
    'stays inside its folder: %s',
    async (url) => {
      const { status, body } = await rawGet(url)
      expect(status).toBeGreaterThanOrEqual(400)
      expect(body).not.toContain('outside')
    },
  )
})

describe('security headers', () => {
  it.each(['/', '/healthz', '/config.json', '/rest/v1/nothing', '/auth/v1/nothing', '/gone.js'])(
    'stand on %s',
    async (url) => {
      const { headers } = await get(url)
      const policy = headers.get('content-security-policy') ?? ''
      for (const part of [
        "default-src 'none'",
        "script-src 'self' 'wasm-unsafe-eval'",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
      ]) {
        expect(policy).toContain(part)
      }
      expect(policy).not.toMatch(/'unsafe-/)
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('referrer-policy')).toBe('no-referrer')
      expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
      expect(headers.get('permissions-policy')).toContain('geolocation=(self)')
    },
  )

  it('of a file of the app’s code are what a browser heeds of one', async () => {
    const { headers } = await get('/assets/app-1a2b3c.js')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
  })

  it.each(['/rest/v1/salas_comunidad', '/auth/v1/settings', '/config.json', '/healthz'])(
    'lets nobody keep %s',
    async (url) => {
      expect((await get(url)).headers.get('cache-control')).toContain('no-store')
    },
  )

  it('lets no other origin read the API', async () => {
    const allowed = (await get('/auth/v1/settings', { origin: 'https://evil.example' })).headers
    expect(allowed.get('access-control-allow-origin')).not.toBe('*')
    expect(allowed.get('access-control-allow-origin')).not.toBe('https://evil.example')
  })

  it('answers an OPTIONS request that is no preflight with what the table allows', async () => {
    const response = await fetch(`${server.url}/rest/v1/salas_comunidad`, { method: 'OPTIONS' })
    expect([response.status, response.headers.get('allow')]).toEqual([
      200,
      'OPTIONS,GET,HEAD,POST,PUT,PATCH,DELETE',
    ])
  })
})

describe('status', () => {
  it('tells the app where it is and nothing secret', async () => {
    const config = await (await get('/config.json')).json()
    expect(config).toEqual({
      supabaseUrl: server.url,
      anonKey,
      exitUrl: expect.stringMatching(/^https:/),
      // The public half of the keys that reminders are signed with.
      pushKey: expect.stringMatching(/^[\w-]{87}$/),
      // For reports of faults.
      release: expect.stringMatching(/^\d+\.\d+\.\d+/),
    })
  })

  it('says that a job fails on which a promise rests, and which one to callers with the service key alone', async () => {
    const health = async (headers = {}) => (await get('/healthz', headers)).json()
    const key = { authorization: `Bearer ${server.config.secrets.serviceRoleKey}` }
    const run = () => server.jobs.run('olvidar_caminos')
    expect(await run()).toBe(true)
    const words = {
      status: 'ok',
      database: 'ok',
      migrations: 'ok',
      disk: expect.stringMatching(/^(ok|low)$/),
    }
    expect(await health()).toEqual({ ...words, jobs: 'ok' })
    await server.query('alter function interno.olvidar_caminos rename to olvidar_caminos_apartada')
    try {
      expect(await run()).toBe(false)
      expect(await health()).toEqual({ ...words, jobs: 'failing' })
      expect(await health({ authorization: `Bearer ${anonKey}` })).not.toHaveProperty('failing')
      expect((await health(key)).failing).toEqual([
        { job: 'olvidar_caminos', since: expect.stringMatching(/^\d{4}-/) },
      ])
    } finally {
      await server.query('alter function interno.olvidar_caminos_apartada rename to olvidar_caminos')
    }
    expect(await run()).toBe(true)
    const told = await health(key)
    expect(told).toMatchObject({ jobs: 'ok', failing: [], freeBytes: expect.any(Number) })
    expect(told.tableBytes['auth.users']).toBeGreaterThan(0)
  })

  it('says that an API cannot reach the database, as do the APIs, and names nothing', async () => {
    const { serviceRoleKey } = server.config.secrets
    const health = async (headers = {}) => {
      const answer = await get('/healthz', headers)
      return { status: answer.status, body: await answer.json() }
    }
    const roles = await server.query<{ rolname: string; rolpassword: string }>(
      `select rolname, rolpassword from pg_authid where rolname in ('authenticator', 'supabase_auth_admin')`,
    )
    try {
      for (const { rolname } of roles) {
        await server.query(`alter role ${rolname} password 'otra'`)
        await server.query('select pg_terminate_backend(pid) from pg_stat_activity where usename = $1', [
          rolname,
        ])
      }
      await expect.poll(health).toEqual({
        status: 503,
        body: { status: 'error', database: 'unreachable', migrations: 'unknown' },
      })
      const { shut } = (await health({ authorization: `Bearer ${serviceRoleKey}` })).body
      expect(shut).toEqual(['rest', 'storage', 'auth'].map((door) => ({ door, code: '28P01' })))
      // That day the operator asks the doctor, which says what the server says though the database refuses.
      const found = await examine({
        url: server.url,
        serviceKey: serviceRoleKey,
        functions: [],
        isOurs: true,
      })
      // A job that began meanwhile may have failed too: when it does is the clock's.
      const missing = found.filter(({ bien, que }) => !bien && !que.startsWith('trabajo'))
      expect(missing.map(({ que, falta }) => `${que}: ${falta}`)).toEqual([
        'servicio: Dice error.',
        ...['rest', 'storage', 'auth'].map((door) => `puerta ${door}: PostgreSQL contesta 28P01.`),
        'base de datos: Contestó 503.',
      ])
      for (const [url, body] of [
        ['/rest/v1/salas_comunidad', undefined],
        ['/auth/v1/token?grant_type=password', '{"email":"a@b.mx","password":"una clave larga"}'],
        ['/storage/v1/object/public/profiles/x.jpg', undefined],
      ] as const) {
        const answer = await fetch(server.url + url, {
          method: body ? 'POST' : 'GET',
          headers: { apikey: anonKey, 'content-type': 'application/json' },
          body,
        })
        const text = await answer.text()
        expect([url, answer.status], text).toEqual([url, 503])
        expect(text).not.toMatch(/28P01|authentic|supabase_|password/i)
      }
    } finally {
      for (const { rolname, rolpassword } of roles)
        await server.query(`alter role ${rolname} password '${rolpassword}'`)
    }
    await expect.poll(async () => (await health()).status, { timeout: 30_000 }).toBe(200)
  })

  it('says that a message waits which nobody takes', async () => {
    const key = { authorization: `Bearer ${server.config.secrets.serviceRoleKey}` }
    const health = async () => (await get('/healthz', key)).json()
    const { alarma, mail } = (await health()).waiting
    expect([alarma, mail]).toEqual([
      { seconds: 0, isLate: false },
      { seconds: 0, isLate: false },
    ])
    await server.query(`insert into local_server.mail_outbox (lane, kind, recipient, sealed, created_at, due_at)
      values ('ordinary', 'x', 'a@b.mx', '', now() - interval '1 hour', now() + interval '1 hour')`)
    try {
      // Beside it may stand a job that failed while the APIs were without the database, until its next turn.
      await expect.poll(health).toMatchObject({
        jobs: 'failing',
        failing: expect.arrayContaining([expect.objectContaining({ job: 'waiting mail' })]),
        waiting: { mail: { isLate: true } },
      })
    } finally {
      await server.query('delete from local_server.mail_outbox')
    }
    // Where it cannot be asked, that is told, and nobody is sent away for it.
    await server.query('alter table interno.envios rename to apartada')
    try {
      const failing = [{ job: 'waiting' }]
      await expect
        .poll(async () => (await health()).failing.filter(({ job }: { job: string }) => job === 'waiting'))
        .toMatchObject(failing)
      expect((await get('/healthz')).status).toBe(200)
    } finally {
      await server.query('alter table interno.apartada rename to envios')
    }
  })

  it('tells figures on a loopback port of its own, and nowhere else', async () => {
    expect(await (await get('/metrics')).text()).toBe(PAGE)
    await get('/rest/v1/salas_comunidad')
    const figures = await fetch(`http://127.0.0.1:${metricsPort}/metrics`)
    const text = await figures.text()
    expect(figures.headers.get('content-type')).toMatch('text/plain')
    for (const line of [
      /^http_requests_total\{door="rest",status="\d+"\} \d/m,
      /^database_connections\{pool="requests"\} \d/m,
      /^queue_oldest_seconds\{queue="alarma"\} 0$/m,
      /^job_failing\{job="olvidar_caminos"\} 0$/m,
      /^live_sockets 0$/m,
      /^table_bytes\{table="auth\.users"\} \d/m,
      /^disk_free_bytes \d/m,
      /^doors_shut 0$/m,
      /^database_stream_lag_bytes \d/m,
    ])
      expect(text).toMatch(line)
    expect(text).not.toMatch(/@|[0-9a-f]{8}-[0-9a-f]{4}/)
    const renamed = await new Promise((resolve) =>
      request({ port: metricsPort, path: '/metrics', headers: { host: 'evil.example' } }, (answer) => {
        answer.resume()
        resolve(answer.statusCode)
      }).end(),
    )
    expect(renamed).toBe(404)
  })

  it('has a job for every promise: those of the database, of payments and of the APIs; hosted Supabase schedules the same', async () => {
    const scheduled = await server.query<{ nombre: string }>(
      `select nombre from interno.tareas() where orden like 'select interno.' || nombre || '%'`,
    )
    expect(scheduled.map(({ nombre }) => nombre).sort()).toEqual(
      server.jobs.names.filter((name) => name.includes('_')).sort(),
    )
    expect(server.jobs.names.sort()).toEqual(
      [
        ...[
          'minimizar_ubicaciones',
          'olvidar_recordatorios',
          'olvidar_codigos',
          'olvidar_cerrojos',
          'olvidar_devoluciones',
          'olvidar_invitaciones',
          'olvidar_envios',
        ],
        ...[
          'olvidar_convocatorias',
          'olvidar_soporte',
          'olvidar_comunicados',
          'olvidar_encuentros',
          'olvidar_medidas',
          'anotar_cifras',
          'olvidar_decisiones',
          'olvidar_fallos',
        ],
        ...['renovar_fotos', 'vencer_suscripciones', 'olvidar_llegadas'],
        ...['olvidar_llamadas', 'vencer_claves_de_un_uso', 'olvidar_caminos', 'retirar_escritos'],
        ...['renovar_fotos_pendientes', 'cumplir_bajas', 'olvidar_despedidas', 'avisar_historias'],
        ...['auth-cleaning', 'auth-delayed-changes', 'auth-notices', 'storage-sweep', 'alarma', 'casa'],
        ...(process.env.STRIPE_SECRET_KEY ? ['stripe-sweep'] : []),
      ].sort(),
    )
  })

  it('says each minute how it is, for administradoras: what a volunteer can do something about, and nothing of how it is made', async () => {
    expect(await server.jobs.run('casa')).toBe(true)
    const [row] = await server.query<{ estado: Record<string, unknown> }>(
      'select estado from interno.estado_casa',
    )
    expect(Object.keys(row!.estado).sort()).toEqual(
      ['desde', 'disco', 'esperan', 'fallan', 'migraciones', 'puertas', 'respaldo', 'version'].sort(),
    )
    expect(row!.estado).toMatchObject({
      migraciones: 'ok',
      puertas: [],
      respaldo: null,
      disco: { libres: expect.any(Number) },
    })
    expect(JSON.stringify(row!.estado)).not.toMatch(/postgres|role|password|@|28P01|eyJ/i)
    const [beat] = await server.query<{ minutos: number }>('select minutos from interno.latidos')
    expect(beat!.minutos).toBeGreaterThan(0)
  })

  it('says what it lacks, by the service key', async () => {
    const { serviceRoleKey: serviceKey } = server.config.secrets
    const found = await examine({
      url: server.url,
      serviceKey,
      functions: ['alarma', 'alarma-sms', 'no-hay'],
    })
    expect(found.length).toBeGreaterThan(6)
    expect(found.filter(({ bien }) => !bien).map(({ que }) => que)).toEqual(['función no-hay'])
    await expect(examine({ url: server.url, serviceKey: anonKey, functions: [] })).rejects.toThrow('40')
    // Of another program on that port, which knows no such key.
    await expect(
      examine({ url: `http://127.0.0.1:${metricsPort}`, serviceKey, functions: [], isOurs: true }),
    ).rejects.toThrow('contesta otro programa')
  })

  it('says so when a change that waited for its day cannot be made, or what has expired stays', async () => {
    for (const [job, table] of [
      ['auth-delayed-changes', 'local_server.delayed_changes'],
      ['auth-cleaning', 'auth.one_time_tokens'],
    ] as const) {
      expect(await server.jobs.run(job)).toBe(true)
      await server.query(`alter table ${table} rename to apartada`)
      expect(await server.jobs.run(job)).toBe(false)
      await server.query(`alter table ${table.split('.')[0]}.apartada rename to ${table.split('.')[1]}`)
      expect(await server.jobs.run(job)).toBe(true)
    }
  })

  it('is well, and says so when a migration is missing', async () => {
    expect((await get('/healthz')).status).toBe(200)
    const [last] = await server.query<{ version: string; name: string }>(
      'delete from supabase_migrations.schema_migrations where version = (select max(version) from supabase_migrations.schema_migrations) returning version, name',
    )
    try {
      // A good result is cached for a second.
      await expect.poll(async () => (await get('/healthz')).status).toBe(503)
      const response = await get('/healthz')
      expect(await response.json()).toMatchObject({ database: 'ok', migrations: 'pending' })
    } finally {
      await server.query(
        'insert into supabase_migrations.schema_migrations (version, name) values ($1, $2)',
        [last!.version, last!.name],
      )
    }
  })

  it('shows the mailbox at a port of its own, and never where a proxy leads', async () => {
    const url = new URL(`${server.mailboxUrl}.json?to=a@b.mx`)
    expect(url.port).not.toBe(new URL(server.url).port)
    expect((await fetch(url)).status).toBe(200)
    // A plain proxy asks by the upstream's name and adds nothing.
    const proxies: Record<string, string>[] = [
      {},
      { via: '1.1 proxy' },
      { 'x-real-ip': '192.0.2.7' },
      { host: 'evil.example' },
    ]
    for (const headers of proxies)
      expect((await rawGet('/_mailbox.json?to=a@b.mx', headers)).status).toBeGreaterThanOrEqual(400)
  })
})

describe('bad input', () => {
  const hostile: [
    string,
    { method: string; url: string; body?: string; headers?: Record<string, string> },
  ][] = [
    ['broken JSON', { method: 'POST', url: '/rest/v1/contactos_emergencia', body: '{"a":' }],
    ['broken JSON', { method: 'POST', url: '/auth/v1/signup', body: '{"a":' }],
    [
      'an array where an object belongs',
      { method: 'POST', url: '/auth/v1/token?grant_type=password', body: '[]' },
    ],
    ['null', { method: 'POST', url: '/auth/v1/signup', body: 'null' }],
    [
      'a null byte',
      { method: 'POST', url: '/auth/v1/signup', body: '{"email":"a\\u0000@b.mx","password":"123456789"}' },
    ],
    ['a null byte', { method: 'GET', url: '/rest/v1/salas_comunidad?nombre=eq.%00' }],
    ['an unknown table', { method: 'GET', url: '/rest/v1/pg_authid' }],
    ['an unknown schema', { method: 'GET', url: '/rest/v1/users', headers: { 'accept-profile': 'auth' } }],
    ['an unknown column', { method: 'GET', url: '/rest/v1/salas_comunidad?select=no' }],
    ['an unknown function', { method: 'POST', url: '/rest/v1/rpc/pg_sleep', body: '{"a":9}' }],
    ['a filter of nonsense', { method: 'GET', url: '/rest/v1/salas_comunidad?id=zz.1' }],
    ['a bad uuid', { method: 'GET', url: '/rest/v1/salas_comunidad?id=eq.1' }],
    ['a huge number', { method: 'GET', url: '/rest/v1/salas_comunidad?limit=99999999999999999999' }],
    ['a quote', { method: 'GET', url: `/rest/v1/salas_comunidad?nombre=eq.'%3Bdrop%20table%20x--` }],
    [
      'a forged token',
      { method: 'GET', url: '/rest/v1/salas_comunidad', headers: { authorization: 'Bearer a.b.c' } },
    ],
    ['a forged token', { method: 'GET', url: '/auth/v1/user', headers: { authorization: 'Bearer a.b.c' } }],
    [
      'an unsigned token',
      { method: 'GET', url: '/rest/v1/salas_comunidad', headers: { authorization: `Bearer ${unsigned()}` } },
    ],
    [
      'no JSON type',
      {
        method: 'POST',
        url: '/rest/v1/contactos_emergencia',
        body: 'a=1',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      },
    ],
    [
      'no JSON type',
      { method: 'POST', url: '/auth/v1/signup', body: '<a/>', headers: { 'content-type': 'text/xml' } },
    ],
    ['an unknown method', { method: 'DELETE', url: '/auth/v1/signup' }],
  ]
  it.each(hostile)('%s: %o is refused', async (_, { method, url, body, headers }) => {
    const response = await fetch(server.url + url, {
      method,
      body,
      headers: { apikey: anonKey, 'content-type': 'application/json', ...headers },
    })
    const text = await response.text()
    expect(response.status, text).toBeGreaterThanOrEqual(400)
    expect(response.status, text).toBeLessThan(500)
    expect(JSON.parse(text)).toHaveProperty('code')
    expect(text).not.toMatch(/select |node_modules|server\/src/)
  })

  it.each(['/auth/v1/signup', '/rest/v1/contactos_emergencia'])(
    'a body over the limit to %s',
    async (url) => {
      const response = await fetch(server.url + url, {
        method: 'POST',
        headers: { apikey: anonKey, 'content-type': 'application/json' },
        body: JSON.stringify({ email: 'x'.repeat(1024 * 1024 + 1) }),
      })
      expect(response.status).toBe(413)
    },
  )
})

describe('the log', () => {
  it('contains no address, no name, no number and no place of hers', async () => {
    const { client: supabase, id, email } = await member('Nombrepropio')
    await supabase
      .from('contactos_emergencia')
      .insert({ user_id: id, nombre: 'Lucía', telefono: '+525512345678', prioridad: 1, activo: true })
    await supabase.from('eventos_peligro').insert({
      user_id: id,
      latitud: 19.432608,
      longitud: -99.133209,
      mensaje: 'Botón de pánico presionado',
      enviado: true,
    })
    await supabase.from('contactos_emergencia').select().eq('telefono', '+525512345678')
    await fetch(`${server.mailboxUrl}.json?to=${email}`)
    await new Promise((written) => (server.app.log as unknown as Logger).flush(written))
    const log = await readFile(path.join(folder, 'data/logs/server.log'), 'utf8')
    expect(log).toContain('/rest/v1')
    for (const secret of [
      email,
      encodeURIComponent(email),
      id,
      'Nombrepropio',
      '5512345678',
      '19.4326',
      '99.1332',
      anonKey,
    ]) {
      expect(log).not.toContain(secret)
    }
  })
})

describe('the log', () => {
  it('contains no code of a contact, in no address and in no call, and no address that was given with one', async () => {
    const { client: supabase, id } = await member('Rosa')
    const { data: contact } = await supabase
      .from('contactos_emergencia')
      .insert({ user_id: id, nombre: 'Mamá', telefono: '+525512345678', prioridad: 1, activo: true })
      .select()
      .single()
    const { data: link } = await supabase.rpc('invitar_contacto', { contacto_id: contact.id })
    expect(link).toMatch(/^[\w-]{32}$/)
    const rpc = (name: string, body: unknown) =>
      fetch(`${server.url}/rest/v1/rpc/${name}`, {
        method: 'POST',
        headers: { apikey: anonKey, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    const accepted = await rpc('responder_invitacion', {
      codigo: link,
      acepta: true,
      correo: 'mama-de-rosa@correo.mx',
    })
    const { codigo: page, estado } = (await accepted.json()) as { codigo: string; estado: string }
    expect(estado).toBe('acepto')
    expect(page).toMatch(/^[\w-]{32}$/)
    for (const code of [link as string, page]) {
      for (const address of [
        ...[`/confianza/${code}`, `/alerta/${code}?por=push`, `/confianza/confirmar/${code}`],
        // No page, no endpoint, no address at all; a call by GET, which is refused.
        ...[
          `/nada/${code}`,
          `/confianza/${code}%ZZ`,
          `/rest/v1/nada/${code}`,
          `/rest/v1/rpc/${code}/${code}`,
        ],
        `/rest/v1/rpc/ver_invitacion?codigo=${code}`,
        `/functions/v1/${code}`,
        `/auth/v1/${code}`,
        `/storage/v1/object/${code}`,
      ])
        await get(address)
      await get(`/confianza/${code}`, { authorization: `Bearer ${code}`, referer: `/confianza/${code}` })
      await rpc('ver_invitacion', { codigo: code })
      await rpc('agregar_via', { codigo: code, via: code, destino: 'mama-de-rosa@correo.mx' })
      await rpc('probar_via', { codigo: code, via: code })
      await rpc(code, { codigo: code })
    }
    await new Promise((written) => (server.app.log as unknown as Logger).flush(written))
    const files = (await readdir(path.join(folder, 'data'), { recursive: true })).filter((file) =>
      /(^|\/)logs?\/[^/]+$/.test(file),
    )
    expect(files).toContain('logs/server.log')
    const written = await Promise.all(files.map((file) => readFile(path.join(folder, 'data', file), 'utf8')))
    expect(written.join('')).toContain('/rest/v1')
    for (const secret of [link as string, page, 'mama-de-rosa'])
      expect(written.filter((text) => text.includes(secret))).toEqual([])
  })
})

describe('a shared database', () => {
  it('serves two servers that were given the same address and secret', async () => {
    const { address, owner } = server.database
    const url = `postgres://${owner.user}:${encodeURIComponent(owner.password)}@localhost:${address.port}/${address.database}?host=${encodeURIComponent(address.host)}`
    const second = await start({
      AMPARO_DATA: path.join(folder, 'third'),
      PORT: String(await freePort()),
      DATABASE_URL: url,
      AMPARO_JWT_SECRET: server.config.secrets.jwtSecret,
    })
    try {
      const ana = await member('Ana')
      const { data: session } = await ana.client.auth.getSession()
      const there = createClient(second.server.url, anonKey, {
        accessToken: async () => session.session!.access_token,
        realtime: { transport: WebSocket as never },
      })
      const { data } = await there.from('profiles').select('username').eq('id', ana.id).single()
      expect(data).toEqual({ username: 'Ana' })
    } finally {
      await second.server.stop()
    }
  })
})

/** A second factor, enrolled and shown. */
async function giveFactor({ auth }: SupabaseClient): Promise<void> {
  const { data, error } = await auth.mfa.enroll({ factorType: 'totp' })
  expect(error).toBeNull()
  const code = await generate({ secret: data!.totp.secret })
  expect((await auth.mfa.challengeAndVerify({ factorId: data!.id, code })).error).toBeNull()
}

function unsigned(): string {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  return `${encode({ alg: 'none' })}.${encode({ role: 'service_role' })}.`
}

/** A request whose path and Host are sent unchanged; `fetch` would normalise them. */
function rawGet(
  url: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; body: string }> {
  const { hostname, port } = new URL(server.url)
  return new Promise((resolve, reject) => {
    request({ hostname, port, path: url, headers: { accept: 'text/html', ...headers } }, (response) => {
      let body = ''
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => {
        body += chunk
      })
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body }))
    })
      .on('error', reject)
      .end()
  })
}
