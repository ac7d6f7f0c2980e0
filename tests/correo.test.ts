import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { localRelay } from '../server/testing/smtpRelay.ts'
import { openMail } from '../supabase/functions/_shared/vias/correo.ts'

let relay: Awaited<ReturnType<typeof localRelay>>
beforeAll(async () => {
  relay = await localRelay()
})
afterAll(() => relay.close())

const env = (name: string) =>
  ({
    SMTP_HOST: '127.0.0.1',
    SMTP_PORT: String(relay.port),
    SMTP_FROM: 'Casa <casa@example.org>',
    SITE_URL: 'https://casa.example.org',
  })[name]

const deliver = (id: string) =>
  openMail(env)!.deliver(
    {
      id,
      tipo: 'confirmacion',
      via: 'correo',
      intento: 1,
      clave: id,
      destino: `${id}@ejemplo.mx`,
      datos: {},
    },
    { tag: id, clave: 'a'.repeat(32) },
  )

it('a mail that was given up does not leave later', { timeout: 60_000 }, async () => {
  // Each takes longer than it may, though no single answer does; and there are more of them than connections.
  relay.answersAfterMs = 2_300
  const outcomes = await Promise.all(Array.from({ length: 20 }, (_, n) => deliver(`tarde${n}`)))
  expect(outcomes.map(({ resultado }) => resultado)).toEqual(Array.from({ length: 20 }, () => 'por_repetir'))
  // What is to be sent again has its turn later, and passes the checks of that turn: closed, left, taken back.
  relay.answersAfterMs = 0
  expect(await deliver('despues')).toEqual({ resultado: 'enviada' })
  await sleep(4_000)
  expect(relay.taken.map(({ to }) => to)).toEqual(['despues@ejemplo.mx'])
})
