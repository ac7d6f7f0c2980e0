import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { RunningServer } from '../server/src/start.ts'
import { plantInstallation } from '../server/testing/amparoServer.ts'
import { localPushService } from '../server/testing/pushService.ts'
import { startAmparo } from '../tools/lib/amparo.ts'
import { freePort } from '../tools/lib/port.ts'

const BEA = 'b0000000-0000-4000-8000-000000000002'
const CARLA = 'c0000000-0000-4000-8000-000000000003'

let folder: string
let service: Awaited<ReturnType<typeof localPushService>>
let server: RunningServer

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'amparo-guardia-'))
  await chmod(folder, 0o711)
  await plantInstallation(path.join(folder, 'data'))
  service = await localPushService()
  const started = await startAmparo({
    demo: true,
    staticDir: null,
    env: {
      AMPARO_DATA: path.join(folder, 'data'),
      PORT: String(await freePort()),
      AMPARO_PUSH_SERVICES: service.origin,
    },
  })
  server = started.server
})
afterAll(async () => {
  await server?.stop()
  await service.close()
  await rm(folder, { recursive: true, force: true })
})

it('a report of danger reaches the moderator on duty within a minute, by mail and on her device, without a word about whom', async () => {
  await server.query(
    `insert into auth.sessions (id, user_id, created_at) values (gen_random_uuid(), '${CARLA}', now())`,
  )
  const { endpoint, p256dh, auth } = service.subscribe('telefono')
  await server.query(
    `insert into public.suscripciones_push (user_id, endpoint, p256dh, auth, zona_horaria, creado_en)
     values ($1, $2, $3, $4, 'America/Mexico_City', now() - interval '2 days')`,
    [CARLA, endpoint, p256dh, auth],
  )
  const pressed = Date.now()
  // As Bea sends it: the copy of the message, and who wrote it, are the database's to fill in.
  await server.query(
    `insert into public.reportes_sala (mensaje_id, motivo, detalle, user_id)
     select id, 'peligro', 'Algo que nadie debe leer', '${BEA}' from public.mensajes_sala where user_id <> '${BEA}' limit 1`,
  )
  await expect.poll(() => service.received.length, { timeout: 60_000 }).toBe(1)
  const carla = 'carla@amparo.test'
  type Mail = { subject: string; text: string }
  const mail = async () =>
    (await (await fetch(`${server.mailboxUrl}.json?to=${encodeURIComponent(carla)}`)).json()) as Mail[]
  await expect
    .poll(async () => (await mail()).map(({ subject }) => subject), { timeout: 60_000 })
    .toContain('Te esperan')
  expect(Date.now() - pressed).toBeLessThan(60_000)

  const [{ text }] = (await mail()).filter(({ subject }) => subject === 'Te esperan') as [Mail]
  expect(text).toContain('/admin/hoy')
  expect(text).not.toMatch(/Ana|Bea|peligro|denuncia|Algo que nadie/i)
  expect(Object.keys(service.received[0]!.message as object).sort()).toEqual(['id', 'segundos', 'tipo'])
  expect((service.received[0]!.message as { tipo: string }).tipo).toBe('guardia')
  // Neither address nor word stays in the queue once it has left.
  const left = () =>
    server.query(
      `select from interno.envios where tipo = 'guardia' and (terminado_en is null or datos ? 'destino')`,
    )
  await expect.poll(left, { timeout: 30_000 }).toEqual([])
})

it('a word of the team reaches the device that agreed to it, and no other, without a word of it', async () => {
  const before = service.received.length
  const { endpoint, p256dh, auth } = service.subscribe('tableta')
  await server.query(
    `insert into public.suscripciones_push (user_id, endpoint, p256dh, auth, zona_horaria, comunicados)
     values ($1, $2, $3, $4, 'America/Mexico_City', true)`,
    [CARLA, endpoint, p256dh, auth],
  )
  await server.query(
    `insert into public.comunicados (titulo, texto, avisar, hasta)
     values ('Cerramos el martes', 'Algo que nadie debe leer', true, now() + interval '1 day')`,
  )
  await expect.poll(() => service.received.length, { timeout: 30_000 }).toBe(before + 1)
  // The second check, of the next one on duty, finds nobody.
  const due = () => server.query(`select from interno.pendientes where tipo = 'comunicado'`)
  await expect.poll(due, { timeout: 30_000 }).toEqual([])
  expect(service.received).toHaveLength(before + 1)
  const { message, path: at } = service.received[before]!
  expect(Object.keys(message as object).sort()).toEqual(['id', 'segundos', 'tipo'])
  expect(message).toMatchObject({ tipo: 'comunicado' })
  expect(endpoint.endsWith(at)).toBe(true)
})
