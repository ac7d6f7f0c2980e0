import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { RunningServer } from '../server/src/start.ts'
import { plantInstallation } from '../server/testing/amparoServer.ts'
import { localPushService } from '../server/testing/pushService.ts'
import { startAmparo } from '../tools/lib/amparo.ts'
import { freePort } from '../tools/lib/port.ts'

const ANA = 'a0000000-0000-4000-8000-000000000001'

let folder: string
let service: Awaited<ReturnType<typeof localPushService>>
let server: RunningServer | undefined

async function start(): Promise<RunningServer> {
  const started = await startAmparo({
    demo: true,
    staticDir: null,
    env: {
      AMPARO_DATA: path.join(folder, 'data'),
      PORT: String(await freePort()),
      AMPARO_PUSH_SERVICES: service.origin,
    },
  })
  return started.server
}

const pushKey = async () =>
  ((await (await fetch(`${server!.url}/config.json`)).json()) as { pushKey: string }).pushKey

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'amparo-push-'))
  await chmod(folder, 0o711)
  await plantInstallation(path.join(folder, 'data'))
  service = await localPushService()
})
afterAll(async () => {
  await server?.stop()
  await service.close()
  await rm(folder, { recursive: true, force: true })
})

it('a reminder reaches each of her devices once, also over a restart, with the keys of the first start', async () => {
  server = await start()
  const key = await pushKey()
  // Reminders go to devices with an open session: one that was ended gets none.
  await server.query(
    `insert into auth.sessions (id, user_id, created_at) values (gen_random_uuid(), '${ANA}', now())`,
  )
  for (const name of ['telefono', 'tableta', 'perdido']) {
    const { endpoint, p256dh, auth } = service.subscribe(name)
    await server.query(
      `insert into public.suscripciones_push (user_id, endpoint, p256dh, auth, zona_horaria, creado_en)
       values ($1, $2, $3, $4, 'America/Tijuana', now() - interval '2 days')`,
      [ANA, name === 'perdido' ? `${service.origin}/nadie` : endpoint, p256dh, auth],
    )
  }
  // An address of this machine is no push service, no matter who wrote it.
  const { p256dh, auth } = service.subscribe('intruso')
  await server.query(
    `insert into public.suscripciones_push (user_id, endpoint, p256dh, auth, zona_horaria, creado_en)
     values ($1, $2, $3, $4, 'America/Tijuana', now() - interval '2 days')`,
    [ANA, service.origin.replace('127.0.0.1', 'localhost'), p256dh, auth],
  )
  // What the demo put into her agenda may be due in this very hour.
  await server.query(`delete from public.agenda_personal where user_id = '${ANA}'`)
  // Half an hour from now on her own clock, written down yesterday.
  await server.query(`insert into public.agenda_personal (user_id, titulo, fecha, hora, creado_en, actualizado_en)
    select '${ANA}', 'Algo que nadie debe leer', pronto::date, pronto::time, now() - interval '1 day', now() - interval '1 day'
    from (select (now() + interval '30 minutes') at time zone 'America/Tijuana' as pronto) p`)
  // Her agenda is looked at a quarter of a minute later; that is not waited for here.
  await server.query(`update interno.pendientes set vence = now() where tipo = 'agenda'`)
  await server.stop()

  server = await start()
  expect(await pushKey(), 'subscriptions belong to the key').toBe(key)
  await expect.poll(() => service.received.length, { timeout: 30_000 }).toBe(2)
  expect(service.received.map(({ path: where }) => where).sort()).toEqual(['/tableta', '/telefono'])
  for (const { message, publicKey, ttl } of service.received) {
    expect(publicKey).toBe(key)
    expect(ttl).toBeGreaterThan(1_000)
    expect(Object.keys(message as object).sort(), 'neutral: nothing of the event travels').toEqual([
      'id',
      'segundos',
      'tipo',
    ])
  }
  // A device that is gone is forgotten.
  const left = () =>
    server!.query(`select endpoint from public.suscripciones_push where user_id = '${ANA}' order by 1`)
  await expect.poll(async () => (await left()).length, { timeout: 30_000 }).toBe(3)
  const outcomes = () =>
    server!.query<{ resultado: string }>(
      `select resultado from interno.envios where tipo = 'recordatorio' order by resultado`,
    )
  // What is no push service is never called; the device that is gone took its message with it.
  await expect
    .poll(async () => (await outcomes()).map(({ resultado }) => resultado), { timeout: 30_000 })
    .toEqual(['enviada', 'enviada', 'fallida'])
  await server.stop()

  server = await start()
  await expect
    .poll(async () => (await server!.query(`select from interno.pendientes where vence <= now()`)).length)
    .toBe(0)
  expect(await left()).toHaveLength(3)
  expect(service.received, 'and nothing is sent twice').toHaveLength(2)
})
