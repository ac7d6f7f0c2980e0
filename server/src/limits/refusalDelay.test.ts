import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { delayRepeatedRefusals } from './refusalDelay.ts'

it('holds back the refusals of a network that comes back at once, and nobody else', async () => {
  const app = Fastify({ trustProxy: true })
  delayRepeatedRefusals(app, 60_000)
  app.get('/full', (_request, reply) => reply.code(429).send('later'))
  app.get('/free', () => 'come in')
  const ask = (url: string, ip: string) => app.inject({ url, headers: { 'x-forwarded-for': ip } })
  const at = performance.now()
  // The eleventh of one second waits; where a second ends in between, it is a later one.
  let answered = 0
  const all = Array.from({ length: 40 }, async () => {
    await ask('/full', '2001:db8:1:1::7').catch(() => undefined)
    answered++
  })
  void all
  await expect.poll(() => answered).toBeGreaterThanOrEqual(10)
  expect((await ask('/full', '2001:db8:2::1')).statusCode).toBe(429)
  expect((await ask('/free', '2001:db8:1:1::7')).body).toBe('come in')
  // Another address of the same household is the same network.
  void ask('/full', '2001:db8:1:1::8').then(() => answered++)
  expect((await ask('/free', '2001:db8:1:1::8')).statusCode).toBe(200)
  expect(answered).toBeLessThanOrEqual(10 * (1 + Math.ceil((performance.now() - at) / 1000)))
})
