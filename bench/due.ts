// What waits and what is due at once: an idle poll with a million things waiting, then a thousand timers «¿Llegaste?», each of which opens an
// alert with a message to one contact, and a thousand members with a reminder, all due in the same instant, done by the running server.
// Usage: npm run bench -- due [--waiting 1000000] [--due 1000]
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { buildServer } from '../tools/lib/build.ts'
import { Child, freePort, type Served } from './lib/processes.ts'

const HERE = path.dirname(fileURLToPath(import.meta.url))
const { values } = parseArgs({
  options: { waiting: { type: 'string', default: '1000000' }, due: { type: 'string', default: '1000' } },
})
const due = Number(values.due)

await buildServer()
const folder = await mkdtemp(path.join(tmpdir(), 'bench-due-'))
// PostgreSQL runs as another account when root starts this.
await chmod(folder, 0o711)
const child = new Child(path.join(HERE, 'rest.server.ts'), {
  PORT: String(await freePort()),
  AMPARO_DATA: path.join(folder, 'data'),
})
const server = await child.answer<Served>()
const database = new pg.Client(server.database)
try {
  await database.connect()
  await members()
  await waiting(Number(values.waiting))
  await idle()
  await timers()
  await reminders()
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

/** So many members, each with a session and a contact who is reached by mail. */
async function members() {
  await database.query(
    `insert into auth.users (id, aud, role, email, email_confirmed_at)
     select md5('m' || i)::uuid, 'authenticated', 'authenticated', 'm' || i || '@bench.test', now() from generate_series(1, $1::int) i`,
    [due],
  )
  await database.query(
    `insert into auth.sessions (id, user_id, created_at)
     select md5('s' || i)::uuid, md5('m' || i)::uuid, now() from generate_series(1, $1::int) i`,
    [due],
  )
  await database.query(
    `insert into public.contactos_emergencia (id, user_id, nombre, telefono, prioridad, activo)
     select md5('c' || i)::uuid, md5('m' || i)::uuid, 'Lucía', '+5255' || (10000000 + i), 1, true from generate_series(1, $1::int) i`,
    [due],
  )
  await database.query(
    `insert into interno.confianzas (contacto_id, user_id, estado, telefono, vence_en, respondida_en)
     select md5('c' || i)::uuid, md5('m' || i)::uuid, 'acepto', '+5255' || (10000000 + i), now() + interval '1 day', now()
     from generate_series(1, $1::int) i`,
    [due],
  )
  await database.query(
    `insert into interno.vias_contacto (contacto_id, user_id, via, destino, confirmada_en)
     select md5('c' || i)::uuid, md5('m' || i)::uuid, 'correo', 'c' || i || '@bench.test', now() from generate_series(1, $1::int) i`,
    [due],
  )
}

/** @param count things that are due some day */
async function waiting(count: number) {
  await database.query(
    `insert into interno.pendientes (tipo, urgencia, vence, user_id, datos)
     select 'llegada', i % 3, now() + interval '1 day' + i * interval '1 second', md5('m' || 1 + i % $2::int)::uuid,
       jsonb_build_object('llegada', gen_random_uuid()) from generate_series(1, $1::int) i`,
    [count, due],
  )
  await database.query('analyze interno.pendientes')
}

/** A poll that finds nothing, as the sender has it every few seconds. */
async function idle() {
  const took = []
  for (let n = 0; n < 200; n += 1) {
    const before = performance.now()
    await database.query('select public.atender_pendientes()')
    await database.query('select public.tomar_envios()')
    await database.query('select public.siguiente_envio()')
    took.push(performance.now() - before)
  }
  took.sort((one, other) => one - other)
  console.log(
    `Idle poll, ${values.waiting} waiting: median ${took[100]?.toFixed(2)} ms, p95 ${took[190]?.toFixed(2)} ms`,
  )
}

/**
 * Until nothing of a kind is left.
 * @param left counts what is not done
 */
async function until(what: string, left: string) {
  const before = performance.now()
  for (;;) {
    const { rows } = await database.query(`select count(*)::int as left ${left}`)
    if (rows[0].left === 0) break
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  console.log(`${what}: all within ${((performance.now() - before) / 1000).toFixed(2)} s`)
}

async function timers() {
  await database.query(
    `insert into public.llegadas (user_id, cliente_id, destino, vence_en)
     select md5('m' || i)::uuid, gen_random_uuid(), 'Casa', now() from generate_series(1, $1::int) i`,
    [due],
  )
  await database.query(`select interno.agendar_llegada(l) from public.llegadas l where l.estado = 'activa'`)
  await until(`${due} timers due at once`, `from public.llegadas where estado = 'activa'`)
  const { rows } = await database.query(
    `select count(*)::int as n from public.alertas where origen = 'llegada'`,
  )
  if (rows[0].n !== due) throw new Error(`${rows[0].n} alerts for ${due} timers`)
}

async function reminders() {
  await database.query(
    `insert into public.suscripciones_push (user_id, endpoint, p256dh, auth, zona_horaria, sesion, creado_en)
     select md5('m' || i)::uuid, 'https://push.invalid/' || i, repeat('A', 87), repeat('A', 22), 'UTC', md5('s' || i)::uuid,
       now() - interval '1 day' from generate_series(1, $1::int) i`,
    [due],
  )
  await database.query(
    `insert into public.agenda_personal (user_id, titulo, fecha, hora, actualizado_en)
     select md5('m' || i)::uuid, 'Cita', pronto::date, pronto::time, now() - interval '1 day'
     from generate_series(1, $1::int) i, (select (now() + interval '30 minutes') at time zone 'UTC') as p (pronto)`,
    [due],
  )
  await until(
    `${due} reminders due at once`,
    `from generate_series(1, ${due}) i where not exists (
      select from interno.envios e where e.tipo = 'recordatorio' and e.user_id = md5('m' || i)::uuid
    )`,
  )
}
