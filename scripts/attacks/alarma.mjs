import { createECDH, createHash, randomBytes, randomUUID } from 'node:crypto'
import { createServer } from 'node:http'

/** @typedef {import('./house.mjs').House} House @typedef {import('./house.mjs').Person} Person */

/** @param {string} code */
const fingerprint = (code) => createHash('sha256').update(code).digest()
const newCode = () => randomBytes(24).toString('base64url')

/** @param {Person} who @param {string} name @param {object} [body] */
const call = (who, name, body = {}) => who.fetch(`/rest/v1/rpc/${name}`, { method: 'POST', body })

/**
 * A contact of hers who accepted, with the code of the contact's own page.
 * @param {House} house @param {Person} her
 * @returns {Promise<{ id: string, page: string }>}
 */
async function accepted(house, her) {
  const { id } = await house.contactOf(her)
  const page = newCode()
  await house.sql(
    `insert into interno.confianzas (contacto_id, user_id, pagina_huella, estado, vence_en, respondida_en, telefono)
     select id, user_id, $2, 'acepto', now(), now(), telefono from public.contactos_emergencia where id = $1`,
    [id, fingerprint(page)],
  )
  return { id, page }
}

/** An alert of hers that has left. @param {Person} her @returns {Promise<{ id: string, cliente: string }>} */
async function pressed(her) {
  const cliente = randomUUID()
  const {
    json: id,
    status,
    text,
  } = await call(her, 'abrir_alerta', {
    cliente_id: cliente,
    pulsada_en: new Date().toISOString(),
    pausa_s: 0,
  })
  if (status !== 200) throw new Error(text)
  return { id, cliente }
}

/** What a contact may do on the page of an alert. @param {House} house @param {string} alerta @param {string} contacto */
async function codeOf(house, alerta, contacto) {
  const code = newCode()
  await house.sql(
    `insert into interno.codigos_alerta (alerta_id, contacto_id, huella) values ($1, $2, $3)
     on conflict (alerta_id, contacto_id) do update set huella = excluded.huella`,
    [alerta, contacto, fingerprint(code)],
  )
  return code
}

/**
 * Against the alarm: her alerts, what contacts see of them, and who does the sender's work.
 * @type {import('./house.mjs').Attack[]}
 */
export const attacks = [
  {
    id: 'stolen phone/it-never-happened',
    class: 'stolen phone',
    as: 'member',
    name: 'cancels presses that never were, until the alert that reached her contacts is not in her list any more',
    async run(house) {
      const her = await house.member()
      const { id } = await pressed(her)
      await call(her, 'cerrar_alerta', { alerta: id, motivo: 'a_salvo' })
      for (let many = 0; many < 16; many++) {
        await Promise.all(
          Array.from({ length: 20 }, () =>
            call(her, 'cerrar_alerta', { alerta: randomUUID(), motivo: 'por_error' }),
          ),
        )
      }
      const { json } = await her.fetch(`/rest/v1/alertas?select=id&id=eq.${id}`)
      return json.length > 0 ? undefined : 'nothing tells of it any more'
    },
  },
  {
    id: 'links/place-after-closing',
    class: 'links',
    as: 'trusted contact',
    name: 'opens the page of an alert that she has closed, and asks it where she was and where she went',
    async run(house) {
      const her = await house.member()
      const { id: contacto } = await accepted(house, her)
      const { id } = await pressed(her)
      const codigo = await codeOf(house, id, contacto)
      const place = { latitud: 19.43, longitud: -99.13, precision_m: 9, tomada_en: new Date().toISOString() }
      await call(her, 'agregar_lugar', { alerta: id, ...place })
      const see = async () =>
        (await house.fetch('/rest/v1/rpc/ver_alerta', { method: 'POST', body: { codigo } })).json
      if ((await see())?.latitud !== 19.43) throw new Error('the open alert shows no place')
      await call(her, 'cerrar_alerta', { alerta: id, motivo: 'a_salvo' })
      const { latitud, nota } = await see()
      return latitud === null && nota === null ? undefined : 'where she was'
    },
  },
  {
    id: 'rules/acts-on-her-alert',
    class: 'rules',
    as: 'member',
    name: 'knows the ids of her alert, and closes it, moves it, or lets it leave with a session of his own',
    async run(house) {
      const [her, him] = [await house.member(), await house.member()]
      const { id, cliente } = await pressed(her)
      const place = { latitud: 1, longitud: 1, precision_m: 1, tomada_en: new Date().toISOString() }
      for (const alerta of [id, cliente]) {
        await call(him, 'agregar_lugar', { alerta, ...place })
        await call(him, 'enviar_ya', { alerta })
        await call(him, 'cerrar_alerta', { alerta, motivo: 'a_salvo' })
      }
      const [row] = await house.sql('select estado, latitud from public.alertas where id = $1', [id])
      return row?.estado === 'abierta' && row.latitud === null ? undefined : JSON.stringify(row)
    },
  },
  {
    id: 'oracles/who-answers-her',
    class: 'oracles',
    as: 'member',
    name: 'asks whether she has an alert, whom it reached and who answered, by every table and call',
    async run(house) {
      const [her, him] = [await house.member(), await house.member()]
      const { id: contacto } = await accepted(house, her)
      const { id, cliente } = await pressed(her)
      await house.sql(
        `insert into public.entregas (alerta_id, user_id, contacto_id, via) values ($1, $2, $3, 'correo')`,
        [id, her.id, contacto],
      )
      for (const table of ['alertas', 'entregas', 'llegadas', 'alarma_ajustes']) {
        const { json } = await him.fetch(`/rest/v1/${table}?user_id=eq.${her.id}`)
        if (json?.length > 0) return `${table}: ${JSON.stringify(json[0])}`
      }
      // What is hers and what there never was are refused alike.
      const asked = async (/** @type {string} */ alerta) => {
        const { status, text } = await call(him, 'enviar_ya', { alerta })
        return `${status} ${text}`
      }
      const never = await asked(randomUUID())
      for (const alerta of [id, cliente])
        if ((await asked(alerta)) !== never) return 'whether there is such an alert'
      const invited = await call(him, 'invitar_contacto', { contacto_id: contacto })
      const nobody = await call(him, 'invitar_contacto', { contacto_id: randomUUID() })
      return invited.text === nobody.text ? undefined : 'whether there is such a contact'
    },
  },
  {
    id: 'functions/does-the-senders-work',
    class: 'functions',
    as: 'member',
    name: 'takes messages to her contacts out of the queue, with their addresses, and says that they have arrived',
    async run(house) {
      const [her, him] = [await house.member(), await house.member()]
      await accepted(house, her)
      await pressed(her)
      const nothing = { codigos: [], resultados: [], maximo: 10, id: randomUUID(), resultado: 'enviada' }
      const works = {
        tomar_envios: { maximo: nothing.maximo },
        registrar_codigos: { codigos: nothing.codigos },
        anotar_envio: { id: nothing.id, resultado: nothing.resultado },
        anotar_envios: { resultados: nothing.resultados },
        anotar_recibo: { proveedor_id: 'x', via: 'sms', resultado: 'entregada' },
        siguiente_envio: {},
        atender_pendientes: { maximo: nothing.maximo },
      }
      for (const [name, body] of Object.entries(works)) {
        const { status } = await call(him, name, body)
        if (status < 400) return `${name}: ${status}`
      }
      const { status } = await him.fetch('/functions/v1/alarma', { method: 'POST', body: {} })
      if (status < 400) return `the sender itself: ${status}`
      const letter = { to: 'nadie@ejemplo.mx', subject: 'x', text: 'x', html: 'x' }
      const mailed = await him.fetch('/mail/v1/send', { method: 'POST', body: letter })
      return mailed.status < 400 ? 'a mail of his words, from the house' : undefined
    },
  },
  {
    id: 'functions/alarm-into-the-house',
    class: 'functions',
    as: 'trusted contact',
    name: 'gives as his device an address that only the server reaches, and waits for it to be asked',
    async run(house) {
      const her = await house.member()
      const { page } = await accepted(house, her)
      let asked = 0
      const inside = createServer((_request, response) => {
        asked += 1
        response.writeHead(201).end()
      })
      await new Promise((resolve) => inside.listen(0, '127.0.0.1', () => resolve(undefined)))
      try {
        const { port } = /** @type {import('node:net').AddressInfo} */ (inside.address())
        const key = createECDH('prime256v1')
        const given = await house.fetch('/rest/v1/rpc/agregar_via', {
          method: 'POST',
          body: {
            codigo: page,
            via: 'push',
            destino: `http://127.0.0.1:${port}/inside`,
            p256dh: key.generateKeys('base64url'),
            auth: randomBytes(16).toString('base64url'),
          },
        })
        if (given.json?.vias?.length !== 1) return undefined
        const { id } = await pressed(her)
        const over = () =>
          house.sql(`select 1 from public.entregas where alerta_id = $1 and estado <> 'en_cola'`, [id])
        await house.until(async () => asked > 0 || (await over()).length > 0)
        return asked > 0 ? 'the server asked it' : undefined
      } finally {
        inside.close()
      }
    },
  },
  {
    id: 'exhaustion/unsigned-news-of-many-names',
    class: 'exhaustion',
    as: 'stranger',
    name: 'sends what only the SMS provider signs, with a hundred thousand names to be put in order first',
    async run(house) {
      const sms = await house.freshServer({
        TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`,
        TWILIO_AUTH_TOKEN: 'token-of-the-operator',
        TWILIO_FROM: '+15550001111',
      })
      try {
        const body = Array.from({ length: 100_000 }, (_, n) => n.toString(36)).join('=&')
        const headers = { 'content-type': 'application/x-www-form-urlencoded' }
        const { status, ms } = await sms.fetch('/functions/v1/alarma-sms', { method: 'POST', headers, body })
        return status === 413 ? undefined : `looked through for ${Math.round(ms)} ms: ${status}`
      } finally {
        await sms.close()
      }
    },
  },
]
