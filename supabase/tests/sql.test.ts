import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  allOwners,
  asHosted,
  type Engine,
  hasDebian15,
  startDebian15,
  startEmbedded,
  TestDatabase,
  withPlainOwner,
} from './database.ts'
import { withInventory } from './inventory.ts'
import { policiesPage } from './policies.ts'
import { unbounded } from './safeupdate.ts'

const files = readdirSync(import.meta.dirname)
  .filter((name) => name.endsWith('.sql') && name !== 'helpers.sql')
  .sort()

const engines = [
  { name: 'embedded PostgreSQL 18', start: startEmbedded, available: true },
  { name: "Debian's PostgreSQL 15", start: startDebian15, available: hasDebian15 },
]

for (const { name, start, available } of engines) {
  describe.skipIf(!available)(
    available ? `the rules on ${name}` : `the rules on ${name}: not installed`,
    () => {
      let engine: Engine
      beforeAll(async () => {
        engine = await start()
      })
      afterAll(() => engine?.stop())

      // `npm test` gives the older engine to the lesser owner, since both are as on hosted Supabase.
      const older = start === startDebian15
      if (allOwners || !older)
        describe('owned by a superuser', () => {
          testRules(name, () => TestDatabase.create(engine))
        })
      if (allOwners || older || !hasDebian15)
        describe('owned by a role like hosted Supabase’s', () => {
          testRules(`${name}, as hosted`, async () =>
            TestDatabase.create(await asHosted(engine), engine.owner),
          )
        })
      if (allOwners)
        describe('owned by such a role, beside our server', () => {
          testRules(`${name}, plain owner`, async () =>
            TestDatabase.create(await withPlainOwner(engine), engine.owner),
          )
        })
    },
  )
}

/** The tests that every database must pass. */
function testRules(name: string, create: () => Promise<TestDatabase>): void {
  let database: TestDatabase
  let assertions = 0
  beforeAll(async () => {
    database = await create()
  })
  afterAll(async () => {
    console.log(`${name}: ${assertions} SQL assertions in ${files.length} files`)
    await database?.close()
  })

  it.each(files)('%s', async (file) => {
    const results = await database.runTest(path.join(import.meta.dirname, file))
    assertions += results.length
    const failures = results
      .filter((result) => !result.bien)
      .map((result) => `${result.quien}: ${result.que}: ${result.detalle}`)
    expect(failures).toEqual([])
    expect(results.length).toBeGreaterThan(0)
  })

  it('privileges are those that were reviewed', async () => {
    const rows = await database.query<{ privilege: string }>(PRIVILEGES)
    await expect(`${rows.map((row) => row.privilege).join('\n')}\n`).toMatchFileSnapshot('./privileges.txt')
  })

  it('who may do what is what was reviewed', async () => {
    const page = await policiesPage((sql) => database.query(sql))
    await expect(page).toMatchFileSnapshot('./policies.md')
  })

  it('which personal data there are is what docs/security.md shows', async () => {
    const page = path.join(import.meta.dirname, '../../docs/security.md')
    const fresh = await withInventory(await readFile(page, 'utf8'), (sql) => database.query(sql))
    await expect(fresh).toMatchFileSnapshot(page)
  })

  it('no function changes or deletes rows without naming them', async () => {
    const functions = await database.query<{ name: string; text: string }>(
      `select p.oid::regprocedure::text as name, pg_get_functiondef(p.oid) as text from pg_proc p
       where p.pronamespace in ('public'::regnamespace, 'interno'::regnamespace) and p.prokind = 'f'`,
    )
    expect(functions.length).toBeGreaterThan(150)
    expect(
      functions.flatMap(({ name, text }) => unbounded(text).map((change) => `${name}: ${change}`)),
    ).toEqual([])
  })

  it('ten messages at the same instant: five are accepted', async () => {
    const message = `insert into mensajes_sala (sala_id, user_id, contenido)
      select id, prueba.id('bea'), 'a la vez' from salas_comunidad limit 1`
    expect(await database.race('bea', Array(10).fill(message))).toBe(5)
  })

  it('two decisions on a story at the same instant: one is made', async () => {
    const story = `'d2000000-0000-4000-8000-000000000003'`
    const seen = 'interno.decisiones_vistas'
    await database.query(`create table ${seen} (filas int); grant insert on ${seen} to authenticated`)
    const decide = (estado: string) =>
      `with decidida as (update historias set estado = '${estado}', motivo = 'x' where id = ${story} and estado = 'pendiente' returning id)
       insert into ${seen} select count(*) from decidida`
    try {
      await database.race('carla', [decide('publicada'), decide('rechazada'), decide('oculta')])
      const [made] = await database.query<{ n: number }>(`select sum(filas)::int as n from ${seen}`)
      expect(made?.n).toBe(1)
    } finally {
      await database.query(
        `drop table ${seen}; update interno.historias set estado = 'pendiente', motivo = null, publicada_en = null where id = ${story}`,
      )
    }
  })

  it('two of the team at the same instant: one takes a thing, and one decides on it', async () => {
    const story = `'d2000000-0000-4000-8000-000000000003'`
    const done = 'interno.decididas'
    const teams = ['moderadora', 'administradora', 'carla']
    await database.query(`select prueba.reunir_equipo()`)
    await database.query(`create table ${done} (lote uuid); grant insert on ${done} to authenticated`)
    try {
      const taken = await Promise.all(
        teams.map((who) => database.race(who, [`select tomar('historia', ${story})`])),
      )
      expect(taken.reduce((sum, n) => sum + n)).toBe(1)
      await database.query(`delete from interno.tomas`)
      const decide = `insert into ${done} select decidir('historia', ${story}, '1', 'publicar', 'adecuada')`
      const decided = await Promise.all(teams.map((who) => database.race(who, [decide])))
      expect(decided.reduce((sum, n) => sum + n)).toBe(1)
    } finally {
      await database.query(
        `drop table ${done}; delete from interno.decisiones; delete from interno.tomas;
         update interno.historias set estado = 'pendiente', motivo = null, publicada_en = null where id = ${story};
         delete from auth.users where id in (${teams.slice(0, 2).map((who) => `prueba.id('${who}')`)}, prueba.id('editora'), prueba.id('soporte'))`,
      )
    }
  })

  it('ten contacts at the same instant where two places are free: two are accepted', async () => {
    await database.query(`insert into contactos_emergencia (user_id, nombre, telefono)
      select prueba.id('carla'), 'Contacto ' || n, '+5255000000' || (10 + n) from generate_series(1, 48) n`)
    const contact = (n: number) =>
      `insert into contactos_emergencia (user_id, nombre, telefono) values (prueba.id('carla'), 'Otra', '+525511111${n}')`
    expect(
      await database.race(
        'carla',
        [...Array(10)].map((_, n) => contact(100 + n)),
      ),
    ).toBe(2)
    await database.query(`delete from contactos_emergencia where user_id = prueba.id('carla')`)
  })

  it('ten contacts with one number at the same instant: one is accepted', async () => {
    const contact = `insert into contactos_emergencia (user_id, nombre, telefono) values (prueba.id('carla'), 'Otra', '+525511111111')`
    expect(await database.race('carla', Array(10).fill(contact))).toBe(1)
    await database.query(`delete from contactos_emergencia where user_id = prueba.id('carla')`)
  })

  it('one event delivered ten times at the same instant is stored once', async () => {
    const delivery = `insert into eventos_peligro (user_id, cliente_id)
      values (prueba.id('bea'), 'b2000000-0000-4000-8000-000000000009') on conflict (user_id, cliente_id) do nothing`
    expect(await database.race('bea', Array(10).fill(delivery))).toBe(10)
    const [stored] = await database.query<{ n: number }>(
      `select count(*)::int as n from eventos_peligro where user_id = prueba.id('bea')`,
    )
    expect(stored?.n).toBe(1)
    await database.query(`delete from eventos_peligro where user_id = prueba.id('bea')`)
  })

  it('ten presses of the panic button at the same instant are one event that tells of ten', async () => {
    const press = `insert into eventos_peligro (user_id) values (prueba.id('bea'))`
    expect(await database.race('bea', Array(10).fill(press))).toBe(10)
    const stored = await database.query<{ pulsaciones: number }>(
      `select pulsaciones from eventos_peligro where user_id = prueba.id('bea')`,
    )
    expect(stored).toEqual([{ pulsaciones: 10 }])
    await database.query(`delete from eventos_peligro where user_id = prueba.id('bea')`)
  })

  it('ten entries at the same instant where three fit: three are accepted', async () => {
    const [{ filas } = { filas: 0 }] = await database.query<{ filas: number }>(
      `select filas from interno.cupos where tabla = 'public.agenda_personal'`,
    )
    await database.query(`delete from agenda_personal where user_id = prueba.id('carla');
      update interno.cupos set filas = 3 where tabla = 'public.agenda_personal'`)
    const entry = `insert into agenda_personal (user_id, titulo, fecha) values (prueba.id('carla'), 'x', '2026-01-01')`
    expect(await database.race('carla', Array(10).fill(entry))).toBe(3)
    await database.query(`delete from agenda_personal where user_id = prueba.id('carla');
      update interno.cupos set filas = ${filas} where tabla = 'public.agenda_personal'`)
  })

  describe('a contact who answers', () => {
    const LINK = 'enlace-enlace-enlace-enlace-1234'
    const PAGE = 'pagina-pagina-pagina-pagina-1234'
    const IVA = 'e9000000-0000-4000-8000-000000000009'
    const LUZ = 'c9000000-0000-4000-8000-000000000009'
    beforeEach(async () => {
      await database.query(`insert into auth.users (id, email) values ('${IVA}', 'iva@amparo.test');
        insert into contactos_emergencia (id, user_id, nombre, telefono) values ('${LUZ}', '${IVA}', 'Luz', '911');
        insert into interno.confianzas (contacto_id, user_id, codigo_huella, estado, vence_en)
        values ('${LUZ}', '${IVA}', interno.huella_de_codigo('${LINK}'), 'invitada', now() + interval '1 day')`)
    })
    afterEach(async () => {
      await database.query(`delete from auth.users where id = '${IVA}'; delete from interno.frenos`)
    })
    const accepted = () =>
      database.query(`update interno.confianzas set estado = 'acepto', respondida_en = now(), telefono = '911',
        pagina_huella = interno.huella_de_codigo('${PAGE}') where contacto_id = '${LUZ}'`)
    const left = async () => {
      const [row] = await database.query<{
        n: number
      }>(`select (select count(*) from interno.confianzas where user_id = '${IVA}')
        + (select count(*) from interno.vias_contacto where user_id = '${IVA}')
        + (select count(*) from interno.envios where user_id = '${IVA}') as n`)
      return Number(row?.n)
    }
    const yes = `select responder_invitacion('${LINK}', true, 'luz@correo.mx')`

    it('ten times at the same instant has said yes once, and is sent one mail', async () => {
      expect(await database.race('visitante', Array(10).fill(yes))).toBe(10)
      // The yes, its one way, one mail.
      expect(await left()).toBe(3)
    })

    it('while she deletes the contact is erased or never was there, and nobody is refused', async () => {
      const gone = `delete from contactos_emergencia where id = '${LUZ}'`
      expect(await database.race('duena', [yes, yes, gone, yes, yes])).toBe(5)
      expect(await left()).toBe(0)
    })

    it('while her account ends is erased with it, and nobody is refused', async () => {
      const gone = `delete from auth.users where id = '${IVA}'`
      expect(await database.race('duena', [yes, yes, gone, yes, yes])).toBe(5)
      expect(await left()).toBe(0)
    })

    it('while she writes another number has not said yes by it', async () => {
      const other = `update contactos_emergencia set telefono = '912' where id = '${LUZ}'`
      expect(await database.race('duena', [yes, yes, other, yes, yes])).toBe(5)
      expect(await left()).toBe(0)
    })

    it('adds ten devices at the same instant and keeps three', async () => {
      await accepted()
      const device = (n: number) =>
        `select agregar_via('${PAGE}', 'push', 'https://push.test/${n}', repeat('A', 87), repeat('A', 22))`
      expect(
        await database.race(
          'visitante',
          Array.from({ length: 10 }, (_, n) => device(n)),
        ),
      ).toBe(10)
      expect(await left()).toBe(1 + 3)
    })

    it('guesses digits ten times at the same instant and has five tries', async () => {
      await accepted()
      await database.query(`insert into interno.vias_contacto (id, contacto_id, user_id, via, destino, digitos_huella)
        values ('${LUZ}', '${LUZ}', '${IVA}', 'sms', '+525512345678', 'x')`)
      const guess = `select confirmar_numero('${PAGE}', '${LUZ}', '123456')`
      expect(await database.race('visitante', Array(10).fill(guess))).toBe(10)
      const tries = await database.query(
        `select intentos from interno.vias_contacto where user_id = '${IVA}'`,
      )
      expect(tries).toEqual([{ intentos: 5 }])
    })
  })

  it('the seeds may be run again and change nothing', async () => {
    const before = await database.fingerprint()
    await database.runSeedAgain()
    expect(await database.fingerprint()).toEqual(before)
  })
}

/** All privileges of visitors and members on relations and functions of the project, by column where they differ. */
const PRIVILEGES = `
  with mine as (
    select c.oid, format('%I.%I', n.nspname, c.relname) as name, c.relkind
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'interno') and c.relkind in ('r', 'v', 'p', 'm')
  ), cells as (
    select r.role, m.name, p.privilege,
      has_table_privilege(r.role, m.oid, p.privilege) as whole,
      (select string_agg(a.attname, ', ' order by a.attnum) from pg_attribute a
       where a.attrelid = m.oid and a.attnum > 0 and not a.attisdropped and p.privilege <> 'delete'
         and has_column_privilege(r.role, m.oid, a.attnum, p.privilege)) as columns
    from mine m, unnest(array['anon', 'authenticated']) r (role),
      unnest(array['select', 'insert', 'update', 'delete']) with ordinality p (privilege, place)
  )
  select format('%s %s %s%s', role, privilege, name, case when not whole then ' (' || columns || ')' end) as privilege
  from cells where whole or columns is not null
  union all
  select format('%s execute %s', r.role, p.oid::regprocedure)
  from pg_proc p join pg_namespace n on n.oid = p.pronamespace, unnest(array['anon', 'authenticated']) r (role)
  where n.nspname in ('public', 'interno') and has_function_privilege(r.role, p.oid, 'execute')
  order by 1`
