import { cp, readFile } from 'node:fs/promises'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fingerprint } from '../../scripts/lib/catalogue.mjs'
import { applyMigration, applyMigrations, listMigrations } from '../../server/src/database/migrations.ts'
import { adoptReplaced, listReplaced } from '../../server/src/database/replaced.ts'
import {
  createDatabase,
  type Engine,
  hasDebian15,
  PROJECT,
  prepare,
  startDebian15,
  startEmbedded,
  temporaryFolder,
  wholeLaw,
  withPlainOwner,
} from './database.ts'

// Databases of before 1.0.0, and the sequence that gives the same database in fewer, whole files (docs/decisions/0225).

const OLD = path.join(PROJECT, 'replaced/before-1.0.0')
const FIXTURE = path.join(import.meta.dirname, 'fixtures/bd930d4.sql.gz')
/** What an installation of 1.0.0 held. */
const FIRST_FIXTURE = path.join(import.meta.dirname, 'fixtures/1.0.0.sql.gz')
/** How many of the old files the fixture has. */
const FIXTURE_FILES = 37
// Minutes of work: `npm run proof -- law`. `npm test` stops at the ends and at the fixture's, on the engine that such databases have.
const engines = [
  { name: 'embedded PostgreSQL 18', start: startEmbedded, available: true },
  { name: "Debian's PostgreSQL 15", start: startDebian15, available: hasDebian15 && wholeLaw },
]
const owners = [
  { owner: 'a superuser', prefix: 'llana', create: createDatabase },
  { owner: 'a role like hosted Supabase’s', prefix: 'alojada', create: withPlainOwner },
]

/** One connection as owner, for as long as `act` takes. */
async function connected<T>(engine: Engine, act: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ ...engine.address, ...engine.owner })
  // The statement that is running fails by itself.
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('set client_min_messages = warning')
    return await act(client)
  } finally {
    await client.end()
  }
}

const query =
  (client: pg.Client) =>
  async (sql: string): Promise<Record<string, unknown>[]> =>
    (await client.query(sql)).rows

const linesOf = (engine: Engine, rows = true) =>
  connected(engine, (client) => fingerprint(query(client), { rows }))

/** What two databases differ in, both ways. */
const difference = (before: string[], after: string[]) => ({
  lost: without(before, after),
  added: without(after, before),
})
/** What only the first of two lists has; both have thousands of lines. */
function without(lines: string[], others: string[]): string[] {
  const known = new Set(others)
  return lines.filter((line) => !known.has(line))
}
const NONE = { lost: [], added: [] }

/** What the start of a server does with a database, without the platform. */
const update = (engine: Engine) =>
  connected(engine, async (client) => {
    await adoptReplaced(client, PROJECT)
    await applyMigrations(client, PROJECT)
  })

async function applyOld(engine: Engine, from: number, to: number): Promise<void> {
  const files = await listMigrations(OLD)
  await connected(engine, async (client) => {
    for (const file of files.slice(from, to)) await applyMigration(client, file)
  })
}

/**
 * One connection whose whole work is taken back in the end, much faster than on a copy of the database. What `act` calls may open
 * and close transactions of its own, one at a time: they are savepoints here.
 */
async function undone(engine: Engine, act: (client: pg.Client) => Promise<void>): Promise<void> {
  const inner: Record<string, string> = {
    begin: 'savepoint one_file',
    commit: 'release savepoint one_file',
    rollback: 'rollback to savepoint one_file',
  }
  await connected(engine, async (client) => {
    const ask = client.query.bind(client) as (text: string, values?: unknown[]) => Promise<pg.QueryResult>
    await ask('begin')
    client.query = ((text: string, values?: unknown[]) =>
      ask(inner[text] ?? text, values)) as typeof client.query
    await act(client)
    await ask('rollback')
  })
}

const recordedBy = async (client: pg.Client) => {
  const { rows } = await client.query<{ version: string }>(
    'select version from supabase_migrations.schema_migrations order by version',
  )
  return rows.map(({ version }) => version)
}
const recorded = (engine: Engine) => connected(engine, recordedBy)

const versions = async (folder: string) => (await listMigrations(folder)).map(({ version }) => version)

for (const { name, start, available } of engines) {
  describe.skipIf(!available)(`the sequence of before 1.0.0 on ${name}`, () => {
    let engine: Engine
    let current: string[]
    /** The versions that take the place of the old ones: those of 1.0.0, before whatever came later. */
    let first: string[]
    beforeAll(async () => {
      engine = await start()
      // With the platform alone: the beginning of all others.
      const empty = await createDatabase(engine, 'vacia')
      const emptyProject = await temporaryFolder()
      await prepare(empty.address, empty.owner, emptyProject)
      const firstProject = await temporaryFolder()
      const [sequence] = await listReplaced(PROJECT)
      for (const { file } of sequence!.replacedBy)
        await cp(file, path.join(firstProject, 'migrations', path.basename(file)))
      first = await versions(path.join(firstProject, 'migrations'))
      for (const { owner, prefix, create } of owners) {
        const now = await create(engine, `${prefix}_nueva`)
        await prepare(now.address, now.owner, PROJECT)
        const then = await create(engine, `${prefix}_primera`)
        await prepare(then.address, then.owner, firstProject)
        if (owner === 'a superuser') current = await versions(path.join(PROJECT, 'migrations'))
      }
    })
    afterAll(() => engine?.stop())

    const named = (database: string): Engine => ({
      ...engine,
      address: { ...engine.address, database },
      stop: async () => undefined,
    })

    it.each(owners)(
      'gives the database that 1.0.0 gives, and with what came later the present one, owned by $owner',
      async (which) => {
        const before = await which.create(engine, `${which.prefix}_vieja`)
        const project = await temporaryFolder()
        await cp(OLD, path.join(project, 'migrations'), { recursive: true })
        await prepare(before.address, before.owner, project)

        const then = await linesOf(named(`${which.prefix}_primera`))
        expect(then.length).toBeGreaterThan(1500)
        expect(difference(await linesOf({ ...before, owner: engine.owner }), then)).toEqual(NONE)

        await update(before)
        expect(await recorded(before)).toEqual(current)
        const fresh = await linesOf(named(`${which.prefix}_nueva`))
        expect(difference(await linesOf({ ...before, owner: engine.owner }), fresh)).toEqual(NONE)
      },
    )

    it('is carried over with all that a filled installation held', async () => {
      const filled = await createDatabase(engine, 'llena')
      const before = await load(filled, FIXTURE)
      expect(await recorded(filled)).toEqual((await versions(OLD)).slice(0, FIXTURE_FILES))
      await prepare(filled.address, filled.owner, PROJECT, ['./seed.sql', './demo.sql'])
      await expectCarriedOver(filled, before, CHANGED)
    })

    it('1.0.0, filled, is brought to the newest with every row; a migration that is refused leaves it as it was', async () => {
      const filled = await createDatabase(engine, 'llena_de_1')
      const before = await load(filled, FIRST_FIXTURE)
      expect(await recorded(filled)).toEqual(first)

      // In the way of the second file that came later.
      const later = (await listMigrations(path.join(PROJECT, 'migrations'))).slice(first.length)
      expect(path.basename(later[1]!.file)).toBe('20261123000200_alarma.sql')
      await connected(filled, (client) => client.query('create table public.alertas (obstaculo int)'))
      const start = () => prepare(filled.address, filled.owner, PROJECT, ['./seed.sql', './demo.sql'])
      await expect(start()).rejects.toThrow(
        /^Migración 20261123000200_alarma\.sql: .*De ese archivo no quedó nada y los datos están como estaban: arranca otra vez/,
      )
      expect(await recorded(filled)).toEqual([...first, later[0]!.version])
      const between = await connected(filled, contents)
      expect(between.get('entregas')).toBeUndefined()
      expect(between.get('diario_personal')).toEqual(before.get('diario_personal'))

      await connected(filled, (client) => client.query('drop table public.alertas'))
      await start()
      await expectCarriedOver(filled, before, CHANGED_SINCE_FIRST)
    })

    /** Loads what an installation held, a row in each of its tables. */
    async function load(filled: Engine, fixture: string): Promise<Map<string, Row[]>> {
      const dump = gunzipSync(await readFile(fixture)).toString()
      await connected(filled, (client) => client.query(dump))
      const before = await connected(filled, contents)
      expect([...before].filter(([, rows]) => rows.length === 0).map(([table]) => table)).toEqual([])
      return before
    }

    /** The law of today, and every row that was there but for what changed on purpose. */
    async function expectCarriedOver(
      filled: Engine,
      before: Map<string, Row[]>,
      changed: typeof CHANGED,
    ): Promise<void> {
      expect(await recorded(filled)).toEqual(current)
      expect(difference(await linesOf(named('llana_nueva'), false), await linesOf(filled, false))).toEqual(
        NONE,
      )
      const after = await connected(filled, contents)
      const found: string[] = []
      for (const [table, rows] of before) {
        const meant = changed[table] ?? {}
        const known = Object.keys(rows[0]!).filter((column) => !meant.columns?.includes(column))
        const part = (row: Row) => JSON.stringify(known.map((column) => row[column]))
        const kept = after.get(table)!.map(part).sort()
        const more = kept.length - rows.length
        if (meant.grows ? more < 0 : more !== (meant.more ?? 0)) found.push(`${table}: ${more} more rows`)
        found.push(
          ...rows
            .map(part)
            .filter((row) => !kept.includes(row))
            .map((row) => `${table}: ${row} is gone`),
        )
      }
      expect(found).toEqual([])
    }

    it('contacts that were there twice stay as they are, and no third is taken', async () => {
      const doubled = await createDatabase(engine, 'dobles', 'llana_primera')
      const contact = `insert into contactos_emergencia (user_id, nombre, telefono, prioridad, activo) values`
      const her = "'d0000000-0000-4000-8000-00000000000d'"
      await connected(doubled, (client) =>
        client.query(`insert into auth.users (id, email) values (${her}, 'dos@amparo.test');
          ${contact} (${her}, 'Papá', '+525512345678', 2, true), (${her}, 'Mamá', '+525512345678', 1, true),
            (${her}, 'Antes', '+525512345678', 1, false), (${her}, 'Sol', '+525587654321', 1, true)`),
      )
      await update(doubled)
      const { rows } = await connected(doubled, (client) =>
        client.query('select nombre, activo, repetido from contactos_emergencia order by nombre'),
      )
      expect(rows).toEqual([
        { nombre: 'Antes', activo: false, repetido: false },
        { nombre: 'Mamá', activo: true, repetido: false },
        { nombre: 'Papá', activo: true, repetido: true },
        { nombre: 'Sol', activo: true, repetido: false },
      ])
      const third = connected(doubled, (client) =>
        client.query(`${contact} (${her}, 'Ma', '5512345678', 1, true)`),
      )
      await expect(third).rejects.toThrow('Ese número ya lo tienes guardado: es el de Mamá.')
    })

    it('a second start changes nothing', async () => {
      const filled = named('llena')
      const before = await connected(filled, contents)
      await prepare(filled.address, filled.owner, PROJECT, ['./seed.sql', './demo.sql'])
      expect(await connected(filled, contents)).toEqual(before)
      expect(await recorded(filled)).toEqual(current)
    })

    it.skipIf(name !== engines[0]!.name)(
      'is completed and carried over wherever it stopped, with the accounts that were there',
      async () => {
        const files = await listMigrations(OLD)
        const fresh = await linesOf(named('llana_nueva'))
        // An account leaves rows in many tables; where the house itself wrote, they must be the same, too.
        const seeded = new Set(fresh.flatMap((line) => /^row [^:]+/.exec(line)?.[0] ?? []))
        const stopped = await createDatabase(engine, 'parada', 'vacia')
        let stands = 0
        for (const applied of wholeLaw
          ? files.map((_, index) => index + 1)
          : [1, FIXTURE_FILES, files.length]) {
          await applyOld(stopped, stands, applied)
          stands = applied
          await undone(stopped, async (client) => {
            await client.query(ACCOUNT)
            const members = (await client.query(MEMBER)).rows
            await adoptReplaced(client, PROJECT)
            await applyMigrations(client, PROJECT)
            expect([applied, await recordedBy(client)]).toEqual([applied, current])
            expect([applied, (await client.query(MEMBER)).rows]).toEqual([applied, members])
            const lines = (await fingerprint(query(client))).filter(
              (line) => !line.startsWith('row ') || seeded.has(/^row [^:]+/.exec(line)![0]),
            )
            expect([applied, difference(fresh, lines)]).toEqual([applied, NONE])
          })
        }
      },
      300_000,
    )

    it.skipIf(name !== engines[0]!.name)(
      'stays as it is where an old file is refused, and is taken up again',
      async () => {
        const stopped = await createDatabase(engine, 'tropieza', 'vacia')
        await applyOld(stopped, 0, FIXTURE_FILES)
        const files = await listMigrations(OLD)
        // In the way of the third file to come.
        const refused = files[FIXTURE_FILES + 2]!
        expect(refused.name).toBe('caminos')
        await connected(stopped, (client) =>
          client.query('create table interno.codigos_usados (obstaculo int)'),
        )

        await expect(update(stopped)).rejects.toThrow(path.basename(refused.file))
        expect(await recorded(stopped)).toEqual((await versions(OLD)).slice(0, FIXTURE_FILES + 2))
        const lines = await linesOf(stopped)
        await expect(update(stopped)).rejects.toThrow(path.basename(refused.file))
        expect(difference(lines, await linesOf(stopped))).toEqual(NONE)

        await connected(stopped, (client) => client.query('drop table interno.codigos_usados'))
        await update(stopped)
        expect(await recorded(stopped)).toEqual(current)
        expect(difference(await linesOf(named('llana_nueva')), await linesOf(stopped))).toEqual(NONE)
      },
    )

    it('keeps its record where the new one cannot be written', async () => {
      const database = await createDatabase(engine, 'sin_registro', 'vacia')
      await applyOld(database, 0, 3)
      await connected(database, (client) =>
        client.query(`alter table supabase_migrations.schema_migrations
          add constraint ni_una_mas check (version <> '${first.at(-1)}')`),
      )
      await expect(update(database)).rejects.toThrow('ni_una_mas')
      expect(await recorded(database)).toEqual(await versions(OLD))
      await connected(database, (client) =>
        client.query('alter table supabase_migrations.schema_migrations drop constraint ni_una_mas'),
      )
      await update(database)
      expect(await recorded(database)).toEqual(current)
    })

    it.skipIf(name !== engines[0]!.name)(
      'would not pass for the same with any of these differences',
      async () => {
        const same = await createDatabase(engine, 'distinta', 'llana_nueva')
        const fresh = await linesOf(same)
        for (const change of DIFFERENCES) {
          const changed = await connected(same, async (client) => {
            await client.query('begin')
            await client.query(change)
            const lines = await fingerprint(query(client))
            await client.query('rollback')
            return lines
          })
          expect([change, difference(fresh, changed)]).not.toEqual([change, NONE])
        }
      },
      60_000,
    )
  })
}

type Row = Record<string, unknown>

/** @returns every row of every table, but for the record of migrations */
async function contents(client: pg.Client): Promise<Map<string, Row[]>> {
  const { rows: tables } = await client.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname in ('public', 'interno', 'auth', 'storage', 'realtime', 'local_server')`,
  )
  const all = new Map<string, Row[]>()
  for (const { name } of tables) {
    const { rows } = await client.query<{ row: Row }>(
      `select to_jsonb(t) as row from ${name} t order by t::text`,
    )
    all.set(
      name,
      rows.map(({ row }) => row),
    )
  }
  return all
}

/**
 * What the twenty files that came after the fixture change in rows on purpose: columns that are written anew, and rows that the
 * house adds. Everything else must be there as it was.
 */
const CHANGED: Record<string, { columns?: string[]; more?: number; grows?: boolean }> = {
  // The days of referrals; a clock that was ahead; pictures whose address ends; two further settings, and three of the alarm.
  referidos: { columns: ['creado_en'] },
  eventos_peligro: { columns: ['ocurrido_en', 'ubicacion_en'] },
  'interno.perfiles': { columns: ['foto_url'] },
  'storage.objects': { columns: ['user_metadata', 'updated_at'] },
  'interno.ajustes': { more: 5 },
  // That of therapists' photos.
  'storage.buckets': { more: 1 },
  // Pages with a date, where the numbers of a country are still those of the seed.
  numeros_emergencia: { columns: ['fuente_url'] },
  // How far a reminder got is in the queue since.
  'interno.recordatorios': { columns: ['estado', 'intentos', 'repetir_en'] },
  // Its description has a shape since: what was plain words is paragraphs.
  podcast: { columns: ['descripcion'] },
  // Its day, which was that of the year before in Mexico.
  politicas_legales: { columns: ['publicada_en'] },
}

/** The same for what came after 1.0.0. */
const CHANGED_SINCE_FIRST: typeof CHANGED = {
  // Limits and settings of what is new.
  'interno.ajustes': { grows: true },
  'interno.cupos': { grows: true, columns: ['octetos_dia', 'filas'] },
  'storage.buckets': { more: 1 },
  'interno.ritmos': { grows: true },
  // What migrations change in the directory is logged, as everybody's changes are.
  'interno.bitacora': { grows: true },
  politicas_legales: { columns: ['publicada_en'] },
  // Its description has a shape since: what was plain words is paragraphs.
  podcast: { columns: ['descripcion'] },
  numeros_emergencia: { columns: ['fuente_url'] },
  'interno.recordatorios': { columns: ['estado', 'intentos', 'repetir_en'] },
}

/** An account that is admitted wherever the files applied so far know admission. */
const ACCOUNT = `insert into auth.users (id, aud, role, email, email_confirmed_at, raw_user_meta_data) values (
  'f0000000-0000-4000-8000-000000000006', 'authenticated', 'authenticated', 'flor@amparo.test', now(),
  '{"username": "Flor", "identidad_genero": "mujer cis"}')`
const MEMBER = `select u.id, u.email, to_regclass('interno.perfiles') is not null and
    query_to_xml('select * from interno.perfiles', true, true, '')::text like '%Flor%' as named
  from auth.users u`

/** One of each kind of thing that two sequences of files could differ in. */
const DIFFERENCES = [
  `alter table interno.historias alter column estado set default 'publicada'`,
  `alter table interno.historias alter column titulo drop not null`,
  `alter table interno.historias add column otra int`,
  `alter table interno.autorias_historias alter column user_id set statistics -1`,
  `alter table interno.historias alter column contenido set storage plain`,
  `alter table interno.historias drop constraint historias_motivo_dicho`,
  `alter table public.politicas_legales validate constraint politicas_legales_limpias`,
  `alter table interno.autorias_historias alter constraint autorias_historias_id_fkey not deferrable`,
  `drop index interno.historias_estado_idx`,
  `alter table public.senales replica identity default`,
  `alter table public.senales no force row level security`,
  `alter policy "una usuaria lee su propio diario" on public.diario_personal using (true)`,
  `alter policy "una usuaria lee su propio diario" on public.diario_personal to anon`,
  `alter policy "una usuaria lee su propio diario" on public.diario_personal rename to "otra"`,
  `alter table public.diario_personal disable trigger recortar`,
  `drop trigger anotar_bitacora on storage.objects`,
  `alter function interno.es_admin() security invoker`,
  `alter function interno.es_admin() volatile`,
  `alter function interno.es_admin() reset search_path`,
  `grant execute on function interno.establecer_admin to authenticated`,
  `revoke execute on function public.es_admin from authenticated`,
  `grant select (contenido) on public.diario_personal to anon`,
  `grant usage on schema interno to anon`,
  `alter default privileges in schema public grant select on tables to anon`,
  `alter view public.profiles set (security_invoker = false)`,
  `comment on function interno.es_admin is 'Otra.'`,
  `comment on column interno.perfiles.se_muestra is 'Otra.'`,
  `alter publication supabase_realtime add table public.diario_personal`,
  `create type interno.otro as enum ('a')`,
  `alter role anon set statement_timeout = '9s'`,
  `delete from interno.cupos where tabla = 'public.bloqueos'`,
  `update interno.ajustes set valor = 'libre' where clave = 'factor_de_administracion'`,
]
