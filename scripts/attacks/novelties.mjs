import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { planted } from './house.mjs'

/** @typedef {import('./house.mjs').House} House @typedef {import('./house.mjs').Person} Person */

/** What PostgreSQL takes for a moment, and no browser. */
const OTHER_AGES = ['-infinity', '0044-03-15 BC', '20000-01-01', 'infinity']

/** @param {unknown} moment */
const isShown = (moment) => !Number.isNaN(new Date(/** @type {string} */ (moment)).getTime())

/** @param {Person} who @param {string} name @param {object} [body] */
const call = (who, name, body = {}) => who.fetch(`/rest/v1/rpc/${name}`, { method: 'POST', body })

/**
 * An event that members can sign up to.
 * @param {Person} editor @param {object} [given]
 * @returns {Promise<string>}
 */
async function published(editor, given = {}) {
  const soon = Date.now() + 86_400_000
  const row = {
    titulo: 'Taller de prueba',
    empieza: new Date(soon).toISOString(),
    termina: new Date(soon + 3_600_000).toISOString(),
    estado: 'publicado',
    ...given,
  }
  return (await planted(editor.client.from('encuentros').insert(row).select('id').single())).id
}

/**
 * What the team tells and publishes: by whoever holds one of its accounts, against everybody who reads it.
 * @type {import('./house.mjs').Attack[]}
 */
export const attacks = [
  {
    id: 'exhaustion/a-day-no-calendar-has',
    class: 'exhaustion',
    as: 'leaked admin',
    name: 'publishes an event, an episode, a book, a licence and a text of the year 20000, or before all years, which no page can show: the room stays shut for everybody',
    async run(house) {
      const admin = await house.admin()
      const her = await house.member()
      for (const day of OTHER_AGES) {
        await admin.client
          .from('encuentros')
          .insert({ titulo: 'x', estado: 'publicado', empieza: day, termina: day })
        await admin.client.from('encuentros').insert({
          titulo: 'x',
          estado: 'publicado',
          empieza: day,
          termina: day.replace('-01-01', '-01-02'),
        })
        await admin.client
          .from('podcast')
          .insert({ titulo: day, url_audio: 'https://x.example/a.mp3', fecha_creacion: day })
        await admin.client.from('biblioteca_libros').insert({ titulo: day, semana: 1, publica_en: day })
        await admin.client
          .from('directorio_terapeutas')
          .insert({ nombre: day, cedula: '1', cedula_fuente: 'x', verificada_el: day })
        // One that has come would be in force at once, whatever day it says.
        if (day !== '20000-01-01' && day !== 'infinity') continue
        await call(admin, 'publicar_politica', {
          ...{ cual: randomUUID(), titulo: 'x', version: day, contenido: '<p>x</p>', que_cambio: 'x' },
          entra_en: day,
        })
      }
      /** @type {[string, string][]} */
      const rooms = [
        ['podcast', 'fecha_creacion'],
        ['biblioteca_libros', 'publica_en'],
        ['directorio_terapeutas', 'verificada_el'],
        ['politicas_legales', 'publicada_en'],
      ]
      const broken = []
      for (const [table, column] of rooms) {
        const rows = await planted(her.client.from(table).select(column).not(column, 'is', null))
        for (const row of /** @type {any[]} */ (rows))
          if (!isShown(row[column])) broken.push(`${table}: ${row[column]}`)
      }
      const events = (await call(her, 'mis_encuentros')).json
      for (const { empieza } of events) if (!isShown(empieza)) broken.push(`events: ${empieza}`)
      // The team's own list of what waits, without which nobody withdraws it.
      const waiting = (await call(admin, 'politicas_programadas')).json
      for (const { publicada_en } of waiting)
        if (!isShown(publicada_en)) broken.push(`waiting: ${publicada_en}`)
      return broken.length > 0 ? broken.join(', ') : undefined
    },
  },
  {
    id: 'links/a-place-of-no-age',
    class: 'links',
    as: 'member',
    name: 'has her password, and adds a press from before all years: how old her place is, her contacts’ page cannot say, and says nothing at all',
    async run(house) {
      const said = []
      for (const day of OTHER_AGES) {
        const her = await house.member()
        const { id: contacto } = await house.contactOf(her)
        await house.sql(
          `insert into interno.confianzas (contacto_id, user_id, pagina_huella, estado, vence_en, respondida_en, telefono)
           select id, user_id, $2, 'acepto', now(), now(), telefono from public.contactos_emergencia where id = $1`,
          [contacto, randomBytes(32)],
        )
        const cliente = randomUUID()
        await planted(
          her.client.from('eventos_peligro').insert({
            ...{ user_id: her.id, cliente_id: cliente, latitud: 19.4, longitud: -99.1, precision_m: 5 },
            ...{ ocurrido_en: day, ubicacion_en: day },
          }),
        )
        await call(her, 'enviar_ya', { alerta: cliente })
        const [alert] = await house.sql(
          `select id from public.alertas where user_id = $1 and estado = 'abierta' order by creada_en desc limit 1`,
          [her.id],
        )
        if (!alert) throw new Error('a press opened no alert')
        const code = randomBytes(24).toString('base64url')
        await house.sql(
          `insert into interno.codigos_alerta (alerta_id, contacto_id, huella) values ($1, $2, $3)
           on conflict (alerta_id, contacto_id) do update set huella = excluded.huella`,
          [alert.id, contacto, createHash('sha256').update(code).digest()],
        )
        const seen = await house.fetch('/rest/v1/rpc/ver_alerta', { method: 'POST', body: { codigo: code } })
        if (seen.json?.latitud !== 19.4) throw new Error(`the page shows no place: ${seen.text}`)
        const age = seen.json.lugar_hace_s
        if (typeof age !== 'number' || !isShown(Date.now() - age * 1000) || age > 31_536_000)
          said.push(`${day}: ${age} s`)
      }
      return said.length > 0 ? said.join(', ') : undefined
    },
  },
  {
    id: 'exhaustion/declarations-without-an-end',
    class: 'exhaustion',
    as: 'leaked admin',
    name: 'saves a draft of two hundred kilobytes of declarations that never end, which holds a connection of the house until it is cut off',
    async run(house) {
      const admin = await house.admin()
      /** @param {string} contenido */
      const save = (contenido) =>
        admin.fetch('/rest/v1/borradores_legales', {
          method: 'POST',
          body: { contenido },
          timeoutMs: 120_000,
        })
      const failed = []
      for (const piece of ['<!', '<?']) {
        // What is refused as too long once each is escaped is refused all the same.
        const { status } = await save(piece.repeat(100_000))
        if (status >= 500) failed.push(`${piece}: ${status}`)
      }
      await house.sql('delete from public.borradores_legales')
      return failed.length > 0 ? failed.join(', ') : undefined
    },
  },
  {
    id: 'oracles/seats-until-it-is-full',
    class: 'oracles',
    as: 'leaked admin',
    name: 'looks after the events, and lowers the number of seats until it is full: how many signed up, to the last one, and the moment in which another one does',
    async run(house) {
      const admin = await house.admin()
      const him = await house.member()
      const cual = await published(admin, { cabida: 8 })
      for (let many = 0; many < 3; many++) {
        const { status, text } = await call(await house.member(), 'apuntarme', { cual })
        if (status !== 200) throw new Error(text)
      }
      const isFull = async () =>
        (await call(him, 'mis_encuentros')).json.find((/** @type {any} */ { id }) => id === cual)?.lleno
      if ((await isFull()) !== false) throw new Error('the event is not there, or full')
      for (let cabida = 7; cabida > 0; cabida--) {
        // Once more by way of a draft.
        for (const estado of ['borrador', 'publicado'])
          await admin.client.from('encuentros').update({ cabida, estado }).eq('id', cual)
        await admin.client.from('encuentros').update({ cabida }).eq('id', cual)
        if (await isFull()) return `${cabida} signed up`
      }
      return undefined
    },
  },
]
