import { execFile, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { freePort } from '../lib/port.mjs'
import { enterAsAdmin, factorCode, planted } from './house.mjs'

/**
 * What a leaked admin account can do: with the printed password, with her own password but no factor, with her token,
 * and whether it leaves no trace in the log; and requests that end the serving process.
 */

const execute = promisify(execFile)

/** @typedef {import('./house.mjs').House} House */
/** @typedef {import('./house.mjs').Person} Person */

/**
 * Runs `work` on a new server whose admin account is as the first start left it.
 * @param {House} house
 * @param {(own: House) => Promise<string | undefined>} work
 */
async function inOwnHouse(house, work) {
  const own = await house.freshServer({ AMPARO_RATE_FACTOR: '100000', ADMIN_EMAIL: 'direccion@ejemplo.mx' })
  try {
    return await work(own)
  } finally {
    await own.close()
  }
}

/** The admin with her password alone, admitted: what a leaked password opens. @param {House} own @param {string} [password] */
async function byPassword(own, password = own.adminPassword) {
  const [row] = await own.sql('select id from auth.users where email = $1', [own.adminEmail])
  const who = { id: row?.id, email: own.adminEmail, password: /** @type {string} */ (password) }
  const person = await own.signIn(who, 'Administradora')
  await person.client.rpc('declarar_identidad', { identidad: 'mujer cis' })
  return person
}

/** Writes into the directory that every member reads. @param {Person} person @returns {Promise<boolean>} */
async function publishes(person) {
  const { status } = await person.fetch('/rest/v1/asociaciones_apoyo', {
    method: 'POST',
    body: { nombre: `Falsa ${randomUUID()}`, telefono: '+525500000000' },
  })
  return status === 201
}

/** Another session of the admin's account that has her password and no code. @param {House} house @param {Person} admin */
const withoutCode = (house, admin) =>
  house.signIn({ id: admin.id, email: admin.email, password: admin.password })

/** Private tables, with the column that says whose a row is. */
const PRIVATE = [
  ['diario_personal', 'user_id'],
  ['contactos_emergencia', 'user_id'],
  ['eventos_peligro', 'user_id'],
  ['agenda_personal', 'user_id'],
  ['suscripciones', 'user_id'],
  ['referidos', 'invitador_id'],
]

/** A member with a row in the private tables. @param {House} house */
async function withSecrets(house) {
  const ana = await house.member()
  await house.contactOf(ana)
  const written = [
    await ana.client
      .from('diario_personal')
      .insert({ user_id: ana.id, contenido: 'lo que nadie lee', fecha: '2026-01-01' }),
    await ana.client.from('eventos_peligro').insert({ user_id: ana.id, mensaje: 'x', enviado: true }),
  ]
  // Without them every attack would be withstood.
  for (const { error } of written) if (error) throw error
  return ana
}

/** @type {import('./house.mjs').Attack[]} */
export const attacks = [
  {
    id: 'accounts/printed-password-publishes',
    class: 'accounts',
    as: 'leaked admin',
    name: 'the printed password, read over her shoulder, writes into the directory of help',
    broken: 'bd930d4',
    run: (house) =>
      inOwnHouse(house, async (own) => ((await publishes(await byPassword(own))) ? 'published' : undefined)),
  },
  {
    id: 'sessions/opened-with-the-printed-password',
    class: 'sessions',
    as: 'leaked admin',
    name: 'a session opened with the printed password goes on after she chose her own',
    run: (house) =>
      inOwnHouse(house, async (own) => {
        const his = await byPassword(own)
        // He was first, so it opens nothing for her (record 272): the operator prints it anew.
        await own.sql('update interno.claves_de_un_uso set usada_en = null')
        const hers = await byPassword(own)
        await hers.client.auth.updateUser({
          password: 'otra clave larga y mía',
          current_password: own.adminPassword,
        })
        const { status } = await his.fetch('/rest/v1/agenda_personal')
        return status === 200 ? 'his session still opens her rooms' : undefined
      }),
  },
  {
    id: 'accounts/printed-password-kept-by-its-own-change',
    class: 'accounts',
    as: 'leaked admin',
    name: 'enrols a factor and keeps the printed password, without ever choosing one of her own',
    broken: 'bd930d4',
    run: (house) =>
      inOwnHouse(house, async (own) => {
        const admin = await byPassword(own)
        const { data } = await admin.client.auth.mfa.enroll({ factorType: 'totp' })
        if (data) {
          const code = await factorCode(data.totp.secret)
          await admin.client.auth.mfa.challengeAndVerify({ factorId: data.id, code })
        }
        const token = (await admin.client.auth.getSession()).data.session?.access_token
        return (await publishes({
          ...admin,
          fetch: (where, init) => own.fetch(where, { as: token, ...init }),
        }))
          ? 'published with the printed password and a factor'
          : undefined
      }),
  },
  {
    id: 'accounts/same-password-as-the-printed-one',
    class: 'accounts',
    as: 'leaked admin',
    name: '«changes» the printed password to itself, so that it stays on the paper',
    run: (house) =>
      inOwnHouse(house, async (own) => {
        const admin = await byPassword(own)
        const password = own.adminPassword
        const { status } = await admin.fetch('/auth/v1/user', {
          method: 'PUT',
          body: { password, current_password: password },
        })
        return status === 200 ? 'the printed password became her own' : undefined
      }),
  },
  {
    id: 'accounts/printed-password-never-ends',
    class: 'accounts',
    as: 'leaked admin',
    name: 'finds the slip of paper a month later, and the printed password still opens the account',
    broken: 'bd930d4',
    run: (house) =>
      inOwnHouse(house, async (own) => {
        await own
          .sql(`update interno.claves_de_un_uso set creada_en = now() - interval '30 days'`)
          // A version without that function has nothing to answer.
          .catch(() => [])
        // What the server does every day.
        await own.sql('select interno.vencer_claves_de_un_uso()').catch(() => [])
        const { error } = await own.visitor().auth.signInWithPassword({
          email: own.adminEmail,
          password: /** @type {string} */ (own.adminPassword),
        })
        return error ? undefined : 'signed in'
      }),
  },
  {
    id: 'accounts/leaked-password-without-factor',
    class: 'accounts',
    as: 'leaked admin',
    name: 'with her own password and no code: deletes a circle that all read',
    run: (house) =>
      inOwnHouse(house, async (own) => {
        // Her factor was never enrolled; the password is hers.
        const admin = await byPassword(own)
        const password = 'otra clave larga y mía'
        await admin.client.auth.updateUser({ password, current_password: own.adminPassword })
        const again = await byPassword(own, password)
        const { data } = await again.client
          .from('salas_comunidad')
          .delete()
          .eq('clave', 'cafe-virtual')
          .select('id')
        return data?.length ? 'a circle is gone' : undefined
      }),
  },
  {
    id: 'sessions/one-factor-token-of-the-admin',
    class: 'sessions',
    as: 'leaked admin',
    name: 'a session that has shown her password alone uses her rights beside the one that has shown both',
    async run(house) {
      const admin = await house.admin()
      const other = await withoutCode(house, admin)
      if (await publishes(other)) return 'published without the code'
      // Not even where the HTTP layer lets it pass: the database itself checks the session.
      const [row] = await house.sql(
        `select set_config('request.jwt.claims', $1, true), public.estado_admin() as estado`,
        [
          JSON.stringify({
            role: 'authenticated',
            sub: admin.id,
            aal: 'aal2',
            session_id: sessionOf(other.token),
          }),
        ],
      )
      return row?.estado === 'activa' ? 'the database took a session of one factor' : undefined
    },
  },
  {
    id: 'sessions/replay-after-reset-factor',
    class: 'sessions',
    as: 'leaked admin',
    name: 'replays her token of two factors after the operator took the lost factor away',
    run: (house) =>
      inOwnHouse(house, async (own) => {
        const admin = await enterAsAdmin(own)
        const before = await publishes(admin)
        // A version without that function has nothing to answer.
        await own.sql('select interno.quitar_factor_de_admin()').catch(() => [])
        const { status } = await admin.fetch('/rest/v1/agenda_personal')
        return before && status === 200 ? 'the old token still opens her rooms' : undefined
      }),
  },
  {
    id: 'sessions/refresh-after-reset-factor',
    class: 'sessions',
    as: 'leaked admin',
    name: 'renews her session with the kept refresh token after the factor was taken away',
    run: (house) =>
      inOwnHouse(house, async (own) => {
        const admin = await enterAsAdmin(own)
        // A version without that function has nothing to answer.
        await own.sql('select interno.quitar_factor_de_admin()').catch(() => [])
        const { data } = await admin.client.auth.refreshSession()
        return data.session ? 'a new session' : undefined
      }),
  },
  {
    id: 'rules/admin-reads-private-tables',
    class: 'rules',
    as: 'leaked admin',
    name: 'with every right of the admin: reads, changes, deletes and writes for others in every private table',
    async run(house) {
      const ana = await withSecrets(house)
      const admin = await house.admin()
      for (const [table, owner] of PRIVATE) {
        const where = `/rest/v1/${table}?${owner}=eq.${ana.id}`
        const { json } = await admin.fetch(where)
        if (Array.isArray(json) && json.length > 0) return `read ${table}`
        const headers = { prefer: 'return=representation' }
        const gone = await admin.fetch(where, { method: 'DELETE', headers })
        if (Array.isArray(gone.json) && gone.json.length > 0) return `deleted from ${table}`
        const made = await admin.fetch(`/rest/v1/${table}`, {
          method: 'POST',
          body: { [`${owner}`]: ana.id },
        })
        if (made.status === 201) return `wrote into ${table} as her`
      }
      return undefined
    },
  },
  {
    id: 'rules/admin-reads-tables-of-the-house',
    class: 'rules',
    as: 'leaked admin',
    name: 'asks every schema that is not exposed for accounts, sessions, secrets and files',
    async run(house) {
      const admin = await house.admin()
      for (const schema of [
        'auth',
        'interno',
        'storage',
        'local_server',
        'pg_catalog',
        'supabase_migrations',
      ]) {
        for (const table of [
          'users',
          'sessions',
          'administradoras',
          'bitacora',
          'objects',
          'pg_authid',
          'ajustes',
        ]) {
          const { status } = await admin.fetch(`/rest/v1/${table}`, { headers: { 'accept-profile': schema } })
          if (status === 200) return `read ${schema}.${table}`
        }
      }
      return undefined
    },
  },
  {
    id: 'rules/admin-names-another',
    class: 'rules',
    as: 'leaked admin',
    name: 'promotes another account, by table, by function and by what accounts say of themselves',
    async run(house) {
      const admin = await house.admin()
      const accomplice = await house.member()
      await admin.fetch('/rest/v1/rpc/establecer_admin', {
        method: 'POST',
        body: { correo: accomplice.email },
      })
      await admin.fetch('/rest/v1/administradoras', { method: 'POST', body: { user_id: accomplice.id } })
      await admin.fetch('/rest/v1/rpc/establecer_admin', {
        method: 'POST',
        headers: { 'content-profile': 'interno' },
        body: { correo: accomplice.email },
      })
      await accomplice.client.auth.updateUser({ data: { es_admin: true, role: 'admin' } })
      const [named] = await house.sql('select from interno.administradoras where user_id = $1', [
        accomplice.id,
      ])
      const [can] = await house.sql(
        `select has_function_privilege('authenticated', 'interno.establecer_admin(text)', 'execute') as may`,
      )
      return named || can?.may ? 'another admin' : undefined
    },
  },
  {
    id: 'rules/admin-switches-the-factor-off',
    class: 'rules',
    as: 'leaked admin',
    name: 'changes the setting that asks for a factor, so that the password is enough next time',
    async run(house) {
      const admin = await house.admin()
      await admin.fetch('/rest/v1/ajustes?clave=eq.factor_de_administracion', {
        method: 'PATCH',
        headers: { 'content-profile': 'interno' },
        body: { valor: 'libre' },
      })
      const [may] = await house.sql(
        `select has_any_column_privilege('authenticated', 'interno.ajustes', 'insert, update') as may`,
      )
      return may?.may ? 'may change the settings' : undefined
    },
  },
  {
    id: 'rules/deletion-without-a-line',
    class: 'rules',
    as: 'leaked admin',
    name: 'deletes a member’s message and a number of the directory, and nothing tells afterwards',
    broken: 'bd930d4',
    async run(house) {
      const ana = await house.member()
      const [sala] = await house.sql('select id from salas_comunidad where visible limit 1')
      const mensaje = await planted(
        ana.client
          .from('mensajes_sala')
          .insert({ sala_id: sala?.id, user_id: ana.id, contenido: 'hola' })
          .select('id')
          .single(),
      )
      const admin = await house.admin()
      await planted(admin.client.from('mensajes_sala').delete().eq('id', mensaje.id).select())
      const lines = await lineOf(house, 'public.mensajes_sala', mensaje.id)
      return lines.some(({ verbo, quien }) => verbo === 'DELETE' && quien === admin.id)
        ? undefined
        : 'a message is gone and nobody knows by whom'
    },
  },
  {
    id: 'rules/content-changed-without-a-line',
    class: 'rules',
    as: 'leaked admin',
    name: 'puts his own number in place of a refuge’s, and nothing tells afterwards',
    broken: 'bd930d4',
    async run(house) {
      const admin = await house.admin()
      const [refugio] = await house.sql('select id, telefono from asociaciones_apoyo where visible limit 1')
      await admin.client
        .from('asociaciones_apoyo')
        .update({ telefono: '+525599999999' })
        .eq('id', refugio?.id)
      const lines = await lineOf(house, 'public.asociaciones_apoyo', refugio?.id)
      await house.sql('update asociaciones_apoyo set telefono = $2 where id = $1', [
        refugio?.id,
        refugio?.telefono,
      ])
      return lines.some(({ columnas }) => columnas?.includes('telefono'))
        ? undefined
        : 'a number changed unseen'
    },
  },
  {
    id: 'storage/file-removed-without-a-line',
    class: 'storage',
    as: 'leaked admin',
    name: 'takes a published booklet off the shelf, and nothing tells afterwards',
    broken: 'bd930d4',
    async run(house) {
      const admin = await house.admin()
      const name = `${randomUUID()}.pdf`
      await house.sql(
        `insert into storage.objects (bucket_id, name, owner, owner_id, metadata) values ('biblioteca', $1, $2, $3, '{}')`,
        [name, admin.id, admin.id],
      )
      const { json } = await admin.fetch('/storage/v1/object/biblioteca', {
        method: 'DELETE',
        body: { prefixes: [name] },
      })
      if (!Array.isArray(json) || json.length !== 1) throw new Error('the file was not deleted')
      const lines = await lineOf(house, 'storage.objects', `biblioteca/${name}`)
      return lines.some(({ verbo, quien }) => verbo === 'DELETE' && quien === admin.id)
        ? undefined
        : 'gone unseen'
    },
  },
  {
    id: 'rules/log-deleted',
    class: 'rules',
    as: 'leaked admin',
    name: 'deletes, changes and empties the log of what she did, also as its owner',
    async run(house) {
      const admin = await house.admin()
      await publishes(admin)
      for (const method of ['DELETE', 'PATCH', 'POST']) {
        const body = method === 'DELETE' ? undefined : { verbo: 'x', papel: 'dueña', tabla: 'x', clave: 'x' }
        const { status } = await admin.fetch('/rest/v1/bitacora?id=gt.0', { method, body })
        if (status < 300) return `${method} on the log`
      }
      for (const text of [
        'delete from interno.bitacora',
        `update interno.bitacora set verbo = 'x'`,
        'truncate interno.bitacora',
      ]) {
        const done = await house.sql(`begin; ${text}; rollback`).then(
          () => true,
          () => house.sql('rollback').then(() => false),
        )
        if (done) return `${text}, as the owner`
      }
      return undefined
    },
  },
  {
    id: 'oracles/log-read-by-members',
    class: 'oracles',
    as: 'member',
    name: 'reads in the log whom the team suspended and when',
    async run(house) {
      await publishes(await house.admin())
      const { json } = await (await house.member()).fetch('/rest/v1/bitacora?select=*')
      return Array.isArray(json) && json.length > 0 ? `${json.length} lines` : undefined
    },
  },
  {
    id: 'oracles/log-names-who-wrote-an-anonymous-story',
    class: 'oracles',
    as: 'leaked admin',
    name: 'reads in the log who changed a story or took her message back',
    async run(house) {
      const ana = await house.member()
      const { id } = await planted(
        ana.client
          .from('historias')
          .insert({ titulo: 'Sin nombre', contenido: 'Me fui.', anonima: true })
          .select('id')
          .single(),
      )
      await planted(ana.client.from('historias').update({ titulo: 'Otro título' }).eq('id', id).select())
      await planted(ana.client.from('historias').delete().eq('id', id).select())
      const [sala] = await house.sql('select id from salas_comunidad where visible limit 1')
      await planted(
        ana.client.from('mensajes_sala').insert({ sala_id: sala?.id, user_id: ana.id, contenido: 'hola' }),
      )
      await planted(ana.client.from('mensajes_sala').delete().eq('user_id', ana.id).select())
      const lines = await house.sql('select * from interno.bitacora where clave = $1 or quien = $2', [
        id,
        ana.id,
      ])
      return lines.length > 0 ? 'her hand is in the log' : undefined
    },
  },
  {
    id: 'oracles/log-tells-contents',
    class: 'oracles',
    as: 'leaked admin',
    name: 'reads in the log what a deleted message said',
    async run(house) {
      const ana = await house.member()
      const secret = randomUUID()
      const [sala] = await house.sql('select id from salas_comunidad where visible limit 1')
      const { id } = await planted(
        ana.client
          .from('mensajes_sala')
          .insert({ sala_id: sala?.id, user_id: ana.id, contenido: secret })
          .select('id')
          .single(),
      )
      const admin = await house.admin()
      await planted(admin.client.from('mensajes_sala').delete().eq('id', id).select())
      const { text } = await admin.fetch('/rest/v1/bitacora?order=id.desc&limit=50')
      return text.includes(secret) ? 'the words are in the log' : undefined
    },
  },
  {
    id: 'headers/config-names-the-admin',
    class: 'headers',
    as: 'stranger',
    name: 'reads in the public settings whose password is worth guessing',
    broken: 'bd930d4',
    async run(house) {
      const { text } = await house.fetch('/config.json')
      return text.includes(house.adminEmail) ? 'her address' : undefined
    },
  },
  {
    id: 'device/phone-names-the-admin',
    class: 'device',
    as: 'stranger',
    name: 'finds the admin’s address on any phone that ever opened the app',
    broken: 'bd930d4',
    async run(house) {
      const page = await (await house.browser()).newPage()
      try {
        await page.goto(`${house.url}/landing`, { waitUntil: 'networkidle' })
        const kept = await page.evaluate(
          () => JSON.stringify({ ...localStorage }) + JSON.stringify({ ...sessionStorage }),
        )
        return kept.includes(house.adminEmail) ? 'her address is kept on the device' : undefined
      } finally {
        await page.close()
      }
    },
  },
  {
    id: 'accounts/who-is-admin-by-state',
    class: 'accounts',
    as: 'member',
    name: 'asks the database what she lacks to be the admin, in every way it could be asked for another',
    async run(house) {
      const admin = await house.admin()
      const ana = await house.member()
      const { json } = await ana.fetch('/rest/v1/rpc/estado_admin', { method: 'POST', body: {} })
      if (typeof json === 'string' && json !== 'ninguna') return json
      const asked = await ana.fetch(`/rest/v1/rpc/estado_admin?cuenta=eq.${admin.id}`)
      const stranger = await house.fetch('/rest/v1/rpc/estado_admin', { method: 'POST', body: {} })
      const told = typeof asked.json === 'string' && asked.json !== 'ninguna'
      return told || stranger.status === 200 ? 'answered about another' : undefined
    },
  },
  {
    id: 'exhaustion/killed-server-stays-down',
    class: 'exhaustion',
    as: 'member',
    name: 'whatever ends the serving process: the house stays closed',
    broken: 'bd930d4',
    async run(house) {
      const kept = await openKept(house.checkout)
      try {
        const { server } = await kept.where()
        // As on any day: the process that is to follow has read its programs, and waits.
        const ready = await house.until(async () => (await kept.serving()).find((pid) => pid !== server))
        process.kill(server, 'SIGKILL')
        await house.until(async () => !isRunning(server))
        if (!(await house.until(() => kept.answers()))) return 'nobody opened it again'
        // How long that takes is the machine's matter; what it waited for is ours.
        const { server: next } = await kept.where()
        if (!ready || next !== ready) return 'it is read anew while everybody waits'
        const log = await kept.log()
        return log.includes('empieza de nuevo en 0 s')
          ? undefined
          : `a pause, or no word of it: ${log.slice(-200)}`
      } finally {
        await kept.close()
      }
    },
  },
  {
    id: 'exhaustion/database-falls-with-the-server',
    class: 'exhaustion',
    as: 'member',
    name: 'whatever ends the serving process ends PostgreSQL too, and everybody waits for its recovery',
    broken: 'bd930d4',
    async run(house) {
      const kept = await openKept(house.checkout)
      try {
        const before = await kept.postgres()
        process.kill((await kept.where()).server, 'SIGKILL')
        const isGone = await house.until(async () => (await kept.postgres()) !== before, 2_000)
        return isGone ? 'PostgreSQL went with it' : undefined
      } finally {
        await kept.close()
      }
    },
  },
]

/** The lines of the log about a row; none where there is no log. @param {House} house @param {string} table @param {string} key */
function lineOf(house, table, key) {
  return (
    house
      .sql('select * from interno.bitacora where tabla = $1 and clave = $2', [table, key])
      // A version without that function has nothing to answer.
      .catch(() => [])
  )
}

/** Starts what `npm start` starts, without building; at a version that kept nothing, its one process. */
const KEEPER = `
  import { existsSync } from 'node:fs'
  const checkout = process.argv[2]
  let where
  let stop
  if (existsSync(checkout + '/server/dist/keep.js')) {
    const { keepServer, readSettings } = await import(checkout + '/server/dist/keep.js')
    const product = checkout + '/scripts/lib/product.mjs'
    const named = existsSync(product) ? (await import(product)).PRODUCT : 'AMPARO_'
    const settings = readSettings(process.env, named, checkout)
    const kept = await keepServer({ settings, program: checkout + '/scripts/serve.mjs' })
    where = () => kept.pid
    stop = kept.stop
  } else {
    const { startAmparo } = await import(checkout + '/scripts/lib/amparo.mjs')
    const { server } = await startAmparo({})
    where = () => process.pid
    stop = server.stop
  }
  process.on('message', () => process.send({ server: where() }))
  process.once('SIGTERM', () => void stop().then(() => process.exit(0)))
  process.send({ ready: true })`

/** A server as the operator starts it. @param {string} checkout */
async function openKept(checkout) {
  const folder = await mkdtemp(path.join(tmpdir(), 'amparo-kept-'))
  await chmod(folder, 0o711)
  const port = await freePort()
  const data = path.join(folder, 'data')
  // A file, since what it starts would be given the same `-e`.
  const program = path.join(folder, 'keeper.mjs')
  await writeFile(program, KEEPER)
  const keeper = spawn(process.execPath, [program, checkout], {
    env: { ...process.env, PORT: String(port), AMPARO_DATA: data, DATABASE_URL: '' },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  await once(keeper, 'message')
  return {
    /** @returns {Promise<{ server: number }>} */
    async where() {
      keeper.send({})
      const [told] = await once(keeper, 'message')
      return told
    },
    /** The postmaster's process, or 0 where there is none. */
    async postgres() {
      const file = path.join(data, 'postgres/data/postmaster.pid')
      // A version that writes no such file has none.
      return existsSync(file) ? Number.parseInt(await readFile(file, 'utf8').catch(() => '0'), 10) : 0
    },
    /** Processes that serve, or are ready to. */
    async serving() {
      const { stdout } = await execute('ps', ['-A', '-o', 'pid=,ppid=,args='])
      return stdout
        .split('\n')
        .map((line) => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [])
        .filter(([, , parent, args]) => Number(parent) === keeper.pid && args?.includes('serve.mjs'))
        .map(([, pid]) => Number(pid))
    },
    /** What the keeper wrote down. */
    log: () => readFile(path.join(data, 'logs/server.log'), 'utf8').catch(() => ''),
    answers: () =>
      fetch(`http://127.0.0.1:${port}/healthz`).then(
        ({ ok }) => ok,
        () => false,
      ),
    async close() {
      if (keeper.exitCode === null && keeper.signalCode === null) {
        keeper.kill('SIGTERM')
        await once(keeper, 'exit')
      }
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** @param {number} pid */
function isRunning(pid) {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** @param {string} token @returns {string} */
function sessionOf(token) {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).session_id
}
