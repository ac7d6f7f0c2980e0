import type { RealtimePostgresChangesPayload, SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ANA, BEA, Inbox, type Member, startWorld, subscribed, type World } from '../../testing/realtime.ts'

let world: World
let ana: Member
let bea: Member
beforeAll(async () => {
  world = await startWorld()
  await world.server.query(SCHEMA)
  ana = await world.member(ANA)
  bea = await world.member(BEA)
})
afterAll(() => world?.close())

/** Beside Amparo's own schema, tables that show each rule by itself. */
const SCHEMA = `
  create table notas (
    id bigint generated always as identity primary key,
    duena uuid not null, texto text, secreto text, publica boolean not null default false, datos jsonb, largo text
  );
  alter table notas enable row level security;
  grant select (id, duena, texto, publica, datos, largo), insert, update, delete on notas to authenticated;
  grant all on notas to service_role;
  create policy "la suya o una publica" on notas for select to authenticated using (duena = (select auth.uid()) or publica);
  alter table notas replica identity full;

  create table "De varias 'reglas'" (id uuid primary key default gen_random_uuid(), duena uuid, cosas text[], datos jsonb, oculta boolean not null default false);
  alter table "De varias 'reglas'" enable row level security;
  grant select on "De varias 'reglas'" to authenticated, anon, service_role;
  create policy suya on "De varias 'reglas'" for select to authenticated using (
    exists (select from pg_class c where c.relname = 'notas' and "De varias 'reglas'".duena = auth.uid()));
  create policy "por su etiqueta %" on "De varias 'reglas'" to authenticated using ('para todas' = any (cosas) or datos @> '{"todas": true}');
  create policy "de nadie, sin política de leer" on "De varias 'reglas'" for insert to authenticated with check (true);
  create policy "lo oculto no" on "De varias 'reglas'" as restrictive for select to authenticated using (not oculta);
  alter table "De varias 'reglas'" replica identity full;
  -- As it is by default: of a deleted row the key alone is known.
  create table cortas (id int primary key, duena uuid);
  alter table cortas enable row level security;
  grant select on cortas to authenticated;
  create policy suya on cortas for select to authenticated using (duena = (select auth.uid()));
  -- What is not known of a row must not be taken for null.
  create table de_alguien (id int primary key, duena uuid);
  alter table de_alguien enable row level security;
  grant select on de_alguien to authenticated;
  create policy "suya o de nadie" on de_alguien for select to authenticated using (duena is null or duena = (select auth.uid()));
  create table de_fila (like de_alguien including all);
  alter table de_fila enable row level security;
  grant select on de_fila to authenticated;
  create function libre(fila de_fila) returns boolean language sql stable as 'select fila.duena is null';
  create policy "por la fila entera" on de_fila for select to authenticated using (libre(de_fila.*));
  create table de_clave (like de_alguien including all);
  alter table de_clave enable row level security;
  grant select on de_clave to authenticated;
  create policy "por su clave" on de_clave for select to authenticated using (id > 0);

  create table "Rara % 'tabla'" ("a'b" int, "c %s" text, "Ñ" numeric(6,2), primary key ("c %s", "a'b"));
  alter table "Rara % 'tabla'" enable row level security;
  grant select on "Rara % 'tabla'" to authenticated;
  create policy todas on "Rara % 'tabla'" for select to authenticated using (true);
  alter table "Rara % 'tabla'" replica identity full;

  create table sin_clave (x int);
  grant select on sin_clave to anon, authenticated;
  create table medidas (id int primary key, n numeric, cuando timestamptz, palabra text, b boolean, cosas text[]);
  grant select on medidas to anon, authenticated;
  create table ajena (id int primary key);
  -- Of a schema that the serving role does not know itself.
  create schema aparte;
  grant usage on schema aparte to authenticated;
  create table aparte.cosas (id numeric(6,2) primary key);
  grant select on aparte.cosas to authenticated;
  create table aparte.ajenas (id int primary key);
  alter publication supabase_realtime add table notas, "Rara % 'tabla'", sin_clave, medidas, "De varias 'reglas'", cortas, aparte.cosas, aparte.ajenas, de_alguien, de_fila, de_clave;
`

type Row = Record<string, unknown>
type Change = RealtimePostgresChangesPayload<Row>
type Wanted = {
  event: '*' | 'INSERT' | 'UPDATE' | 'DELETE'
  schema: string
  table?: string
  filter?: string
  select?: string[]
}

/** Listens to changes until the channel hears them. */
async function listen(client: SupabaseClient, ...wanted: Wanted[]): Promise<Inbox<Change>> {
  const inbox = new Inbox<Change>()
  const channel = client.channel(crypto.randomUUID())
  for (const one of wanted) channel.on('postgres_changes', one as { event: '*'; schema: string }, inbox.put)
  await subscribed(channel)
  return inbox
}
const notas: Wanted = { event: '*', schema: 'public', table: 'notas' }

/** Adds a public note, which everybody hears after everything that came before it. */
async function sentinel(...inboxes: Inbox<Change>[]): Promise<void> {
  const texto = crypto.randomUUID()
  await world.sql(`insert into notas (duena, texto, publica) values ($1, $2, true)`, [CARLA, texto])
  for (const inbox of inboxes) await inbox.find((change) => (change.new as Row).texto === texto)
}
const CARLA = 'c0000000-0000-4000-8000-000000000003'
const without = (inbox: Inbox<Change>) => inbox.all.filter(({ new: row }) => (row as Row).duena !== CARLA)

describe('a message in a circle', () => {
  it('arrives at another member as the data API gives it', async () => {
    const [sala] = await world.sql<{ id: string }>('select id from salas_comunidad limit 1')
    const filter = `sala_id=eq.${sala!.id}`
    const inbox = await listen(bea.client, {
      event: 'INSERT',
      schema: 'public',
      table: 'mensajes_sala',
      filter,
    })
    const { data, error } = await ana.client
      .from('mensajes_sala')
      .insert({ sala_id: sala!.id, user_id: ANA, contenido: '¡Hola, Bea! «áéñ» 🌱', tipo: 'texto' })
      .select()
      .single()
    expect(error).toBeNull()
    const change = await inbox.find()
    expect(change.new).toEqual(data)
    expect(change).toMatchObject({
      schema: 'public',
      table: 'mensajes_sala',
      eventType: 'INSERT',
      old: {},
      errors: null,
    })
    expect(Date.parse(change.commit_timestamp)).toBeGreaterThan(Date.now() - 60_000)
  })

  it('arrives at neither a visitor nor an account that was not admitted', async () => {
    const [sala] = await world.sql<{ id: string }>('select id from salas_comunidad limit 1')
    const nobody = crypto.randomUUID()
    await world.sql(`insert into auth.users (id, email) values ($1, 'nadie@amparo.test')`, [nobody])
    const wanted: Wanted = { event: '*', schema: 'public' }
    const inboxes = await Promise.all(
      [world.visitor(), (await world.member(nobody)).client].map((client) => listen(client, wanted)),
    )
    const [heard] = [await listen(bea.client, wanted)]
    await world.sql(
      `insert into mensajes_sala (sala_id, user_id, contenido) values ($1, $2, 'solo nosotras')`,
      [sala!.id, ANA],
    )
    await world.sql(`insert into medidas (id, palabra) values (900, 'para todas')`)
    await heard!.find(({ table }) => table === 'mensajes_sala')
    for (const inbox of inboxes) {
      await inbox.find(({ table }) => table === 'medidas')
      expect(inbox.all.map(({ table }) => table)).toEqual(['medidas'])
    }
  })
})

describe('row level security', () => {
  it('gives a thousand rows to their owner and none to another member in the same circle', async () => {
    const [hers, others] = [await listen(ana.client, notas), await listen(bea.client, notas)]
    await world.sql(
      `insert into notas (duena, texto) select $1, 'diario ' || n from generate_series(1, 1000) n`,
      [ANA],
    )
    await world.sql(`update notas set texto = texto || '!' where duena = $1 and id % 10 = 0`, [ANA])
    await sentinel(hers, others)
    expect(without(hers).map(({ eventType }) => eventType)).toEqual([
      ...Array(1000).fill('INSERT'),
      ...Array(100).fill('UPDATE'),
    ])
    expect(without(others)).toEqual([])
  })

  it('is asked at the moment of sending: what was public for an instant, or only before, is not sent', async () => {
    const inbox = await listen(bea.client, notas)
    await world.sql(`
      begin;
      insert into notas (duena, texto, publica) values ('${ANA}', 'se arrepintió', true);
      update notas set publica = false where texto = 'se arrepintió';
      commit`)
    await world.sql(`
      begin;
      insert into notas (duena, texto) values ('${ANA}', 'con su dirección');
      update notas set texto = 'sin su dirección', publica = true where texto = 'con su dirección';
      commit`)
    await sentinel(inbox)
    const heard = without(inbox)
    expect(heard.map(({ new: row }) => (row as Row).texto)).toEqual(['sin su dirección', 'sin su dirección'])
    expect(JSON.stringify(heard)).not.toContain('con su dirección')
  })

  it('tells roles apart on one connection: the service reads all, a member hers', async () => {
    const serviceKey = world.server.config.secrets.serviceRoleKey
    const service = world.visitor()
    await service.realtime.setAuth(serviceKey)
    const [all, hers, others] = [
      await listen(service, notas),
      await listen(ana.client, notas),
      await listen(bea.client, notas),
    ]
    for (let i = 0; i < 20; i++)
      await world.sql(`insert into notas (duena, texto) values ($1, $2)`, [i % 2 ? ANA : BEA, `t${i}`])
    await sentinel(all, hers, others)
    expect(without(all)).toHaveLength(20)
    expect(without(hers).map(({ new: row }) => (row as Row).duena)).toEqual(Array(10).fill(ANA))
    expect(without(others).map(({ new: row }) => (row as Row).duena)).toEqual(Array(10).fill(BEA))
    expect((without(all)[0]!.new as Row).secreto).toBeNull()
    expect(Object.keys(without(hers)[0]!.new)).not.toContain('secreto')
  })

  it('leaves out one reader whose policy fails, and nobody else', async () => {
    const broken = await world.tokens.sign({ role: 'authenticated', sub: 'not-a-uuid' }, 60)
    const stranger = world.visitor()
    await stranger.realtime.setAuth(broken)
    const [hers, nothing] = [await listen(ana.client, notas), await listen(stranger, notas)]
    await world.sql(`insert into notas (duena, texto) values ($1, 'llega')`, [ANA])
    await sentinel(hers)
    expect(without(hers).map(({ new: row }) => (row as Row).texto)).toEqual(['llega'])
    expect(nothing.all).toEqual([])
  })
})

describe('columns', () => {
  it('are sent only where she may read them, and a filter on another one tells nothing', async () => {
    const [inbox, prying] = [
      await listen(ana.client, notas),
      await listen(ana.client, { ...notas, filter: 'secreto=eq.llave' }),
    ]
    await world.sql(`insert into notas (duena, texto, secreto) values ($1, 'con secreto', 'llave')`, [ANA])
    await sentinel(inbox)
    expect(JSON.stringify(inbox.all)).not.toContain('llave')
    expect(prying.all).toEqual([])
  })

  it('can be chosen; the key comes along', async () => {
    const inbox = await listen(ana.client, { ...notas, event: 'INSERT', select: ['texto'] })
    await world.sql(`insert into notas (duena, texto) values ($1, 'solo esto')`, [ANA])
    expect(Object.keys((await inbox.find()).new)).toEqual(['id', 'texto'])
  })

  it('come whole when a large one did not change', async () => {
    const largo = Array.from({ length: 2000 }, () => crypto.randomUUID()).join('')
    const [row] = await world.sql<{ id: string }>(
      `insert into notas (duena, largo) values ($1, $2) returning id`,
      [ANA, largo],
    )
    const inbox = await listen(ana.client, { ...notas, event: 'UPDATE' })
    await world.sql(`update notas set texto = 'otro' where id = $1`, [row!.id])
    expect((await inbox.find()).new).toMatchObject({ texto: 'otro', largo })
  })
})

describe('a schema of its own', () => {
  it('is told to who may select from its tables, and breaks nothing for the others', async () => {
    const inbox = await listen(ana.client, notas, { event: '*', schema: 'aparte' })
    await world.sql('insert into aparte.ajenas values (1)')
    await world.sql('insert into aparte.cosas values (1.5)')
    await sentinel(inbox)
    expect(without(inbox).map(({ table, new: row }) => [table, row])).toEqual([['cosas', { id: 1.5 }]])
  })
})

describe('updates and deletes', () => {
  it('carry the new row with the old key, and of a deleted row the key alone', async () => {
    const inbox = await listen(ana.client, notas)
    const [row] = await world.sql<{ id: string }>(
      `insert into notas (duena, texto, datos) values ($1, 'uno', '{"a":[1,{"b":null}]}') returning id`,
      [ANA],
    )
    const id = Number(row!.id)
    await world.sql(`update notas set texto = 'dos' where id = $1`, [id])
    const update = await inbox.find(({ eventType }) => eventType === 'UPDATE')
    expect(update.new).toMatchObject({ id, texto: 'dos', datos: { a: [1, { b: null }] } })
    expect(update.old).toEqual({ id })
    await world.sql('delete from notas where id = $1', [id])
    const gone = await inbox.find(({ eventType }) => eventType === 'DELETE')
    expect(gone).toMatchObject({ new: {}, old: { id } })
    expect(gone.old).toEqual({ id })
  })

  it('say nothing of a deletion to a role that may not read the table', async () => {
    const [row] = await world.sql<{ id: string }>(`insert into notas (duena) values ($1) returning id`, [ANA])
    const [visitor, member] = [
      await listen(world.visitor(), { event: '*', schema: 'public' }),
      await listen(ana.client, notas),
    ]
    await world.sql('delete from notas where id = $1', [row!.id])
    await world.sql(`insert into medidas (id) values (901)`)
    await member.find(({ eventType }) => eventType === 'DELETE')
    await visitor.find(({ table }) => table === 'medidas')
    expect(visitor.all.filter(({ table }) => table === 'notas')).toEqual([])
  })

  it('say nothing of a deletion to whom could not have read the row', async () => {
    const [hers, others] = [await listen(ana.client, notas), await listen(bea.client, notas)]
    const [row] = await world.sql<{ id: string }>(`insert into notas (duena) values ($1) returning id`, [ANA])
    await world.sql('delete from notas where id = $1', [row!.id])
    await hers.find(({ eventType }) => eventType === 'DELETE')
    await sentinel(others)
    expect(without(others)).toEqual([])
  })

  it('put a deleted row to the policies as PostgreSQL would: any that permits, each that restricts', async () => {
    const table = "De varias 'reglas'"
    const installation = world.visitor()
    await installation.realtime.setAuth(world.server.config.secrets.serviceRoleKey)
    const [hers, others, visitor, service] = [
      await listen(ana.client, notas, { event: '*', schema: 'public', table }),
      await listen(bea.client, notas, { event: '*', schema: 'public', table }),
      await listen(world.visitor(), { event: '*', schema: 'public' }),
      await listen(installation, notas, { event: '*', schema: 'public', table }),
    ]
    const values: [owner: string, things: string, data: string, hidden: boolean][] = [
      [ANA, '{}', '{}', false],
      [ANA, '{}', '{}', true],
      [CARLA, '{"para todas",b}', '{}', false],
      [CARLA, '{}', '{"todas": true, "x": "its"}', false],
      [CARLA, '{"para todas"}', '{}', true],
      [CARLA, '{}', '{}', false],
    ]
    const ids: string[] = []
    for (const [index, [owner, things, data, hidden]] of values.entries()) {
      const id = `00000000-0000-4000-8000-00000000000${index}`
      await world.sql(`insert into "${table}" values ($1, $2, $3, $4, $5)`, [id, owner, things, data, hidden])
      await world.sql(`delete from "${table}" where id = $1`, [id])
      ids.push(id)
    }
    await sentinel(hers, others, service)
    await world.sql(`insert into medidas (id) values (902)`)
    await visitor.find(({ table: heard }) => heard === 'medidas')
    const deleted = (inbox: Inbox<Change>) =>
      inbox.all
        .filter(({ eventType }) => eventType === 'DELETE')
        .map(({ old }) => ids.indexOf((old as Row).id as string))
    expect(deleted(hers)).toEqual([0, 2, 3])
    expect(deleted(others)).toEqual([2, 3])
    expect(deleted(visitor)).toEqual([])
    expect(deleted(service)).toEqual([0, 1, 2, 3, 4, 5])
  })

  it('say nothing where the key is all that is known and the policies ask more', async () => {
    const inbox = await listen(ana.client, notas, { event: '*', schema: 'public', table: 'cortas' })
    await world.sql('insert into cortas values (1, $1)', [ANA])
    await world.sql('delete from cortas')
    await sentinel(inbox)
    // Whether she still hears of the insert depends on whether the row is there when she is asked about.
    expect(without(inbox).filter(({ eventType }) => eventType === 'DELETE')).toEqual([])
  })

  it('take nothing that is not known of the row for null', async () => {
    const tables = ['de_alguien', 'de_fila', 'de_clave']
    const wanted = tables.map((table): Wanted => ({ event: 'DELETE', schema: 'public', table }))
    const inbox = await listen(ana.client, notas, ...wanted)
    for (const table of tables) {
      await world.sql(`insert into ${table} values (1, $1)`, [BEA])
      await world.sql(`delete from ${table}`)
    }
    await sentinel(inbox)
    expect(without(inbox).map(({ table }) => table)).toEqual(['de_clave'])
  })

  it('work with any names, several key columns, and the whole row as replica identity', async () => {
    const table = "Rara % 'tabla'"
    const inbox = await listen(ana.client, { event: '*', schema: 'public', table })
    await world.sql(`insert into "Rara % 'tabla'" values (1, 'x''y %', 2.50)`)
    await inbox.find()
    await world.sql(`update "Rara % 'tabla'" set "Ñ" = 3`)
    await inbox.find(({ eventType }) => eventType === 'UPDATE')
    await world.sql(`delete from "Rara % 'tabla'"`)
    const gone = await inbox.find(({ eventType }) => eventType === 'DELETE')
    expect(inbox.all[0]!.new).toEqual({ "a'b": 1, 'c %s': "x'y %", Ñ: 2.5 })
    expect(inbox.all[1]!.old).toEqual({ "a'b": 1, 'c %s': "x'y %" })
    expect(gone.old).toEqual({ "a'b": 1, 'c %s': "x'y %" })
  })
})

describe('filters', () => {
  const rows = `(1, 1, '2026-01-01', 'uno', true, '{a,b}'), (2, 2.0, '2026-02-01', 'dos, y', false, null),
    (3, 10, '2026-03-01', 'tres"', null, '{}'), (4, null, null, null, true, null)`
  const cases: [string, number[]][] = [
    ['n=eq.2', [2]],
    ['n=neq.2', [1, 3]],
    ['n=lt.10', [1, 2]],
    ['n=lte.10', [1, 2, 3]],
    ['n=gt.2', [3]],
    ['n=gte.2', [2, 3]],
    ['n=in.(1,10)', [1, 3]],
    ['n=not.in.(1,10)', [2]],
    ['cuando=gte.2026-02-01T00:00:00Z', [2, 3]],
    ['palabra=eq."dos, y"', [2]],
    ['palabra=in.("dos, y","tres\\"")', [2, 3]],
    ['palabra=in.( "dos, y" , uno )', [1, 2]],
    ['palabra=like.%o', [1]],
    ['palabra=ilike.D%', [2]],
    ['b=is.true', [1, 4]],
    ['b=is.null', [3]],
    ['b=not.is.null', [1, 2, 4]],
    ['b=eq.true', [1, 4]],
    ['n=isdistinct.2', [1, 3, 4]],
    ['n=gt.0,b=eq.true', [1]],
    ['palabra=eq.uno', [1]],
    ['palabra=not.eq.uno', [2, 3]],
    ['id=in.(1,4)', [1, 4]],
    [`palabra=eq.'; drop table medidas --`, []],
  ]
  it('let through what they name, and nothing else', async () => {
    const wanted = { event: 'INSERT' as const, schema: 'public', table: 'medidas' }
    const inboxes = await Promise.all(cases.map(([filter]) => listen(ana.client, { ...wanted, filter })))
    const all = await listen(ana.client, wanted)
    await world.sql(`insert into medidas values ${rows}, (99, 99, now(), 'fin', null, null)`)
    await all.find(({ new: row }) => (row as Row).id === 99)
    await Promise.all(
      cases.map(async ([filter, expected], index) => {
        const heard = inboxes[index]!.all.map(({ new: row }) => (row as Row).id).filter((id) => id !== 99)
        expect(heard, filter).toEqual(expected)
      }),
    )
  })

  it.each([
    ['a table that is not published', { table: 'ajena' }],
    ['a table that is not there', { table: 'no_hay' }],
    ['a column that is not there', { table: 'medidas', filter: 'no=eq.1' }],
    ['a value of another type', { table: 'medidas', filter: 'id=eq.uno' }],
    ['an operator that is not supported', { table: 'medidas', filter: 'palabra=match.^a' }],
    ['no filter at all', { table: 'medidas', filter: 'palabra' }],
  ])('say why they cannot be: %s', async (_, wanted) => {
    const system = new Inbox<{ status: string; message: string }>()
    const channel = ana.client
      .channel(crypto.randomUUID())
      .on('postgres_changes', { event: '*', schema: 'public', ...wanted }, () => {})
      .on('system', {}, system.put)
    await subscribed(channel)
    const { status, message } = await system.find()
    expect(status).toBe('error')
    expect(message).toContain('Unable to subscribe to changes with given parameters')
  })

  it('of several bindings in one channel each hears its own', async () => {
    const [inserts, updates, everything] = [new Inbox<Change>(), new Inbox<Change>(), new Inbox<Change>()]
    const wanted = { schema: 'public', table: 'medidas', filter: 'id=eq.50' }
    await subscribed(
      ana.client
        .channel('several')
        .on('postgres_changes', { event: 'INSERT', ...wanted }, inserts.put)
        .on('postgres_changes', { event: 'UPDATE', ...wanted }, updates.put)
        .on('postgres_changes', { event: '*', ...wanted }, everything.put),
    )
    await world.sql(`insert into medidas (id) values (50), (51)`)
    await inserts.find()
    await world.sql(`update medidas set palabra = 'x' where id in (50, 51)`)
    await updates.find()
    await world.sql(`delete from medidas where id in (50, 51)`)
    await everything.find(({ eventType }) => eventType === 'DELETE')
    expect([inserts.all.length, updates.all.length, everything.all.length]).toEqual([1, 1, 3])
  })
})

describe('the replication slot', () => {
  it('is temporary, one for a process, and keeps up with what is written', async () => {
    const slots = await world.sql<{ temporary: boolean; behind: string }>(
      'select temporary, pg_wal_lsn_diff(pg_current_wal_lsn(), confirmed_flush_lsn) as behind from pg_replication_slots',
    )
    expect(slots).toHaveLength(1)
    expect(slots[0]!.temporary).toBe(true)
    expect(Number(slots[0]!.behind)).toBeLessThan(32 * 1024 * 1024)
  })
})
