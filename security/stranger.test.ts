import { createHash, randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { makeContact, must, press } from '../tests/helpers/alarma.ts'
import { type Person, type Server, startServer } from './server.ts'

/*
 * Somebody without an account: they found a link, guess codes, or are a program that opens every link of a mail. Accounts, mails, limits
 * and oracles of sign-up and sign-in are tested in `server/src/auth`.
 */

let server: Server
beforeAll(async () => {
  server = await startServer({ AMPARO_RATE_FACTOR: '100000' })
})
afterAll(() => server?.stop())

const call = async (name: string, body: object) =>
  (await server.send(`/rest/v1/rpc/${name}`, { method: 'POST', body })).json

/** What a mail to this address says once it came. */
const inMail = (to: string, words: RegExp) =>
  vi.waitFor(async () => {
    for (const { text } of await server.mails(to)) {
      const found = words.exec(text)?.[1]
      if (found) return found
    }
    throw new Error('no such mail came')
  }, 30_000)

/** She has pressed, and her contact was told by mail: every code that her contact then has. */
async function alerted() {
  const her = await server.member()
  const ella = { id: her.id, name: 'Ana', supabase: her.client }
  const destino = `${randomBytes(6).toString('hex')}@ejemplo.mx`
  const { codigo: page } = await makeContact(server.running, ella, [{ via: 'correo', destino }])
  const alerta = await press(ella)
  return { her, page, alerta, alert: await inMail(destino, /alerta\/([\w-]{32})/) }
}

describe('codes that only one person has', () => {
  /** What somebody might make of a code of which they have seen a part, or its fingerprint. */
  const variants = (code: string) => {
    const other = code.endsWith('A') ? 'B' : 'A'
    return [
      ...[code.slice(0, -1) + other, other + code.slice(1), code.slice(0, 16), code.slice(0, 31), `${code}=`],
      ...[code.toLowerCase(), code.toUpperCase(), ` ${code}`, `${code.slice(0, 8)}${'A'.repeat(24)}`, ''],
      ...[createHash('sha256').update(code).digest('hex'), '%'.repeat(32), '_'.repeat(32), '*'],
      ...[createHash('sha256').update(code).digest('base64url').slice(0, 32)],
    ].filter((tried) => tried !== code)
  }

  it.each(['ver_invitacion', 'ver_alerta', 'ver_camino'])(
    '%s: nothing but the whole code opens it',
    async (name) => {
      const { her, page, alert } = await alerted()
      const shared = randomBytes(24).toString('base64url')
      must(await her.client.rpc('iniciar_acompanamiento', { codigo: shared, horas: 1 }))
      const codigo = { ver_invitacion: page, ver_alerta: alert, ver_camino: shared }[name]!
      expect(await call(name, { codigo })).not.toBeNull()
      for (const tried of variants(codigo)) expect(await call(name, { codigo: tried }), tried).toBeNull()
    },
  )
})

it('a scanner opens every link of a mail, and calls functions by GET: nobody has answered, confirmed or seen', async () => {
  const { her, page, alerta, alert } = await alerted()
  const contact = { user_id: her.id, nombre: 'Bea', telefono: '+525511112222', prioridad: 2, activo: true }
  const { id } = must<{ id: string }>(
    await her.client.from('contactos_emergencia').insert(contact).select('id').single(),
  )
  const link = must<string>(await her.client.rpc('invitar_contacto', { contacto_id: id }))
  const correo = `${randomBytes(6).toString('hex')}@ejemplo.mx`
  await call('agregar_via', { codigo: page, via: 'correo', destino: correo })
  const key = await inMail(correo, /confirmar\/([\w-]{32})/)
  const seen = async () =>
    JSON.stringify([
      must(await her.client.rpc('mis_confianzas')),
      must(
        await her.client.from('entregas').select('via, estado, vista_en, respuesta').eq('alerta_id', alerta),
      ),
    ])
  const before = await seen()
  expect(before).toContain('enviada')
  for (const address of [
    ...[`/confianza/${link}`, `/confianza/${page}`, `/confianza/confirmar/${key}`],
    ...[`/alerta/${alert}`, `/alerta/${alert}?por=correo`, `/alerta/${alert}/`],
    ...[
      `ver_alerta?codigo=${alert}&por=correo`,
      `responder_alerta?codigo=${alert}&respuesta=ya_voy`,
      `responder_invitacion?codigo=${link}&acepta=true`,
      `confirmar_contacto?clave=${key}`,
      `dejar_de_ser_contacto?codigo=${page}`,
    ].map((name) => `/rest/v1/rpc/${name}`),
  ])
    for (const method of ['GET', 'HEAD', 'OPTIONS'])
      await server.send(address, { method, headers: { accept: '*/*', 'user-agent': 'WhatsApp/2.23' } })
  expect(await seen()).toBe(before)
  // Each of them by POST, as the pages do.
  await call('responder_alerta', { codigo: alert, respuesta: 'ya_voy' })
  await call('confirmar_contacto', { clave: key })
  await call('responder_invitacion', { codigo: link, acepta: true })
  expect(await seen()).not.toBe(before)
})

describe('search engines', () => {
  it.each([
    ...['/camino/x', '/%63amino/x', '/confianza/x', '/confianza/confirmar/x', '/alerta/x'],
    ...['/cuenta/confirmada', '/llamada/x', '/payment-success'],
  ])('are told not to list %s', async (where) => {
    expect((await server.send(where)).headers.get('x-robots-tag')).toContain('noindex')
  })

  it.each(['auth', 'rest', 'storage', 'functions', 'realtime'])(
    'are told to stay away from /%s/',
    async (name) => {
      const robots = await readFile(path.join(import.meta.dirname, '../app/public/robots.txt'), 'utf8')
      expect(robots).toMatch(new RegExp(`^Disallow: /${name}/$`, 'm'))
    },
  )
})

describe('the picture of a member whose id is known', () => {
  const pixel = sharp({ create: { width: 8, height: 8, channels: 3, background: '#804060' } }).png()
  let her: Person
  let at: string
  beforeAll(async () => {
    her = await server.member()
    at = `avatars/${her.id}.png`
    const pictures = her.client.storage.from('profiles')
    must(await pictures.upload(at, await pixel.toBuffer(), { contentType: 'image/png' }))
    const foto_url = pictures.getPublicUrl(at).data.publicUrl
    expect((await her.client.from('profiles').update({ foto_url }).eq('id', her.id)).error).toBeNull()
    const whole = must<{ foto_url: string }>(
      await her.client.from('profiles').select('foto_url').eq('id', her.id).single(),
    )
    expect((await fetch(whole.foto_url)).status).toBe(200)
  })

  it.each(['object/public', 'object/info/public', 'object', 'object/authenticated', 'object/info'])(
    'is neither shown nor told of by %s, nor to another member',
    async (endpoint) => {
      const member = await server.member()
      for (const { send } of [server, member])
        for (const version of ['', '?v=', '?v=1'])
          expect(
            (await send(`/storage/v1/${endpoint}/profiles/${at}${version}`)).status,
          ).toBeGreaterThanOrEqual(400)
    },
  )
})
