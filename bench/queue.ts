// What the team's queue takes of the database's time in an installation of 20,000 members and 200,000 messages, with 2,000 things waiting, and
// fails where one of its functions takes longer than 300 ms.
// Usage: npm run bench -- queue [--members 20000] [--messages 200000] [--waiting 2000]
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { buildServer } from '../tools/lib/build.ts'
import { Child, freePort, type Served } from './lib/processes.ts'

const LIMIT_MS = 300
const ROUNDS = 5
const HERE = path.dirname(fileURLToPath(import.meta.url))
const { values } = parseArgs({
  options: {
    members: { type: 'string', default: '20000' },
    messages: { type: 'string', default: '200000' },
    waiting: { type: 'string', default: '2000' },
  },
})

await buildServer()
const folder = await mkdtemp(path.join(tmpdir(), 'bench-queue-'))
// PostgreSQL runs as another account when root starts this.
await chmod(folder, 0o711)
const child = new Child(path.join(HERE, 'rest.server.ts'), {
  PORT: String(await freePort()),
  AMPARO_DATA: path.join(folder, 'data'),
})
const server = await child.answer<Served>()
const database = new pg.Client(server.database)
const moderadora = 'md5($$m1$$)::uuid'
let slow = 0
try {
  await database.connect()
  await fill(Number(values.members), Number(values.messages), Number(values.waiting))
  await measure('cola_revision', 'select count(*) from cola_revision()')
  await measure('hoy_del_equipo', 'select count(*) from hoy_del_equipo()')
  await measure('tomar, a message', `select tomar('mensaje', md5('x7')::uuid)`)
  await measure('tomar, a story', `select tomar('historia', md5('h7')::uuid)`)
  await measure(
    'decidir, with equal ones',
    `select decidir('mensaje', id, version, 'retirar', 'publicidad', 'x', true) from cola_revision() where iguales > 0 limit 1`,
  )
  const publish = `select decidir('historia', md5('h9')::uuid, '1', 'publicar', 'adecuada')`
  await measure('decidir', publish)
  await measure('deshacer', 'select deshacer(lote) from mis_decisiones() limit 1', publish)
  await measure('mis_decisiones', 'select count(*) from mis_decisiones()')
  await measure(
    'medir_autora',
    `select medir_autora('mensaje', md5('x9')::uuid, 'x', now() + interval '1 day', 'falta')`,
  )
  await measure('guardias_de_la_semana', 'select count(*) from guardias_de_la_semana()')
  await measure('miradas', 'select count(*) from (select * from miradas order by id desc limit 50) m')
  console.log(
    `Load of this machine: ${loadavg()
      .map((one) => one.toFixed(1))
      .join(', ')}`,
  )
} finally {
  await database.end()
  await child.stop()
  await rm(folder, { recursive: true, force: true })
}
process.exit(slow > 0 ? 1 : 0)

/** A grown installation: members, what they wrote, what waits and what was looked up. */
async function fill(members: number, messages: number, waiting: number) {
  // Rules, counts and copies are tried elsewhere; here the rows only have to be there.
  await database.query('set session_replication_role = replica')
  const statements: [string, number][] = [
    [
      `insert into auth.users (id, aud, role, email, email_confirmed_at, raw_user_meta_data)
       select md5('m' || i)::uuid, 'authenticated', 'authenticated', 'm' || i || '@bench.test', now(),
         '{"username": "Persona", "identidad_genero": "mujer cis"}' from generate_series(1, $1::int) i`,
      members,
    ],
    [
      `insert into interno.perfiles (id, username, se_muestra) select md5('m' || i)::uuid, 'Persona ' || i, true from generate_series(1, $1::int) i`,
      members,
    ],
    [
      `insert into interno.admisiones (user_id, identidad) select md5('m' || i)::uuid, 'mujer cis' from generate_series(1, $1::int) i`,
      members,
    ],
    [
      `insert into public.mensajes_sala (id, sala_id, user_id, contenido, creado_en)
       select md5('x' || i)::uuid, (array(select id from public.salas_comunidad order by id))[1 + i % 5],
         md5('m' || (2 + i % ${members - 2}))::uuid, case when i % 40 = 0 then 'Vendo algo' else 'Mensaje ' || i end, now() - i * interval '30 seconds'
       from generate_series(1, $1::int) i`,
      messages,
    ],
    [
      `insert into public.reportes_sala (mensaje_id, sala_id, autora_id, contenido, escrito_en, motivo, user_id)
       select m.id, m.sala_id, m.user_id, m.contenido, m.creado_en, 'acoso', md5('m' || (2 + i))::uuid
       from generate_series(1, $1::int) i join public.mensajes_sala m on m.id = md5('x' || i)::uuid`,
      waiting,
    ],
    [
      `insert into interno.autorias_historias (id, user_id) select md5('h' || i)::uuid, md5('m' || (2 + i))::uuid from generate_series(1, $1::int) i`,
      waiting,
    ],
    [
      `insert into interno.historias (id, titulo, contenido) select md5('h' || i)::uuid, 'Historia', repeat('Una vez. ', 500) from generate_series(1, $1::int) i`,
      waiting,
    ],
    [
      `insert into interno.miradas (quien, papel, sobre, que, motivo) select ${moderadora}, 'moderadora', md5('m' || (2 + i % ${members - 2}))::uuid, 'revision', 'leído en la cola: mensaje' from generate_series(1, $1::int) i`,
      messages,
    ],
  ]
  for (const [statement, bound] of statements) await database.query(statement, [bound])
  await database.query('set session_replication_role = origin')
  await database.query(
    `insert into interno.administradoras (user_id) values (${moderadora}) on conflict do nothing`,
  )
  await database.query(`update interno.ajustes set valor = '1000' where clave = 'factor_de_ritmo'`)
  await database.query(`update interno.ajustes set valor = 'libre' where clave = 'factor_de_administracion'`)
  await database.query('analyze')
}

/**
 * The slowest of some rounds of one statement, as a moderadora; what it did is undone.
 * @param before what is done first, and not measured
 */
async function measure(name: string, statement: string, before?: string) {
  let worst = 0
  for (let round = 0; round < ROUNDS; round++) {
    await database.query('begin')
    await database.query(
      `select set_config('request.jwt.claims', json_build_object('role', 'authenticated', 'sub', ${moderadora})::text, true), set_config('role', 'authenticated', true)`,
    )
    if (before) await database.query(before)
    const began = performance.now()
    await database.query(statement)
    worst = Math.max(worst, performance.now() - began)
    await database.query('rollback')
  }
  if (worst > LIMIT_MS) slow += 1
  console.log(`${name}: ${worst.toFixed(1)} ms${worst > LIMIT_MS ? `, more than ${LIMIT_MS}` : ''}`)
}
