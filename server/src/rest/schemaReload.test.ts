import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Harness, startHarness } from '../../testing/rest.ts'
import { ask } from '../../testing/scenario.ts'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness({ maxRows: 3 })
})
afterAll(() => harness?.close())

let ahead = 0

/** Past the interval in which the schema is not read a second time. */
async function later<T>(work: () => Promise<T>): Promise<T> {
  ahead += 60_000
  const now = performance.now.bind(performance)
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + ahead)
  try {
    return await work()
  } finally {
    clock.mockRestore()
  }
}

describe('the schema', () => {
  it("is read again on notify pgrst, 'reload schema', before anybody names what is new", async () => {
    const counted = async () =>
      (await ask(harness, { request: 'GET a_tiempo?select=*,libros(titulo)' })).json()
    await harness.owner.query(`
      create table public.a_tiempo (id int primary key, libro_id int);
      insert into public.a_tiempo values (1, 1);
      grant select on public.a_tiempo to authenticated`)
    expect((await later(counted)).code).toBe('PGRST200')
    // Both names are known by now: only the notice tells that they belong together.
    await harness.owner.query(`
      alter table public.a_tiempo add foreign key (libro_id) references public.libros;
      notify pgrst, 'reload schema'`)
    await vi.waitFor(
      async () => {
        expect(await counted()).toEqual([{ id: 1, libro_id: 1, libros: { titulo: 'Aura' } }])
      },
      { timeout: 30_000 },
    )
  })

  it('is read once notices are heard: one that came before that was not', async () => {
    const heard: (string | undefined)[] = []
    const { log } = harness.app
    const { stop } = harness.db.listen({ channel: 'temprano', onNotice: (word) => heard.push(word), log })
    try {
      await vi.waitFor(() => expect(heard).toEqual([undefined]), { timeout: 30_000 })
      await harness.owner.query(`notify temprano, 'ya'`)
      await vi.waitFor(() => expect(heard).toEqual([undefined, 'ya']), { timeout: 30_000 })
    } finally {
      await stop()
    }
  })

  it('is heard of again after the listening connection broke', async () => {
    const listeners = `select pid from pg_stat_activity where application_name = 'listener'`
    const [before] = (await harness.owner.query(listeners)).rows
    await harness.owner.query('select pg_terminate_backend($1)', [before.pid])
    await vi.waitFor(
      async () => {
        const [after] = (await harness.owner.query(listeners)).rows
        expect(after?.pid).toBeGreaterThan(0)
        expect(after.pid).not.toBe(before.pid)
      },
      { timeout: 30_000 },
    )
  })

  it('is read again when a request names something new', async () => {
    await ask(harness, { request: 'GET libros' })
    await harness.owner.query(`
      create table public.nueva (id int primary key, libro_id int references public.libros);
      grant select, insert on public.nueva to authenticated;
      create function public.nueva_funcion() returns int language sql as 'select 7'`)
    const table = await later(() => ask(harness, { request: 'POST nueva', body: { id: 1, libro_id: 1 } }))
    expect(table.statusCode).toBe(201)
    const embed = await ask(harness, { request: 'GET nueva?select=libros(titulo)' })
    expect(embed.json()).toEqual([{ libros: { titulo: 'Aura' } }])
    expect((await ask(harness, { request: 'POST rpc/nueva_funcion', body: {} })).json()).toBe(7)
  })

  it('is read again when a column is new, and when one is gone', async () => {
    await harness.owner.query(
      'create table public.cambia (id int, vieja text); grant all on public.cambia to authenticated',
    )
    const first = await later(() => ask(harness, { request: 'GET cambia?select=vieja' }))
    expect(first.statusCode).toBe(200)
    await harness.owner.query('alter table public.cambia rename vieja to nueva')
    const gone = await later(() => ask(harness, { request: 'GET cambia?select=vieja' }))
    expect([gone.statusCode, gone.json().code]).toEqual([400, '42703'])
    expect((await ask(harness, { request: 'POST cambia', body: { id: 1, nueva: 'x' } })).statusCode).toBe(201)
    expect((await ask(harness, { request: 'GET cambia' })).json()).toEqual([{ id: 1, nueva: 'x' }])
  })

  it('is not read again for every request that asks for nonsense', async () => {
    const asUser = vi.spyOn(harness.db, 'asUser')
    try {
      await later(async () => {
        for (let i = 0; i < 20; i++) await ask(harness, { request: `GET nada${i}` })
      })
      expect(asUser.mock.calls.length).toBe(1)
    } finally {
      asUser.mockRestore()
    }
  })
})

describe('most rows of one answer', () => {
  it('are those of the setting, whatever is asked', async () => {
    for (const request of ['GET libros?select=id', 'GET libros?select=id&limit=100']) {
      const response = await ask(harness, { request, headers: { prefer: 'count=exact' } })
      expect([response.statusCode, response.json().length, response.headers['content-range']]).toEqual([
        206,
        3,
        '0-2/4',
      ])
    }
  })

  it('hold for embedded rows and for functions', async () => {
    await harness.owner.query(`insert into public.libros select i, 'libro ' || i from generate_series(500, 509) i;
      insert into public.autoras values (77, 'prolífica');
      insert into public.autorias select i, 77 from generate_series(500, 509) i`)
    const embedded = await ask(harness, { request: 'GET autoras?select=libros(id)&id=eq.77' })
    expect(embedded.json()[0].libros).toHaveLength(3)
    const called = await ask(harness, { request: 'POST rpc/tabla', body: { n: 10 } })
    expect(called.json()).toHaveLength(3)
  })

  it('turn an estimate of many into the plan’s figure, for the service key alone', async () => {
    await harness.owner.query('analyze public.libros')
    const headers = { prefer: 'count=estimated' }
    const request = 'GET libros?select=id&limit=1'
    const trusted = await ask(harness, { request, headers, who: 'service' })
    expect(trusted.headers['content-range']).toBe('0-0/14')
    // One row behind the limit the counting stops.
    const member = await ask(harness, { request, headers })
    expect(member.headers['content-range']).toBe('0-0/4')
    const further = await ask(harness, { request: 'GET libros?select=id&offset=10&limit=3', headers })
    expect([further.statusCode, further.headers['content-range']]).toEqual([206, '10-12/13'])
    const behind = await ask(harness, { request: 'GET libros?select=id&offset=100', headers })
    expect([behind.statusCode, behind.headers['content-range']]).toEqual([200, '*/*'])
  })
})

describe('aggregates', () => {
  it('are allowed where the database says so, as on Supabase', async () => {
    await harness.owner.query(`alter role authenticator set pgrst.db_aggregates_enabled = 'true'`)
    await later(() => ask(harness, { request: 'GET nada' }))
    const response = await ask(harness, {
      request: 'GET libros?select=paginas.max(),count(),iniciales&id=lt.3&order=id',
    })
    expect(response.statusCode).toBe(400)
    const grouped = await ask(harness, {
      request: 'GET autorias?select=autora_id,count(),m:libro_id.max()::text&autora_id=eq.1',
    })
    expect(grouped.json()).toEqual([{ autora_id: 1, count: 2, m: '3' }])
  })
})

describe('changes of a whole table', () => {
  it('are taken where the database says so', async () => {
    const emptied = () => ask(harness, { request: 'DELETE a_tiempo', who: 'service' })
    await harness.owner.query(
      'create table if not exists public.a_tiempo (id int); grant all on public.a_tiempo to service_role',
    )
    await later(() => ask(harness, { request: 'GET nada' }))
    expect((await emptied()).json()).toMatchObject({
      code: '21000',
      message: 'DELETE requires a WHERE clause',
    })
    await harness.owner.query(`alter role authenticator set safeupdate.enabled = '0'`)
    await later(() => ask(harness, { request: 'GET nada' }))
    expect((await emptied()).statusCode).toBe(204)
    await harness.owner.query('alter role authenticator reset safeupdate.enabled')
  })
})
