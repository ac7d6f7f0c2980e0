import { afterAll, beforeAll, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { startWorld, type World } from '../testing/realtime.ts'
import type { RunningServer } from './start.ts'

let world: World
let leaving: RunningServer
beforeAll(async () => {
  world = await startWorld({ AMPARO_DRAIN_SECONDS: '0.4' })
  await world.sql(
    `create function public.pausa() returns text language plpgsql security definer set search_path = '' as
     $$ begin perform pg_catalog.pg_sleep(1); return 'hecho'; end $$`,
  )
  await world.sql('grant execute on function public.pausa() to anon')
  leaving = await world.second()
})
afterAll(() => world?.close())

const socketAt = ({ url, config }: RunningServer) =>
  new WebSocket(
    `${url.replace('http', 'ws')}/realtime/v1/websocket?apikey=${config.secrets.anonKey}&vsn=1.0.0`,
  )
const ended = (socket: WebSocket) =>
  new Promise<number>((resolve) => {
    socket.once('close', resolve)
    socket.once('error', () => undefined)
  })
const status = (address: string) => fetch(leaving.url + address).then(async (r) => [r.status, await r.json()])

it('a process that ends says so while it serves, sends live channels elsewhere, and answers what is under way', async () => {
  const { anonKey } = leaving.config.secrets
  expect((await status('/healthz'))[0]).toBe(200)
  expect(await status('/readyz')).toEqual([200, { status: 'ok' }])
  const socket = socketAt(leaving)
  await new Promise((resolve) => socket.once('open', resolve))
  const code = ended(socket)
  const slow = fetch(`${leaving.url}/rest/v1/rpc/pausa`, {
    method: 'POST',
    headers: { apikey: anonKey, 'content-type': 'application/json' },
    body: '{}',
  })

  const began = performance.now()
  let tookMs = 0
  const left = leaving.drain().then(() => {
    tookMs = performance.now() - began
  })
  for (const address of ['/healthz', '/readyz'])
    expect(await status(address)).toEqual([503, { status: 'draining' }])
  const served = await fetch(`${leaving.url}/config.json`)
  expect([served.status, served.headers.get('connection')]).toEqual([200, 'close'])

  expect(await code).toBe(1012)
  // Nobody answers it: that is what makes a proxy ask another process.
  expect(await ended(socketAt(leaving))).toBe(1006)
  const answer = await slow
  expect([answer.status, await answer.json()]).toEqual([200, 'hecho'])
  await left
  expect(tookMs).toBeGreaterThan(800)
  await expect(fetch(`${leaving.url}/config.json`)).rejects.toThrow()
  expect((await fetch(`${world.server.url}/readyz`)).status).toBe(200)
})
