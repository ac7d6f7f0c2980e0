import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it, vi } from 'vitest'
import type { Envio, ViaName } from '../supabase/functions/_shared/envio.ts'
import { Outages } from '../supabase/functions/alarma/outages.ts'
import { Sender } from '../supabase/functions/alarma/round.ts'

const servers: Server[] = []
afterEach(() => {
  vi.restoreAllMocks()
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

async function listen(answer: (url: string, body: string) => unknown): Promise<string> {
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const said = answer(request.url!, body)
    if (said !== undefined) response.end(JSON.stringify(said))
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

type Due = Pick<Envio, 'id' | 'via'> & Partial<Pick<Envio, 'tipo'>>

/** A database that knows its queue alone. */
function queueOf(due: Due[]) {
  const noted: string[] = []
  const results: string[] = []
  const answers = new Map<string, (said: never) => unknown>([
    ['atender_pendientes', () => 0],
    ['siguiente_envio', () => null],
    [
      'tomar_envios',
      ({ maximo, vias }: { maximo: number; vias?: ViaName[] }) => {
        const free = due.filter(({ via }) => !vias || vias.includes(via)).slice(0, maximo)
        for (const one of free) due.splice(due.indexOf(one), 1)
        return free.map((one) => ({
          tipo: 'prueba',
          ...one,
          intento: 1,
          clave: one.id,
          destino: one.id,
          datos: {},
        }))
      },
    ],
    [
      'anotar_envios',
      ({ resultados }: { resultados: { id: string; resultado: string }[] }) => {
        noted.push(...resultados.map(({ id }) => id))
        results.push(...resultados.map(({ resultado }) => resultado))
        return resultados.length
      },
    ],
  ])
  return {
    noted,
    results,
    answer: (url: string, body: string) => answers.get(url.split('/').at(-1)!)!(JSON.parse(body) as never),
  }
}

it('a way whose provider never answers delays no other, however much of it is due', async () => {
  const due: Pick<Envio, 'id' | 'via'>[] = Array.from({ length: 500 }, (_, n) => ({
    id: `s${n}`,
    via: 'sms',
  }))
  let asked = 0
  const queue = queueOf(due)
  const settings: Record<string, string> = {
    SUPABASE_URL: await listen(queue.answer),
    SUPABASE_SERVICE_ROLE_KEY: 'key',
    SMS_URL: await listen(() => {
      asked += 1
    }),
    MAIL_SEND_URL: await listen(() => ({ taken: true })),
  }
  const sender = new Sender((name) => settings[name])
  const round = sender.round()
  await expect.poll(() => asked).toBe(50)
  due.push({ id: 'mail', via: 'correo' })
  await expect.poll(() => queue.noted).toEqual(['mail'])
  expect(asked, 'fifty at a time, and no more is begun').toBe(50)
  // It answers although they are still on their way, so that the next round can begin.
  expect(await round).toMatchObject({ enviadas: 1, sin_salida: [] })
  expect(due).toHaveLength(400)
})

it('of a provider that is gone one line says so, however many messages it did not take', async () => {
  const said = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const queue = queueOf(Array.from({ length: 60 }, (_, n) => ({ id: `s${n}`, via: 'whatsapp' })))
  const settings: Record<string, string> = {
    SUPABASE_URL: await listen(queue.answer),
    SUPABASE_SERVICE_ROLE_KEY: 'key',
    WHATSAPP_TOKEN: 'token',
    WHATSAPP_PHONE_ID: '1',
    WHATSAPP_TEMPLATE: 'aviso',
    // Nobody listens there.
    WHATSAPP_API_URL: 'http://127.0.0.1:9',
  }
  const sender = new Sender((name) => settings[name])
  expect(await sender.round()).toMatchObject({ por_repetir: 60, sin_salida: ['whatsapp'] })
  expect(said.mock.calls.filter(([line]) => String(line).includes('whatsapp'))).toHaveLength(1)
})

it('a clock that is set back by days keeps nothing from being noted, and no round from its end', async () => {
  const due: Pick<Envio, 'id' | 'via'>[] = [{ id: 'one', via: 'correo' }]
  let back = 0
  const real = Date.now
  vi.spyOn(Date, 'now').mockImplementation(() => real() - back)
  const queue = queueOf(due)
  let held = () => {}
  const settings: Record<string, string> = {
    SUPABASE_URL: await listen(queue.answer),
    SUPABASE_SERVICE_ROLE_KEY: 'key',
    // Keeps the round going.
    SMS_URL: await listen(() => undefined),
    MAIL_SEND_URL: await listen(() => {
      held()
      return { taken: true }
    }),
  }
  const sender = new Sender((name) => settings[name])
  await sender.round()
  expect(queue.noted).toEqual(['one'])
  due.push({ id: 'never', via: 'sms' }, { id: 'two', via: 'correo' })
  held = () => {
    back = 3 * 24 * 60 * 60_000
    setTimeout(() => due.push({ id: 'later', via: 'correo' }), 100)
  }
  await sender.round()
  await expect.poll(() => queue.noted).toEqual(['one', 'two'])
  await expect.poll(() => due.length).toBe(1)
  expect(due, 'left to the next round, before which the queue is put right').toHaveLength(1)
})

it('an outage is said at once, then by a line a minute with its count, each way apart, and its last too', () => {
  const lines: string[] = []
  let now = 0
  const outages = new Outages(
    (line) => lines.push(line),
    () => now,
  )
  const late = new DOMException('', 'TimeoutError')
  for (now = 0; now < 150_000; now += 1_000) {
    outages.count('sms', now < 30_000 ? late : new TypeError('fetch failed'))
    if (now === 5_000) outages.count('push', late)
  }
  for (; now < 400_000; now += 5_000) outages.tell()
  expect(lines).toEqual([
    'alarma: sms took nothing (1 TimeoutError)',
    'alarma: push took nothing (1 TimeoutError)',
    'alarma: sms took nothing (29 TimeoutError, 31 TypeError)',
    'alarma: sms took nothing (60 TypeError)',
    'alarma: sms took nothing (29 TypeError)',
  ])
})

it('an ending that waited too long for its turn does not leave: by then an alert of the same way waits for it no longer', async () => {
  const endings = Array.from({ length: 51 }, (_, n): Due => ({ id: `c${n}`, via: 'sms', tipo: 'cierre' }))
  const queue = queueOf(endings)
  const held: (() => void)[] = []
  const provider = createServer((request, response) => {
    request.resume()
    held.push(() => response.end('{}'))
  })
  servers.push(provider)
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve))
  let ahead = 0
  const real = performance.now.bind(performance)
  vi.spyOn(performance, 'now').mockImplementation(() => real() + ahead)
  const settings: Record<string, string> = {
    SUPABASE_URL: await listen(queue.answer),
    SUPABASE_SERVICE_ROLE_KEY: 'key',
    SMS_URL: `http://127.0.0.1:${(provider.address() as AddressInfo).port}`,
  }
  const sender = new Sender((name) => settings[name])
  const round = sender.round()
  await expect.poll(() => held.length).toBe(50)
  ahead = 4_001
  for (const answer of held) answer()
  await round
  await sender.settled()
  expect(held.length).toBe(50)
  expect(queue.results.filter((result) => result === 'por_repetir')).toHaveLength(1)
  expect(queue.noted).toHaveLength(51)
})
