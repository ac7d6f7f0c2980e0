import { createECDH, createHash, createHmac, randomBytes, randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import path from 'node:path'
import { planted } from './house.mjs'

/*
 * Invitations and alerts. He found a link or a code, holds the page of one of her contacts, is one himself, or has her phone after the
 * press; and whoever means harm to her contacts, or forges what a provider would say.
 */

/** @typedef {import('./house.mjs').House} House */
/** @typedef {import('./house.mjs').Person} Person */

const TWILIO = { sid: 'AC00000000000000000000000000000001', token: 'token-of-the-operator' }
const WHATSAPP = { secret: 'secret-of-the-app' }

/**
 * Services of others on this machine: of SMS, of WhatsApp, of notices.
 * @typedef {{ way: 'sms' | 'whatsapp' | 'push', id: string, to: string, text: string }} Taken
 */
class Others {
  /** @type {Taken[]} */
  taken = []
  /** Nothing is taken while it is so: what is due waits. */
  isDown = false
  #server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const answer = (/** @type {number} */ status, /** @type {unknown} */ json) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json))
    if (this.isDown) return answer(500, {})
    const [, way = '', name = ''] = /^\/(sms|whatsapp|push)\/?(.*)$/.exec(request.url ?? '') ?? []
    const id = `${way}-${randomUUID()}`
    const form = new URLSearchParams(body)
    const json = way === 'whatsapp' ? JSON.parse(body) : {}
    const isSms = way === 'sms'
    const to = isSms ? form.get('To') : way === 'whatsapp' ? `+${json.to}` : name
    const text = isSms ? form.get('Body') : JSON.stringify(json.template ?? '')
    this.taken.push({ way: /** @type {Taken['way']} */ (way), id, to: to ?? '', text: text ?? '' })
    if (way === 'sms') return answer(201, { sid: id })
    return answer(way === 'whatsapp' ? 200 : 201, { messages: [{ id }] })
  })

  async open() {
    await new Promise((resolve) => this.#server.listen(0, '127.0.0.1', () => resolve(undefined)))
    const { port } = /** @type {import('node:net').AddressInfo} */ (this.#server.address())
    this.origin = `http://127.0.0.1:${port}`
    return this
  }

  close() {
    this.#server.closeAllConnections()
    this.#server.close()
  }

  /** What one number or device was handed. @param {string} to */
  to(to) {
    return this.taken.filter((one) => one.to === to)
  }
}

/** @type {WeakMap<House, Promise<{ house: House, others: Others }>>} */
const opened = new WeakMap()

/** A house with the limits of an ordinary start and with providers, shared by these attacks. @param {House} from */
function alarmHouse(from) {
  let ready = opened.get(from)
  ready ??= (async () => {
    const others = await new Others().open()
    const house = await from.freshServer({
      TWILIO_ACCOUNT_SID: TWILIO.sid,
      TWILIO_AUTH_TOKEN: TWILIO.token,
      TWILIO_FROM: '+15550001111',
      TWILIO_API_URL: `${others.origin}/sms`,
      WHATSAPP_TOKEN: 'token-of-whatsapp',
      WHATSAPP_PHONE_ID: '100200300',
      WHATSAPP_TEMPLATE: 'aviso:es_MX',
      WHATSAPP_APP_SECRET: WHATSAPP.secret,
      WHATSAPP_VERIFY_TOKEN: 'our word',
      WHATSAPP_API_URL: `${others.origin}/whatsapp`,
      AMPARO_PUSH_SERVICES: /** @type {string} */ (others.origin),
    })
    from.afterwards(async () => {
      await house.close()
      others.close()
    })
    return { house, others }
  })()
  opened.set(from, ready)
  return ready
}

/** As nobody. @param {House} house @param {string} name @param {Record<string, unknown>} body */
const call = async (house, name, body) =>
  (await house.fetch(`/rest/v1/rpc/${name}`, { method: 'POST', body })).json

let numbers = 0
const number = () => `+52557${String(1_000_000 + ++numbers)}`

/** A device as its browser would describe it. @param {Others} others */
function device(others) {
  const keys = createECDH('prime256v1')
  const name = randomUUID()
  return {
    name,
    destino: `${others.origin}/push/${name}`,
    p256dh: keys.generateKeys().toString('base64url'),
    auth: randomBytes(16).toString('base64url'),
  }
}

/**
 * A contact of hers who said yes. @param {House} house @param {Person} her
 * @returns {Promise<{ id: string, link: string, page: string, telefono: string }>}
 */
async function accepted(house, her) {
  const telefono = number()
  const { id } = await planted(
    her.client
      .from('contactos_emergencia')
      .insert({ user_id: her.id, nombre: 'Lucía', telefono, prioridad: 1, activo: true })
      .select('id')
      .single(),
  )
  const link = await planted(her.client.rpc('invitar_contacto', { contacto_id: id }))
  const { codigo: page } = await call(house, 'responder_invitacion', { codigo: link, acepta: true })
  return { id, link, page, telefono }
}

/**
 * By a number that the contact typed the code of. @param {House} house @param {Others} others @param {string} page
 * @param {'sms' | 'whatsapp'} via
 */
async function byNumber(house, others, page, via) {
  const destino = number()
  const { vias } = await call(house, 'agregar_via', { codigo: page, via, destino })
  const cual = vias.find((/** @type {any} */ one) => one.via === via && !one.confirmada).id
  const digitos = await house.until(async () => /\d{6}/.exec(others.to(destino)[0]?.text ?? '')?.[0])
  const ok = await call(house, 'confirmar_numero', { codigo: page, via: cual, digitos })
  if (ok !== true) throw new Error(`a number could not be confirmed: ${JSON.stringify(ok)}`)
  return destino
}

/** By mail, confirmed. @param {House} house @param {string} page @param {string} [correo] */
async function byMail(house, page, correo = `${randomUUID()}@ejemplo.mx`) {
  await call(house, 'agregar_via', { codigo: page, via: 'correo', destino: correo })
  const clave = await house.until(
    async () => /confirmar\/([\w-]{32})/.exec((await house.mails(correo))[0]?.text ?? '')?.[1],
  )
  if ((await call(house, 'confirmar_contacto', { clave })) !== true) throw new Error('mail was not confirmed')
  return { correo, clave }
}

/** She presses, without a pause. @param {Person} her @returns {Promise<string>} the alert */
const press = (her) =>
  planted(
    her.client.rpc('abrir_alerta', {
      cliente_id: randomUUID(),
      pulsada_en: new Date().toISOString(),
      pausa_s: 0,
    }),
  )

/** What she reads of one way. @param {Person} her @param {string} alerta @param {string} via */
async function reads(her, alerta, via) {
  const rows = await planted(
    her.client.from('entregas').select('estado').eq('alerta_id', alerta).eq('via', via),
  )
  return rows[0]?.estado
}

/** The code of an alert's page in what a number was sent last. @param {House} house @param {Others} others @param {string} to */
const alertCode = async (house, others, to) =>
  /** @type {string} */ (
    await house.until(async () => /alerta\/([\w-]{32})/.exec(others.to(to).at(-1)?.text ?? '')?.[1])
  )

/** What Twilio would send. @param {string} id @param {string} status */
const twilioForm = (id, status) =>
  new URLSearchParams({ AccountSid: TWILIO.sid, MessageSid: id, MessageStatus: status })

/** @param {string} url @param {URLSearchParams} form @param {string} [token] */
const twilioSignature = (url, form, token = TWILIO.token) =>
  createHmac('sha1', token)
    .update([...form.keys()].sort().reduce((text, name) => text + name + form.get(name), url))
    .digest('base64')

/** @param {House} house @param {string} where @param {string} body @param {Record<string, string>} headers */
const webhook = (house, where, body, headers) =>
  house.fetch(`/functions/v1/${where}`, { method: 'POST', body, headers })

/** @param {string} id @param {string} status */
const whatsappNews = (id, status) =>
  JSON.stringify({ entry: [{ changes: [{ value: { statuses: [{ id, status, timestamp: '1' }] } }] }] })
/** @param {string} body @param {string} [secret] */
const whatsappSignature = (body, secret = WHATSAPP.secret) =>
  `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`

/** A press that left by one provider. @param {House} from @param {'sms' | 'whatsapp'} via */
async function sentBy(from, via) {
  const { house, others } = await alarmHouse(from)
  const her = await house.member()
  const { page } = await accepted(house, her)
  const to = await byNumber(house, others, page, via)
  const alerta = await press(her)
  if (!(await house.until(async () => (await reads(her, alerta, via)) === 'enviada')))
    throw new Error('the alert never left')
  return { house, others, her, alerta, message: /** @type {Taken} */ (others.to(to).at(-1)) }
}

const found = { class: /** @type {const} */ ('links'), as: /** @type {const} */ ('stranger') }
const contact = { class: /** @type {const} */ ('links'), as: /** @type {const} */ ('trusted contact') }
const forger = { class: /** @type {const} */ ('functions'), as: /** @type {const} */ ('stranger') }

/** @type {import('./house.mjs').Attack[]} */
export const attacks = [
  {
    ...forger,
    id: 'alarm/forged-sms-receipt',
    name: 'tells that an SMS arrived: without a signature, with another’s, with that of another message, of another address',
    async run(from) {
      const { house, her, alerta, message } = await sentBy(from, 'sms')
      const url = `${house.url}/functions/v1/alarma-sms`
      const form = twilioForm(message.id, 'delivered')
      const other = twilioForm('another', 'delivered')
      const type = { 'content-type': 'application/x-www-form-urlencoded' }
      for (const signature of [
        '',
        'x',
        twilioSignature(url, form, 'his own token'),
        twilioSignature(url, form, ''),
        twilioSignature(url, other),
        twilioSignature(`${house.url}/functions/v1/alarma-whatsapp`, form),
        twilioSignature(url, form).replace(/./, 'A'),
      ]) {
        const { status } = await webhook(house, 'alarma-sms', form.toString(), {
          ...type,
          'x-twilio-signature': signature,
        })
        if (status !== 401) return `«${signature.slice(0, 8)}…» was answered ${status}`
      }
      if ((await reads(her, alerta, 'sms')) !== 'enviada') return 'she reads that it arrived'
      // A genuine one, and then an older one again.
      /** @param {string} status */
      const tell = (status) => {
        const own = twilioForm(message.id, status)
        const headers = { ...type, 'x-twilio-signature': twilioSignature(url, own) }
        return webhook(house, 'alarma-sms', own.toString(), headers)
      }
      await tell('delivered')
      if ((await reads(her, alerta, 'sms')) !== 'entregada') throw new Error('a genuine one changed nothing')
      await tell('failed')
      await tell('sent')
      const now = await reads(her, alerta, 'sms')
      return now === 'entregada' ? undefined : `an old word takes it back to ${now}`
    },
  },
  {
    ...forger,
    id: 'alarm/forged-whatsapp-receipt',
    name: 'tells that a WhatsApp message was read: without a signature, with another’s, with that of an older body',
    async run(from) {
      const { house, her, alerta, message } = await sentBy(from, 'whatsapp')
      const body = whatsappNews(message.id, 'read')
      for (const signature of [
        '',
        'sha256=',
        `sha256=${'0'.repeat(64)}`,
        whatsappSignature(body, 'his own secret'),
        whatsappSignature(body, ''),
        whatsappSignature(whatsappNews('older', 'read')),
        `sha1=${createHmac('sha1', WHATSAPP.secret).update(body).digest('hex')}`,
      ]) {
        const headers = { 'content-type': 'application/json', 'x-hub-signature-256': signature }
        const { status } = await webhook(house, 'alarma-whatsapp', body, headers)
        if (status !== 401) return `«${signature.slice(0, 12)}…» was answered ${status}`
      }
      const now = await reads(her, alerta, 'whatsapp')
      return now === 'enviada' ? undefined : `she reads ${now}`
    },
  },
  {
    ...found,
    id: 'alarm/codes-by-pieces',
    name: 'opens invitations and alerts with pieces, neighbours and fingerprints of codes',
    async run(from) {
      const { house, others } = await alarmHouse(from)
      const her = await house.member()
      const { page } = await accepted(house, her)
      const to = await byNumber(house, others, page, 'sms')
      await press(her)
      const alert = await alertCode(house, others, to)
      if (!(await call(house, 'ver_alerta', { codigo: alert }))?.estado) throw new Error('no alert to open')
      for (const [code, name] of /** @type {const} */ ([
        [page, 'ver_invitacion'],
        [alert, 'ver_alerta'],
      ])) {
        const last = code.endsWith('A') ? 'B' : 'A'
        const tries = [
          ...[
            code.slice(0, -1) + last,
            last + code.slice(1),
            code.slice(0, 16),
            code.slice(0, 31),
            `${code}=`,
          ],
          ...[code.toLowerCase(), code.toUpperCase(), ` ${code}`, `${code.slice(0, 8)}${'A'.repeat(24)}`, ''],
          ...[createHash('sha256').update(code).digest('hex'), '%'.repeat(32), '_'.repeat(32), '*'],
          ...Array.from({ length: 40 }, () => randomBytes(24).toString('base64url')),
        ].filter((tried) => tried !== code)
        for (const codigo of tries) {
          const seen = await call(house, name, { codigo })
          if (seen !== null) return `«${codigo}» shows ${JSON.stringify(seen).slice(0, 80)}`
        }
      }
    },
  },
  {
    ...contact,
    id: 'alarm/typed-code-guessed',
    name: 'gives somebody else’s number as the contact’s and guesses the six digits that went there',
    async run(from) {
      const { house, others } = await alarmHouse(from)
      const her = await house.member()
      const { page } = await accepted(house, her)
      const destino = number()
      const { vias } = await call(house, 'agregar_via', { codigo: page, via: 'sms', destino })
      const digitos = await house.until(async () => /\d{6}/.exec(others.to(destino)[0]?.text ?? '')?.[0])
      if (!digitos) throw new Error('no digits were sent')
      // He would come to the right ones some day; here he does with the tenth try.
      const guesses = [...Array.from({ length: 9 }, (_, n) => String(100_000 + n)), digitos]
      for (const guess of guesses.filter((one, n) => n === 9 || one !== digitos)) {
        const ok = await call(house, 'confirmar_numero', { codigo: page, via: vias[0].id, digitos: guess })
        if (ok === true) return 'the number is confirmed'
      }
    },
  },
  {
    ...contact,
    id: 'alarm/number-flooded',
    name: 'fills somebody’s phone with codes, by the pages of many contacts',
    async run(from) {
      const { house, others } = await alarmHouse(from)
      const her = await house.member()
      const victim = number()
      for (let n = 0; n < 4; n++) {
        const { page } = await accepted(house, her)
        for (let times = 0; times < 3; times++) {
          const body = { codigo: page, via: 'sms', destino: victim }
          const { vias } = await call(house, 'agregar_via', body)
          await house.sql(`update interno.vias_contacto set pedida_en = pedida_en - interval '1 minute'`)
          for (const { id } of vias ?? []) await call(house, 'quitar_via', { codigo: page, via: id })
        }
      }
      // What is due has left once a later message has.
      const { page } = await accepted(house, her)
      await byNumber(house, others, page, 'sms')
      const many = others.to(victim).length
      return many > 3 ? `${many} messages in a day` : undefined
    },
  },
  {
    ...contact,
    id: 'alarm/answers-in-a-flood',
    name: 'answers falsely and in a flood, so that nobody else is told and nobody else is heard',
    async run(from) {
      const { house, others } = await alarmHouse(from)
      const her = await house.member()
      const [his, hers] = [await accepted(house, her), await accepted(house, her)]
      const [hisPhone, herPhone] = [
        await byNumber(house, others, his.page, 'sms'),
        await byNumber(house, others, hers.page, 'sms'),
      ]
      const alerta = await press(her)
      const [one, two] = [await alertCode(house, others, hisPhone), await alertCode(house, others, herPhone)]
      for (let n = 0; n < 80; n++) {
        await call(house, 'responder_alerta', { codigo: one, respuesta: n % 2 ? 'ya_voy' : 'la_llamo' })
      }
      const [{ cambios, hasta, ahora } = {}] = await house.sql(
        `select max(c.cambios) as cambios, interno.sostenida_hasta($1) as hasta, now() + interval '5 minutes' as ahora
         from interno.codigos_alerta c where c.alerta_id = $1`,
        [alerta],
      )
      if (cambios > 50) return `${cambios} answers were heard`
      if (hasta > ahora) return 'the others wait longer than five minutes'
      const seen = await call(house, 'ver_alerta', { codigo: two })
      if (seen.respuesta !== null) return 'his answer stands as hers'
      if (JSON.stringify(seen).includes('Lucía')) return 'her contacts read of each other'
      const heard = await call(house, 'responder_alerta', { codigo: two, respuesta: 'ya_voy' })
      return heard.respuesta === 'ya_voy' ? undefined : 'nobody else is heard any more'
    },
  },
  {
    class: 'rules',
    as: 'member',
    id: 'alarm/harassing-who-left',
    name: 'goes on alerting a contact who left: by what is on its way, new alerts, drills and another invitation',
    async run(from) {
      const { house, others } = await alarmHouse(from)
      const she = await house.member()
      const { id, page } = await accepted(house, she)
      const to = await byNumber(house, others, page, 'sms')
      await press(she)
      const code = await alertCode(house, others, to)
      others.isDown = true
      try {
        const [alerta] = await house.sql('select id from public.alertas where user_id = $1', [she.id])
        await she.client.rpc('cerrar_alerta', { alerta: alerta?.id, motivo: 'por_error' })
        await press(she)
        if ((await call(house, 'dejar_de_ser_contacto', { codigo: code })) !== true)
          throw new Error('the contact could not leave')
      } finally {
        others.isDown = false
      }
      const before = others.to(to).length
      await house.sql(`update interno.envios set vence = now() where terminado_en is null`)
      for (let n = 0; n < 12; n++) {
        const { data } = await she.client.rpc('abrir_alerta', {
          cliente_id: randomUUID(),
          pulsada_en: new Date().toISOString(),
          pausa_s: 0,
        })
        await she.client.rpc('cerrar_alerta', { alerta: data, motivo: 'por_error' })
        await she.client.rpc('probar_alarma', { cliente_id: randomUUID() })
      }
      await she.client.rpc('invitar_contacto', { contacto_id: id })
      // Another contact of hers is reached meanwhile: what is due has been looked at.
      const other = await accepted(house, she)
      const known = await byNumber(house, others, other.page, 'sms')
      await press(she)
      await alertCode(house, others, known)
      const after = others.to(to).length - before
      if (after > 0) return `${after} messages more`
      const kept = await house.sql('select from interno.vias_contacto where destino = $1', [to])
      return kept.length > 0 ? 'the number is kept' : undefined
    },
  },
  {
    ...contact,
    id: 'alarm/address-replaced-unconfirmed',
    name: 'holds a contact’s page and puts his own mail and number in the place of hers',
    async run(from) {
      const { house, others } = await alarmHouse(from)
      const her = await house.member()
      const { page } = await accepted(house, her)
      const { correo } = await byMail(house, page)
      const to = await byNumber(house, others, page, 'sms')
      const [hisMail, hisPhone] = [`${randomUUID()}@ejemplo.mx`, number()]
      await call(house, 'agregar_via', { codigo: page, via: 'correo', destino: hisMail })
      await call(house, 'agregar_via', { codigo: page, via: 'sms', destino: hisPhone })
      const came = await house.until(
        async () => (await house.mails(hisMail)).length > 0 && others.to(hisPhone).length > 0,
      )
      if (!came) throw new Error('nobody was asked')
      const words = JSON.stringify([await house.mails(hisMail), others.to(hisPhone)])
      if (words.includes(her.name)) return 'what asks for a confirmation names her'
      await press(her)
      await alertCode(house, others, to)
      const told = await house.until(async () => (await house.mails(correo))[0]?.text.includes('/alerta/'))
      if (!told) return 'her contact’s own address is told nothing any more'
      const his = JSON.stringify([await house.mails(hisMail), others.to(hisPhone)])
      return his.includes('/alerta/') ? 'the alert goes to him' : undefined
    },
  },
  {
    class: 'stolen phone',
    as: 'trusted contact',
    id: 'alarm/her-phone-after-the-press',
    name: 'has her phone after the press: erases and rewrites what happened, reads addresses, says that she is safe',
    async run(from) {
      const { house, others } = await alarmHouse(from)
      const her = await house.member()
      const { page } = await accepted(house, her)
      const to = await byNumber(house, others, page, 'sms')
      const { correo } = await byMail(house, page)
      const alerta = await press(her)
      const codigo = await alertCode(house, others, to)
      const before = await house.sql('select * from public.entregas where alerta_id = $1 order by id', [
        alerta,
      ])
      const { client } = her
      const id = before[0]?.id
      await client.from('entregas').delete().eq('alerta_id', alerta)
      await client.from('entregas').update({ estado: 'respondida', respuesta: 'ya_voy' }).eq('id', id)
      await client.from('alertas').delete().eq('id', alerta)
      await client
        .from('alertas')
        .update({ estado: 'cerrada', motivo: 'a_salvo', con_pin: true })
        .eq('id', alerta)
      for (const [name, args] of /** @type {[string, object][]} */ ([
        ['tomar_envios', {}],
        ['registrar_codigos', { codigos: [] }],
        ['anotar_envio', { id, resultado: 'fallida' }],
        ['anotar_recibo', { proveedor_id: 'x', via: 'sms', resultado: 'fallida' }],
        ['atender_pendientes', {}],
      ])) {
        const { status } = await client.rpc(name, args)
        if (status < 400) return `${name} answers her session`
      }
      const after = await house.sql('select * from public.entregas where alerta_id = $1 order by id', [
        alerta,
      ])
      const still = (await house.sql('select estado from public.alertas where id = $1', [alerta]))[0]?.estado
      if (still !== 'abierta' || after.some((row, n) => row.respuesta !== before[n]?.respuesta))
        return 'what happened is rewritten'
      const said = JSON.stringify(await client.rpc('mis_confianzas'))
      if (said.includes(correo) || said.includes(to)) return 'her session reads addresses'
      // A place of his, claimed for the far future, and then her own device's.
      const place = (/** @type {number} */ latitud, /** @type {string} */ tomada_en) =>
        client.rpc('agregar_lugar', { alerta, latitud, longitud: -99.1, precision_m: 5, tomada_en })
      await place(1, new Date(Date.now() + 9e10).toISOString())
      await place(19.4, new Date(Date.now() - 240_000).toISOString())
      if ((await call(house, 'ver_alerta', { codigo })).latitud !== 19.4) return 'his place outlives hers'
      await client.rpc('cerrar_alerta', { alerta, motivo: 'a_salvo', con_pin: false })
      const mail = await house.until(async () =>
        (await house.mails(correo)).find(({ text }) => /cerrada|cerró|salvo/i.test(text)),
      )
      if (!mail) return 'her contacts do not learn that somebody closed it'
      return /a salvo/.test(mail.text + mail.subject) ? 'her contacts read that she is safe' : undefined
    },
  },
  {
    ...found,
    id: 'alarm/scanner-opens-every-link',
    name: 'a scanner opens every link of a mail and its previews, and calls functions by GET: somebody has answered, confirmed, seen',
    async run(from) {
      const { house, others } = await alarmHouse(from)
      const her = await house.member()
      const { page } = await accepted(house, her)
      const to = await byNumber(house, others, page, 'sms')
      const second = await planted(
        her.client
          .from('contactos_emergencia')
          .insert({ user_id: her.id, nombre: 'Bea', telefono: number(), prioridad: 1, activo: true })
          .select('id')
          .single(),
      )
      const link = await planted(her.client.rpc('invitar_contacto', { contacto_id: second.id }))
      const correo = `${randomUUID()}@ejemplo.mx`
      await call(house, 'agregar_via', { codigo: page, via: 'correo', destino: correo })
      const clave = await house.until(
        async () => /confirmar\/([\w-]{32})/.exec((await house.mails(correo))[0]?.text ?? '')?.[1],
      )
      if (!clave) throw new Error('no mail to open')
      const alerta = await press(her)
      const codigo = await alertCode(house, others, to)
      const links = [
        ...[`/confianza/${link}`, `/confianza/${page}`, `/confianza/confirmar/${clave}`],
        ...[`/alerta/${codigo}`, `/alerta/${codigo}?por=sms`, `/alerta/${codigo}/`],
        ...[
          `ver_alerta?codigo=${codigo}`,
          `ver_alerta?codigo=${codigo}&por=sms`,
          `responder_alerta?codigo=${codigo}&respuesta=ya_voy`,
          `responder_invitacion?codigo=${link}&acepta=true`,
          `confirmar_contacto?clave=${clave}`,
          `dejar_de_ser_contacto?codigo=${page}`,
        ].map((name) => `/rest/v1/rpc/${name}`),
      ]
      for (const address of links) {
        for (const [method, headers] of /** @type {[string, Record<string, string>][]} */ ([
          ['GET', { accept: 'text/html', 'user-agent': 'WhatsApp/2.23' }],
          ['HEAD', { accept: '*/*', purpose: 'prefetch' }],
          ['OPTIONS', {}],
        ])) {
          await house.fetch(address, { method, headers })
        }
      }
      const said = /** @type {any[]} */ (await planted(her.client.rpc('mis_confianzas')))
      const bea = said.find(({ contacto_id }) => contacto_id === second.id)
      if (bea.estado !== 'invitada') return `the invitation says ${bea.estado}`
      const lucia = said.find(({ contacto_id }) => contacto_id !== second.id)
      if (lucia.estado !== 'acepto') return `the contact ${lucia.estado}`
      if (lucia.vias.some((/** @type {any} */ via) => via.via === 'correo' && via.confirmada))
        return 'the address is confirmed'
      const now = await reads(her, alerta, 'sms')
      return now === 'vista' || now === 'respondida' ? `she reads ${now}` : undefined
    },
  },
  {
    ...contact,
    id: 'alarm/devices-without-end',
    name: 'adds one device after another while her alert is open, and each is told at once',
    async run(from) {
      const { house, others } = await alarmHouse(from)
      const her = await house.member()
      const { page } = await accepted(house, her)
      await press(her)
      const names = []
      const isDue = async () =>
        (
          await house.sql(
            `select from interno.pendientes where user_id = $1 and tipo = 'sumar'
             union all select from interno.envios where user_id = $1 and terminado_en is null`,
            [her.id],
          )
        ).length > 0
      for (let n = 0; n < 12; n++) {
        const { name, ...own } = device(others)
        names.push(name)
        await call(house, 'agregar_via', { codigo: page, via: 'push', ...own })
        // The oldest of three gives way: whatever is to be told of this one leaves before the next one comes.
        await house.until(async () => !(await isDue()))
      }
      const many = names.filter((name) => others.to(name).length > 0).length
      if (many === 0) throw new Error('nobody who says yes late is told')
      return many > 6 ? `${many} devices were told` : undefined
    },
  },
  {
    ...found,
    id: 'alarm/codes-in-the-log',
    name: 'reads the log of the server for the codes of invitations, pages, keys and alerts',
    async run(from) {
      const { house, others } = await alarmHouse(from)
      const her = await house.member()
      const { link, page } = await accepted(house, her)
      const to = await byNumber(house, others, page, 'sms')
      const { clave } = await byMail(house, page)
      const alerta = await press(her)
      const codigo = await alertCode(house, others, to)
      const secrets = [link, page, codigo, clave, others.to(to)[0]?.text.match(/\d{6}/)?.[0], to]
      for (const secret of secrets) {
        for (const address of [
          '/alerta/',
          '/confianza/',
          '/confianza/confirmar/',
          '/rest/v1/rpc/',
          '/_/',
          '/assets/',
        ])
          await house.fetch(`${address}${secret}`)
        await house.fetch(`/rest/v1/rpc/ver_alerta?codigo=${secret}`)
        await house.fetch('/rest/v1/rpc/ver_alerta', { method: 'POST', body: `{"codigo":"${secret}"` })
        await house.fetch('/rest/v1/rpc/confirmar_numero', {
          method: 'POST',
          body: { codigo: secret, via: secret, digitos: secret },
        })
      }
      await her.client.rpc('cerrar_alerta', { alerta, motivo: 'por_error' })
      const file = path.join(/** @type {string} */ (house.folder), 'data/logs/server.log')
      const log = await house.until(async () => {
        const text = await readFile(file, 'utf8')
        return text.includes('confirmar_numero') || text.includes('/rpc/:routine') ? text : undefined
      }, 10_000)
      if (!log) throw new Error('the log says nothing')
      const told = secrets.find((secret) => secret && log.includes(secret))
      return told && 'a code stands in the log'
    },
  },
]
