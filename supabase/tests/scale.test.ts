import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPool } from '../../server/src/db/database.ts'
import { type Engine, startWithSchema, TestDatabase } from './database.ts'

/*
 * Every question that a screen of the team asks, in an installation of 20,000 members and 200,000 messages (`AMPARO_LARGE_INSTALLATION=1`). What is measured is
 * PostgreSQL's own time for the statement as one of the team, planning included, row level security and triggers in it: the best of three, as a
 * page that is opened again.
 */

const LIMIT_MS = 300

const someone = "md5('miembro 77')::uuid"
const head = (relation: string, rest: string) => `select count(*) from ${relation} ${rest}`

/** What screens ask of tables and views, as the API writes it, and functions that are given something. */
const QUESTIONS: Readonly<Record<string, string>> = {
  'Revisión: how many stories wait': head('historias', "where estado = 'pendiente'"),
  'Revisión: how many reports wait': head('cola_de_reportes', ''),
  'Revisión: stories that wait':
    "select h.id, h.titulo, h.contenido, h.estado, h.anonima, p.username from historias h left join profiles p on p.id = h.autora_id where h.estado = 'pendiente' order by h.recibida_el, h.id limit 20",
  'Revisión: stories that are published':
    "select h.id, h.titulo, h.contenido, p.username from historias h left join profiles p on p.id = h.autora_id where h.estado = 'publicada' order by h.publicada_en desc nulls last, h.recibida_el desc, h.id limit 20",
  'Revisión: reports': 'select * from cola_de_reportes order by desde, id limit 100',
  'Revisión: who is paused':
    "select s.id, s.motivo, s.hasta, p.username from suspensiones s left join profiles p on p.id = s.user_id where s.hasta > now() and s.alcance <> 'falta' order by s.hasta, s.id limit 100",
  'Usuarias: by a name that many have': "select * from buscar_miembros('osa')",
  'Usuarias: by a name that nobody has': "select * from buscar_miembros('Zzyzx')",
  'Usuarias: by an address': "select * from buscar_miembros('miembro123@amparo.test')",
  'Usuarias: one member': `select * from ver_miembro(${someone}, 'Por una denuncia')`,
  'Usuarias: what was decided about her': `select id, alcance, motivo, creada_en, hasta from suspensiones where user_id = ${someone} order by creada_en desc limit 50`,
  'Usuarias: reports about her': `select id, motivo, estado, creado_en from reportes_sala where autora_id = ${someone} order by creado_en desc limit 50`,
  'Soporte: one thread': `select * from leer_hilo((select id from cola_soporte() limit 1))`,
  'Equipo: who helps':
    'select i.user_id, i.papel, i.desde, p.username from integrantes i left join profiles p on p.id = i.user_id order by i.desde',
  'Equipo: the log': 'select * from bitacora order by 1 desc limit 50',
  'Equipo: who looked': 'select * from miradas order by id desc limit 50',
  'Comunicados: all': 'select * from comunicados order by desde desc limit 100',
  'Comunicados: one for who writes in circles':
    "insert into comunicados (titulo, texto, publico, hasta) values ('x', 'x', 'salas', now() + interval '1 day')",
  'Comunicados: one withdrawn':
    'delete from comunicados where id = (select id from comunicados order by id limit 1)',
  'Eventos: all': 'select * from encuentros order by empieza desc limit 200',
  'Eventos: a seat': 'select apuntarme((select id from encuentros where cabida = 300 limit 1), true)',
  'Eventos: more seats':
    'update encuentros set cabida = 350 where id = (select id from encuentros where cabida = 300 limit 1)',
  'Contenidos: weeks': 'select * from semanas_por_venir(12)',
  'Biblioteca: all books': 'select * from biblioteca_libros order by semana, titulo',
  'Podcast: all episodes': 'select * from podcast order by fecha_creacion desc',
  'Legal: versions': 'select * from politicas_legales order by publicada_en desc',
  'Legal: drafts': 'select * from borradores_legales order by guardado_en desc',
  'Terapeutas: all': 'select * from directorio_terapeutas order by nombre',
  'Terapeutas: every mark':
    'select terapeuta_id, puntuacion from "reseñas_terapeutas" order by id limit 1000',
  'Terapeutas: reviews of one':
    'select r.id, r.comentario, r.puntuacion, r.creada_el, r.user_id, a.texto from "reseñas_terapeutas" r left join respuestas_terapeutas a on a."reseña_id" = r.id where r.terapeuta_id = (select id from directorio_terapeutas order by id limit 1) order by r.creada_el desc, r.id limit 1000',
  'Directorio: entries': 'select * from asociaciones_apoyo order by nombre',
  'Fallos: all': 'select * from fallos limit 200',
  'Directorio: reported numbers': 'select asociacion_id, count(*) from reportes_apoyo group by asociacion_id',
  'Salas: circles': 'select * from salas_comunidad order by created_at',
  'Salas: what is written in one':
    'select * from mensajes_sala where sala_id = (select id from salas_comunidad limit 1) order by creado_en desc, id desc limit 50',
  'the daily job: counts': 'select interno.anotar_cifras()',
}
/** Not for a screen: done once in a day, where nobody waits. */
const JOBS = new Set(['the daily job: counts'])

describe.skipIf(process.env.AMPARO_LARGE_INSTALLATION !== '1')('an installation with 20,000 members', () => {
  let engine: Engine
  let database: TestDatabase
  let pool: ReturnType<typeof createPool>
  beforeAll(async () => {
    engine = await startWithSchema()
    database = await TestDatabase.create(engine)
    pool = createPool(engine.address, engine.owner, { max: 1 })
    await pool.query(
      await readFile(path.join(import.meta.dirname, 'fixtures/large_installation.sql'), 'utf8'),
    )
    await pool.query('select prueba.reunir_equipo()')
    await pool.query("select prueba.probar_equipo('administradora')")
    await pool.query(`
      insert into comunicados (titulo, texto, publico, hasta)
      select 'Comunicado ' || i, 'x', (array['todas', 'salas', 'biblioteca'])[1 + i % 3], now() + interval '9 days' from generate_series(1, 9) i;
      insert into encuentros (titulo, empieza, termina, cabida, estado)
      select 'Taller ' || i, now() + interval '1 day' * i, now() + interval '1 day' * i + interval '1 hour', 300, 'publicado' from generate_series(1, 50) i;
      insert into podcast (titulo, descripcion, transcripcion, fecha_creacion)
      select 'Episodio ' || i, 'Notas', repeat('Lo que se dice. ', 4000), now() - interval '1 week' * (i - 12) from generate_series(1, 100) i;
      insert into biblioteca_libros (titulo, semana) select 'Libro ' || i, 1 + i % 52 from generate_series(1, 300) i;
      insert into directorio_terapeutas (nombre) select 'Terapeuta ' || i from generate_series(1, 300) i;
      insert into interno."reseñas" (id, terapeuta_id, comentario, puntuacion)
      select gen_random_uuid(), t.id, 'Me escuchó', 1 + i % 5 from directorio_terapeutas t, generate_series(1, 20) i where t.nombre like 'Terapeuta %';
      insert into borradores_legales (titulo, contenido) select 'Borrador ' || i, repeat('<p>Texto.</p>', 5000) from generate_series(1, 20) i;
      insert into plazas (encuentro_id, user_id, en_espera)
      select e.id, a.user_id, a.n > 300 from encuentros e, (select user_id, row_number() over (order by user_id) as n from interno.admisiones) a where a.n <= 400`)
    // A long day of decisions: each says how what it is about begins.
    await pool.query(`
      insert into interno.decisiones (lote, clase, cosa, quien, que, razon)
      (select gen_random_uuid(), 'mensaje', mensaje_id, prueba.id('administradora'), 'dejar', 'permitido' from reportes_sala where mensaje_id is not null limit 200)
      union all
      (select gen_random_uuid(), 'historia', id, prueba.id('administradora'), 'publicar', 'adecuada' from interno.historias limit 200)`)
    await pool.query("update interno.ajustes set valor = '1000' where clave = 'factor_de_ritmo'")
    await pool.query('select interno.anotar_cifras()')
    await pool.query('analyze')
  }, 600_000)
  afterAll(async () => {
    await pool?.end()
    await database?.close()
    await engine?.stop()
  })

  /** Milliseconds of the best of three, undone; and how many rows there were. */
  const measure = async (question: string, as = 'administradora') => {
    let best = Number.POSITIVE_INFINITY
    let rows = 0
    for (let n = 0; n < 3; n += 1) {
      await pool.query(`begin; select prueba.ser('${as}')`)
      try {
        const { rows: plan } = await pool.query(`explain (analyze, format json) ${question}`)
        const [told] = plan[0]['QUERY PLAN']
        best = Math.min(best, told['Execution Time'] + told['Planning Time'])
        rows = told.Plan['Actual Rows']
      } finally {
        await pool.query('rollback')
      }
    }
    return { ms: Math.round(best * 10) / 10, rows }
  }

  /** Every function of the API that takes no argument and only reads, so that later ones are measured too. */
  const readers = () =>
    database.query<{ name: string }>(`
      select p.proname as name from pg_proc p
      where p.pronamespace = 'public'::regnamespace and p.pronargs = 0 and p.provolatile <> 'v'
        and p.prorettype <> 'trigger'::regtype and has_function_privilege('authenticated', p.oid, 'execute')
      order by 1`)

  it('answers every question of the team in less than 300 ms of the database', {
    timeout: 300_000,
  }, async () => {
    const asked: [string, string][] = [
      ...Object.entries(QUESTIONS),
      ...(await readers()).map(({ name }): [string, string] => [`${name}()`, `select * from ${name}()`]),
    ]
    expect(asked.length).toBeGreaterThan(25)
    const told: { question: string; ms: number; rows: number }[] = []
    for (const [question, sql] of asked)
      told.push({ question, ...(await measure(sql, JOBS.has(question) ? 'duena' : undefined)) })
    told.sort((a, b) => b.ms - a.ms)
    console.table(told)
    expect(told.filter(({ ms, question }) => ms >= LIMIT_MS && !JOBS.has(question))).toEqual([])
    // A question that finds nothing measures nothing.
    expect(
      told.filter(({ rows, question }) => rows === 0 && /^Revisión|mis_decisiones/.test(question)),
    ).toEqual([])
  })
})
