import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type Engine, startWithSchema, TestDatabase } from './database.ts'

// What several do in one instant: SQL files run in one transaction and cannot show it.

const EVENTO = 'e0000000-0000-4000-8000-0000000000e1'
const MEDIDA = '5a000000-0000-4000-8000-0000000000e1'
const PEOPLE = ['ana', 'bea', 'carla', 'administradora', 'moderadora', 'editora', 'soporte']

let engine: Engine
let db: TestDatabase

beforeAll(async () => {
  engine = await startWithSchema()
  db = await TestDatabase.create(engine)
  await db.query('select prueba.reunir_equipo()')
})
afterAll(async () => {
  await db?.close()
  await engine?.stop()
})
beforeEach(() =>
  db.query(`
    delete from encuentros;
    delete from interno.pendientes;
    insert into encuentros (id, titulo, empieza, termina, cabida, estado)
    values ('${EVENTO}', 'Taller de voz', now() + interval '1 day', now() + interval '25 hours', 3, 'publicado')`),
)

const as = (who: string, what: string) => `select prueba.ser('${who}'); ${what}`
const signUp = `select apuntarme('${EVENTO}')`
const seats = async () =>
  (
    await db.query<{ dentro: string; espera: string }>(
      `select count(*) filter (where not en_espera)::text as dentro, count(*) filter (where en_espera)::text as espera from plazas`,
    )
  )[0]

it('seven at once for three seats: three have one, and four wait', async () => {
  expect(
    await db.race(
      'ana',
      PEOPLE.map((who) => as(who, signUp)),
    ),
  ).toBe(7)
  expect(await seats()).toEqual({ dentro: '3', espera: '4' })
})

it('the same press ten times is one seat', async () => {
  expect(await db.race('ana', Array(10).fill(signUp))).toBe(10)
  expect(await seats()).toEqual({ dentro: '1', espera: '0' })
})

it('some leave while others come, and handing out takes its turn: never more than there are, and nobody waits beside a free one', async () => {
  for (const who of PEOPLE.slice(0, 3)) await db.race('ana', [as(who, signUp)])
  await db.race('ana', [
    ...PEOPLE.slice(0, 3).map((who) => as(who, 'delete from plazas')),
    ...PEOPLE.slice(3).map((who) => as(who, signUp)),
  ])
  const between = await seats()
  expect(Number(between!.dentro)).toBeLessThanOrEqual(3)
  // As the sender does what is due, by two of them.
  for (let n = 0; n < 3; n += 1)
    await Promise.all([1, 2].map(() => db.query('select interno.atender_pendientes(100)')))
  expect(await seats()).toEqual({ dentro: '3', espera: '1' })
})

it('a member who is expelled in the moment in which she signs up has no seat', async () => {
  const expelled = PEOPLE.filter((who) => who !== 'administradora')
  const expel = (who: string) =>
    as(
      'duena',
      `insert into suspensiones (user_id, motivo, hasta, alcance) values (prueba.id('${who}'), 'x', 'infinity', 'expulsion')`,
    )
  // Whichever of the two comes first: an instant decides, so it is tried more than once.
  for (let round = 0; round < 4; round += 1) {
    await db.race(
      'ana',
      expelled.slice(0, 5).flatMap((who) => [as(who, signUp), expel(who)]),
    )
    expect(await seats()).toEqual({ dentro: '0', espera: '0' })
    await db.query(`delete from suspensiones`)
  }
})

it('a member who is expelled, readmitted and expelled again by taking that back has no seat of the time between', async () => {
  await db.query(`
    insert into suspensiones (id, user_id, motivo, creada_en, hasta, alcance, por, apelacion, apelada_en)
    values ('${MEDIDA}', prueba.id('bea'), 'x', now() - interval '1 hour', 'infinity', 'expulsion', prueba.id('carla'), 'No fui yo', now())`)
  const inForce = async () =>
    (await db.query<{ vale: boolean }>(`select hasta > now() as vale from suspensiones`))[0]!.vale
  const lift = `do $$ begin
    perform decidir('apelacion', '${MEDIDA}', tomar('apelacion', '${MEDIDA}') ->> 'version', 'levantar', 'error', 'Perdón.');
  end $$`
  const putBack = `select deshacer(lote) from mis_decisiones() where clase = 'apelacion' and not deshecha limit 1`
  try {
    // She signs up before it is put back, or in that moment: whichever comes first.
    for (const between of [true, false]) {
      await db.query(`delete from interno.ritmos`)
      expect(await db.race('administradora', [lift])).toBe(1)
      expect(await inForce()).toBe(false)
      if (between) {
        expect(await db.race('bea', [signUp])).toBe(1)
        expect(await seats()).toEqual({ dentro: '1', espera: '0' })
      }
      await db.race('ana', [
        as('administradora', putBack),
        ...(between ? [] : Array(3).fill(as('bea', signUp))),
      ])
      expect(await inForce()).toBe(true)
      expect(await seats()).toEqual({ dentro: '0', espera: '0' })
    }
  } finally {
    await db.query(`delete from suspensiones`)
  }
})
