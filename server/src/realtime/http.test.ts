import { afterAll, beforeAll, expect, it } from 'vitest'
import { ANA, type Member, startWorld, type World } from '../../testing/realtime.ts'

let world: World
let ana: Member
beforeAll(async () => {
  world = await startWorld({
    AMPARO_PUBLIC_CHANNELS: '0',
    AMPARO_RATE_FACTOR: '1',
    AMPARO_REALTIME_LIMITS: 'messagesPerSecond=60',
  })
  await world.sql(
    `create policy "todas" on realtime.messages to authenticated using (true) with check (true)`,
  )
  ana = await world.member(ANA)
})
afterAll(() => world?.close())

const post = (messages: object[]) =>
  fetch(new URL('/realtime/v1/api/broadcast', world.server.url), {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${ana.token}` },
    body: JSON.stringify({ messages }),
  })
const message = { topic: 'plaza', event: 'x', payload: {}, private: true }

it('many messages in one request count each, since each may ask the database', async () => {
  const some = await post(Array.from({ length: 50 }, () => message))
  expect(some.status).toBe(202)
  const many = await Promise.all(
    Array.from({ length: 4 }, () => post(Array.from({ length: 50 }, () => message))),
  )
  expect(many.map(({ status }) => status)).toContain(429)
  expect((await post([])).status).toBeOneOf([202, 429])
})
