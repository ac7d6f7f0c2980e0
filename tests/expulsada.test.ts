import { randomBytes, randomUUID } from 'node:crypto'
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createClient, type RealtimeChannel, type SupabaseClient } from '@supabase/supabase-js'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { WebSocket } from 'ws'
import { TABLAS } from '../app/src/features/perfil/tablas.ts'
import type { RunningServer } from '../server/src/start.ts'
import { plantInstallation } from '../server/testing/amparoServer.ts'
import { Inbox, subscribed } from '../server/testing/realtime.ts'
import { startAmparo } from '../tools/lib/amparo.ts'
import { freePort } from '../tools/lib/port.ts'

/*
 * Every API, called by an expelled member with the official client. An expulsion is no ban of the account: signing in goes on, since
 * panic, contacts, diary and the member's own data are behind the same APIs. However the session began, all that members show each
 * other is refused, and all that is the member's alone is open. The rules themselves, one by one, are in medidas.sql and nunca_cierra.sql.
 */

const PASSWORD = 'bugambilias en la barda 71'
const NEW_PASSWORD = 'jacarandas junto al muro 28'
const REASON = 'Acosa a otras'
const MAILBOX = `dari${randomBytes(5).toString('hex')}`
/** At a provider with two names, that knows no dots. */
const ADDRESS = `${MAILBOX}@gmail.com`
const MEMBER = { username: 'Darina', identidad_genero: 'mujer cis' }

type Person = { id: string; email: string; client: SupabaseClient }

let folder: string
let server: RunningServer
let picture: Buffer
const clients: SupabaseClient[] = []

/** The expelled member, on the device that was signed in when it happened. */
let expelled: Person
let bea: Person
let sala: string
let call: string
let evento: string
/** Everything that could be read before. */
let before: Record<string, unknown>
/** What was open when it happened. */
let changes: Inbox<{ table: string; id?: string }>
let circle: RealtimeChannel
type Voice = { channel: RealtimeChannel; said: number[]; say: (n: number) => Promise<string> }
let voices: Record<'own' | 'heardByBea' | 'bea' | 'heardByExpelled', Voice>
let beaHears: Inbox<{ table: string; id?: string }>
let beaCircle: RealtimeChannel
/** Addresses of pictures that were known. */
let photos: { own: string; bea: string }

const sql = <R extends Record<string, unknown>>(text: string, values?: unknown[]) =>
  server.query<R>(text, values)

function visitor(): SupabaseClient {
  const client = createClient(server.url, server.config.secrets.anonKey, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    // Node 20 has none of its own.
    realtime: { transport: WebSocket as never, reconnectAfterMs: () => 50 },
  })
  clients.push(client)
  return client
}

async function member(email: string, username: string): Promise<Person> {
  const { id } = await server.createUser({
    email,
    password: PASSWORD,
    confirmed: true,
    metadata: { ...MEMBER, username },
  })
  const client = visitor()
  const { error } = await client.auth.signInWithPassword({ email, password: PASSWORD })
  if (error) throw error
  return { id, email, client }
}

/** The answer of a query that must be answered. */
async function given<T>(query: PromiseLike<{ data: T; error: unknown }>): Promise<NonNullable<T>> {
  const { data, error } = await query
  if (error) throw error
  return data as NonNullable<T>
}

/** The code of a mail that came after so many. */
async function mailedCode(to: string, known = 0): Promise<string> {
  const codes = async () =>
    (await mailsTo(to))
      .toReversed()
      .slice(known)
      .flatMap(({ text }) => /\b\d{6}\b/.exec(text)?.[0] ?? [])
  await expect.poll(async () => (await codes()).length).toBeGreaterThan(0)
  return (await codes()).at(-1)!
}

async function mailsTo(to: string): Promise<{ subject: string; text: string }[]> {
  const answer = await fetch(`${server.mailboxUrl}.json?to=${encodeURIComponent(to)}`)
  return (await answer.json()) as { subject: string; text: string }[]
}

const upload = (client: SupabaseClient, bucket: string, where: string) =>
  client.storage.from(bucket).upload(where, picture, { contentType: 'image/jpeg', upsert: true })

/** Uploads her picture as the app does. @returns the address that others read */
async function showPicture({ id, client }: Person): Promise<string> {
  const where = `avatars/${id}.jpg`
  expect((await upload(client, 'profiles', where)).error).toBeNull()
  const { publicUrl } = client.storage.from('profiles').getPublicUrl(where).data
  const shown = await given(
    client
      .from('profiles')
      .update({ foto_url: `${publicUrl}?v=1` })
      .eq('id', id)
      .select('foto_url')
      .single(),
  )
  return (shown as { foto_url: string }).foto_url
}

const live = (client: SupabaseClient, topic: string) =>
  client.channel(topic, { config: { private: true, broadcast: { self: false } } })

/** @returns `ok` where the word was taken; what is refused is not answered */
const speak = (channel: RealtimeChannel, n: number): Promise<string> =>
  channel.send({ type: 'broadcast', event: 'voz', payload: { n } }, { timeout: 1_500 })

/** @returns what a client is told that joins a topic: that it is in, or why not */
async function joining(client: SupabaseClient, topic: string): Promise<string> {
  for (const old of client.getChannels()) if (old.subTopic === topic) await client.removeChannel(old)
  const channel = live(client, topic)
  try {
    await subscribed(channel)
    return 'joined'
  } catch (error) {
    return (error as Error).message
  } finally {
    await client.removeChannel(channel)
  }
}

/** All that members show each other, as one of them reads it: how many, or what. */
const READINGS: Record<string, (client: SupabaseClient) => PromiseLike<{ data: unknown; error: unknown }>> = {
  circles: (client) => client.from('salas_comunidad').select('id'),
  messages: (client) => client.from('mensajes_sala').select('id').neq('user_id', expelled.id),
  names: (client) => client.from('profiles').select('id').neq('id', expelled.id).eq('username', 'Bea Luna'),
  stories: (client) => client.from('historias').select('id').eq('es_mia', false),
  reviews: (client) => client.from('reseñas_terapeutas').select('id'),
  calls: (client) => client.from('Salas').select('id').neq('creada_por', expelled.id),
  'the call of a circle': (client) => client.rpc('llamada_abierta', { sala }),
  'how many are in calls': (client) => client.rpc('llamadas_en_curso'),
  'who is in their own call': (client) =>
    client.from('presentes_llamada').select('id').neq('user_id', expelled.id),
  'events and workshops': (client) => client.rpc('mis_encuentros'),
}

/** What somebody reads of it all; what is empty is left out. */
async function readingsOf(client: SupabaseClient): Promise<Record<string, unknown>> {
  const seen: Record<string, unknown> = {}
  for (const [name, ask] of Object.entries(READINGS)) {
    const data = await given(ask(client))
    if (Array.isArray(data) ? data.length > 0 : data) seen[name] = data
  }
  return seen
}

/** What an expelled member might do to others, and the code of the refusal. */
const DEEDS: [
  name: string,
  deed: (client: SupabaseClient) => PromiseLike<{ error: unknown }>,
  code: string,
][] = [
  [
    'a message',
    (client) =>
      client.from('mensajes_sala').insert({ sala_id: sala, user_id: expelled.id, contenido: 'hola' }),
    'PT403',
  ],
  ['a story', (client) => client.from('historias').insert({ titulo: 'x', contenido: 'x' }), 'PT403'],
  [
    'a report',
    (client) => client.from('reportes_sala').insert({ origen: 'nombre', autora_id: bea.id, motivo: 'otro' }),
    'PT404',
  ],
  ['the address of a call', (client) => client.rpc('pedir_llamada'), 'PT403'],
  [
    'a call',
    (client) => client.from('Salas').insert({ nombre: 'x', room_url: 'https://x.test/llamada/x' }),
    '42501',
  ],
  ['entering the call', (client) => client.rpc('entrar_llamada', { codigo: call }), 'PT403'],
  ['a seat', (client) => client.rpc('apuntarme', { cual: evento }), '42501'],
]

/** What stays open, whatever was decided. */
const STILL_OPEN: Record<string, (client: SupabaseClient) => PromiseLike<{ error: unknown }>> = {
  'a press': (client) => client.from('eventos_peligro').insert({ user_id: expelled.id }),
  'an alert': (client) =>
    client.rpc('abrir_alerta', {
      cliente_id: randomUUID(),
      pulsada_en: new Date().toISOString(),
      pausa_s: 0,
    }),
  'a contact': (client) =>
    client.from('contactos_emergencia').insert({
      user_id: expelled.id,
      nombre: 'Otra',
      telefono: `+5255${String(Math.random()).slice(2, 10)}`,
    }),
  'a location sharing': (client) =>
    client.rpc('iniciar_acompanamiento', { codigo: randomBytes(16).toString('hex'), horas: 1 }),
  'a timer': (client) =>
    client.rpc('iniciar_llegada', {
      cliente_id: randomUUID(),
      destino: 'Casa',
      nota: '',
      vence_en: new Date(Date.now() + 1_800_000).toISOString(),
    }),
  'the diary': (client) =>
    client
      .from('diario_personal')
      .upsert({ user_id: expelled.id, fecha: '2026-01-02', contenido: 'x' }, { onConflict: 'user_id,fecha' }),
  'the agenda': (client) =>
    client.from('agenda_personal').insert({ user_id: expelled.id, titulo: 'x', fecha: '2026-01-02' }),
  'their name': (client) => client.from('profiles').update({ username: 'Darina' }).eq('id', expelled.id),
}

/** All that is refused to an expelled member, and all that is not, for one way of signing in. */
async function expectExpelled(client: SupabaseClient): Promise<void> {
  expect(await readingsOf(client)).toEqual({})
  for (const [name, deed, code] of DEEDS)
    expect([name, (await deed(client)).error]).toMatchObject([name, { code }])
  for (const [name, deed] of Object.entries(STILL_OPEN))
    expect([name, (await deed(client)).error]).toEqual([name, null])
  // The directory, the emergency numbers and the reason stay readable.
  const { length } = await given(client.from('asociaciones_apoyo').select('id'))
  expect(length).toBeGreaterThan(20)
  expect((await given(client.from('numeros_emergencia').select('*'))).length).toBeGreaterThan(5)
  expect(await given(client.from('suspensiones').select('motivo, alcance'))).toEqual([
    { motivo: REASON, alcance: 'expulsion' },
  ])
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'amparo-expulsada-'))
  await chmod(folder, 0o711)
  await plantInstallation(path.join(folder, 'data'))
  ;({ server } = await startAmparo({
    demo: true,
    staticDir: null,
    env: {
      AMPARO_DATA: path.join(folder, 'data'),
      PORT: String(await freePort()),
      AMPARO_RATE_FACTOR: '1000',
    },
  }))
  picture = await sharp({ create: { width: 32, height: 32, channels: 3, background: '#804060' } })
    .jpeg()
    .toBuffer()
  expelled = await member(ADDRESS, 'Darina Sol')
  bea = await member(`${randomUUID()}@ejemplo.mx`, 'Bea Luna')

  // A circle with a call in which both are, an event, pictures.
  sala = (await given(bea.client.from('salas_comunidad').select('id').eq('clave', 'amor-propio').single())).id
  for (const { id, client } of [expelled, bea]) {
    const said = { sala_id: sala, user_id: id, contenido: 'Hola a todas' }
    await given(client.from('mensajes_sala').insert(said).select('id'))
  }
  const { url } = await given(bea.client.functions.invoke<{ url: string }>('create-daily-room'))
  call = url.slice(url.lastIndexOf('/') + 1)
  const videoCall = await given(
    bea.client.from('Salas').insert({ nombre: 'x', room_url: url }).select('id').single(),
  )
  await given(
    bea.client.from('salas_comunidad').update({ sala_video_id: videoCall.id }).eq('id', sala).select('id'),
  )
  evento = randomUUID()
  await sql(
    `insert into encuentros (id, titulo, empieza, termina, cabida, estado)
     values ($1, 'Taller de voz', now() + interval '1 day', now() + interval '25 hours', 3, 'publicado')`,
    [evento],
  )
  expect(await given(expelled.client.rpc('apuntarme', { cual: evento }))).toBe('dentro')
  photos = { own: await showPicture(expelled), bea: await showPicture(bea) }
  const stays = {
    bea: await given(bea.client.rpc('entrar_llamada', { codigo: call })),
    own: await given(expelled.client.rpc('entrar_llamada', { codigo: call })),
  }

  // What is open: changes, presence in the circle, both voices of the call.
  const listen = async ({ client }: Person) => {
    const inbox = new Inbox<{ table: string; id?: string }>()
    const channel = live(client, `mensajes:${randomUUID()}`)
    for (const table of ['mensajes_sala', 'senales'])
      channel.on('postgres_changes', { event: '*', schema: 'public', table }, (change) =>
        inbox.put({ table: change.table, id: (change.new as { id?: string }).id }),
      )
    await subscribed(channel)
    return inbox
  }
  ;[changes, beaHears] = [await listen(expelled), await listen(bea)]
  const present = async ({ client }: Person) => {
    const channel = live(client, `sala:${sala}`).on('presence', { event: 'sync' }, () => undefined)
    await subscribed(channel)
    expect(await channel.track({})).toBe('ok')
    return channel
  }
  ;[circle, beaCircle] = [await present(expelled), await present(bea)]
  const speaking = async ({ client }: Person, stay: string) => {
    const said: number[] = []
    const channel = client.channel(`llamada:${stay}`, {
      config: { private: true, broadcast: { ack: true } },
    })
    channel.on('broadcast', { event: 'voz' }, ({ payload }) => said.push(payload.n))
    await subscribed(channel)
    return { channel, said, say: (n: number) => speak(channel, n) }
  }
  voices = {
    own: await speaking(expelled, stays.own),
    heardByBea: await speaking(bea, stays.own),
    bea: await speaking(bea, stays.bea),
    heardByExpelled: await speaking(expelled, stays.bea),
  }
  expect(await voices.own.say(1)).toBe('ok')
  expect(await voices.bea.say(1)).toBe('ok')
  await vi.waitFor(
    () => expect([voices.heardByBea.said, voices.heardByExpelled.said]).toEqual([[1], [1]]),
    30_000,
  )
  await vi.waitFor(() => expect(Object.keys(beaCircle.presenceState())).toHaveLength(2), 30_000)

  before = await readingsOf(expelled.client)
  expect((await fetch(photos.bea)).status).toBe(200)
  await sql(
    `insert into suspensiones (user_id, motivo, creada_en, hasta, alcance)
     values ($1, $2, now() - interval '1 second', 'infinity', 'expulsion')`,
    [expelled.id, REASON],
  )
}, 120_000)
afterAll(async () => {
  for (const client of clients) await client.realtime.disconnect()
  await server?.stop()
  await rm(folder, { recursive: true, force: true })
})

it('before, every reading gave something', () => {
  expect(Object.keys(before).sort()).toEqual(Object.keys(READINGS).sort())
})

describe('what was open when it happened', () => {
  it('the old tab, with its token', async () => {
    await expectExpelled(expelled.client)
  })

  it('hears that it happened, and no word of another any more', async () => {
    await changes.find(({ table }) => table === 'senales')
    const said = { sala_id: sala, user_id: bea.id, contenido: 'Ya no está' }
    const { id } = await given(bea.client.from('mensajes_sala').insert(said).select('id').single())
    await beaHears.find((change) => change.id === id)
    // What comes later is there: what came before it would be.
    const signals = changes.all.filter(({ table }) => table === 'senales').length
    await sql('update senales set cambio = cambio + 1 where user_id = $1', [expelled.id])
    await expect.poll(() => changes.all.filter(({ table }) => table === 'senales').length).toBe(signals + 1)
    expect(changes.all.filter((change) => change.id === id)).toEqual([])
  })

  it('is not counted in the circle, and hears it no more', async () => {
    let n = 0
    await expect
      .poll(async () => {
        n += 1
        await beaCircle.track({ n })
        return Object.keys(beaCircle.presenceState()).length
      })
      .toBe(1)
    await expect.poll(() => circle.state).not.toBe('joined')
  })

  it('is out of the call: neither hears nor is heard', async () => {
    expect(await sql('select from presentes_llamada where user_id = $1', [expelled.id])).toEqual([])
    let n = 1
    await expect
      .poll(
        async () => {
          n += 1
          await voices.bea.say(n)
          return [await voices.own.say(n), voices.heardByExpelled.channel.state]
        },
        { timeout: 20_000 },
      )
      .toEqual(['timed out', 'closed'])
    expect(voices.heardByBea.said).not.toContain(n)
    expect(voices.heardByExpelled.said).not.toContain(n)
  })

  it('enters none of it anew, neither on that socket nor on another', async () => {
    const elsewhere = visitor()
    const { error } = await elsewhere.auth.signInWithPassword({ email: ADDRESS, password: PASSWORD })
    expect(error).toBeNull()
    const topics = [`sala:${sala}`, voices.bea.channel.subTopic, voices.own.channel.subTopic]
    for (const client of [expelled.client, elsewhere, visitor()])
      for (const topic of topics) expect(await joining(client, topic)).toContain('Unauthorized')
  })

  it('has no seat', async () => {
    expect(await sql('select from plazas where user_id = $1', [expelled.id])).toEqual([])
  })

  it('is seen by nobody', async () => {
    expect(await given(bea.client.from('profiles').select('id').eq('id', expelled.id))).toEqual([])
    expect(await given(bea.client.from('mensajes_sala').select('id').eq('user_id', expelled.id))).toEqual([])
  })
})

describe('the ways in, which stay open, and what is behind them', () => {
  it('the session of the old tab, renewed', async () => {
    const { data, error } = await expelled.client.auth.refreshSession()
    expect([error, data.session?.user.id]).toEqual([null, expelled.id])
    await expectExpelled(expelled.client)
  })

  it('the password', async () => {
    const client = visitor()
    const { data, error } = await client.auth.signInWithPassword({ email: ADDRESS, password: PASSWORD })
    expect([error, data.user?.id]).toEqual([null, expelled.id])
    await expectExpelled(client)
  })

  it('a code that was mailed', async () => {
    const client = visitor()
    const options = { shouldCreateUser: false }
    expect((await client.auth.signInWithOtp({ email: ADDRESS, options })).error).toBeNull()
    const token = await mailedCode(ADDRESS)
    const { data, error } = await client.auth.verifyOtp({ email: ADDRESS, token, type: 'magiclink' })
    expect([error, data.user?.id]).toEqual([null, expelled.id])
    await expectExpelled(client)
  })

  it('a new password, by mail', async () => {
    const client = visitor()
    const known = (await mailsTo(ADDRESS)).length
    expect((await client.auth.resetPasswordForEmail(ADDRESS)).error).toBeNull()
    const token = await mailedCode(ADDRESS, known)
    expect((await client.auth.verifyOtp({ email: ADDRESS, token, type: 'recovery' })).error).toBeNull()
    expect((await client.auth.updateUser({ password: NEW_PASSWORD })).error).toBeNull()
    const again = visitor()
    expect((await again.auth.signInWithPassword({ email: ADDRESS, password: NEW_PASSWORD })).error).toBeNull()
    // A new password signs everything else out, the old tab too.
    expelled = { ...expelled, client: again }
    await expectExpelled(client)
    await expectExpelled(again)
  })
})

describe('files', () => {
  it('pictures: the known address has ended, and so has their own', async () => {
    // As the job does within five minutes, if it has not done so already.
    await sql('select interno.renovar_fotos_pendientes()')
    for (const address of Object.values(photos)) expect((await fetch(address)).ok).toBe(false)
    const now = await given(bea.client.from('profiles').select('foto_url').eq('id', bea.id).single())
    expect((await fetch(now.foto_url)).status).toBe(200)
  })

  it('pictures of others: neither read, listed, signed for, nor written over', async () => {
    const pictures = expelled.client.storage.from('profiles')
    const where = `avatars/${bea.id}.jpg`
    expect((await pictures.download(where)).data).toBeNull()
    expect((await pictures.createSignedUrl(where, 60)).data).toBeNull()
    expect((await pictures.list('avatars')).data?.map(({ name }) => name)).toEqual([`${expelled.id}.jpg`])
    expect((await upload(expelled.client, 'profiles', where)).error).toMatchObject({ statusCode: '403' })
  })

  it.each(['biblioteca', 'podcast', 'terapeutas'])('%s: nothing is put there', async (bucket) => {
    expect((await upload(expelled.client, bucket, `${randomUUID()}.jpg`)).data).toBeNull()
  })

  it('their own picture: can be read and taken out, but no other is put in its place', async () => {
    const pictures = expelled.client.storage.from('profiles')
    const where = `avatars/${expelled.id}.jpg`
    expect((await upload(expelled.client, 'profiles', where)).error).toMatchObject({ statusCode: '403' })
    const other = await pictures.upload(`avatars/${expelled.id}.png`, picture, { contentType: 'image/jpeg' })
    expect(other.error).toMatchObject({ statusCode: '403' })
    expect((await fetch(photos.own)).ok).toBe(false)
    expect((await pictures.download(where)).data?.size).toBeGreaterThan(0)
    expect((await pictures.remove([where])).data).toHaveLength(1)
  })
})

describe('functions', async () => {
  const root = path.resolve(import.meta.dirname, '../supabase/functions')
  const names = (await readdir(root, { withFileTypes: true }))
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('_'))
    .map(({ name }) => name)

  it.each(names)('%s gives nothing that it gives no member', async (name) => {
    const ask = async ({ client }: Person) => {
      const { response } = await client.functions.invoke(name, { body: {} })
      return { status: response!.status, text: await response!.clone().text() }
    }
    const own = await ask(expelled)
    if (name === 'create-daily-room') {
      expect(own.status).toBe(403)
      expect(own.text).toContain(REASON)
    } else {
      expect(own).toEqual(await ask(bea))
      expect(own.status).toBeGreaterThanOrEqual(400)
    }
  })

  it('no plan can be bought', async () => {
    expect((await bea.client.rpc('pedir_pago')).error).toBeNull()
    expect((await expelled.client.rpc('pedir_pago')).error).toMatchObject({
      code: 'PT403',
      message: expect.stringContaining(REASON),
    })
  })
})

describe('what stays theirs for as long as they may answer', () => {
  it.each(TABLAS.map((tabla) => [tabla.archivo, tabla] as const))(
    '«Descargar mis datos»: %s',
    async (_, { tabla, columnas, de }) => {
      const all = expelled.client.from(tabla).select(columnas ?? '*')
      const query = de === undefined ? all : all.eq(de, de === 'es_mia' ? true : expelled.id)
      expect((await query).error).toBeNull()
    },
  )

  it('with what was written in it', async () => {
    for (const tabla of [
      'mensajes_sala',
      'contactos_emergencia',
      'eventos_peligro',
      'alertas',
      'diario_personal',
    ])
      expect([tabla, (await given(expelled.client.from(tabla).select('*'))).length]).not.toEqual([tabla, 0])
  })

  it('an answer, once', async () => {
    const { id: cual } = await given(expelled.client.from('suspensiones').select('id').single())
    expect((await expelled.client.rpc('apelar', { cual, texto: 'No fui yo' })).error).toBeNull()
    expect((await expelled.client.rpc('apelar', { cual, texto: 'No fui yo' })).error).toMatchObject({
      code: 'PT409',
    })
  })
})

describe('coming back', () => {
  const accounts = () => sql('select id from auth.users where email = $1', [ADDRESS])

  async function signUp(email: string): Promise<SupabaseClient> {
    const client = visitor()
    const { data, error } = await client.auth.signUp({ email, password: PASSWORD, options: { data: MEMBER } })
    expect([error, data.session]).toEqual([null, null])
    return client
  }

  /** Signs up and confirms the mailbox. */
  async function confirmed(email: string): Promise<SupabaseClient> {
    const known = (await mailsTo(email)).length
    const client = await signUp(email)
    const token = await mailedCode(email, known)
    const { data, error } = await client.auth.verifyOtp({ email, token, type: 'signup' })
    expect([error, data.session?.user.email]).toEqual([null, email])
    return client
  }

  /** An account that is no member: it reads and does nothing, and is told why once it asks. */
  async function expectOutside(client: SupabaseClient): Promise<void> {
    expect(await given(client.rpc('estoy_admitida'))).toBe(false)
    expect(await readingsOf(client)).toEqual({})
    expect((await client.rpc('declarar_identidad', { identidad: 'mujer cis' })).error).toMatchObject({
      code: 'PT403',
      message: expect.stringContaining('Con esta dirección no se puede volver a entrar'),
    })
    expect(await given(client.rpc('estoy_admitida'))).toBe(false)
  }

  it.each([
    ['the same address', ADDRESS],
    ['in capitals', ADDRESS.toUpperCase()],
    ['with blanks', `  ${ADDRESS} `],
  ])('%s, while the account is there: nothing is made, and the password is not changed', async (_, email) => {
    await signUp(email)
    expect(await accounts()).toEqual([{ id: expelled.id }])
    const { data, error } = await visitor().auth.signInWithPassword({ email: ADDRESS, password: PASSWORD })
    // What it answers to the person who signed up with that password; a code for it comes to nobody.
    expect([data.session, error]).toMatchObject([null, { code: 'email_not_confirmed' }])
    expect((await mailsTo(ADDRESS))[0]!.text).not.toMatch(/\b\d{6}\b/)
  })

  const others = [
    ['with a tag', `${MAILBOX}+otra@gmail.com`],
    ['with an empty tag', `${MAILBOX}+@gmail.com`],
    ['with dots', `${[...MAILBOX].join('.')}@gmail.com`],
    ['by the other name of its provider', `${MAILBOX}@googlemail.com`],
    ['with all of it', `${MAILBOX.replace('a', 'a.')}+x+y@googlemail.com`],
  ] as const
  it.each(others)('%s: the same mailbox is no member', async (_, email) => {
    await expectOutside(await confirmed(email))
  })

  it('after the account was deleted, with the same address and with another tag', async () => {
    const gone = visitor()
    const entered = await gone.auth.signInWithPassword({ email: ADDRESS, password: NEW_PASSWORD })
    expect(entered.error).toBeNull()
    expect((await gone.rpc('eliminar_mi_cuenta')).error).toBeNull()
    // The password was proven by the mailbox alone: it takes a day.
    await sql(`update interno.bajas_pendientes set efectiva_en = now() - interval '1 second'`)
    await sql('select interno.cumplir_bajas()')
    expect(await sql('select from auth.users where id = $1', [expelled.id])).toEqual([])
    // The tabs that were open.
    for (const client of [gone, expelled.client]) {
      expect((await client.from('salas_comunidad').select('id')).error).not.toBeNull()
      expect((await client.auth.refreshSession()).error).not.toBeNull()
    }
    await expectOutside(await confirmed(ADDRESS))
    await expectOutside(await confirmed(`${MAILBOX}+tres@gmail.com`))
  })

  it('another mailbox is another member: by these same steps one is made', async () => {
    const client = await confirmed(`${MAILBOX}@ejemplo.mx`)
    expect(await given(client.rpc('estoy_admitida'))).toBe(true)
    expect(await given(client.from('salas_comunidad').select('id'))).not.toEqual([])
  })
})
