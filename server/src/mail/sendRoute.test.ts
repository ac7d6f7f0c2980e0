import { setTimeout as sleep } from 'node:timers/promises'
import Fastify from 'fastify'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { localRelay } from '../../testing/smtpRelay.ts'
import { Tokens } from '../tokens/tokens.ts'
import { mailSendRoute } from './sendRoute.ts'
import { smtpDelivery } from './smtp.ts'

let relay: Awaited<ReturnType<typeof localRelay>>
let smtp: ReturnType<typeof smtpDelivery>
let app: ReturnType<typeof Fastify>
let send: (to: string, signal?: AbortSignal) => Promise<number>

beforeEach(async () => {
  relay = await localRelay()
  smtp = smtpDelivery({ host: '127.0.0.1', port: relay.port, from: 'casa@example.com', secure: false })
  const tokens = new Tokens('x'.repeat(32))
  const token = await tokens.sign({ role: 'service_role' })
  app = Fastify()
  await mailSendRoute(app, { deliver: smtp.deliver, tokens })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  send = async (to, signal) => {
    const response = await fetch(`${url}/mail/v1/send`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ to, subject: 'Hola', text: 'Hola', html: '<p>Hola</p>' }),
      signal,
    })
    await response.body?.cancel()
    return response.status
  }
})
afterEach(async () => {
  await app.close()
  smtp.close()
  await relay.close()
})

it('a mail for which nobody waits any more does not leave', async () => {
  relay.answersAfterMs = 300
  // More than there are connections: some are on their way, the others wait for one.
  const given = await Promise.allSettled(
    Array.from({ length: 8 }, (_, n) => send(`tarde${n}@example.com`, AbortSignal.timeout(500))),
  )
  expect(given.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 'rejected'))
  relay.answersAfterMs = 0
  expect(await send('despues@example.com')).toBe(200)
  await sleep(1_500)
  expect(relay.taken.map(({ to }) => to)).toEqual(['despues@example.com'])
})
