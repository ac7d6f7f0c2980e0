import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import webPush from 'web-push'
import { localPushService } from '../server/testing/pushService.ts'
import type { Envio } from '../supabase/functions/_shared/envio.ts'
import { openPush } from '../supabase/functions/_shared/vias/push.ts'

const { publicKey, privateKey } = webPush.generateVAPIDKeys()
const SUBJECT = 'mailto:admin@ejemplo.mx'

let service: Awaited<ReturnType<typeof localPushService>>
beforeAll(async () => {
  service = await localPushService()
})
afterAll(() => service.close())
beforeEach(() => {
  service.received.length = 0
})

/** A reminder that is due on a device of hers, and what becomes of it. */
async function deliver(over: Partial<Envio> = {}, services = service.origin) {
  const { endpoint, ...keys } = service.subscribe('telefono')
  const env: Record<string, string> = {
    VAPID_PUBLIC_KEY: publicKey,
    VAPID_PRIVATE_KEY: privateKey,
    VAPID_SUBJECT: SUBJECT,
    PUSH_SERVICES: services,
  }
  const envio: Envio = {
    id: 'n1',
    tipo: 'recordatorio',
    via: 'push',
    intento: 1,
    clave: 'uno',
    destino: endpoint,
    ...keys,
    datos: { segundos: 3600 },
    ...over,
  }
  const outcome = await openPush((name) => env[name])!.deliver(envio, { tag: 'marca' })
  return outcome.resultado
}

it('is opened by the device alone, says nothing but its id, and is signed', async () => {
  expect(await deliver()).toBe('enviada')
  expect(service.received).toMatchObject([
    {
      path: '/telefono',
      ttl: 3600,
      urgency: 'high',
      publicKey,
      claims: { aud: service.origin, sub: SUBJECT },
    },
  ])
  expect(service.received[0]!.message).toEqual({ tipo: 'recordatorio', id: 'uno', segundos: 3600 })
})

it.each([
  [404, 'ya_no_existe'],
  [410, 'ya_no_existe'],
  [429, 'por_repetir'],
  [503, 'por_repetir'],
  [301, 'por_repetir'],
  [403, 'por_repetir'],
  [400, 'fallida'],
  [413, 'fallida'],
])('answered with %d is «%s»', async (status, resultado) => {
  service.answers.push(status)
  expect(await deliver()).toBe(resultado)
  expect(service.received).toEqual([])
})

it('goes to push services alone, whatever address a member wrote', async () => {
  const addresses = [
    `${service.origin}/telefono`,
    'http://fcm.googleapis.com/x',
    'https://fcm.googleapis.com.malo.test/x',
    'https://malo.test/?fcm.googleapis.com',
    'https://malo.test/.push.apple.com',
    'https://user@127.0.0.1/fcm.googleapis.com',
    'https://fcm.googleapis.com:8443/x',
    'nada',
  ]
  for (const destino of addresses) expect(await deliver({ destino }, ''), destino).toBe('fallida')
  expect(service.received).toEqual([])
})

it('for keys that are none is over for that device', async () => {
  expect(await deliver({ p256dh: 'x' })).toBe('ya_no_existe')
  expect(await deliver({ auth: null })).toBe('ya_no_existe')
})

it('where no keys are set is not offered', () => {
  expect(openPush(() => undefined)).toBeUndefined()
})
