import { randomUUID } from 'node:crypto'
import { furnish } from '../lib/worst.mjs'

/**
 * The data API: what its answers reveal about rows that the asker may not see, and what one request, or many
 * of one member, cost everybody else.
 * @typedef {import('./house.mjs').House} House
 * @typedef {import('./house.mjs').Person} Person
 */

const REST = '/rest/v1/'
const planned = { prefer: 'count=planned' }
const LARGEST = 5_500_000

/** @param {number} count @param {(i: number) => string} make */
const list = (count, make) => Array.from({ length: count }, (_, i) => make(i)).join()

/** The total in `Content-Range`, after the slash. @param {import('./house.mjs').Answer} answer */
const total = ({ headers }) => headers.get('content-range')?.split('/')[1]

/** Inserts many rows at once, as a member would have in a year. @param {House} house @param {string[]} statements */
async function written(house, ...statements) {
  for (const statement of statements) {
    const client = await /** @type {import('pg').Pool} */ (house.pool).connect()
    try {
      await client.query(`begin; set local session_replication_role = replica; ${statement}; commit`)
    } finally {
      client.release()
    }
  }
  await house.sql('analyze')
}

/** @type {WeakMap<House, Promise<{ him: Person, her: Person }>>} */
const rooms = new WeakMap()

/** Rooms full of messages, his diary full of long entries. @param {House} house */
function full(house) {
  const made = rooms.get(house) ?? furnished(house)
  rooms.set(house, made)
  return made
}

/** @param {House} house */
async function furnished(house) {
  const [him, her] = [await house.member(), await house.member()]
  const client = await /** @type {import('pg').Pool} */ (house.pool).connect()
  try {
    await furnish((text, values) => client.query(text, values), [him.id, her.id])
  } finally {
    client.release()
  }
  return { him, her }
}

/**
 * Whether a count that PostgreSQL only estimates tells two women apart, of whom he may see neither's rows.
 * @param {House} house @param {(her: string) => string} rows forty of hers @param {(her: string) => string} question
 * @param {string} [prefer]
 */
async function estimates(house, rows, question, prefer = 'count=planned') {
  const [her, other, him] = [await house.member(), await house.member(), await house.member()]
  await written(house, rows(her.id))
  const ask = async (/** @type {string} */ id) =>
    total(await him.fetch(REST + encodeURI(question(id)), { headers: { prefer } }))
  const [hers, others] = [await ask(her.id), await ask(other.id)]
  return hers === others ? undefined : `${hers} rows against ${others} of a member who has none`
}

/** @param {string} id @param {string} name @param {Parameters<typeof estimates>[1]} rows @param {Parameters<typeof estimates>[2]} question @param {string} [prefer] @returns {import('./house.mjs').Attack} */
const estimate = (id, name, rows, question, prefer) => ({
  id: `oracles/${id}`,
  class: 'oracles',
  as: 'member',
  name,
  broken: 'bd930d4',
  run: (house) => estimates(house, rows, question, prefer),
})

/** A request that must be refused before any SQL is run. @param {string} id @param {string} name @param {string} path @returns {import('./house.mjs').Attack} */
const shape = (id, name, path) => ({
  id: `exhaustion/${id}`,
  class: 'exhaustion',
  as: 'member',
  name,
  broken: 'bd930d4',
  async run(house) {
    const { him } = await full(house)
    const { status, ms } = await him.fetch(REST + encodeURI(path))
    return status === 400 ? undefined : `it was run: ${status} after ${ms.toFixed(0)} ms`
  },
})

/** An answer larger than the ceiling. @param {string} id @param {string} name @param {import('./house.mjs').Asked & { path: string }} asked @returns {import('./house.mjs').Attack} */
const large = (id, name, { path, ...init }) => ({
  id: `exhaustion/${id}`,
  class: 'exhaustion',
  as: 'member',
  name,
  broken: 'bd930d4',
  async run(house) {
    const { him } = await full(house)
    const { text, status } = await him.fetch(REST + encodeURI(path), init)
    return text.length > LARGEST ? `${(text.length / 1e6).toFixed(0)} MB with ${status}` : undefined
  },
})

/**
 * Sends many requests of one kind at once, and tells whether another member is served meanwhile.
 * @param {House} house @param {number} count @param {(him: Person) => Promise<unknown>} ask
 * @param {(him: Person) => Promise<unknown>} [prepare] what he writes for it beforehand
 */
async function stalls(house, count, ask, prepare) {
  const { him, her } = await full(house)
  await prepare?.(him)
  // His own requests may fail as they like; hers are what is measured.
  const sent = Array.from({ length: count }, () => ask(him).catch(() => undefined))
  const { status, ms } = await her.fetch(`${REST}contactos_emergencia?select=id,nombre,telefono`)
  const { status: press } = await her.fetch(`${REST}eventos_peligro`, {
    method: 'POST',
    body: { user_id: her.id, cliente_id: randomUUID(), enviado: true },
  })
  await Promise.all(sent)
  if (status >= 400) return `her contacts: ${status} after ${ms.toFixed(0)} ms`
  return press >= 400 ? `her danger event: ${press}` : undefined
}

/** Whether so many requests at once are all taken. @param {(one: number) => Promise<{ status: number, headers: Headers }>} ask @param {number} count */
async function taken(ask, count) {
  const answers = await Promise.all(Array.from({ length: count }, (_, i) => ask(i)))
  const over = answers.filter(({ status }) => status === 429)
  if (over.length === 0) return `all ${count} at once were taken`
  const silent = over.find(({ headers }) => !headers.get('retry-after'))
  return silent ? 'refused without a word on when to come back' : undefined
}

const chain = 'profiles!inner(mensajes_sala!inner(id,profiles!inner(mensajes_sala!inner(id))))'
const him = '00000000-0000-4000-8000-00000000abcd'
const far = 'generate_series(1, 40) i'

/** @type {import('./house.mjs').Attack[]} */
export const attacks = [
  estimate(
    'count-planned-danger-events',
    'counts how often she pressed the panic button',
    (her) => `insert into public.eventos_peligro (user_id) select '${her}' from ${far}`,
    (her) => `eventos_peligro?user_id=eq.${her}`,
  ),
  estimate(
    'count-planned-contacts',
    'learns whether she has trusted contacts',
    (her) =>
      `insert into public.contactos_emergencia (user_id, nombre, telefono) select '${her}', 'C' || i, '+5255000000' || (10 + i) from ${far}`,
    (her) => `contactos_emergencia?user_id=eq.${her}`,
  ),
  estimate(
    'count-planned-diary',
    'learns whether she writes a diary',
    (her) =>
      `insert into public.diario_personal (user_id, fecha, contenido) select '${her}', date '2031-01-01' + i, 'x' from ${far}`,
    (her) => `diario_personal?user_id=eq.${her}`,
  ),
  estimate(
    'count-planned-payments',
    'learns whether she pays, and what',
    (her) =>
      `insert into public.suscripciones (user_id, plan, estado) select '${her}', 'premium', 'vencida' from ${far}`,
    (her) => `suscripciones?user_id=eq.${her}`,
  ),
  estimate(
    'count-planned-referrals',
    'learns how many friends she brought',
    (her) => `insert into public.referidos (invitador_id) select '${her}' from ${far}`,
    (her) => `referidos?invitador_id=eq.${her}`,
  ),
  estimate(
    'count-planned-reports',
    'learns whether he was reported',
    (her) =>
      `insert into public.reportes_sala (user_id, mensaje_id, autora_id, motivo) select '${him}', gen_random_uuid(), '${her}', 'acoso' from ${far}`,
    (her) => `reportes_sala?select=id&autora_id=eq.${her}`,
  ),
  estimate(
    'count-planned-downloads',
    'learns whether she takes books from the library',
    (her) =>
      `insert into public.descargas_libros (user_id, libro_id) select '${her}', gen_random_uuid() from ${far}`,
    (her) => `descargas_libros?user_id=eq.${her}`,
  ),
  estimate(
    'count-planned-agenda',
    'learns whether she has appointments',
    (her) =>
      `insert into public.agenda_personal (user_id, titulo, fecha) select '${her}', 'x', date '2031-01-01' + i from ${far}`,
    (her) => `agenda_personal?user_id=eq.${her}`,
  ),
  estimate(
    'count-planned-suspensions',
    'learns whether another was suspended',
    (her) =>
      `insert into public.suspensiones (user_id, motivo, hasta) select '${her}', 'x', now() + interval '1 day' from ${far}`,
    (her) => `suspensiones?user_id=eq.${her}`,
  ),
  estimate(
    'count-planned-devices',
    'learns whether she has reminders on a device',
    (her) =>
      `insert into public.suscripciones_push (user_id, endpoint, p256dh, auth, zona_horaria) select '${her}', 'https://push.test/' || i, repeat('A', 87), repeat('B', 22), 'America/Mexico_City' from ${far}`,
    (her) => `suscripciones_push?user_id=eq.${her}`,
  ),
  {
    id: 'oracles/count-planned-dictionary',
    class: 'oracles',
    as: 'member',
    name: 'runs a dictionary over the titles of everybody’s agenda',
    broken: 'bd930d4',
    async run(house) {
      const [her, spy] = [await house.member(), await house.member()]
      await written(
        house,
        `insert into public.agenda_personal (user_id, titulo, fecha) select '${her.id}', 'Cita con la abogada', date '2031-01-01' + i from ${far}`,
      )
      const ask = async (/** @type {string} */ word) =>
        total(
          await spy.fetch(`${REST}agenda_personal?titulo=eq.${encodeURIComponent(word)}`, {
            headers: planned,
          }),
        )
      const [found, none] = [await ask('Cita con la abogada'), await ask('Cita con el dentista')]
      return found === none ? undefined : `the word that stands there counts ${found}, another ${none}`
    },
  },
  {
    id: 'oracles/count-planned-place',
    class: 'oracles',
    as: 'member',
    name: 'confirms a place where somebody pressed the button',
    broken: 'bd930d4',
    async run(house) {
      const [her, spy] = [await house.member(), await house.member()]
      await written(
        house,
        `insert into public.eventos_peligro (user_id, latitud, longitud) select '${her.id}', 20.6736, -103.344 from generate_series(1, 200) i`,
      )
      const ask = async (/** @type {number} */ latitude) =>
        total(await spy.fetch(`${REST}eventos_peligro?latitud=eq.${latitude}`, { headers: planned }))
      const [there, elsewhere] = [await ask(20.6736), await ask(31.1)]
      return there === elsewhere ? undefined : `${there} events there, ${elsewhere} elsewhere`
    },
  },
  {
    id: 'oracles/count-planned-through-an-embed',
    class: 'oracles',
    as: 'member',
    name: 'counts rows that he may not see through a table that he may',
    broken: 'bd930d4',
    async run(house) {
      const [her, spy] = [await house.member(), await house.member()]
      const head = { method: 'HEAD', headers: planned }
      const ask = () => spy.fetch(`${REST}biblioteca_libros?select=id,descargas_libros!inner()`, head)
      const before = total(await ask())
      await written(
        house,
        `insert into public.biblioteca_libros (titulo, semana) select 'Libro ' || i, 1 from ${far};
         insert into public.descargas_libros (user_id, libro_id) select '${her.id}', id from public.biblioteca_libros`,
      )
      const after = total(await ask())
      return before === after ? undefined : `${before} before she took books, ${after} after`
    },
  },
  {
    id: 'exhaustion/answer-ends-the-server',
    class: 'exhaustion',
    as: 'member',
    name: 'asks for his long diary under 290 names, more than Node can hold in one text',
    broken: 'bd930d4',
    async run(house) {
      const own = await house.freshServer()
      try {
        const he = await own.member()
        await written(
          own,
          `insert into public.diario_personal (user_id, fecha, contenido) select '${he.id}', date '2020-01-01' + i, repeat('x', 199000) from generate_series(1, 10) i`,
        )
        const path = `${REST}diario_personal?select=${list(290, (i) => `a${i}:contenido`)}`
        // His own requests may fail as they like; hers are what is measured.
        await he.fetch(path, { timeoutMs: 60_000 }).catch(() => undefined)
        const ended = await own.until(async () => !own.isAlive, 2_000)
        return ended ? 'the server ended' : undefined
      } finally {
        await own.close()
      }
    },
  },
  {
    id: 'exhaustion/visitor-multiplies-a-text',
    class: 'exhaustion',
    as: 'stranger',
    name: 'asks for the legal text under 480 names, with the public key alone',
    broken: 'bd930d4',
    async run(house) {
      const path = `${REST}politicas_legales?select=${list(480, (i) => `a${i}:contenido`)}`
      const { status, text } = await house.fetch(path)
      return status === 200 ? `${(text.length / 1e6).toFixed(1)} MB` : undefined
    },
  },
  large('answer-of-embedded-rows', 'asks for all messages of all members of all messages', {
    path: 'mensajes_sala?select=id,profiles(mensajes_sala(*))&limit=25',
  }),
  large('answer-of-one-column', 'asks for his diary under eight names', {
    path: `diario_personal?select=${list(8, (i) => `a${i}:contenido`)}`,
  }),
  large('answer-of-a-spread', 'spreads every message of every member into columns', {
    path: `mensajes_sala?select=id,profiles(...mensajes_sala(contenido,id,creado_en))&limit=30`,
  }),
  large('answer-of-a-write', 'has a change of his diary answered with everything, many times over', {
    path: `diario_personal?fecha=lt.2026-01-01&select=${list(8, (i) => `a${i}:contenido`)}`,
    method: 'PATCH',
    body: { tipo: 'texto' },
    headers: { prefer: 'return=representation' },
  }),
  shape(
    'pattern-with-back-references',
    'searches by a pattern with back references',
    'mensajes_sala?contenido=match.(a*)(b*)\\2\\1z',
  ),
  shape(
    'pattern-built-out',
    'searches by a pattern of repetitions in repetitions',
    'mensajes_sala?contenido=match.((a{1,20}){1,20}){1,20}',
  ),
  shape(
    'pattern-of-many-wildcards',
    'searches by forty wildcards',
    `mensajes_sala?contenido=ilike.${'*a'.repeat(40)}`,
  ),
  shape(
    'two-hundred-searches',
    'joins two hundred searches in one condition',
    `mensajes_sala?or=(${list(150, (i) => `contenido.ilike.*${i}z*`)})&limit=1`,
  ),
  shape(
    'order-by-everything',
    'orders by thirty terms',
    `mensajes_sala?order=${list(30, () => 'contenido')}&limit=1`,
  ),
  shape(
    'embed-forty-times',
    'embeds the same table forty times',
    `salas_comunidad?select=id,${list(40, (i) => `m${i}:mensajes_sala(id)`)}&limit=1`,
  ),
  shape(
    'embed-eight-levels',
    'embeds eight levels deep',
    'salas_comunidad?select=id,mensajes_sala(id,profiles(id,mensajes_sala(id,profiles(id,mensajes_sala(id,profiles(id,mensajes_sala(id)))))))&limit=0',
  ),
  shape(
    'columns-without-end',
    'asks for four hundred columns',
    `profiles?select=${list(400, (i) => `a${i}:id`)}&limit=1`,
  ),
  {
    id: 'exhaustion/chain-of-inner-joins',
    class: 'exhaustion',
    as: 'member',
    name: 'has a chain of inner joins counted, twenty-five times at once',
    broken: 'bd930d4',
    async run(house) {
      const head = { method: 'HEAD', headers: { prefer: 'count=exact' } }
      return stalls(await house.strict(), 25, (he) =>
        he.fetch(`${REST}mensajes_sala?select=id,${chain}`, head),
      )
    },
  },
  {
    id: 'exhaustion/patterns-hold-every-connection',
    class: 'exhaustion',
    as: 'member',
    name: 'burns every connection on patterns of many groups',
    broken: 'bd930d4',
    async run(house) {
      // An entry without a letter twice in a row, so that every way to divide it is tried in vain.
      const letters = 'abcdefghijklmnopqrstuvwxy'
      const contenido = `${Array.from({ length: 260 }, (_, i) => letters[(i * 7 + (i >> 3)) % 25]).join('')}z`
      const path = `${REST}diario_personal?contenido=match.${encodeURIComponent('^(.+)(.+)(.+)(.+)(.+)\\5z$')}`
      return stalls(
        await house.strict(),
        25,
        (he) => he.fetch(path),
        (he) =>
          he.fetch(`${REST}diario_personal`, {
            method: 'POST',
            body: { user_id: he.id, contenido, fecha: '2026-01-01' },
          }),
      )
    },
  },
  {
    id: 'exhaustion/a-hundred-at-once',
    class: 'exhaustion',
    as: 'member',
    name: 'sends a hundred heavy requests at once and waits for all of them',
    broken: 'bd930d4',
    async run(house) {
      const { him: he } = await full(await house.strict())
      const path = `${REST}mensajes_sala?select=id,profiles!inner(id)&contenido=ilike.*zz*`
      return taken(() => he.fetch(path), 100)
    },
  },
  {
    id: 'exhaustion/visitor-a-hundred-at-once',
    class: 'exhaustion',
    as: 'stranger',
    name: 'sends hundreds of reads at once with the public key',
    broken: 'bd930d4',
    async run(house) {
      const strict = await house.strict()
      return taken(() => strict.fetch(`${REST}politicas_legales?select=contenido`), 250)
    },
  },
  {
    id: 'exhaustion/urgent-by-sixty-sessions',
    class: 'exhaustion',
    as: 'member',
    name: 'presses from forty sessions of one account at once, so that everybody’s presses wait for all of them',
    async run(house) {
      const own = await house.freshServer()
      try {
        const [him, her] = [await own.member(), await own.member()]
        const { email, password } = him
        const tokens = [him.token]
        while (tokens.length < 40) {
          const body = { email, password }
          const { json } = await own.fetch('/auth/v1/token?grant_type=password', { method: 'POST', body })
          if (!json?.access_token) throw new Error('he could not sign in again')
          tokens.push(json.access_token)
        }
        // Each press of his waits for another one of his for a second, with a connection in hand.
        const held = await /** @type {import('pg').Pool} */ (own.pool).connect()
        await held.query(`select pg_advisory_lock(hashtextextended('alertas ' || $1, 0))`, [him.id])
        const press = (/** @type {string} */ as) =>
          own.fetch(`${REST}rpc/abrir_alerta`, {
            method: 'POST',
            as,
            body: { cliente_id: randomUUID(), pulsada_en: new Date().toISOString(), pausa_s: 0 },
          })
        const his = Promise.all(tokens.flatMap((token) => Array.from({ length: 3 }, () => press(token))))
        const hers = await press(her.token)
        await held.query('select pg_advisory_unlock_all()')
        held.release()
        await his
        if (hers.status !== 200) return `her press: ${hers.status}`
        return hers.ms > 3_000 ? `her press took ${hers.ms.toFixed(0)} ms` : undefined
      } finally {
        await own.close()
      }
    },
  },
  {
    id: 'exhaustion/lists-of-files-at-once',
    class: 'exhaustion',
    as: 'member',
    name: 'asks for lists of files a hundred times at once: the same connections behind another door',
    broken: 'bd930d4',
    async run(house) {
      const strict = await house.strict()
      const he = await strict.member()
      const init = { method: 'POST', body: { prefix: '', limit: 1_000 } }
      return taken(() => he.fetch('/storage/v1/object/list/profiles', init), 200)
    },
  },
  {
    id: 'rules/write-to-a-view-of-the-house',
    class: 'rules',
    as: 'member',
    name: 'writes to the queue of reports, which nothing can be written to, and makes the house fail',
    broken: 'bd930d4',
    async run(house) {
      const he = await house.member()
      for (const method of ['POST', 'PATCH', 'DELETE']) {
        const init = { method, ...(method !== 'DELETE' && { body: { motivos: [] } }) }
        const { status } = await he.fetch(`${REST}cola_de_reportes?id=eq.${him}`, init)
        if (status >= 500) return `${method} answers ${status}`
      }
      return undefined
    },
  },
  {
    id: 'headers/late-answer-without-retry',
    class: 'headers',
    as: 'member',
    name: 'is refused for asking too much, and no header says when others of his own may come',
    broken: 'bd930d4',
    async run(house) {
      const strict = await house.strict()
      const he = await strict.member()
      const answers = await Promise.all(
        Array.from({ length: 90 }, () => he.fetch(`${REST}profiles?select=id,mensajes_sala(count)&limit=5`)),
      )
      const over = answers.find(({ status }) => status === 429)
      if (!over) return 'nothing was refused'
      return Number(over.headers.get('retry-after')) > 0 ? undefined : 'no Retry-After'
    },
  },
  {
    id: 'exhaustion/large-bodies-parsed',
    class: 'exhaustion',
    as: 'member',
    name: 'has a hundred megabytes of nested brackets parsed, while everybody waits for the thread',
    broken: 'bd930d4',
    async run(house) {
      const strict = await house.strict()
      const he = await strict.member()
      const body = `[${Array.from({ length: 2_000 }, () => `${'['.repeat(190)}${']'.repeat(190)}`).join()}]`
      const init = { method: 'POST', body, headers: { 'content-type': 'application/json' } }
      for (let sent = 0; sent < 130; sent++) {
        const { status } = await he.fetch(`${REST}agenda_personal`, init)
        if (status === 429) return undefined
      }
      return 'none was refused'
    },
  },
]
