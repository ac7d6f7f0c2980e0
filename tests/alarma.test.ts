import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { RunningServer } from '../server/src/start.ts'
import { plantInstallation } from '../server/testing/amparoServer.ts'
import { localPushService } from '../server/testing/pushService.ts'
import { localRelay } from '../server/testing/smtpRelay.ts'
import { startAmparo } from '../tools/lib/amparo.ts'
import { freePort } from '../tools/lib/port.ts'
import {
  anonymous,
  type Ella,
  entregas,
  makeContact,
  makeElla,
  must,
  press,
  type Where,
} from './helpers/alarma.ts'
import { LocalTwilio, LocalWhatsApp } from './helpers/providers.ts'

let folder: string
let push: Awaited<ReturnType<typeof localPushService>>
let relay: Awaited<ReturnType<typeof localRelay>>
let twilio: LocalTwilio
let whatsapp: LocalWhatsApp
let server: RunningServer
const env = async () => ({
  AMPARO_DATA: path.join(folder, 'data'),
  AMPARO_RATE_FACTOR: '10000',
  PORT: String(await freePort()),
  AMPARO_PUSH_SERVICES: push.origin,
  SMTP_HOST: '127.0.0.1',
  SMTP_PORT: String(relay.port),
  SMTP_FROM: 'Casa <casa@example.org>',
  TWILIO_ACCOUNT_SID: LocalTwilio.ACCOUNT,
  TWILIO_AUTH_TOKEN: LocalTwilio.TOKEN,
  TWILIO_FROM: LocalTwilio.FROM,
  TWILIO_API_URL: twilio.url,
  WHATSAPP_TOKEN: LocalWhatsApp.TOKEN,
  WHATSAPP_PHONE_ID: LocalWhatsApp.PHONE,
  WHATSAPP_TEMPLATE: 'aviso:es_MX',
  WHATSAPP_APP_SECRET: LocalWhatsApp.SECRET,
  WHATSAPP_VERIFY_TOKEN: 'our word',
  WHATSAPP_API_URL: whatsapp.url,
})

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'amparo-alarma-'))
  await chmod(folder, 0o711)
  ;[push, relay, twilio, whatsapp] = await Promise.all([
    localPushService(),
    localRelay(),
    new LocalTwilio().start(),
    new LocalWhatsApp().start(),
  ])
  await plantInstallation(path.join(folder, 'data'))
  server = (await startAmparo({ demo: true, staticDir: null, env: await env() })).server
  whatsapp.webhook = `${server.url}/functions/v1/alarma-whatsapp`
})
afterAll(async () => {
  await server?.stop()
  await push?.close()
  await relay?.close()
  twilio?.stop()
  whatsapp?.stop()
  await rm(folder, { recursive: true, force: true })
})
afterEach(() => {
  twilio.fault = undefined
  whatsapp.fault = undefined
  relay.refuse = undefined
  relay.isSilent = false
  push.answers.length = 0
})

let made = 0
/** A way that no other test uses. */
function fresh(via: Where['via']): Where {
  made += 1
  if (via === 'push') {
    const { endpoint: destino, p256dh, auth } = push.subscribe(`aparato-${made}`)
    return { via, destino, p256dh, auth }
  }
  return { via, destino: via === 'correo' ? `contacto${made}@ejemplo.mx` : `+5255700${10000 + made}` }
}

/** A member with one contact, reached by these ways. */
async function withContact(...vias: Where['via'][]): Promise<Ella & { at: Record<string, string> }> {
  const ella = await makeElla(server)
  const wheres = vias.map(fresh)
  await makeContact(server, ella, wheres)
  return { ...ella, at: Object.fromEntries(wheres.map(({ via, destino }) => [via, destino])) }
}

const states = async (ella: Ella, alerta: string) =>
  Object.fromEntries((await entregas(ella, alerta)).map(({ via, estado }) => [via, estado]))
const pushTo = (at: string) =>
  push.received
    .filter(({ path: where }) => at.endsWith(where))
    .map(({ message }) => message as Record<string, string>)
const mailsTo = (at: string) => relay.taken.filter(({ to }) => to === at)
const smsTo = (at: string) => twilio.taken.filter(({ to }) => to === at)
const whatsappsTo = (at: string) => whatsapp.taken.filter(({ to }) => `+${to}` === at)
/** What waits for its next attempt waits no longer. */
const hurry = (ella: Ella) =>
  server.query(
    `with due as (
       update interno.envios set vence = now() where user_id = $1 and terminado_en is null and tomado_hasta is null returning 1
     ) select pg_notify('alarma', '') from due limit 1`,
    [ella.id],
  )

describe('a press', () => {
  it('reaches each way, and says of each no more than was proven', async () => {
    const ella = await withContact('correo', 'push', 'sms', 'whatsapp')
    const alerta = await press(ella)
    await expect
      .poll(() => states(ella, alerta))
      .toEqual({ correo: 'enviada', push: 'enviada', sms: 'enviada', whatsapp: 'enviada' })

    const subjects = push.received.map(({ claims }) => claims.sub)
    expect(new Set(subjects), 'nobody’s address').toEqual(new Set([server.url.replace('http:', 'https:')]))
    const [notice] = pushTo(ella.at.push!)
    expect(notice).toMatchObject({
      tipo: 'alerta',
      titulo: 'Ana',
      cuerpo: expect.stringMatching(/^Te necesita desde las \d\d:\d\d\. Toca para ver y responder\.$/),
    })
    const [mail] = mailsTo(ella.at.correo!)
    expect(mail!.content).toMatch(/^Subject: Mensaje de Ana$/m)
    const [sms] = smsTo(ella.at.sms!)
    expect(sms!.text).toMatch(
      new RegExp(`^Ana te necesita desde las \\d\\d:\\d\\d.*/alerta/${notice!.codigo}\\?por=sms$`),
    )
    const [template] = whatsappsTo(ella.at.whatsapp!)
    expect(template!.text).toMatch(/^Ana \| te necesita desde las \d\d:\d\d \| http.*por=whatsapp$/)

    const page = anonymous(server)
    expect(must(await page.rpc('acusar_entrega', { recibo: notice!.recibo }))).toBe(true)
    expect(await twilio.tell(sms!.id, 'delivered')).toBe(200)
    expect(await whatsapp.tell([{ id: template!.id, status: 'read' }])).toBe(200)
    expect(await states(ella, alerta)).toEqual({
      correo: 'enviada',
      push: 'entregada',
      sms: 'entregada',
      whatsapp: 'entregada',
    })
    const seen = must<{ estado: string; nombre: string }>(
      await page.rpc('ver_alerta', { codigo: notice!.codigo, por: 'correo' }),
    )
    expect(seen).toMatchObject({ estado: 'abierta', nombre: 'Ana' })
    expect(await states(ella, alerta)).toMatchObject({ correo: 'vista', push: 'entregada' })

    // The second one replaces the first on the device.
    must(await ella.supabase.rpc('cerrar_alerta', { alerta, motivo: 'a_salvo', con_pin: false }))
    await expect.poll(() => pushTo(ella.at.push!).length).toBe(2)
    const closing = pushTo(ella.at.push!)[1]!
    expect(closing).toMatchObject({ tipo: 'cierre', tag: notice!.tag })
    expect(closing.cuerpo).toMatch(/^Cerrada desde su teléfono a las \d\d:\d\d; confirma con ella\.$/)
  })

  it('tells the database no code, and nobody who reads the queue can open anything', async () => {
    const ella = await withContact('push')
    await press(ella)
    await expect.poll(() => pushTo(ella.at.push!).length).toBe(1)
    const { codigo, recibo } = pushTo(ella.at.push!)[0]!
    expect(codigo).toMatch(/^[\w-]{32}$/)
    const rows = await server.query(
      `select row_to_json(e)::text as all from interno.envios e where user_id = $1`,
      [ella.id],
    )
    expect(rows.length).toBeGreaterThan(0)
    for (const secret of [codigo!, recibo!]) expect(JSON.stringify(rows)).not.toContain(secret)
  })
})

describe('a provider', () => {
  it('that answers 500 is asked again, and meanwhile nothing is said to have left', async () => {
    const ella = await withContact('sms', 'whatsapp', 'push')
    twilio.fault = 'answers 500'
    whatsapp.fault = 'answers 500'
    push.answers.push(500)
    const asked = twilio.asked + whatsapp.asked
    const alerta = await press(ella)
    await expect.poll(() => [twilio.asked + whatsapp.asked, push.answers.length]).toEqual([asked + 2, 0])
    expect(await states(ella, alerta)).toEqual({ push: 'en_cola', sms: 'en_cola', whatsapp: 'en_cola' })
    twilio.fault = undefined
    whatsapp.fault = undefined
    await expect
      .poll(async () => {
        await hurry(ella)
        return states(ella, alerta)
      })
      .toEqual({ push: 'enviada', sms: 'enviada', whatsapp: 'enviada' })
    expect(smsTo(ella.at.sms!)).toHaveLength(1)
    expect(pushTo(ella.at.push!)).toHaveLength(1)
  })

  it('may say that one has arrived before it says that it took it', async () => {
    const ella = await withContact('sms', 'whatsapp')
    twilio.fault = 'tells that it arrived before it answers'
    whatsapp.fault = 'tells that it arrived before it answers'
    const alerta = await press(ella)
    await expect.poll(() => states(ella, alerta)).toEqual({ sms: 'entregada', whatsapp: 'entregada' })
  })

  it('that never answers delays neither other ways nor other members', async () => {
    const [ella, bea] = [await withContact('sms', 'push'), await withContact('push', 'correo')]
    twilio.fault = 'never answers'
    const asked = twilio.asked
    const alerta = await press(ella)
    await expect.poll(() => twilio.asked).toBe(asked + 1)
    const other = await press(bea)
    await expect
      .poll(() => states(bea, other), { timeout: 3_000 })
      .toEqual({ correo: 'enviada', push: 'enviada' })
    expect(await states(ella, alerta)).toEqual({ push: 'enviada', sms: 'en_cola' })
  })

  it('that took one and was not heard may get it twice, and it counts once', async () => {
    const ella = await withContact('sms')
    twilio.fault = 'hangs up after taking it'
    const alerta = await press(ella)
    await expect.poll(() => smsTo(ella.at.sms!).length).toBe(1)
    expect(await states(ella, alerta)).toEqual({ sms: 'en_cola' })
    twilio.fault = undefined
    await expect
      .poll(async () => {
        await hurry(ella)
        return states(ella, alerta)
      })
      .toEqual({ sms: 'enviada' })
    // News of the first one, which nobody here knows, changes nothing.
    const [first, second] = smsTo(ella.at.sms!)
    expect(await twilio.tell(first!.id, 'undelivered', { error: 30003 })).toBe(200)
    expect(await states(ella, alerta)).toEqual({ sms: 'enviada' })
    expect(await twilio.tell(second!.id, 'delivered')).toBe(200)
    expect(await states(ella, alerta)).toEqual({ sms: 'entregada' })
  })

  it('that will never take it says so to her, in words', async () => {
    const ella = await withContact('sms', 'whatsapp', 'correo')
    twilio.fault = { refuses: 21614 }
    whatsapp.fault = { refuses: 131026 }
    relay.refuse = (line) => (line.startsWith('RCPT') ? '550 no such mailbox' : undefined)
    const alerta = await press(ella)
    await expect
      .poll(async () => (await entregas(ella, alerta)).map(({ motivo }) => motivo))
      .toEqual([
        'ese correo no existe o no recibe mensajes',
        'ese número no recibe SMS',
        'ese número no tiene WhatsApp',
      ])
  })

  it('that is a relay which defers is asked again', async () => {
    const ella = await withContact('correo')
    let deferred = 0
    relay.refuse = (line) => {
      if (line !== '.') return undefined
      deferred += 1
      return '451 later'
    }
    const alerta = await press(ella)
    await expect.poll(() => deferred).toBeGreaterThan(0)
    expect(await states(ella, alerta)).toEqual({ correo: 'en_cola' })
    relay.refuse = undefined
    await expect
      .poll(async () => {
        await hurry(ella)
        return states(ella, alerta)
      })
      .toEqual({ correo: 'enviada' })
    expect(mailsTo(ella.at.correo!)).toHaveLength(1)
  })

  it('of pushes that knows the device no more has it forgotten', async () => {
    const ella = await withContact('push', 'correo')
    push.answers.push(410)
    const alerta = await press(ella)
    await expect.poll(() => states(ella, alerta)).toMatchObject({ correo: 'enviada', push: 'fallida' })
    const left = await server.query(`select via from interno.vias_contacto where user_id = $1`, [ella.id])
    expect(left).toEqual([{ via: 'correo' }])
  })
})

describe('news from a provider', () => {
  async function sentSms() {
    const ella = await withContact('sms', 'whatsapp')
    const alerta = await press(ella)
    await expect.poll(() => states(ella, alerta)).toEqual({ sms: 'enviada', whatsapp: 'enviada' })
    return { ella, alerta, sms: smsTo(ella.at.sms!)[0]!.id, wa: whatsappsTo(ella.at.whatsapp!)[0]!.id }
  }

  it('that it did not sign changes nothing', async () => {
    const { ella, alerta, sms, wa } = await sentSms()
    expect(await twilio.tell(sms, 'delivered', { token: 'guessed' })).toBe(401)
    expect(await whatsapp.tell([{ id: wa, status: 'delivered' }], 'guessed')).toBe(401)
    // Signed for another address.
    expect(await twilio.tell(sms, 'delivered', { to: `${twilio.webhook}?a=b` })).toBe(401)
    for (const [name, headers] of [
      ['alarma-sms', {}],
      ['alarma-sms', { 'x-twilio-signature': '***' }],
      ['alarma-whatsapp', {}],
      ['alarma-whatsapp', { 'x-hub-signature-256': 'sha256=zz' }],
    ] as const) {
      const response = await fetch(`${server.url}/functions/v1/${name}`, {
        method: 'POST',
        headers,
        body: new URLSearchParams({ MessageSid: sms, MessageStatus: 'delivered' }),
      })
      expect(response.status).toBe(401)
    }
    // A hundred thousand names to be put in order before anything is known of the signature.
    const names = Array.from({ length: 100_000 }, (_, n) => n.toString(36)).join('=&')
    const long = await fetch(`${server.url}/functions/v1/alarma-sms`, { method: 'POST', body: names })
    expect(long.status).toBe(413)
    expect(await states(ella, alerta)).toEqual({ sms: 'enviada', whatsapp: 'enviada' })
  })

  it('may come twice, in the wrong order, and after the end', async () => {
    const { ella, alerta, sms, wa } = await sentSms()
    for (const status of ['delivered', 'sent', 'delivered', 'failed', 'queued']) {
      expect(await twilio.tell(sms, status)).toBe(200)
      expect(await states(ella, alerta)).toMatchObject({ sms: 'entregada' })
    }
    expect(
      await whatsapp.tell([
        { id: wa, status: 'read' },
        { id: wa, status: 'delivered' },
        { id: wa, status: 'sent' },
      ]),
    ).toBe(200)
    expect(await states(ella, alerta)).toMatchObject({ whatsapp: 'entregada' })

    const late = await sentSms()
    must(
      await late.ella.supabase.rpc('cerrar_alerta', {
        alerta: late.alerta,
        motivo: 'a_salvo',
        con_pin: true,
      }),
    )
    await expect.poll(() => smsTo(late.ella.at.sms!).length).toBe(2)
    expect(await twilio.tell(late.sms, 'delivered')).toBe(200)
    expect(await states(late.ella, late.alerta)).toEqual({ sms: 'entregada', whatsapp: 'enviada' })
    expect(smsTo(late.ella.at.sms!), 'nothing follows an ended alert').toHaveLength(2)
  })

  it('says why one did not arrive', async () => {
    const { ella, alerta, sms, wa } = await sentSms()
    expect(await twilio.tell(sms, 'undelivered', { error: 30003 })).toBe(200)
    expect(await whatsapp.tell([{ id: wa, status: 'failed', error: 131026 }])).toBe(200)
    expect((await entregas(ella, alerta)).map(({ estado, motivo }) => [estado, motivo])).toEqual([
      ['fallida', 'ese teléfono está apagado o sin señal'],
      ['fallida', 'ese número no tiene WhatsApp'],
    ])
  })

  it('of messages that nobody here sent is taken note of by nobody', async () => {
    await sentSms()
    expect(await twilio.tell('SM00000000000000000000000000000000', 'delivered')).toBe(200)
    expect(await whatsapp.tell([{ id: 'wamid.nobody', status: 'delivered' }])).toBe(200)
  })

  it('is asked for by WhatsApp with our word alone', async () => {
    const ask = (word: string) =>
      fetch(`${whatsapp.webhook}?hub.mode=subscribe&hub.challenge=1158201444&hub.verify_token=${word}`)
    const answer = await ask('our+word')
    expect([answer.status, await answer.text()]).toEqual([200, '1158201444'])
    expect((await ask('another')).status).toBe(403)
    expect((await ask('')).status).toBe(403)
  })
})

describe('the sender', () => {
  it('is called with the service key, and mail is sent for nobody else', async () => {
    const ella = await makeElla(server)
    const { data } = await ella.supabase.auth.getSession()
    for (const key of [server.config.secrets.anonKey, data.session!.access_token, 'x.y.z']) {
      const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
      const round = await fetch(`${server.url}/functions/v1/alarma`, { method: 'POST', headers })
      expect([401, 403]).toContain(round.status)
      const body = JSON.stringify({ to: 'nadie@ejemplo.mx', subject: 's', text: 't', html: 'h' })
      const mail = await fetch(`${server.url}/mail/v1/send`, { method: 'POST', headers, body })
      expect(mail.status).toBe(403)
    }
    expect((await fetch(`${server.url}/mail/v1/send`, { method: 'POST' })).status).toBe(403)
    expect(mailsTo('nadie@ejemplo.mx')).toEqual([])
  })

  it('that cannot ask the database shows in /healthz', async () => {
    const failing = async () => server.jobs.failing.some(({ job }) => job === 'alarma')
    await server.query('alter table interno.envios rename to apartada')
    try {
      // One that was under way may still end well.
      await expect.poll(async () => [await server.jobs.run('alarma'), await failing()]).toEqual([false, true])
    } finally {
      await server.query('alter table interno.apartada rename to envios')
    }
    // As above.
    await expect.poll(() => server.jobs.run('alarma')).toBe(true)
  })

  it('may be several processes: each message leaves once', async () => {
    const { address, owner } = server.database
    const url = `postgres://${owner.user}:${encodeURIComponent(owner.password)}@localhost:${address.port}/${address.database}?host=${encodeURIComponent(address.host)}`
    const second = await startAmparo({
      staticDir: null,
      env: {
        ...(await env()),
        AMPARO_DATA: path.join(folder, 'second'),
        DATABASE_URL: url,
        AMPARO_JWT_SECRET: server.config.secrets.jwtSecret,
      },
    })
    try {
      const members = await Promise.all(Array.from({ length: 8 }, () => withContact('push', 'correo')))
      const alerts = await Promise.all(members.map((ella) => press(ella)))
      for (const [index, ella] of members.entries()) {
        await expect.poll(() => states(ella, alerts[index]!)).toEqual({ correo: 'enviada', push: 'enviada' })
        expect(pushTo(ella.at.push!)).toHaveLength(1)
        expect(mailsTo(ella.at.correo!)).toHaveLength(1)
      }
    } finally {
      await second.server.stop()
    }
  })
})
