import { randomUUID } from 'node:crypto'

const DAY = '2026-11-20'
/** How much a member may keep (`interno.cupos`), with a margin for differences between versions. */
const AGENDA_ROWS = 10_000
const DIARY_BYTES = 42_000_000

/** @param {string} user_id @param {number} count @param {string} [titulo] */
const agenda = (user_id, count, titulo = 'x') =>
  Array.from({ length: count }, () => ({ user_id, titulo, fecha: DAY }))

/** @param {string} user_id @param {number} count @param {(n: number) => string} text */
const diary = (user_id, count, text) =>
  Array.from({ length: count }, (_, n) => {
    const day = new Date(Date.UTC(2001, 0, 1 + n)).toISOString().slice(0, 10)
    return { user_id, fecha: day, contenido: text(n) }
  })

/** Random letters, which do not compress well. @param {number} length */
const letters = (length) =>
  Array.from({ length: Math.ceil(length / 36) }, () => randomUUID())
    .join('')
    .slice(0, length)

/** @param {import('./house.mjs').Person} him @param {string} table @param {unknown} body */
const post = (him, table, body) =>
  him.fetch(`/rest/v1/${table}`, { method: 'POST', body, headers: { prefer: 'return=minimal' } })

/** @param {import('./house.mjs').House} house @param {string} table @param {string} user */
async function rowsOf(house, table, user) {
  const [row] = await house.sql(`select count(*)::int as n from ${table} where user_id = $1`, [user])
  return row?.n ?? 0
}

/** @param {import('./house.mjs').House} house @param {string} user */
async function diaryBytes(house, user) {
  const [row] = await house.sql(
    'select coalesce(sum(octet_length(contenido)), 0)::float8 as n from public.diario_personal where user_id = $1',
    [user],
  )
  return row?.n ?? 0
}

/** @param {import('./house.mjs').House} house @param {string} user */
const events = (house, user) => rowsOf(house, 'public.eventos_peligro', user)

/**
 * One member fills the disk until everybody's writes are refused.
 * @type {import('./house.mjs').Attack[]}
 */
export const attacks = [
  {
    id: 'exhaustion/agenda-in-a-burst',
    class: 'exhaustion',
    as: 'member',
    name: 'writes 18,000 agenda entries in six requests',
    broken: 'bd930d4',
    async run(house) {
      const him = await house.member()
      for (let n = 0; n < 6; n += 1) await post(him, 'agenda_personal', agenda(him.id, 3_000))
      const rows = await rowsOf(house, 'public.agenda_personal', him.id)
      return rows > AGENDA_ROWS ? `${rows} rows` : undefined
    },
  },
  {
    id: 'exhaustion/agenda-bit-by-bit',
    class: 'exhaustion',
    as: 'member',
    name: 'writes agenda entries in requests that are each modest',
    broken: 'bd930d4',
    async run(house) {
      const him = await house.member()
      for (let n = 0; n < 13; n += 1) await post(him, 'agenda_personal', agenda(him.id, 900))
      const rows = await rowsOf(house, 'public.agenda_personal', him.id)
      return rows > AGENDA_ROWS ? `${rows} rows` : undefined
    },
  },
  {
    id: 'exhaustion/agenda-all-at-once',
    class: 'exhaustion',
    as: 'member',
    name: 'sends them all in the same instant, so that each finds room',
    broken: 'bd930d4',
    async run(house) {
      const him = await house.member()
      for (let n = 0; n < 9; n += 1) await post(him, 'agenda_personal', agenda(him.id, 1_000))
      await Promise.all(
        Array.from({ length: 6 }, () =>
          him
            .fetch('/rest/v1/agenda_personal', { method: 'POST', body: agenda(him.id, 900) })
            // Refusals are what it wants to see; they are counted in the database.
            .catch(() => undefined),
        ),
      )
      const rows = await rowsOf(house, 'public.agenda_personal', him.id)
      return rows > AGENDA_ROWS ? `${rows} rows` : undefined
    },
  },
  {
    id: 'exhaustion/diary-of-novels',
    class: 'exhaustion',
    as: 'member',
    name: 'fills his diary with entries of 199,000 letters',
    broken: 'bd930d4',
    async run(house) {
      const him = await house.member()
      const page = letters(199_000)
      const all = diary(him.id, 240, () => page)
      for (let n = 0; n < all.length; n += 4) {
        const { status } = await post(him, 'diario_personal', all.slice(n, n + 4))
        if (status >= 400) break
      }
      const bytes = await diaryBytes(house, him.id)
      return bytes > DIARY_BYTES ? `${Math.round(bytes / 1e6)} MB` : undefined
    },
  },
  {
    id: 'exhaustion/diary-grown-by-one-change',
    class: 'exhaustion',
    as: 'member',
    name: 'lets small entries grow to 199,000 letters each by a few requests of 200 kB',
    broken: 'bd930d4',
    async run(house) {
      const him = await house.member()
      const small = diary(him.id, 240, (n) => `día ${n}`)
      await post(him, 'diario_personal', small)
      const page = letters(199_000)
      for (let n = 0; n < small.length; n += 40) {
        const days = `fecha=gte.${small[n]?.fecha}&fecha=lte.${small[n + 39]?.fecha}`
        await him.fetch(`/rest/v1/diario_personal?user_id=eq.${him.id}&${days}`, {
          method: 'PATCH',
          headers: { prefer: 'return=minimal' },
          body: { contenido: page },
        })
      }
      const bytes = await diaryBytes(house, him.id)
      return bytes > DIARY_BYTES ? `${Math.round(bytes / 1e6)} MB` : undefined
    },
  },
  {
    id: 'exhaustion/diary-grown-by-upserts',
    class: 'exhaustion',
    as: 'member',
    name: 'writes his small entries again, longer, by the upsert that the app saves with',
    broken: 'bd930d4',
    async run(house) {
      const him = await house.member()
      const small = diary(him.id, 240, (n) => `día ${n}`)
      await post(him, 'diario_personal', small)
      const page = letters(199_000)
      for (let n = 0; n < small.length; n += 4) {
        const { status } = await him.fetch('/rest/v1/diario_personal?on_conflict=user_id,fecha', {
          method: 'POST',
          headers: { prefer: 'resolution=merge-duplicates,return=minimal' },
          body: small.slice(n, n + 4).map((row) => ({ ...row, contenido: page })),
        })
        if (status >= 400) break
      }
      const bytes = await diaryBytes(house, him.id)
      return bytes > DIARY_BYTES ? `${Math.round(bytes / 1e6)} MB` : undefined
    },
  },
  {
    id: 'exhaustion/write-and-delete-all-day',
    class: 'exhaustion',
    as: 'member',
    name: 'writes and deletes without end, so that the log grows though nothing stays',
    broken: 'bd930d4',
    async run(house) {
      const strict = await house.strict()
      const him = await strict.member()
      let written = 0
      for (let n = 0; n < 5; n += 1) {
        const { status } = await post(him, 'agenda_personal', agenda(him.id, 900))
        if (status === 201) written += 900
        await him.fetch(`/rest/v1/agenda_personal?user_id=eq.${him.id}`, { method: 'DELETE' })
      }
      return written > 3_500 ? `${written} rows in a moment` : undefined
    },
  },
  {
    id: 'exhaustion/change-all-day',
    class: 'exhaustion',
    as: 'member',
    name: 'changes all his rows again and again, so that each leaves its old self behind',
    broken: 'bd930d4',
    async run(house) {
      const strict = await house.strict()
      const him = await strict.member()
      await post(him, 'agenda_personal', agenda(him.id, 900))
      let changed = 0
      for (let n = 0; n < 5; n += 1) {
        const { status } = await him.fetch(`/rest/v1/agenda_personal?user_id=eq.${him.id}`, {
          method: 'PATCH',
          headers: { prefer: 'return=minimal' },
          body: { titulo: `x${n}` },
        })
        if (status < 300) changed += 900
      }
      return changed > 3_500 ? `${changed} rows changed in a moment` : undefined
    },
  },
  {
    id: 'exhaustion/downloads-without-end',
    class: 'exhaustion',
    as: 'member',
    name: 'notes twenty thousand downloads of one book, which nobody can delete',
    broken: 'bd930d4',
    async run(house) {
      const him = await house.member()
      const [book] = await house.sql('select id from public.biblioteca_libros limit 1')
      for (let n = 0; n < 24; n += 1) {
        await post(
          him,
          'descargas_libros',
          Array.from({ length: 900 }, () => ({ user_id: him.id, libro_id: book?.id })),
        )
      }
      const rows = await rowsOf(house, 'public.descargas_libros', him.id)
      return rows > 20_000 ? `${rows} rows for ever` : undefined
    },
  },
  {
    id: 'exhaustion/rooms-without-end',
    class: 'exhaustion',
    as: 'member',
    name: 'adds thousands of video rooms, each with a long subject',
    broken: 'bd930d4',
    async run(house) {
      const him = await house.member()
      for (let n = 0; n < 4; n += 1) {
        await post(
          him,
          'Salas',
          Array.from({ length: 700 }, () => ({
            nombre: 'x'.repeat(200),
            tema: 'x'.repeat(500),
            room_url: `https://x.test/${randomUUID()}`,
          })),
        )
      }
      const [row] = await house.sql('select count(*)::int as n from public."Salas" where creada_por = $1', [
        him.id,
      ])
      return row?.n > 2_000 ? `${row?.n} rooms` : undefined
    },
  },
  {
    id: 'exhaustion/numbers-without-end',
    class: 'exhaustion',
    as: 'leaked admin',
    name: 'gives a country a hundred thousand emergency numbers, which every phone downloads',
    broken: 'bd930d4',
    async run(house) {
      const admin = await house.admin()
      const code = `${String.fromCharCode(65 + Math.floor(Math.random() * 26))}Z`
      await post(admin, 'numeros_emergencia', {
        codigo_iso: code,
        pais: `País ${randomUUID()}`,
        numeros: Array.from({ length: 100_000 }, () => '911'),
      })
      const rows = await house.sql(
        'delete from public.numeros_emergencia where cardinality(numeros) > 1000 returning codigo_iso',
      )
      return rows.length > 0 ? 'a list that no phone can carry' : undefined
    },
  },
  {
    id: 'exhaustion/source-of-a-megabyte',
    class: 'exhaustion',
    as: 'leaked admin',
    name: 'hides a megabyte in the source of an entry of the directory',
    broken: 'bd930d4',
    async run(house) {
      const admin = await house.admin()
      await post(admin, 'asociaciones_apoyo', {
        nombre: 'Casa',
        fuente_url: `https://x.test/${'a'.repeat(900_000)}`,
      })
      const rows = await house.sql(
        'delete from public.asociaciones_apoyo where octet_length(fuente_url) > 100000 returning id',
      )
      return rows.length > 0 ? 'a megabyte that every member loads' : undefined
    },
  },
  {
    id: 'exhaustion/legal-text-that-never-ends',
    class: 'exhaustion',
    as: 'leaked admin',
    name: 'saves thousands of tags that open and never close, so that cleaning them holds a connection',
    broken: 'bd930d4',
    async run(house) {
      const admin = await house.admin()
      const version = randomUUID().slice(0, 12)
      const { status, ms } = await post(admin, 'borradores_legales', {
        titulo: 'Texto',
        version,
        contenido: `<p>Texto</p>${'<script>'.repeat(10_000)}</style>`,
      })
      await house.sql(`delete from public.borradores_legales where version = '${version}'`)
      return status >= 500 || ms > 7_000 ? `${status} after ${Math.round(ms / 1000)} s` : undefined
    },
  },
  {
    id: 'exhaustion/presses-in-one-request',
    class: 'exhaustion',
    as: 'member',
    name: 'sends three thousand presses of the panic button in one request',
    broken: 'bd930d4',
    async run(house) {
      const him = await house.member()
      await post(
        him,
        'eventos_peligro',
        Array.from({ length: 3_000 }, () => ({ user_id: him.id })),
      )
      const rows = await events(house, him.id)
      return rows > 100 ? `${rows} events` : undefined
    },
  },
  {
    id: 'exhaustion/presses-one-by-one',
    class: 'exhaustion',
    as: 'member',
    name: 'presses two hundred times, one request each, ten at once',
    broken: 'bd930d4',
    async run(house) {
      const him = await house.member()
      for (let n = 0; n < 20; n += 1) {
        await Promise.all(
          // Refusals are what it wants to see; they are counted in the database.
          Array.from({ length: 10 }, () => post(him, 'eventos_peligro', { user_id: him.id }).catch(() => {})),
        )
      }
      const rows = await events(house, him.id)
      return rows > 60 ? `${rows} events` : undefined
    },
  },
  {
    id: 'exhaustion/presses-each-closed',
    class: 'exhaustion',
    as: 'member',
    name: 'says of each press that it is over, so that the next begins a new event',
    broken: 'bd930d4',
    async run(house) {
      const him = await house.member()
      for (let n = 0; n < 100; n += 1) {
        await post(him, 'eventos_peligro', { user_id: him.id })
        await him.fetch(`/rest/v1/eventos_peligro?user_id=eq.${him.id}&estado=eq.preparado`, {
          method: 'PATCH',
          body: { estado: 'confirmado_por_usuaria' },
        })
      }
      const rows = await events(house, him.id)
      return rows > 60 ? `${rows} events` : undefined
    },
  },
  {
    id: 'exhaustion/presses-of-every-hour',
    class: 'exhaustion',
    as: 'member',
    name: 'gives each press an hour of its own, as if they had waited for a network',
    broken: 'bd930d4',
    async run(house) {
      const him = await house.member()
      for (let n = 0; n < 100; n += 1) {
        const ocurrido_en = new Date(Date.now() - n * 3_600_000).toISOString()
        await post(him, 'eventos_peligro', { user_id: him.id, ocurrido_en })
      }
      const rows = await events(house, him.id)
      return rows > 60 ? `${rows} events` : undefined
    },
  },
  {
    id: 'exhaustion/her-press-is-drowned',
    class: 'exhaustion',
    as: 'member',
    name: 'with her phone in his hand he fills everything, so that her next press is refused',
    async run(house) {
      const her = await house.member()
      for (let n = 0; n < 3; n += 1) {
        await post(
          her,
          'eventos_peligro',
          Array.from({ length: 1_000 }, () => ({ user_id: her.id })),
        )
        await post(her, 'agenda_personal', agenda(her.id, 1_000))
      }
      // As clients write it, and asked for what was written.
      const press = { user_id: her.id, latitud: 19.4326, longitud: -99.1332, enviado: true }
      const { data, error } = await her.client
        .from('eventos_peligro')
        .insert({ ...press, mensaje: 'Botón de pánico presionado' })
        .select()
        .single()
      if (error) return `her press was refused: ${error.message}`
      const [row] = await house.sql(
        'select max(latitud) as latitud from public.eventos_peligro where user_id = $1',
        [her.id],
      )
      return data && row?.latitud === 19.4326 ? undefined : 'her place was lost'
    },
  },
  {
    id: 'exhaustion/quota-shuts-her-out-of-her-own',
    class: 'exhaustion',
    as: 'member',
    name: 'fills her agenda to the last row, so that she can neither shorten nor delete',
    async run(house) {
      const her = await house.member()
      await house.sql(
        `insert into public.agenda_personal (user_id, titulo, fecha) select $1, repeat('y', 150), '2026-01-01' from generate_series(1, 10500)`,
        [her.id],
      )
      const { status } = await her.fetch(`/rest/v1/agenda_personal?user_id=eq.${her.id}&limit=1&order=id`, {
        method: 'PATCH',
        headers: { prefer: 'return=minimal' },
        body: { titulo: 'corto' },
      })
      const gone = await her.fetch(`/rest/v1/agenda_personal?user_id=eq.${her.id}`, { method: 'DELETE' })
      return status >= 400 || gone.status >= 400 ? `she is refused: ${status}, ${gone.status}` : undefined
    },
  },
  {
    id: 'exhaustion/searches-without-end',
    class: 'exhaustion',
    as: 'member',
    name: 'has his whole diary searched again and again',
    broken: 'bd930d4',
    async run(house) {
      const strict = await house.strict()
      const him = await strict.member()
      let answered = 0
      for (let n = 0; n < 50; n += 1) {
        const { status } = await him.fetch('/rest/v1/rpc/buscar_en_diario', {
          method: 'POST',
          body: { texto: 'x' },
        })
        if (status === 200) answered += 1
      }
      return answered > 40 ? `${answered} searches in a moment` : undefined
    },
  },
  {
    id: 'exhaustion/reminders-before-everybody',
    class: 'exhaustion',
    as: 'member',
    name: 'has a thousand reminders due before hers, so that hers does not come in time',
    broken: 'bd930d4',
    async run(house) {
      const her = await house.member()
      const him = await house.member()
      const device = (/** @type {string} */ user_id, /** @type {number} */ n) => ({
        ...{ user_id, endpoint: `https://push.invalid/${user_id}/${n}`, zona_horaria: 'UTC' },
        ...{ p256dh: 'A'.repeat(87), auth: 'A'.repeat(22) },
      })
      await post(her, 'suscripciones_push', device(her.id, 1))
      for (let n = 0; n < 5; n += 1) await post(him, 'suscripciones_push', device(him.id, n))
      const at = { fecha: '2031-05-05', notificar: true }
      await post(
        him,
        'agenda_personal',
        agenda(him.id, 900).map((row) => ({ ...row, ...at, hora: '10:00' })),
      )
      await post(her, 'agenda_personal', { user_id: her.id, titulo: 'Cita', ...at, hora: '10:10' })
      for (const id of [him.id, her.id])
        await house.sql(`select interno.recordar($1, '2031-05-05 09:30Z')`, [id])
      // As the sender takes them: the first hundred.
      const taken = await house.sql(
        `select s.endpoint from interno.envios e join public.suscripciones_push s on s.id = e.suscripcion_id
         where e.tipo = 'recordatorio' and e.terminado_en is null order by e.urgencia, e.turno, e.vence limit 100`,
      )
      await house.sql('delete from public.agenda_personal where user_id = any ($1)', [[her.id, him.id]])
      if (taken.length === 0) throw new Error('no reminder was due')
      return taken.some(({ endpoint }) => endpoint.includes(her.id))
        ? undefined
        : 'hers waits behind all of his'
    },
  },
]
