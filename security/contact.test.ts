import { createECDH, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { entregas, makeContact, press } from '../tests/helpers/alarma.ts'
import { type Server, startServer } from './server.ts'

/*
 * A contact whom she trusts, or somebody who has the contact's page. What the page may do, how often, and what it never tells is tested
 * in `supabase/tests` (alarma_abuso, vias_contacto, confianza, entregas, sumar, acompanamientos).
 */

let server: Server
/** A service that only this machine reaches. */
let inside: ReturnType<typeof createServer>
let asked = 0
beforeAll(async () => {
  inside = createServer((_request, response) => {
    asked += 1
    response.writeHead(201).end()
  })
  await new Promise<void>((resolve) => inside.listen(0, '127.0.0.1', resolve))
  server = await startServer({ AMPARO_RATE_FACTOR: '100000' })
})
afterAll(async () => {
  await server?.stop()
  inside?.close()
})

it.each(['http://127.0.0.1', 'https://127.0.0.1', 'http://localhost', 'https://[::ffff:127.0.0.1]'])(
  'gives %s as a device: an alert asks nothing of it',
  async (origin) => {
    const her = await server.member()
    const ella = { id: her.id, name: 'Ana', supabase: her.client }
    const { codigo } = await makeContact(server.running, ella, [])
    const destino = `${origin}:${(inside.address() as AddressInfo).port}/inside`
    const p256dh = createECDH('prime256v1').generateKeys('base64url')
    const auth = randomBytes(16).toString('base64url')
    const body = { codigo, via: 'push', destino, p256dh, auth }
    await server.send('/rest/v1/rpc/agregar_via', { method: 'POST', body })
    // Bypasses the check of the address, as an older row might.
    await server.sql(
      `insert into interno.vias_contacto (contacto_id, user_id, via, destino, p256dh, auth, confirmada_en, probada_en)
       select id, user_id, 'push', $2, $3, $4, now(), now() from public.contactos_emergencia
       where user_id = $1 and not exists (select from interno.vias_contacto where destino = $2)`,
      [her.id, destino, p256dh, auth],
    )
    const alerta = await press(ella)
    await expect.poll(async () => (await entregas(ella, alerta))[0]?.estado).toBe('fallida')
    expect(asked).toBe(0)
  },
)
