import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Engine, startWithSchema, TestDatabase } from './database.ts'

// Two of the team on the same thing in one instant: SQL files run in one transaction and cannot show it. One of them is
// first, and the other one changes nothing that she has not read.

let engine: Engine
let db: TestDatabase

beforeAll(async () => {
  engine = await startWithSchema()
  db = await TestDatabase.create(engine)
  await db.query('select prueba.reunir_equipo()')
  await db.query(
    `select prueba.probar_equipo(quien) from unnest(array['administradora', 'moderadora', 'soporte']) quien`,
  )
})
afterAll(async () => {
  await db?.close()
  await engine?.stop()
})

const as = (who: string, what: string) => `select prueba.ser('${who}'); ${what}`
/** Refuses, as the app does, where the statement changed nothing. */
const orNothing = (what: string) =>
  `do $do$ begin ${what}; if not found then raise exception 'nothing was changed'; end if; end $do$`
const one = async (sql: string) => (await db.query<{ v: unknown }>(sql))[0]?.v

/** Both at once, several times: which of them is first an instant decides. @returns how many were accepted each time */
async function race(rounds: number, prepare: string, ...both: string[]): Promise<number[]> {
  const accepted: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    await db.query(prepare)
    accepted.push(await db.race('ana', both))
  }
  return accepted
}

// As the app asks: the row in the version that each of them has read.
const VERSIONED = [
  ['asociaciones_apoyo', `telefono = '5500000001'`, `visible = not visible`],
  ['biblioteca_libros', `titulo = 'De una'`, `autor = 'De otra'`],
  ['directorio_terapeutas', `telefono = '5500000001'`, `especialidad = 'De otra'`],
  ['encuentros', `titulo = 'De una'`, `estado = 'publicado'`],
  ['numeros_emergencia', `numeros = array['112']`, `numeros = array['113']`],
  ['podcast', `titulo = 'De una'`, `descripcion = 'De otra'`],
  ['salas_comunidad', `nombre = 'De una'`, `descripcion = 'De otra'`],
] as const

it.each(VERSIONED)(
  'two change %s at once, even other columns of it: one of them reads it again',
  async (table, mine, hers) => {
    const [key, of] =
      table === 'numeros_emergencia'
        ? ['codigo_iso', `'GT'`]
        : ['id', `'0a0a0a0a-0000-4000-8000-0000000000a1'`]
    const who = table === 'salas_comunidad' ? ['administradora', 'carla'] : ['editora', 'carla']
    const columns: Record<string, string> = {
      asociaciones_apoyo: `(id, nombre) values (${of}, 'Casa')`,
      biblioteca_libros: `(id, titulo, semana) values (${of}, 'Libro', 1)`,
      directorio_terapeutas: `(id, nombre, especialidad) values (${of}, 'Terapeuta', 'Duelo')`,
      encuentros: `(id, titulo, empieza, termina) values (${of}, 'Taller', now() + interval '1 day', now() + interval '25 hours')`,
      podcast: `(id, titulo, url_audio) values (${of}, 'Episodio', 'https://x.mx/a.mp3')`,
      salas_comunidad: `(id, nombre) values (${of}, 'Sala')`,
    }
    if (columns[table]) await db.query(`insert into ${table} ${columns[table]}`)
    const version = await one(`select version as v from ${table} where ${key} = ${of}`)
    const where = (v: unknown) => `where ${key} = ${of} and version = ${v}`
    expect(
      await db.race('ana', [
        as(who[0]!, orNothing(`update ${table} set ${mine} ${where(version)}`)),
        as(who[1]!, orNothing(`update ${table} set ${hers} ${where(version)}`)),
      ]),
    ).toBe(1)
    const now = await one(`select version as v from ${table} where ${key} = ${of}`)
    expect(now).toBe(Number(version) + 1)
    // And one who deletes what the other one is changing.
    const last = await db.race('ana', [
      as(
        who[0]!,
        orNothing(
          `update ${table} set ${mine.replace('De una', 'Otra vez').replace('112', '114').replace('0001', '0002')} ${where(now)}`,
        ),
      ),
      as(who[1]!, orNothing(`delete from ${table} ${where(now)}`)),
    ])
    expect(last).toBe(1)
    if (columns[table]) await db.query(`delete from ${table} where ${key} = ${of}`)
  },
)

it('two decide on a suggestion at once: it is settled once', async () => {
  const settle = (who: string, to: string) =>
    as(
      who,
      orNothing(
        `update sugerencias_apoyo set estado = '${to}' where id = md5('sugerencia')::uuid and estado = 'pendiente'`,
      ),
    )
  expect(
    await race(
      4,
      `delete from sugerencias_apoyo; insert into sugerencias_apoyo (id, texto, user_id) values (md5('sugerencia')::uuid, 'Hay otra casa', prueba.id('bea'))`,
      settle('editora', 'aplicada'),
      settle('carla', 'descartada'),
    ),
  ).toEqual([1, 1, 1, 1])
})

it('two answer a thread at once: she reads one answer, and the other one reads it first', async () => {
  const hilo = () => one(`select id::text as v from hilos_soporte where user_id = prueba.id('bea')`)
  for (let round = 0; round < 4; round += 1) {
    await db.query(
      `delete from hilos_soporte; select prueba.ser('bea'); insert into mensajes_soporte (id, user_id, texto) values (md5('m${round}')::uuid, prueba.id('bea'), 'No me abre')`,
    )
    const cual = await hilo()
    expect(
      await db.race('ana', [
        as('soporte', `select responder_hilo('${cual}', 'De una', md5('m${round}')::uuid)`),
        as('carla', `select responder_hilo('${cual}', 'De otra', md5('m${round}')::uuid)`),
      ]),
    ).toBe(1)
    expect(await one(`select count(*)::int as v from mensajes_soporte where del_equipo`)).toBe(1)
  }
})

it('two decide on an appeal at once: it is decided once', async () => {
  const decide = (who: string, lifts: boolean) =>
    as(who, `select resolver_apelacion(md5('apelada')::uuid, ${lifts}, 'De ${who}')`)
  expect(
    await race(
      4,
      `delete from suspensiones; insert into suspensiones (id, user_id, motivo, hasta, creada_en, apelacion, apelada_en)
       values (md5('apelada')::uuid, prueba.id('ana'), 'x', now() + interval '5 days', now() - interval '1 hour', 'No fui yo', now())`,
      decide('carla', true),
      decide('moderadora', false),
    ),
  ).toEqual([1, 1, 1, 1])
  await db.query('delete from suspensiones')
})

it('two decide about a member at once: the second one is told what the first one decided', async () => {
  const measure = (who: string, alcance: string, hasta: string) =>
    as(who, `select medir(prueba.id('bea'), 'De ${who}', ${hasta}, '${alcance}', null)`)
  const forget = `delete from suspensiones`
  const pause = measure('moderadora', 'circulos', `now() + interval '3 days'`)
  expect(await race(3, forget, pause, measure('carla', 'escritos', `now() + interval '7 days'`))).toEqual([
    1, 1, 1,
  ])
  expect(await race(3, forget, pause, measure('administradora', 'expulsion', `'infinity'`))).toEqual([
    1, 1, 1,
  ])
  // Each of them alone, after reading the other's: both are accepted.
  await db.query(forget)
  await db.race('ana', [pause])
  const vista = await one(`select id::text as v from suspensiones`)
  expect(
    await db.race('ana', [
      as('carla', `select medir(prueba.id('bea'), 'x', now() + interval '7 days', 'escritos', '${vista}')`),
    ]),
  ).toBe(1)
  expect(await one('select count(*)::int as v from suspensiones')).toBe(2)
  await db.query(forget)
})

it('two call the same entry at once: the second one reads what the first one noted before she writes of it', async () => {
  const casa = `'0a0a0a0a-0000-4000-8000-0000000000b1'`
  const called = (who: string, resultado: string, vista: unknown) =>
    as(who, `select anotar_llamada(${casa}, '${resultado}', ${vista})`)
  const noted = () =>
    one(
      `select string_agg(que, ', ' order by id) as v from historial_apoyo where asociacion_id = ${casa} and que <> 'alta'`,
    )
  const again = `delete from asociaciones_apoyo where id = ${casa}; insert into asociaciones_apoyo (id, nombre, telefono) values (${casa}, 'Casa', '079')`
  // Confirming an entry makes a new version of it: a call made before that says nothing of the entry as it is now.
  for (let round = 0; round < 4; round += 1) {
    await db.query(again)
    const accepted = await db.race('ana', [
      called('editora', 'sigue_igual', 1),
      called('carla', 'no_contesta', 1),
    ])
    expect([
      ['no_contesta, sigue_igual', 2],
      ['sigue_igual', 1],
    ]).toContainEqual([String(await noted()).replace('verificada', 'sigue_igual'), accepted])
  }
  // The same answer twice is one call.
  await db.query(again)
  expect(await db.race('ana', [called('editora', 'sigue_igual', 1), called('carla', 'sigue_igual', 1)])).toBe(
    2,
  )
  expect(
    await one(
      `select count(*)::int as v from historial_apoyo where asociacion_id = ${casa} and que <> 'alta'`,
    ),
  ).toBe(1)
  await db.query(`delete from asociaciones_apoyo where id = ${casa}`)
})

it('one answers a thread while another one closes it: the second one is told', async () => {
  for (let round = 0; round < 4; round += 1) {
    await db.query(
      `delete from hilos_soporte; select prueba.ser('bea'); insert into mensajes_soporte (id, user_id, texto) values (md5('c${round}')::uuid, prueba.id('bea'), 'No me abre')`,
    )
    const cual = await one(`select id::text as v from hilos_soporte where user_id = prueba.id('bea')`)
    const visto = `md5('c${round}')::uuid`
    const accepted = await db.race('ana', [
      as('soporte', `select responder_hilo('${cual}', 'Ya abre', ${visto})`),
      as('carla', `select atender_hilo('${cual}', ${visto})`),
    ])
    const answers = await one(`select count(*)::int as v from mensajes_soporte where del_equipo`)
    // Closed first, the answer is still one to what was read; answered first, nothing is closed unread.
    expect([
      [1, 1],
      [2, 1],
    ]).toContainEqual([accepted, answers])
    expect(await one('select count(*)::int as v from hilos_soporte where espera_desde is not null')).toBe(0)
  }
})

it('two publish the same draft, or correct and withdraw what waits for its day: one of them did', async () => {
  const draft = `'0a0a0a0a-0000-4000-8000-0000000000c1'`
  const texto = '<p>Lo que guardamos, y por cuánto tiempo.</p>'
  const publish = (who: string, words: string) =>
    as(
      who,
      `select publicar_politica(${draft}, 'Aviso', 'de ${who}', '${texto}', '${words}', false, now() + interval '3 days', ${draft}, 1)`,
    )
  const waiting = `delete from politicas_legales where id = ${draft}; delete from borradores_legales where id = ${draft}; `
  const asDraft = `${waiting}insert into borradores_legales (id, titulo, contenido) values (${draft}, 'Aviso', '${texto}')`
  expect(await race(4, asDraft, publish('editora', 'Una cosa'), publish('carla', 'Otra cosa'))).toEqual([
    1, 1, 1, 1,
  ])
  expect(await one(`select count(*)::int as v from borradores_legales where id = ${draft}`)).toBe(0)

  // A draft that one of them goes on writing while another one publishes it.
  const write = as(
    'editora',
    orNothing(`update borradores_legales set contenido = '<p>Más</p>' where id = ${draft} and revision = 1`),
  )
  expect(await race(4, asDraft, write, publish('carla', 'Otra cosa'))).toEqual([1, 1, 1, 1])

  const programmed = `${waiting}insert into politicas_legales (id, titulo, version, contenido, que_cambio, publicada_en) values (${draft}, 'Aviso', '9.9', '${texto}', 'Algo', now() + interval '3 days')`
  const correct = (who: string) =>
    as(
      who,
      `select corregir_programada(${draft}, 1, 'Aviso', '9.9', '<p>De ${who}</p>', 'Algo', false, now() + interval '3 days')`,
    )
  const withdraw = as('carla', `select retirar_programada(${draft}, 1)`)
  expect(await race(4, programmed, correct('editora'), correct('carla'))).toEqual([1, 1, 1, 1])
  expect(await race(4, programmed, correct('editora'), withdraw)).toEqual([1, 1, 1, 1])
  await db.query(waiting)
})

it('two answer a review in the name of its therapist at once, or correct that answer: one of them reads the other first', async () => {
  const review = `(select id from interno."reseñas" where comentario = 'Me escuchó')`
  await db.query(
    `insert into directorio_terapeutas (id, nombre) values ('0a0a0a0a-0000-4000-8000-0000000000d1', 'Terapeuta');
     select prueba.ser('bea'); insert into "reseñas_terapeutas" (terapeuta_id, user_id, puntuacion, comentario) values ('0a0a0a0a-0000-4000-8000-0000000000d1', prueba.id('bea'), 5, 'Me escuchó')`,
  )
  const answer = (who: string) =>
    as(who, `insert into respuestas_terapeutas ("reseña_id", texto) values (${review}, 'De ${who}')`)
  const none = 'delete from respuestas_terapeutas'
  expect(await race(3, none, answer('editora'), answer('carla'))).toEqual([1, 1, 1])
  const correct = (who: string) =>
    as(
      who,
      orNothing(
        `update respuestas_terapeutas set texto = 'Otra de ${who}' where "reseña_id" = ${review} and version = 1`,
      ),
    )
  const answered = `${none}; insert into respuestas_terapeutas ("reseña_id", texto) values (${review}, 'Gracias')`
  expect(await race(3, answered, correct('editora'), correct('carla'))).toEqual([1, 1, 1])
  await db.query(`delete from directorio_terapeutas where id = '0a0a0a0a-0000-4000-8000-0000000000d1'`)
})

it('two withdraw a notice, lift a measure, lift a veiled one, or give up the same hours at once: one of them did', async () => {
  const notice = `'0a0a0a0a-0000-4000-8000-0000000000e1'`
  const gone = (who: string, table: string, id: string) =>
    as(who, orNothing(`delete from ${table} where id = ${id}`))
  const both = (table: string, id: string, first = 'administradora') => [
    gone(first, table, id),
    gone('carla', table, id),
  ]
  expect(
    await race(
      3,
      `delete from comunicados; insert into comunicados (id, titulo, texto, hasta) values (${notice}, 'x', 'x', now() + interval '1 day')`,
      ...both('comunicados', notice),
    ),
  ).toEqual([1, 1, 1])
  expect(
    await race(
      3,
      `delete from guardias; insert into guardias (id, user_id, dia, desde, hasta) values (${notice}, prueba.id('moderadora'), 1, '10:00', '12:00')`,
      ...both('guardias', notice, 'moderadora'),
    ),
  ).toEqual([1, 1, 1])
  expect(
    await race(
      3,
      `delete from suspensiones; insert into suspensiones (id, user_id, motivo, hasta) values (${notice}, prueba.id('bea'), 'x', now() + interval '5 days')`,
      ...both('suspensiones', notice, 'moderadora'),
    ),
  ).toEqual([1, 1, 1])
  const lift = (who: string) => as(who, `select levantar_velada(${notice})`)
  expect(
    await race(
      3,
      `delete from suspensiones; delete from interno.medidas_veladas;
       insert into suspensiones (id, user_id, motivo, hasta, velada) values (${notice}, prueba.id('bea'), 'x', now() + interval '5 days', true);
       insert into interno.medidas_veladas (id, clase, cosa, motivo, alcance, hasta) values (${notice}, 'historia', ${notice}, 'x', 'circulos', now() + interval '5 days')`,
      lift('administradora'),
      lift('carla'),
    ),
  ).toEqual([1, 1, 1])
  await db.query('delete from suspensiones; delete from interno.medidas_veladas')
})

it('two invite the same person at once, or the same hours are taken twice: there is one of it', async () => {
  const invite = (who: string) =>
    as(who, `insert into convocatorias (correo, papel) values ('nueva@amparo.test', 'editora')`)
  await race(3, 'delete from convocatorias', invite('administradora'), invite('carla'))
  expect(await one(`select count(*)::int as v from convocatorias where correo = 'nueva@amparo.test'`)).toBe(1)
  const take = (who: string) =>
    as(
      who,
      `insert into guardias (user_id, dia, desde, hasta) values (prueba.id('moderadora'), 2, '10:00', '12:00')`,
    )
  expect(await race(3, 'delete from guardias', take('moderadora'), take('carla'))).toEqual([1, 1, 1])
  await db.query('delete from guardias; delete from convocatorias')
})

it('an event is deleted in the moment in which somebody signs up: it goes with nobody in it, or it stays', async () => {
  const taller = `'0a0a0a0a-0000-4000-8000-0000000000f1'`
  expect(
    await race(
      6,
      `delete from encuentros where id = ${taller}; insert into encuentros (id, titulo, empieza, termina, estado, cabida) values (${taller}, 'Taller', now() + interval '2 days', now() + interval '50 hours', 'publicado', 2)`,
      as('ana', `select apuntarme(${taller})`),
      as('editora', orNothing(`delete from encuentros where id = ${taller} and version = 1`)),
    ),
  ).toEqual([1, 1, 1, 1, 1, 1])
  await db.query(`delete from encuentros where id = ${taller}`)
})

it('two administradoras end a role at once: one of them did', async () => {
  const end = (who: string) =>
    as(who, orNothing(`delete from integrantes where user_id = prueba.id('bea') and papel = 'soporte'`))
  expect(
    await race(
      3,
      `insert into integrantes (user_id, papel) values (prueba.id('bea'), 'soporte') on conflict do nothing`,
      end('administradora'),
      end('carla'),
    ),
  ).toEqual([1, 1, 1])
})

it('an invitation that is taken back in the moment in which it is accepted: one of the two, never both', async () => {
  const withdraw = (slowly: string) =>
    as(
      'administradora',
      `${orNothing(`delete from convocatorias where id = md5('convocada')::uuid`)}${slowly}`,
    )
  const accept = (slowly: string) =>
    as('moderadora', `select aceptar_convocatoria(md5('convocada')::uuid)${slowly}`)
  const joined = () =>
    one(
      `select count(*)::int as v from integrantes where user_id = prueba.id('moderadora') and papel = 'soporte'`,
    )
  const invited = `delete from integrantes where user_id = prueba.id('moderadora') and papel = 'soporte'; delete from convocatorias;
    insert into convocatorias (id, correo, papel) values (md5('convocada')::uuid, 'moderadora@amparo.test', 'soporte')`
  // The first of each has done it, and not yet ended, when the other one begins.
  const [before, after] = ['; select pg_sleep(0.1); ', '; select pg_sleep(0.5)']
  expect(await race(1, invited, withdraw(after), `select 1${before}${accept('')}`)).toEqual([1])
  expect(await joined()).toBe(0)
  expect(await race(1, invited, accept(after), `select 1${before}${withdraw('')}`)).toEqual([1])
  expect(await joined()).toBe(1)
})

it('a member who gets a role, or loses it, hears of it on her open pages; nobody else does', async () => {
  const signs = async () =>
    (
      await db.query<{ user_id: string; cambio: string }>(
        'select user_id, cambio::text from senales order by user_id',
      )
    ).map(({ user_id, cambio }) => `${user_id} ${cambio}`)
  await db.query(
    `delete from senales; delete from integrantes where user_id = prueba.id('bea'); insert into integrantes (user_id, papel) values (prueba.id('bea'), 'soporte')`,
  )
  const bea = await one(`select prueba.id('bea')::text as v`)
  const before = await signs()
  expect(before).toHaveLength(1)
  expect(before[0]).toContain(String(bea))
  expect(
    await db.race('ana', [
      as(
        'administradora',
        orNothing(`delete from integrantes where user_id = prueba.id('bea') and papel = 'soporte'`),
      ),
    ]),
  ).toBe(1)
  const after = await signs()
  expect(after).toHaveLength(1)
  expect(after).not.toEqual(before)
})

it('her first two rows of a table at once, of two devices: both are counted', async () => {
  const of = `where user_id = prueba.id('ana') and tabla = 'public.agenda_personal'`
  const write = `insert into agenda_personal (user_id, titulo, fecha) values (prueba.id('ana'), 'x', '2030-01-01'); select pg_sleep(0.05)`
  for (let round = 0; round < 5; round += 1) {
    await db.query(
      `delete from agenda_personal where user_id = prueba.id('ana'); delete from interno.consumo ${of}`,
    )
    expect(await db.race('ana', [write, write])).toBe(2)
    expect(await one(`select format('%s %s', filas, filas_dia) as v from interno.consumo ${of}`)).toBe('2 2')
  }
})

it('the last row that fits, written on two devices at once: one of them is refused', async () => {
  await db.query(
    `delete from agenda_personal where user_id = prueba.id('ana');
    insert into agenda_personal (user_id, titulo, fecha) values (prueba.id('ana'), 'x', '2030-01-01');
    update interno.cupos set filas = 2 where tabla = 'public.agenda_personal'`,
  )
  const write = `insert into agenda_personal (user_id, titulo, fecha) values (prueba.id('ana'), 'x', '2030-01-01'); select pg_sleep(0.05)`
  expect(await db.race('ana', [write, write])).toBe(1)
  expect(await one(`select count(*)::int as v from agenda_personal where user_id = prueba.id('ana')`)).toBe(2)
})

it('two files at once do not both take the last place of her diary', async () => {
  await db.query(`
    alter table cofre_ranuras disable trigger relevar;
    insert into cofre_ranuras (user_id, tipo, llave, sobre)
    values (prueba.id('ana'), 'codigo', repeat('A', 11), 'cofre1.' || repeat('A', 11) || '.' || repeat('A', 16) || '.' || repeat('A', 64));
    alter table cofre_ranuras enable trigger relevar;
    insert into storage.objects (bucket_id, name)
    select 'diario', format('%s/2026-10-01.b1000000-0000-4000-8000-%s.AAAAAAAAAAA.voz', prueba.id('ana'), lpad(n::text, 12, '0')) from generate_series(1, 1999) n`)
  const upload = (id: string) =>
    `insert into storage.objects (bucket_id, name) values ('diario', auth.uid() || '/2026-10-02.${id}.AAAAAAAAAAA.voz')`
  expect(
    await db.race('ana', [
      upload('b1000000-0000-4000-8000-000000000001'),
      upload('b1000000-0000-4000-8000-000000000002'),
    ]),
  ).toBe(1)
  expect(await one(`select count(*)::int as v from storage.objects where bucket_id = 'diario'`)).toBe(2000)
})
