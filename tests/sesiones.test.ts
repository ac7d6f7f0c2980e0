import { randomUUID } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { backup, newKeys, restore } from '../server/src/backups.ts'
import type { RunningServer } from '../server/src/start.ts'
import { settingsOf } from '../server/testing/amparoServer.ts'
import { startAmparo } from '../tools/lib/amparo.ts'
import { freePort } from '../tools/lib/port.ts'

// What was made in a session ends with it: addresses for uploading and downloading, and addresses that notices are pushed to. Tried on the
// whole product with the official client.

const PASSWORD = 'bugambilias en la barda 71'
const NEW_PASSWORD = 'jacarandas junto al muro 28'

let folder: string
let server: RunningServer
let picture: Buffer
let members = 0

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'sesiones-'))
  // PostgreSQL does not run as root.
  await chmod(folder, 0o711)
  server = await started(path.join(folder, 'data'))
  picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#a33' } })
    .jpeg()
    .toBuffer()
}, 120_000)
afterAll(async () => {
  await server?.stop()
  await rm(folder, { recursive: true, force: true })
})

const started = async (data: string) =>
  (
    await startAmparo({
      demo: false,
      staticDir: null,
      env: { AMPARO_DATA: data, PORT: String(await freePort()), AMPARO_RATE_FACTOR: '1000' },
    })
  ).server

const sql = (text: string, values?: unknown[]) => server.query<Record<string, unknown>>(text, values)

function visitor(key = server.config.secrets.anonKey): SupabaseClient {
  return createClient(server.url, key, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    realtime: { transport: WebSocket as never },
  })
}

async function member() {
  const email = `ella${++members}@ejemplo.mx`
  const { id } = await server.createUser({
    email,
    password: PASSWORD,
    confirmed: true,
    metadata: { username: 'Ella', identidad_genero: 'mujer cis' },
  })
  const client = visitor()
  const signIn = async (password = PASSWORD) => {
    const other = visitor()
    const { error } = await other.auth.signInWithPassword({ email, password })
    if (error) throw error
    return other
  }
  const { error } = await client.auth.signInWithPassword({ email, password: PASSWORD })
  if (error) throw error
  return { id, email, client, signIn }
}
type Member = Awaited<ReturnType<typeof member>>

const changePassword = ({ client }: Member) =>
  client.auth.updateUser({ password: NEW_PASSWORD, current_password: PASSWORD } as never)

describe('an address that notices are pushed to', () => {
  const device = (client: SupabaseClient, id: string, endpoint: string) =>
    client.from('suscripciones_push').upsert(
      {
        user_id: id,
        endpoint,
        p256dh: 'A'.repeat(87),
        auth: 'B'.repeat(22),
        zona_horaria: 'America/Mexico_City',
      },
      { onConflict: 'user_id,endpoint' },
    )
  /** Where a notice of hers would be sent now. */
  const reached = async (id: string) =>
    (
      await sql(
        'select endpoint from public.suscripciones_push s where user_id = $1 and interno.sesion_abierta(s.user_id, s.sesion) order by 1',
        [id],
      )
    ).map(({ endpoint }) => endpoint)

  it.each<[string, (her: Member) => Promise<unknown>]>([
    ['a new password', changePassword],
    ['signing out everywhere else', ({ client }) => client.auth.signOut({ scope: 'others' })],
    [
      'closing another device',
      async ({ client, signIn }) => {
        await signIn()
        const { data } = await client.rpc('mis_equipos')
        return client.rpc('cerrar_equipo', { cual: data.find(({ este }: { este: boolean }) => !este).id })
      },
    ],
  ])(
    'that was planted with her session hears nothing after %s, until her browser claims its own',
    async (_, act) => {
      const her = await member()
      const hers = `https://push.ejemplo.mx/${randomUUID()}`
      const planted = `https://push.ejemplo.mx/${randomUUID()}`
      await device(her.client, her.id, hers)
      await device(her.client, her.id, planted)
      expect(await reached(her.id)).toEqual([hers, planted].sort())
      expect((await her.client.rpc('mis_equipos')).data).toMatchObject([{ este: true, avisos: 2 }])
      expect(await act(her)).toMatchObject({ error: null })
      expect(await reached(her.id)).toEqual([])
      await device(her.client, her.id, hers)
      expect(await reached(her.id)).toEqual([hers])
    },
  )
})

describe('a signed address', () => {
  const pictures = ({ client }: Pick<Member, 'client'>) => client.storage.from('profiles')
  const send = (slot: { path: string; token: string }) =>
    visitor()
      .storage.from('profiles')
      .uploadToSignedUrl(slot.path, slot.token, picture, { contentType: 'image/jpeg' })
  const grants = async (her: Member) => {
    const where = `avatars/${her.id}.jpg`
    expect(
      (await pictures(her).upload(where, picture, { contentType: 'image/jpeg', upsert: true })).error,
    ).toBeNull()
    const { data: slot, error } = await pictures(her).createSignedUploadUrl(where, { upsert: true })
    expect(error).toBeNull()
    const { data: link } = await pictures(her).createSignedUrl(where, 3600)
    return { slot: slot!, link: link!.signedUrl }
  }

  it('opens for anybody who has it while the session lasts', async () => {
    const { slot, link } = await grants(await member())
    expect((await send(slot)).error).toBeNull()
    expect((await fetch(link)).status).toBe(200)
  })

  it.each<[string, (her: Member) => Promise<unknown>]>([
    ['signing out', ({ client }) => client.auth.signOut({ scope: 'local' })],
    ['a new password elsewhere', async (her) => changePassword({ ...her, client: await her.signIn() })],
    ['the end of her account', ({ id }) => sql('delete from auth.users where id = $1', [id])],
  ])('ends with %s', async (_, act) => {
    const her = await member()
    const { slot, link } = await grants(her)
    await act(her)
    const { error } = await send(slot)
    expect(Number((error as unknown as { status: number }).status)).toBeGreaterThanOrEqual(400)
    expect(Number((error as unknown as { status: number }).status)).toBeLessThan(500)
    const answer = await fetch(link)
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(answer.status).toBeLessThan(500)
  })

  it('opens no more than she may: an expelled member writes no picture', async () => {
    const her = await member()
    const { slot } = await grants(her)
    await sql(
      `insert into public.suspensiones (user_id, motivo, hasta, alcance) values ($1, 'Acosa', now() + interval '1 day', 'expulsion')`,
      [her.id],
    )
    expect((await send(slot)).error).not.toBeNull()
  })

  it('of the service role keeps its lifetime', async () => {
    const her = await member()
    await grants(her)
    const service = visitor(server.config.secrets.serviceRoleKey)
    const { data } = await service.storage.from('profiles').createSignedUrl(`avatars/${her.id}.jpg`, 60)
    await her.client.auth.signOut()
    expect((await fetch(data!.signedUrl)).status).toBe(200)
  })
})

describe('a restore', () => {
  it('ends her sessions, links and push addresses of then; contacts and the page of an open alert stay', async () => {
    const her = await member()
    const {
      data: { session },
    } = await her.client.auth.getSession()
    await her.client.from('suscripciones_push').insert({
      user_id: her.id,
      endpoint: 'https://push.ejemplo.mx/suyo',
      p256dh: 'A'.repeat(87),
      auth: 'B'.repeat(22),
      zona_horaria: 'America/Mexico_City',
    })
    await her.client.rpc('abrir_alerta', {
      cliente_id: randomUUID(),
      pulsada_en: new Date().toISOString(),
      pausa_s: 0,
    })
    const contacto = randomUUID()
    await sql(
      `insert into public.contactos_emergencia (id, user_id, nombre, telefono) values ($2, $1, 'Mamá', '+525590000009')`,
      [her.id, contacto],
    )
    await sql(
      `insert into interno.confianzas (contacto_id, user_id, estado, vence_en, respondida_en, telefono)
       values ($2, $1, 'acepto', now(), now(), '+525590000009')`,
      [her.id, contacto],
    )
    await sql(
      `insert into interno.vias_contacto (contacto_id, user_id, via, destino, confirmada_en) values ($2, $1, 'correo', 'mama@ejemplo.mx', now())`,
      [her.id, contacto],
    )
    const mails = async () =>
      (await sql(`select body_text from local_server.mailbox where recipient = 'mama@ejemplo.mx'`))
        .map(({ body_text }) => /\/alerta\/([\w-]{32})/.exec(String(body_text))?.[1])
        .filter(Boolean)
    await expect.poll(async () => (await mails()).length, { timeout: 20_000 }).toBeGreaterThan(0)
    const code = (await mails())[0]!
    await visitor().auth.resetPasswordForEmail(her.email)
    const mailed = async () =>
      (await sql('select recovery_token from auth.users where id = $1', [her.id]))[0]!.recovery_token
    await expect.poll(mailed).not.toBe('')

    // Taken back after the backup, or nearly due then: both wait their day anew.
    await sql(
      `insert into interno.bajas_pendientes (user_id, pedida_en, efectiva_en) values ($1, now() - interval '23 hours', now() + interval '1 hour')`,
      [her.id],
    )
    await sql(
      `insert into local_server.delayed_changes (user_id, kind, asked_at, due_at) values ($1, 'email', now() - interval '23 hours', now() + interval '1 hour')`,
      [her.id],
    )

    const [keys, file, data] = [await newKeys(), path.join(folder, 'una.age'), path.join(folder, 'otra')]
    await backup(settingsOf({ AMPARO_DATA: path.join(folder, 'data') }), file, [keys.publicKey])
    const restored = await restore(settingsOf({ AMPARO_DATA: data }), {
      source: file,
      privateKey: async () => keys.privateKey,
      restored: 'interno.recomenzar_bajas()',
      log: () => undefined,
    })
    // With the same secrets, a token of then would still open the account.
    expect(restored.hasNewSecrets).toBe(false)
    const other = await started(data)
    try {
      const client = createClient(other.url, other.config.secrets.anonKey, {
        auth: { persistSession: false, autoRefreshToken: false },
        realtime: { transport: WebSocket as never },
      })
      const { error } = await client.auth.refreshSession({ refresh_token: session!.refresh_token })
      expect(error?.code).toBe('refresh_token_not_found')
      const answer = await fetch(`${other.url}/rest/v1/diario_personal`, {
        headers: { apikey: other.config.secrets.anonKey, authorization: `Bearer ${session!.access_token}` },
      })
      expect(answer.status).toBe(401)
      const [{ recovery_token, avisos, vias }] = (await other.query(
        `select recovery_token,
           (select count(*)::int from public.suscripciones_push s where s.user_id = u.id and interno.sesion_abierta(s.user_id, s.sesion)) as avisos,
           (select count(*)::int from interno.vias_contacto v where v.user_id = u.id) as vias
         from auth.users u where id = $1`,
        [her.id],
      )) as [Record<string, unknown>]
      expect((await client.rpc('ver_alerta', { codigo: code })).data).toMatchObject({
        estado: 'abierta',
        nombre: 'Ella',
      })
      const waits = `select count(*)::int as n from (select efectiva_en as due from interno.bajas_pendientes where user_id = $1
        union all select due_at from local_server.delayed_changes where user_id = $1) w where due > now() + interval '23 hours'`
      expect(await other.query(waits, [her.id])).toEqual([{ n: 2 }])
      expect({ recovery_token, avisos, vias }).toEqual({ recovery_token: '', avisos: 0, vias: 1 })
      expect(
        (await client.auth.signInWithPassword({ email: her.email, password: PASSWORD })).error,
      ).toBeNull()
    } finally {
      await other.stop()
    }
  }, 120_000)
})
