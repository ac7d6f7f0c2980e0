import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { ANA, type Harness, startHarness } from '../../testing/rest.ts'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
  // What is looked up passes a policy, which counts: a sequence keeps its count whatever becomes of the transaction.
  await harness.owner.query(`
    create sequence counted_calls;
    create function counts() returns boolean language plpgsql volatile security definer as
      $$ begin perform nextval('public.counted_calls'); return true; end $$;
    create table shelves (id int primary key, name text not null);
    create table books (id int primary key, shelf_id int not null references shelves, title text not null, secret text);
    create table pages (id int primary key, book_id int not null references books, text text not null);
    insert into shelves select n, 'shelf ' || n from generate_series(1, 50) n;
    insert into books select n, n % 50 + 1, 'title ' || n, 'secret' from generate_series(1, 200) n;
    insert into pages select n, n % 200 + 1, 'page ' || n from generate_series(1, 400) n;
    grant select on shelves, pages to authenticated;
    grant select (id, shelf_id, title) on books to authenticated;
    alter table shelves enable row level security;
    create policy counted on shelves for select to authenticated using (counts());
    alter table pages enable row level security;
    create policy counted on pages for select to authenticated using (counts());
    create function twenty() returns int language sql stable as $$ select 20 $$;
  `)
})
afterAll(() => harness?.close())

async function ask(url: string, method: 'GET' | 'POST' = 'GET') {
  const authorization = `Bearer ${await harness.tokenOf(ANA)}`
  const payload = method === 'POST' ? {} : undefined
  return harness.app.inject({ method, url: `/rest/v1/${url}`, headers: { authorization }, payload })
}

async function counted(url: string) {
  await harness.owner.query('alter sequence counted_calls restart')
  const response = await ask(url)
  expect(response.statusCode, response.body).toBe(200)
  const { rows } = await harness.owner.query(
    'select case when is_called then last_value else 0 end as n from counted_calls',
  )
  return { rows: response.json(), calls: Number(rows[0].n) }
}

describe('what is joined with rows', () => {
  it('is looked up only for those that are shown, where it has no say in them', async () => {
    const { rows, calls } = await counted(
      'books?select=title,shelves(name)&order=title.desc&limit=5&offset=1',
    )
    expect(rows).toEqual(
      [98, 97, 96, 95, 94].map((n) => ({ title: `title ${n}`, shelves: { name: `shelf ${(n % 50) + 1}` } })),
    )
    expect(calls).toBeLessThanOrEqual(5)
  })

  it('so too among what is joined itself', async () => {
    const { rows, calls } = await counted(
      'books?select=id,pages(text)&order=title.desc&limit=3&pages.order=text.desc&pages.limit=1',
    )
    expect(rows).toEqual([
      { id: 99, pages: [{ text: 'page 98' }] },
      { id: 98, pages: [{ text: 'page 97' }] },
      { id: 97, pages: [{ text: 'page 96' }] },
    ])
    // Without an index each of the three reads all pages; two hundred would.
    expect(calls).toBeLessThanOrEqual(3 * 400)
  })

  it('is looked up first where it decides which rows there are, or in which order', async () => {
    const inner = await counted('books?select=id,shelves!inner(id)&shelves.id=eq.7&order=id.desc&limit=2')
    expect(inner.rows).toEqual([156, 106].map((id) => ({ id, shelves: { id: 7 } })))
    const asked = await counted('books?select=id,pages()&pages.id=eq.400&pages=not.is.null&limit=2')
    expect(asked.rows).toEqual([{ id: 1 }])
    const ordered = await counted('books?select=id,shelves(id)&order=shelves(id).desc,id.asc&limit=2')
    expect(ordered.rows).toEqual([49, 99].map((id) => ({ id, shelves: { id: 50 } })))
  })

  it('asks for no column that she may not read', async () => {
    expect((await ask('books?select=secret,shelves(name)&limit=1')).statusCode).toBe(403)
    expect((await ask('books?select=*,shelves(name)&limit=1')).statusCode).toBe(403)
  })

  it('keeps the order of the rows, and their number', async () => {
    const { rows } = await counted('books?select=id,...shelves(name)&order=shelf_id.desc,id.asc&limit=6')
    expect(rows.map(({ id }: { id: number }) => id)).toEqual([49, 99, 149, 199, 48, 98])
  })
})

it('a function takes one statement beside who asks, and what it says of its answer comes with it', async () => {
  const asUser = vi.spyOn(harness.db, 'asUser')
  const response = await ask('rpc/twenty', 'POST')
  expect([response.statusCode, response.body]).toEqual([200, '20'])
  const [identity, ...statements] = asUser.mock.calls[0]!
  expect([identity.isReadOnly, statements.length]).toEqual([true, 1])
  asUser.mockRestore()
})
