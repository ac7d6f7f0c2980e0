import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { DEMO_PASSWORD, startAmparo } from '../../testing/amparoServer.ts'
import type { RunningServer } from '../start.ts'

let folder: string
let server: RunningServer
let daily: Daily
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'amparo-rooms-'))
  // PostgreSQL runs as another account when root runs the tests.
  await chmod(folder, 0o711)
  daily = await startDaily()
  server = await startAmparo({
    AMPARO_DATA: folder,
    DAILY_API_KEY: 'key-of-the-operator',
    DAILY_API_URL: daily.url,
  })
})
afterAll(async () => {
  await server?.stop()
  daily?.server.close()
  await rm(folder, { recursive: true, force: true })
})

const client = (key = server.config.secrets.anonKey) =>
  createClient(server.url, key, {
    auth: { persistSession: false, autoRefreshToken: false },
    // Node 20 has none of its own.
    realtime: { transport: WebSocket as never },
  })

/** One of the demo people, signed in, with a fresh hour. */
async function member(name: 'ana' | 'bea'): Promise<SupabaseClient> {
  const supabase = client()
  const { data, error } = await supabase.auth.signInWithPassword({
    email: `${name}@amparo.test`,
    password: DEMO_PASSWORD,
  })
  if (error) throw error
  await server.query('delete from interno.ritmos where user_id = $1', [data.user.id])
  return supabase
}

/** Asks for a room. */
async function ask(supabase: SupabaseClient) {
  const { data, error, response } = await supabase.functions.invoke<{ url: string }>('create-daily-room')
  return { url: data?.url, status: response?.status, error, headers: response?.headers }
}

/** Changes the operator's settings for one test, as a restart would. */
async function withSettings<T>(settings: Record<string, string>, work: () => Promise<T>): Promise<T> {
  const { config } = server
  const kept = config.functionSettings
  config.functionSettings = settings
  try {
    return await work()
  } finally {
    config.functionSettings = kept
  }
}

describe('who may ask', () => {
  it('a member, five times an hour, also all at once', async () => {
    const ana = await member('ana')
    const answers = await Promise.all(Array.from({ length: 8 }, () => ask(ana)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 429, 429, 429])
    const refused = answers.find(({ status }) => status === 429)!
    expect(Number(refused.headers!.get('retry-after'))).toBeGreaterThan(3500)
    const addresses = answers.map(({ url }) => url).filter((url) => url !== undefined)
    expect(new Set(addresses).size).toBe(5)
    const bea = await member('bea')
    expect((await ask(bea)).status).toBe(200)
  })

  it('no visitor, no key alone, no account that was not admitted', async () => {
    expect((await ask(client())).status).toBe(401)
    expect((await ask(client(server.config.secrets.serviceRoleKey))).status).toBe(401)
    const email = 'sin.identidad@ejemplo.mx'
    const password = 'una-clave-bien-larga'
    await server.createUser({ email, password, confirmed: true, metadata: {} })
    const stranger = client()
    await stranger.auth.signInWithPassword({ email, password })
    expect((await ask(stranger)).status).toBe(403)
    const before = daily.requests.length
    const response = await fetch(`${server.url}/functions/v1/create-daily-room`, { method: 'POST' })
    expect(response.status).toBe(401)
    expect(daily.requests).toHaveLength(before)
  })

  it('nobody by another method', async () => {
    const bea = await member('bea')
    const { response } = await bea.functions.invoke('create-daily-room', { method: 'GET' })
    expect(response!.status).toBe(405)
  })
})

describe('with a Daily key', () => {
  it('asks Daily for a room that nobody guesses and that ends', async () => {
    const bea = await member('bea')
    const { url } = await ask(bea)
    const asked = daily.requests.at(-1)!
    expect(asked).toMatchObject({
      method: 'POST',
      path: '/v1/rooms',
      authorization: 'Bearer key-of-the-operator',
      body: { privacy: 'public', properties: { eject_at_room_exp: true } },
    })
    expect(asked.body.name).toMatch(/^[\w-]{24}$/)
    expect(url).toBe(`https://amparo.daily.co/${asked.body.name}`)
    const lifetime = asked.body.properties.exp - Date.now() / 1000
    expect(lifetime).toBeGreaterThan(600)
    expect(lifetime).toBeLessThanOrEqual(24 * 3600)
  })

  it.each([
    'refuses the key',
    'is overloaded',
    'sends no JSON',
    'sends no address',
    'sends another address',
    'sends a script',
    'redirects',
    'hangs up',
  ] as const)('says so when Daily %s, without telling the key', async (trouble) => {
    const bea = await member('bea')
    daily.trouble = trouble
    try {
      const { status, error } = await ask(bea)
      expect(status).toBe(502)
      const text = await (error.context as Response).text()
      expect(JSON.parse(text)).toEqual({ error: 'No se pudo crear la sala de videollamada.' })
    } finally {
      daily.trouble = undefined
    }
  })

  it('gives up after five seconds without an answer', async () => {
    const bea = await member('bea')
    daily.trouble = 'never answers'
    try {
      const began = performance.now()
      expect((await ask(bea)).status).toBe(502)
      expect(performance.now() - began).toBeLessThan(8_000)
    } finally {
      daily.trouble = undefined
    }
  })
})

describe('without a Daily key', () => {
  it('gives a room on the Jitsi server that is set', async () => {
    const bea = await member('bea')
    const { url } = await withSettings({ VIDEO_BASE_URL: 'https://meet.example/' }, () => ask(bea))
    expect(url).toMatch(/^https:\/\/meet\.example\/[\w-]{24}$/)
  })

  it('gives a page of ours where nothing is set', async () => {
    const bea = await member('bea')
    const { url } = await withSettings({}, () => ask(bea))
    expect(url).toMatch(new RegExp(`^${server.config.siteUrl}/llamada/[\\w-]{24}$`))
  })

  it('gives its path alone where the site has no HTTPS', async () => {
    const bea = await member('bea')
    const { config } = server
    const kept = config.siteUrl
    config.siteUrl = 'http://192.168.1.20:8080'
    try {
      const { url } = await withSettings({}, () => ask(bea))
      expect(url).toMatch(/^\/llamada\/[\w-]{24}$/)
    } finally {
      config.siteUrl = kept
    }
  })
})

describe('an address that was issued', () => {
  it('can be linked to a circle; no other can', async () => {
    const bea = await member('bea')
    const { url } = await ask(bea)
    const [sala] = await server.query<{ id: string }>('select id from public.salas_comunidad limit 1')
    const link = async (room_url: string) => {
      const room = { id: crypto.randomUUID(), nombre: 'Sala', tema: 'Charla', room_url, esta_activa: true }
      const made = await bea.from('Salas').insert(room)
      expect(made.error).toBeNull()
      return bea.from('salas_comunidad').update({ sala_video_id: room.id }).eq('id', sala!.id).select()
    }
    expect((await link('https://evil.example/room')).error).toMatchObject({ code: 'PT403' })
    expect((await link(url!)).error).toBeNull()
    const linked = await (await member('ana'))
      .from('salas_comunidad')
      .select('Salas(room_url)')
      .eq('id', sala!.id)
      .single()
    expect(linked.data).toEqual({ Salas: { room_url: url } })
  })

  it('is known to no member, nor is who asked for it', async () => {
    const bea = await member('bea')
    await ask(bea)
    const { data, error } = await bea.from('salas_emitidas').select()
    expect(data ?? []).toEqual([])
    expect(error).toMatchObject({ code: '42501' })
    const [issued] = await server.query<{ hours: number }>(
      `select extract(epoch from vence_en - emitida_en)::float / 3600 as hours
       from public.salas_emitidas order by emitida_en desc limit 1`,
    )
    expect(issued!.hours).toBeGreaterThan(0.5)
    expect(issued!.hours).toBeLessThanOrEqual(24)
  })
})

interface Asked {
  method: string
  path: string
  authorization: string
  body: { name: string; privacy: string; properties: { exp: number; eject_at_room_exp: boolean } }
}

type Trouble =
  | 'refuses the key'
  | 'is overloaded'
  | 'sends no JSON'
  | 'sends no address'
  | 'sends another address'
  | 'sends a script'
  | 'redirects'
  | 'hangs up'
  | 'never answers'

interface Daily {
  server: Server
  url: string
  requests: Asked[]
  trouble: Trouble | undefined
}

/** A server that speaks the one call of Daily's API, "create a room", and fails as asked. */
async function startDaily(): Promise<Daily> {
  const fake: Daily = { server: createServer(), url: '', requests: [], trouble: undefined }
  fake.server.on('request', async (request, response) => {
    let text = ''
    for await (const chunk of request) text += chunk
    const asked = {
      method: request.method!,
      path: request.url!,
      authorization: request.headers.authorization!,
      body: JSON.parse(text),
    }
    fake.requests.push(asked)
    const room = (url: unknown) => response.end(JSON.stringify({ id: 'x', name: asked.body.name, url }))
    switch (fake.trouble) {
      case 'refuses the key':
        return response.writeHead(401).end('{"error":"authentication-error"}')
      case 'is overloaded':
        return response.writeHead(429).end('{"error":"rate-limit-error"}')
      case 'sends no JSON':
        return response.end('<html>')
      case 'sends no address':
        return room(undefined)
      case 'sends another address':
        return room('https://amparo.daily.co/somebody-elses')
      case 'sends a script':
        return room(`javascript:alert("${asked.body.name}")`)
      case 'redirects':
        return response.writeHead(302, { location: '/v1/rooms/again' }).end()
      case 'hangs up':
        return request.socket.destroy()
      case 'never answers':
        return undefined
      default:
        return room(`https://amparo.daily.co/${asked.body.name}`)
    }
  })
  const port = await listen(fake.server)
  fake.url = `http://127.0.0.1:${port}/v1`
  return fake
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as { port: number }).port
}
