import { createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RunningServer } from '../server/src/start.ts'
import { startAmparo } from '../tools/lib/amparo.ts'
import { freePort } from '../tools/lib/port.ts'
import { type Person, peopleOf, type Received } from './helpers/people.ts'

// The installation's slot of a vault, on the whole product: wrapped, asked for, told of, stopped, given.

let folder: string
let server: RunningServer
let people: ReturnType<typeof peopleOf>
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'devolucion-'))
  // PostgreSQL does not run as root.
  await chmod(folder, 0o711)
  const env = { AMPARO_DATA: folder, PORT: String(await freePort()), AMPARO_RATE_FACTOR: '1000' }
  server = (await startAmparo({ demo: false, staticDir: null, env })).server
  const { url, mailboxUrl, config, createUser } = server
  people = peopleOf({ url, mailboxUrl: mailboxUrl!, anonKey: config.secrets.anonKey, createUser })
}, 120_000)
afterAll(async () => {
  await people?.leave()
  await server?.stop()
  await rm(folder, { recursive: true, force: true })
})

const newLlave = () => randomBytes(32).toString('base64url')
const derive = (key: Buffer | string, use: string, length: number) =>
  Buffer.from(hkdfSync('sha256', key, '', `amparo cofre1 ${use}`, length))
const idOf = (llave: string) => derive(Buffer.from(llave, 'base64url'), 'id', 8).toString('base64url')
const sobre = (letra: string) => `cofre1.${letra.repeat(11)}.${letra.repeat(16)}.${letra.repeat(64)}`

const call = ({ send }: Pick<Person, 'send'>, body: unknown): Promise<Received> =>
  send('/functions/v1/devolucion', { method: 'POST', body })
const rpc = ({ send }: Person, name: string, body: object = {}) =>
  send(`/rest/v1/rpc/${name}`, { method: 'POST', body })
const auth = ({ send }: Pick<Person, 'send'>, where: string, body?: object) =>
  send(`/auth/v1/${where}`, { method: body ? 'POST' : 'GET', body })

/** A member with a vault whose key the installation has, and another session of hers. */
async function withSlot() {
  const ella = await people.member()
  const llave = newLlave()
  const { error } = await ella.client
    .from('cofre_ranuras')
    .insert({ user_id: ella.id, tipo: 'codigo', llave: idOf(llave), sobre: sobre('A') })
  expect(error).toBeNull()
  const stored = await call(ella, { accion: 'guardar', llaves: [llave] })
  expect([stored.status, stored.json]).toEqual([200, {}])
  return { ella, llave, otra: await people.signIn(ella) }
}

/** Mails of one kind, once there are some. */
async function mailsWith(to: string, words: string) {
  const read = async () => (await people.mails(to)).filter(({ text }) => text.includes(words))
  await expect.poll(async () => (await read()).length, { timeout: 15_000 }).toBeGreaterThan(0)
  return read()
}

/** Gives the code that was mailed to her. */
async function giveCode(quien: Person) {
  expect((await auth(quien, 'reauthenticate')).status).toBe(200)
  const [mail] = await mailsWith(quien.email, 'vale 10 minutos')
  expect((await auth(quien, 'reauthenticate', { nonce: /\b\d{6}\b/.exec(mail!.text)![0] })).json).toEqual({
    asks: [],
  })
}

async function asked(quien: Person) {
  await giveCode(quien)
  expect((await rpc(quien, 'pedir_devolucion')).status).toBe(200)
}

const aDayLater = ({ id }: Person) =>
  server.query(
    `update interno.devoluciones set pedida_en = pedida_en - interval '24 hours', espera_desde = espera_desde - interval '24 hours'
     where user_id = $1`,
    [id],
  )

describe('the slot', () => {
  it('opens by the installation’s secret as the document says, for her alone; a copy of the data and the log have neither key nor secret', async () => {
    const { ella, llave } = await withSlot()
    const [row] = await server.query<{ llave: string; sobre: string }>(
      `select llave, sobre from cofre_ranuras where user_id = $1 and tipo = 'equipo'`,
      [ella.id],
    )
    expect(row!.llave).toBe(idOf(llave))
    const secret = createHmac('sha256', server.config.secrets.jwtSecret)
      .update('functions')
      .digest('base64url')
    const open = (key: string, owner: string) => {
      const [version, id, nonce, sealed] = row!.sobre.split('.')
      const bytes = Buffer.from(sealed!, 'base64url')
      const cipher = createDecipheriv(
        'aes-256-gcm',
        derive(key, 'tabla cofre_ranuras', 32),
        Buffer.from(nonce!, 'base64url'),
      )
      cipher.setAAD(Buffer.from(JSON.stringify([version, id, 'cofre_ranuras', owner, 'equipo'])))
      cipher.setAuthTag(bytes.subarray(-16))
      return Buffer.concat([cipher.update(bytes.subarray(0, -16)), cipher.final()]).toString('base64url')
    }
    expect(open(secret, ella.id)).toBe(llave)
    expect(() => open('another secret', ella.id)).toThrow()
    expect(() => open(secret, 'b0000000-0000-4000-8000-000000000002')).toThrow()

    await server.query('checkpoint')
    const needles = [Buffer.from(llave), Buffer.from(llave, 'base64url'), Buffer.from(secret)]
    let looked = 0
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile() || entry.name === 'secrets.json') continue
      // A file of PostgreSQL's may be gone meanwhile.
      const content = await readFile(path.join(entry.parentPath, entry.name)).catch(() => null)
      if (content && ++looked)
        for (const needle of needles) expect(content.includes(needle), entry.name).toBe(false)
    }
    expect(looked).toBeGreaterThan(100)
  })

  it('is removed on a new device by password and mailed code, and she is told by mail and on her devices', async () => {
    const { ella, otra } = await withSlot()
    expect(await rpc(otra, 'quitar_ranura_del_equipo')).toMatchObject({
      status: 422,
      json: { code: 'PT422' },
    })
    await giveCode(otra)
    expect((await rpc(otra, 'quitar_ranura_del_equipo')).json).toBe(true)
    const [told] = await mailsWith(ella.email, 'Se quitó una copia')
    expect(told!.text).not.toMatch(/llave|diario|notas/)
    expect(
      (await auth({ send: people.send }, 'notices', { key: told!.links[0]!.split('#')[1] })).json,
    ).toMatchObject({ kind: 'code_removed', state: 'open' })
    const kinds = (await rpc(ella, 'cambios_pendientes')).json.map(({ tipo }: { tipo: string }) => tipo)
    expect(kinds.sort()).toEqual(['codigo', 'copia_quitada'])
  })

  it('on a device that was hers for a week it is removed by the password', async () => {
    const { ella, otra } = await withSlot()
    await server.query(`update auth.sessions set created_at = now() - interval '8 days' where user_id = $1`, [
      ella.id,
    ])
    expect((await rpc(otra, 'quitar_ranura_del_equipo')).json).toBe(true)
  })

  it('is for a member with a proof; what is no key is refused', async () => {
    const { ella, llave } = await withSlot()
    const visitor = { send: people.send }
    expect((await call(visitor, { accion: 'guardar', llaves: [llave] })).status).toBe(401)
    expect((await call(await people.notAdmitted(), { accion: 'guardar', llaves: [llave] })).status).toBe(401)
    await server.query(
      `update auth.mfa_amr_claims set updated_at = now() - interval '1 hour' where session_id in (select id from auth.sessions where user_id = $1)`,
      [ella.id],
    )
    expect(await call(ella, { accion: 'guardar', llaves: [llave] })).toMatchObject({
      status: 428,
      json: { code: 'PT428' },
    })
    for (const body of [
      null,
      'nada',
      [],
      { accion: 'otra' },
      { accion: 'guardar' },
      { accion: 'guardar', llaves: [] },
      { accion: 'guardar', llaves: ['corta'] },
      { accion: 'guardar', llaves: [7] },
      { accion: 'guardar', llaves: Array(51).fill(llave) },
    ])
      expect((await call(ella, body)).status, JSON.stringify(body)).toBe(400)
  })
})

describe('the key', () => {
  it('is given after password, mailed code and a day, once; she is told twice, in words that say nothing of it', async () => {
    const { ella, llave, otra } = await withSlot()
    expect(await rpc(otra, 'pedir_devolucion')).toMatchObject({ status: 422, json: { code: 'PT422' } })
    await asked(otra)
    const [told] = await mailsWith(ella.email, 'Se pidió recuperar algo')
    expect(told!.text).toContain('24 horas')
    expect(told!.text).not.toMatch(/llave|diario|notas|siete días/)
    expect(await call(otra, { accion: 'recoger' })).toMatchObject({ status: 409, json: { code: 'PT409' } })
    await aDayLater(ella)
    const given = await call(otra, { accion: 'recoger' })
    expect([given.status, given.json]).toEqual([200, { llaves: [llave] }])
    expect(given.headers.get('cache-control')).toBe('no-store')
    const [again] = await mailsWith(ella.email, 'Se recuperó algo')
    expect(again!.text).not.toMatch(/llave|diario|notas/)
    expect((await call(otra, { accion: 'recoger' })).json, 'where the answer was lost').toEqual({
      llaves: [llave],
    })
    expect((await call(ella, { accion: 'recoger' })).status).toBe(409)
  })

  it('that another session asked for is given for password and mailed code', async () => {
    const { ella, llave, otra } = await withSlot()
    await asked(otra)
    await aDayLater(ella)
    const tercera = await people.signIn(ella)
    expect(await call(tercera, { accion: 'recoger' })).toMatchObject({ status: 422, json: { code: 'PT422' } })
    await giveCode(tercera)
    expect((await call(tercera, { accion: 'recoger' })).json).toEqual({ llaves: [llave] })
  })

  it('a mailed code counts beside the password alone', async () => {
    const { ella } = await withSlot()
    await server.query(
      `update auth.mfa_amr_claims set updated_at = now() - interval '1 hour' where session_id in (select id from auth.sessions where user_id = $1)`,
      [ella.id],
    )
    await auth(ella, 'reauthenticate')
    const [mail] = await mailsWith(ella.email, 'vale 10 minutos')
    const nonce = /\b\d{6}\b/.exec(mail!.text)![0]
    expect((await auth(ella, 'reauthenticate', { nonce })).json.error_code).toBe('current_password_required')
    await auth(ella, 'reauthenticate', { password: ella.password })
    expect((await auth(ella, 'reauthenticate', { nonce })).json).toEqual({ asks: [] })
    // It opens nothing else: another password still asks for the one of now.
    await server.query(
      `update auth.mfa_amr_claims set updated_at = now() - interval '1 hour' where authentication_method = 'password' and session_id in (select id from auth.sessions where user_id = $1)`,
      [ella.id],
    )
    expect(
      (await ella.send('/auth/v1/user', { method: 'PUT', body: { password: 'otra clave bien larga' } })).json
        .error_code,
    ).toBe('current_password_required')
  })

  it('is stopped by the link of the mail, without signing in, and by an opened link not', async () => {
    const { ella, otra } = await withSlot()
    await asked(otra)
    const [told] = await mailsWith(ella.email, 'Se pidió recuperar algo')
    const key = told!.links[0]!.split('#')[1]!
    const visitor = { send: people.send }
    expect((await auth(visitor, 'notices', { key })).json).toMatchObject({
      kind: 'return_asked',
      state: 'open',
    })
    const waits = async () =>
      (await rpc(otra, 'cambios_pendientes')).json.some(({ tipo }: { tipo: string }) => tipo === 'devolucion')
    expect(await waits()).toBe(true)
    expect((await auth(visitor, 'notices/stop', { key: `${key}0` })).status).toBe(404)
    for (const stopped of [true, false])
      expect((await auth(visitor, 'notices/stop', { key })).json).toEqual({ stopped })
    expect((await auth(visitor, 'notices', { key })).json.state).toBe('undone')
    expect(await waits()).toBe(false)
    await aDayLater(ella)
    expect((await call(otra, { accion: 'recoger' })).status).toBe(409)
  })

  it('no other notice stops anything', async () => {
    const { ella, otra } = await withSlot()
    await asked(otra)
    const [code] = await mailsWith(ella.email, 'Se hizo un código nuevo')
    expect((await auth(otra, 'notices/stop', { key: code!.links[0]!.split('#')[1] })).status).toBe(404)
  })

  it('waits anew at another password', async () => {
    const { ella, otra } = await withSlot()
    await asked(otra)
    await aDayLater(ella)
    expect(
      (
        await otra.send('/auth/v1/user', {
          method: 'PUT',
          body: { password: 'jacarandas y lluvia 9', current_password: otra.password },
        })
      ).status,
    ).toBe(200)
    expect((await call(otra, { accion: 'recoger' })).status).toBe(409)
  })

  it('does not open with another secret, and she is told so', async () => {
    const { ella, otra } = await withSlot()
    await asked(otra)
    await aDayLater(ella)
    const { secrets } = server.config
    server.config.secrets = { ...secrets, jwtSecret: randomBytes(40).toString('base64') }
    try {
      const answer = await call(otra, { accion: 'recoger' })
      expect([answer.status, answer.json.error]).toEqual([409, expect.stringContaining('12 palabras')])
    } finally {
      server.config.secrets = secrets
    }
  })
})
