import type { Scenario } from './scenario.ts'

/*
 * What PostgREST's reference (version 13) says, read for cases of our own over the world of `model.sql`: each sentence in our words, with its
 * page and section, and requests that show it. What is asked of rows is compared with SQL that a person would write for it.
 */

/** A request and what it gives: SQL of the same meaning, or status, body and headers. */
export interface Case extends Omit<Partial<Scenario>, 'name' | 'request'> {
  request: string
  /** A query whose rows, as JSON, the answer must be. */
  sql?: string
  /** The whole body, where it is not JSON. */
  text?: string
}

export interface Sentence {
  page: string
  section: string
  says: string
  /** Where ours is not the same: what it refuses it by, or why it is different. */
  refused?: string
  different?: string
  cases: Case[]
}

const sentences: Sentence[] = []
let page = ''
let section = ''

function at(nextPage: string, nextSection: string): void {
  page = nextPage
  section = nextSection
}

function says(text: string, cases: Case[], ours: Pick<Sentence, 'refused' | 'different'> = {}): void {
  sentences.push({ page, section, says: text, cases, ...ours })
}

const literal = (value: string) => `'${value.replaceAll("'", "''")}'`

/** Rows of people that a filter leaves, by their ids, and the same negated. */
function filters(pairs: Record<string, string>): Case[] {
  return Object.entries(pairs).flatMap(([words, sql]) => {
    const [column, ...condition] = words.split('=')
    const rows = (where: string) => `select id from people where ${where} order by id`
    const ask = (value: string) => `GET people?select=id&order=id&${column}=${value}`
    return [
      { request: ask(condition.join('=')), sql: rows(sql) },
      { request: ask(`not.${condition.join('=')}`), sql: rows(`not (${sql})`) },
    ]
  })
}

/** Rows of people that a filter leaves. */
function plain(pairs: Record<string, string>): Case[] {
  return Object.entries(pairs).map(([words, sql]) => ({
    request: `GET people?select=id&order=id&${words}`,
    sql: `select id from people where ${sql} order by id`,
  }))
}

/** Requests and the whole query that they mean. */
function means(pairs: Record<string, string>): Case[] {
  return Object.entries(pairs).map(([request, sql]) => ({ request: `GET ${request}`, sql }))
}

/** Requests that are refused. */
function refuses(
  pairs: readonly [request: string, status: number, code: string][],
  more: Partial<Case> = {},
): Case[] {
  return pairs.map(([request, status, code]) => ({
    request,
    status,
    contains: [`"code":"${code}"`],
    ...more,
  }))
}

/** A request, and the JSON that answers it. */
const asks = (request: string, equals: unknown, body?: unknown, more: Partial<Case> = {}): Case => ({
  request,
  body,
  equals,
  ...more,
})
/** A write that is undone, and the rows that it gives back. */
const writes = (request: string, body: unknown, equals: unknown, more: Partial<Case> = {}): Case => ({
  request,
  headers: rowsUndone(),
  body,
  status: request.startsWith('POST') ? 201 : 200,
  equals,
  ...more,
})
/** A write that is undone and gives nothing back. */
const undoes = (request: string, status: number, body?: unknown, more: Partial<Case> = {}): Case => ({
  request,
  headers: undone,
  body,
  status,
  ...more,
})
/** How many there are. */
const counts = (request: string, status: number, range: string, prefer = 'count=exact'): Case => ({
  request,
  headers: { prefer },
  status,
  gives: { 'content-range': range },
})
/** A refusal, with what its body says. */
const fails = (request: string, status: number, contains: string[], more: Partial<Case> = {}): Case => ({
  request,
  status,
  contains,
  ...more,
})

const undone = { prefer: 'tx=rollback' }
const rowsUndone = (more = '') => ({ prefer: `tx=rollback,return=representation${more && `,${more}`}` })
const strict = (prefer: string) => ({ prefer: `handling=strict,${prefer}` })
const stripped = { accept: 'application/vnd.pgrst.array+json;nulls=stripped' }
const object = { accept: 'application/vnd.pgrst.object+json' }

// --- tables_views

at('tables_views', 'Horizontal Filtering')
says(
  'rows are filtered by conditions on columns',
  plain({
    'age=gte.18&active=is.true': 'age >= 18 and active is true',
    'age=gt.10&age=lt.40': 'age > 10 and age < 40',
  }),
)

at('tables_views', 'GET and HEAD')
says('HEAD is GET without a body', [
  { request: 'HEAD people?id=lt.3', status: 200, gives: { 'content-range': '0-1/*' } },
  { request: 'HEAD rpc/numbers?n=3', status: 200, gives: { 'content-range': '0-2/*' } },
  counts('HEAD rpc/numbers?n=5&limit=2', 206, '0-1/5'),
])
at('tables_views', 'Operators')
const SAMPLES: [column: string, value: string][] = [
  ['age', '31'],
  ['full_name', 'Bea "la" Mar'],
  ['born', '1994-01-02'],
]
const COMPARED = { eq: '=', gt: '>', gte: '>=', lt: '<', lte: '<=' }
for (const [word, symbol] of Object.entries({ ...COMPARED, neq: '<>', isdistinct: 'is distinct from' })) {
  says(
    `\`${word}\` is \`${symbol}\``,
    filters(
      Object.fromEntries(
        SAMPLES.map(([column, value]) => [
          `${column}=${word}.${value}`,
          `${column} ${symbol} ${literal(value)}`,
        ]),
      ),
    ),
  )
}
says(
  '`like` and `ilike` take `*` for `%`',
  filters({
    'full_name=like.*Mar': `full_name like '%Mar'`,
    'full_name=like.%Mar': `full_name like '%Mar'`,
    'full_name=ilike.*mar': `full_name ilike '%mar'`,
    'full_name=like.a*': `full_name like 'a%'`,
    'full_name=ilike.a*': `full_name ilike 'a%'`,
    'full_name=like.______L*': `full_name like '______L%'`,
  }),
)
says(
  '`match` and `imatch` are POSIX regular expressions',
  filters({
    'full_name=match.^A': `full_name ~ '^A'`,
    'full_name=match.^a': `full_name ~ '^a'`,
    'full_name=imatch.^a': `full_name ~* '^a'`,
    'full_name=imatch.LUZ$': `full_name ~* 'LUZ$'`,
  }),
)
says(
  '`in` is one of a list, whose quoted values may hold commas and quotes',
  filters({
    'id=in.(1,3)': 'id in (1, 3)',
    'full_name=in.("Carla, Luz",Nadie)': `full_name in ('Carla, Luz', 'Nadie')`,
    'full_name=in.("Bea \\"la\\" Mar","Ana Sol")': `full_name in ('Bea "la" Mar', 'Ana Sol')`,
    'full_name=in.(Ana Sol)': `full_name in ('Ana Sol')`,
    'full_name=in.(Ana Sol, Carla)': `full_name in ('Ana Sol', ' Carla')`,
    'id=in.()': 'id = any(array[]::int[])',
    'id=in.(   )': 'id = any(array[]::int[])',
  }),
)
says(
  '`is` is exact equality with null, not_null, true, false, unknown',
  filters({
    'active=is.null': 'active is null',
    'active=is.not_null': 'active is not null',
    'active=is.true': 'active is true',
    'active=is.false': 'active is false',
    'active=is.unknown': 'active is unknown',
    'active=is.TRUE': 'active is true',
    'full_name=is.null': 'full_name is null',
  }),
)
says(
  '`cs`, `cd` and `ov` are contains, contained in and overlap',
  filters({
    'tags=cs.{azul}': `tags @> '{azul}'`,
    'tags=cs.{azul,rojo}': `tags @> '{azul,rojo}'`,
    'tags=cd.{azul,verde}': `tags <@ '{azul,verde}'`,
    'tags=ov.{rojo,verde}': `tags && '{rojo,verde}'`,
    'data=cs.{"city":"Lima"}': `data @> '{"city":"Lima"}'`,
    'data=cd.{"city":"Quito","age":17,"x":1}': `data <@ '{"city":"Quito","age":17,"x":1}'`,
    'span=cs.[2,3)': `span @> '[2,3)'::int4range`,
    'span=cd.[0,9)': `span <@ '[0,9)'::int4range`,
    'span=ov.[4,6)': `span && '[4,6)'::int4range`,
  }),
)
says(
  '`sl`, `sr`, `nxr`, `nxl` and `adj` compare ranges',
  filters({
    'span=sl.[5,6)': `span << '[5,6)'::int4range`,
    'span=sr.[1,5)': `span >> '[1,5)'::int4range`,
    'span=nxr.[5,9)': `span &< '[5,9)'::int4range`,
    'span=nxl.[5,9)': `span &> '[5,9)'::int4range`,
    'span=adj.[5,9)': `span -|- '[5,9)'::int4range`,
  }),
)

at('tables_views', 'Logical operators')
says(
  'conditions are joined by and unless `or` is asked for',
  plain({
    'or=(age.lt.18,age.gt.40)': 'age < 18 or age > 40',
    'and=(age.gt.18,age.lt.40)': 'age > 18 and age < 40',
    'or=(age.lt.18,full_name.is.null)&active=is.true': '(age < 18 or full_name is null) and active is true',
    'or=(id.in.(1,2),full_name.eq."Carla, Luz")': `id in (1, 2) or full_name = 'Carla, Luz'`,
    'or=(tags.cs.{rojo,azul},tags.cd.{})': `tags @> '{rojo,azul}' or tags <@ '{}'`,
  }),
)
says(
  'trees nest and may be negated',
  plain({
    'and=(age.gte.14,or(active.is.true,not.and(age.gt.40,id.gt.2)))':
      'age >= 14 and (active is true or not (age > 40 and id > 2))',
    'not.or=(age.lt.18,age.gt.40)': 'not (age < 18 or age > 40)',
    'not.and=(age.gt.18,active.is.true)': 'not (age > 18 and active is true)',
    'or=(id.eq.1,and(id.gt.2,age.not.is.null))': 'id = 1 or (id > 2 and age is not null)',
    'or=(age.not.in.(17,31),full_name.not.like.A*)': `age not in (17, 31) or full_name not like 'A%'`,
    'or=(id.eq.1,id.eq.2)&or=(age.gt.20,age.is.null)': 'id in (1, 2) and (age > 20 or age is null)',
    'and=( id.gt.1 , or( id.eq.2 , id.eq.3 ) ) ': 'id > 1 and (id = 2 or id = 3)',
  }),
)

says(
  'a value with reserved characters stands in quotes',
  plain({ 'or=(span.adj."[9,10)",span.cs."[1,2]")': `span -|- '[9,10)' or span @> '[1,2]'` }),
)
at('tables_views', 'Operator Modifiers')
says(
  '`any` and `all` compare with each of a list',
  filters(
    Object.fromEntries(
      Object.entries(COMPARED).flatMap(([word, symbol]) =>
        ['any', 'all'].map((modifier) => [
          `age=${word}(${modifier}).{17,31}`,
          `age ${symbol} ${modifier}('{17,31}'::int[])`,
        ]),
      ),
    ),
  ),
)
says(
  '`like`, `ilike`, `match` and `imatch` take them too',
  plain({
    'full_name=like(any).{A*,B*}': `full_name like any('{A%,B%}')`,
    'full_name=like(all).{*a*,*S*}': `full_name like all('{%a%,%S%}')`,
    'full_name=ilike(any).{a*,b*}': `full_name ilike any('{a%,b%}')`,
    'full_name=match(any).{^A,^C}': `full_name ~ any('{^A,^C}')`,
    'full_name=imatch(all).{a,l}': `full_name ~* all('{a,l}')`,
  }),
)

at('tables_views', 'Full-Text Search')
for (const [word, make] of [
  ['fts', 'to_tsquery'],
  ['plfts', 'plainto_tsquery'],
  ['phfts', 'phraseto_tsquery'],
  ['wfts', 'websearch_to_tsquery'],
] as const) {
  says(
    `\`${word}\` is \`${make}\`, of a language too`,
    filters({
      [`full_name=${word}.sol`]: `to_tsvector(full_name) @@ ${make}('sol')`,
      [`full_name=${word}(spanish).mar`]: `to_tsvector('spanish', full_name) @@ ${make}('spanish', 'mar')`,
      [`full_name=${word}(simple).luz`]: `to_tsvector('simple', full_name) @@ ${make}('simple', 'luz')`,
    }),
  )
}

at('tables_views', 'Automatic `tsvector` conversion')
says(
  'texts and JSON are searched as they are',
  plain({ 'data=fts(simple).lima': `to_tsvector('simple', data) @@ to_tsquery('simple', 'lima')` }),
)
at('tables_views', 'Vertical Filtering')
says(
  'columns are chosen by `select`, all without it',
  means({
    'people?select=id,full_name&order=id': 'select id, full_name from people order by id',
    'people?select=full_name,id&order=id': 'select full_name, id from people order by id',
    'people?select=*&order=id': 'select * from people order by id',
    'people?order=id': 'select * from people order by id',
    'people?select=*,initial&id=eq.1': 'select *, initial(people) from people where id = 1',
    'wallets?select=spent,bytes,slots,big::text': 'select spent, bytes, slots, big::text from wallets',
    'wallets?select="Two Words"&Two Words=eq.x': 'select "Two Words" from wallets',
  }),
)
at('tables_views', 'Renaming Columns')
says(
  '`new:old` renames',
  means({
    'people?select=name:full_name&id=eq.1': 'select full_name as name from people where id = 1',
    'people?select=a:id,b:id&id=eq.1': 'select id as a, id as b from people where id = 1',
    'people?select="the name":full_name&id=eq.1': 'select full_name as "the name" from people where id = 1',
  }),
)
at('tables_views', 'Casting Columns')
says(
  '`::type` casts',
  means({
    'people?select=id::text&id=eq.1': 'select id::text from people where id = 1',
    'people?select=y:born::text&id=eq.1': 'select born::text as y from people where id = 1',
    'people?select=age::numeric(5,1)&id=eq.1': 'select age::numeric(5, 1) from people where id = 1',
    'people?select=tags::text&id=eq.1': 'select tags::text from people where id = 1',
  }),
)
at('tables_views', 'JSON Columns')
says(
  '`->` and `->>` lead into JSON, by names and numbers, in `select`',
  means({
    'people?select=id,data->city&order=id': `select id, data->'city' as city from people order by id`,
    'people?select=id,data->>city&order=id': `select id, data->>'city' as city from people order by id`,
    'people?select=x:data->deep->x->0&id=eq.1': `select data->'deep'->'x'->0 as x from people where id = 1`,
    'people?select=data->deep->x->>1&id=eq.1': `select data->'deep'->'x'->>1 as x from people where id = 1`,
    'people?select=data->deep&id=eq.1': `select data->'deep' as deep from people where id = 1`,
  }),
)
says(
  'and in filters and orders',
  means({
    'people?select=id&data->>city=eq.Lima': `select id from people where data->>'city' = 'Lima'`,
    'people?select=id&data->age=eq.31': `select id from people where data->'age' = '31'`,
    'people?select=id&data->age=gt.20&order=id': `select id from people where data->'age' > '20' order by id`,
    'people?select=id&data->>city=is.null&order=id': `select id from people where data->>'city' is null order by id`,
    'people?select=id&data->>city=in.(Lima,Quito)&order=id': `select id from people where data->>'city' in ('Lima', 'Quito') order by id`,
    'people?select=id&order=data->>city.desc.nullslast,id': `select id from people order by data->>'city' desc nulls last, id`,
    'people?select=id&data->deep->x->>0=eq.1': `select id from people where data->'deep'->'x'->>0 = '1'`,
  }),
)
at('tables_views', 'Composite / Array Columns')
says(
  'the arrows lead into arrays and ranges too',
  means({
    'people?select=id,first:tags->0&order=id':
      'select id, to_jsonb(tags)->0 as first from people order by id',
    'people?select=id&tags->>0=eq.rojo': `select id from people where to_jsonb(tags)->>0 = 'rojo'`,
    'people?select=tags->>1&id=eq.1': 'select to_jsonb(tags)->>1 as tags from people where id = 1',
    'wallets?select=id,money:spent->b&spent->>a=eq.3': `select id, 'EUR' as money from wallets`,
  }),
)
says('what is filtered by is not cast', refuses([['GET people?age::text=eq.3', 400, 'PGRST100']]))
at('tables_views', 'Ordering')
says(
  '`order` sorts, with direction and place of nulls',
  means(
    Object.fromEntries(
      [
        'age',
        'age.asc',
        'age.desc',
        'age.nullsfirst',
        'age.desc.nullslast',
        'active.desc,age',
        'initial,id',
      ].map((order) => [
        `people?select=id,age&order=${order}`,
        `select id, age from people order by ${order
          .replace('initial', 'initial(people)')
          .replaceAll('.', ' ')
          .replace('nullsfirst', 'nulls first')
          .replace('nullslast', 'nulls last')}`,
      ]),
    ),
  ),
)
says(
  'a table that is unknown is none',
  refuses(
    [
      ['GET peple', 404, 'PGRST205'],
      ['GET oculto', 404, 'PGRST205'],
      ['GET films_viw', 404, 'PGRST205'],
      ['DELETE nada?id=eq.1', 404, 'PGRST205'],
    ],
    {},
  ),
)

at('tables_views', 'Insert')
says('a body is a row, 201 without a body of its own', [
  undoes('POST addresses', 201, { id: 9, name: 'x' }, { gives: { 'content-range': '*/*' } }),
])
at('preferences', 'Return Representation')
says('`return=headers-only` says where it is', [
  {
    request: 'POST addresses',
    headers: { prefer: 'tx=rollback,return=headers-only' },
    body: { id: 9 },
    status: 201,
    gives: { location: '/addresses?id=eq.9' },
  },
  {
    request: 'POST shelves',
    headers: { prefer: 'tx=rollback,return=headers-only' },
    body: { room: 9, place: 7 },
    status: 201,
    gives: { location: '/shelves?room=eq.9&place=eq.7' },
  },
])
says('`return=representation` gives it back, chosen by `select`', [
  writes('POST addresses', { id: 9, name: 'x' }, [{ id: 9, name: 'x' }]),
  writes('POST addresses?select=name', { id: 9, name: 'x' }, [{ name: 'x' }]),
  writes('POST films?select=title,directors(last_name)', { id: 9, title: 'x', director_id: 2 }, [
    { title: 'x', directors: { last_name: 'Martel' } },
  ]),
  writes('POST people?select=id,initial', { id: 9, full_name: 'Zoe' }, [{ id: 9, initial: 'Z' }]),
  {
    request: 'POST addresses',
    headers: { ...rowsUndone(), ...object },
    body: { id: 9, name: 'x' },
    status: 201,
    equals: { id: 9, name: 'x' },
  },
])
at('tables_views', 'Insert')
says('a form is a row', [
  {
    request: 'POST addresses',
    headers: { ...rowsUndone(), 'content-type': 'application/x-www-form-urlencoded' },
    body: 'id=9&name=a+b%20c',
    status: 201,
    equals: [{ id: 9, name: 'a b c' }],
  },
])
at('tables_views', 'Bulk Insert')
says('an array is many rows, whose keys must match', [
  writes(
    'POST addresses?order=id',
    [
      { id: 8, name: 'a' },
      { id: 9, name: null },
    ],
    [
      { id: 8, name: 'a' },
      { id: 9, name: null },
    ],
  ),
  writes('POST addresses', [], []),
  ...refuses([['POST addresses', 400, 'PGRST102']], { body: [{ id: 8 }, { id: 9, name: 'x' }] }),
])
says('CSV is many rows, with NULL for null', [
  {
    request: 'POST addresses?order=id',
    headers: { ...rowsUndone(), 'content-type': 'text/csv' },
    body: 'id,name\n8,a\n9,NULL',
    status: 201,
    equals: [
      { id: 8, name: 'a' },
      { id: 9, name: null },
    ],
  },
  {
    request: 'POST addresses?order=id',
    headers: { ...rowsUndone(), 'content-type': 'text/csv' },
    body: 'id,name\r\n8,"a, ""b"""\r\n',
    status: 201,
    equals: [{ id: 8, name: 'a, "b"' }],
  },
  ...refuses([['POST addresses', 400, 'PGRST102']], {
    headers: { 'content-type': 'text/csv' },
    body: 'id,name\n8',
  }),
])
says('`missing=default` takes defaults for what a row does not say', [
  writes(
    'POST tasks?columns=id,name,done',
    [
      { id: 98, name: 'a' },
      { id: 99, name: 'b', done: true },
    ],
    [
      { id: 98, name: 'a', done: false },
      { id: 99, name: 'b', done: true },
    ],
    { headers: rowsUndone('missing=default') },
  ),
  writes('POST tasks?columns=id,name,done', [{ id: 98, name: 'a' }], [{ id: 98, name: 'a', done: null }]),
  writes(
    'POST goods?columns=name,price,stock&select=name,price,stock',
    { name: 'a' },
    [{ name: 'a', price: 7, stock: 3 }],
    { headers: rowsUndone('missing=default') },
  ),
])
at('tables_views', 'Specifying Columns')
says('`columns` says what is taken from the body', [
  writes('POST addresses?columns=id', { id: 9, name: 'x', other: 1 }, [{ id: 9, name: null }]),
  writes('PATCH addresses?columns=name&id=eq.1', { id: 77, name: 'x' }, [{ id: 1, name: 'x' }]),
  ...refuses(
    [
      ['POST addresses?columns=id,nada', 400, 'PGRST204'],
      ['POST addresses', 400, 'PGRST204'],
    ],
    { body: { id: 9, nada: 1 } },
  ),
])
at('tables_views', 'Update')
says('what the filters leave is changed, 204 without a body', [
  undoes('PATCH tasks?id=lt.4', 204, { done: true }, { gives: { 'content-range': '0-2/*' } }),
  undoes('PATCH tasks?id=eq.99', 204, { done: true }, { gives: { 'content-range': '*/*' } }),
  writes('PATCH tasks?id=eq.1', { done: true }, [{ id: 1, name: 'tarea 1', done: true }]),
  writes('PATCH tasks?or=(id.eq.1,id.eq.2)&select=id&order=id.desc', { done: true }, [{ id: 2 }, { id: 1 }]),
  writes('PATCH tasks?id=eq.1', {}, []),
  writes('PATCH boxes?id=eq.1&select=shelves(label)', { place: 2 }, [{ shelves: { label: 'baja' } }]),
])
at('tables_views', 'Upsert')
says('`resolution=merge-duplicates` changes rows that are there', [
  writes('POST addresses', { id: 1, name: 'x' }, [{ id: 1, name: 'x' }], {
    headers: rowsUndone('resolution=merge-duplicates'),
    status: 200,
  }),
  writes(
    'POST addresses?order=id',
    [
      { id: 1, name: 'x' },
      { id: 9, name: 'y' },
    ],
    [
      { id: 1, name: 'x' },
      { id: 9, name: 'y' },
    ],
    { headers: rowsUndone('resolution=merge-duplicates') },
  ),
  writes('POST shelves', { room: 1, place: 1, label: 'x' }, [{ room: 1, place: 1, label: 'x' }], {
    headers: rowsUndone('resolution=merge-duplicates'),
    status: 200,
  }),
])
says('`resolution=ignore-duplicates` leaves them', [
  writes(
    'POST addresses',
    [
      { id: 1, name: 'x' },
      { id: 9, name: 'y' },
    ],
    [{ id: 9, name: 'y' }],
    { headers: rowsUndone('resolution=ignore-duplicates') },
  ),
])
says('`on_conflict` names another unique key', [
  writes(
    'POST technical_specs?on_conflict=film_id&select=camera',
    { film_id: 1, camera: 'x' },
    [{ camera: 'x' }],
    { headers: rowsUndone('resolution=merge-duplicates'), status: 200 },
  ),
  ...refuses([['POST addresses?on_conflict=name', 400, '42P10']], {
    headers: { prefer: 'resolution=merge-duplicates' },
    body: { id: 1, name: 'x' },
  }),
])
says('PUT puts one row at its key', [
  writes('PUT addresses?id=eq.9', { id: 9, name: 'x' }, [{ id: 9, name: 'x' }], { status: 201 }),
  writes('PUT addresses?id=eq.1', { id: 1, name: 'x' }, [{ id: 1, name: 'x' }]),
  undoes('PUT shelves?room=eq.1&place=eq.1', 204, { room: 1, place: 1, label: 'x' }),
  writes('PUT addresses?id=eq.9', [{ id: 9, name: 'x' }], [{ id: 9, name: 'x' }], { status: 201 }),
  ...refuses(
    [
      ['PUT addresses?id=eq.2', 400, 'PGRST115'],
      ['PUT addresses?id=gt.1', 405, 'PGRST105'],
      ['PUT addresses', 405, 'PGRST105'],
      ['PUT addresses?id=eq.1&name=eq.x', 405, 'PGRST105'],
      ['PUT addresses?id=eq.1&offset=1', 400, 'PGRST114'],
      ['PUT addresses?id=eq.1&limit=1', 400, 'PGRST114'],
      ['PUT shelves?room=eq.1', 405, 'PGRST105'],
    ],
    { body: { id: 1, name: 'x' } },
  ),
  fails('PUT addresses?id=eq.1', 400, ['PGRST115'], { body: { name: 'x' } }),
])
at('tables_views', 'Delete')
says('what the filters leave is deleted', [
  undoes('DELETE tasks?id=lt.4', 204),
  writes('DELETE tasks?id=lt.3&order=id', undefined, [
    { id: 1, name: 'tarea 1', done: false },
    { id: 2, name: 'tarea 2', done: false },
  ]),
  writes('DELETE tasks?id=eq.99', undefined, []),
  {
    request: 'DELETE tasks?id=lt.4',
    headers: { prefer: 'tx=rollback,count=exact' },
    status: 204,
    gives: { 'content-range': '*/3' },
  },
  asks('DELETE tasks?id=eq.1&select=name', { name: 'tarea 1' }, undefined, {
    headers: { ...rowsUndone(), ...object },
  }),
])
says('what is embedded by a column leaves the column to its filters', [
  writes(
    'DELETE roles?film_id=eq.1&actor_id=not.is.null&select=film_id(title),actor_id(first_name)',
    undefined,
    [{ film_id: { title: 'Cléo' }, actor_id: { first_name: 'Corinne' } }],
  ),
])
says(
  'which rows, related ones may say',
  refuses(
    [
      ['DELETE films?select=id,directors(id)&directors=is.null', 400, 'PGRST127'],
      ['PATCH films?select=id,directors(id)&or=(id.eq.1,directors.is.null)', 400, 'PGRST127'],
    ],
    { body: { title: 'x' } },
  ),
  { refused: '400 `PGRST127`: rows are chosen before related ones are joined to them' },
)
at('tables_views', 'Update, Delete; `integrations/pg-safeupdate`')
const everything = (what: string) => ({
  status: 400,
  equals: { code: '21000', details: null, hint: null, message: `${what} requires a WHERE clause` },
})
says(
  'changes and deletions of all rows are refused, by an extension that Supabase loads for every role of its API',
  [
    { request: 'DELETE tasks', ...everything('DELETE') },
    { request: 'DELETE tasks', who: 'service', headers: rowsUndone(), ...everything('DELETE') },
    { request: 'PATCH tasks', body: { done: true }, ...everything('UPDATE') },
    { request: 'PATCH tasks?select=id&order=id&limit=1', body: { done: true }, ...everything('UPDATE') },
    // What an embedded resource is filtered by is no filter of the table that is written.
    { request: 'DELETE films?select=id,directors!inner(id)&directors.id=eq.1', ...everything('DELETE') },
    // Nothing to set is no update, and a condition that holds for every row is one.
    undoes('PATCH tasks', 204, {}),
    undoes('DELETE tasks?id=not.is.null', 204),
  ],
)
says('in functions too', [undoes('POST rpc/rename_tasks', 204)], {
  different: 'the extension is not there: a statement that a function runs is read by nobody',
})
at('tables_views', 'Delete')
says(
  'a limit narrows what is changed or deleted (older versions)',
  [
    {
      request: 'DELETE tasks?limit=1&order=id&id=lt.4',
      headers: { prefer: 'tx=rollback,count=exact' },
      status: 204,
      gives: { 'content-range': '*/3' },
    },
    undoes(
      'PATCH tasks?limit=1&order=id&id=lt.4',
      204,
      { done: true },
      { gives: { 'content-range': '0-2/*' } },
    ),
  ],
  { different: 'ignored, as in version 13: `limit` on a write is none' },
)

// --- resource_embedding

at('resource_embedding', 'Relationships')
const rows = (sql: string) => `(select coalesce(json_agg(r), '[]') from (${sql}) r)`
const row = (sql: string) => `(select to_json(r) from (${sql}) r)`
const DIRECTOR = row('select last_name from directors d where d.id = f.director_id')
const ACTORS = rows(
  'select last_name from actors a join roles r on r.actor_id = a.id where r.film_id = f.id order by a.id',
)
const FILMS = rows('select title from films f where f.director_id = d.id order by f.id')
const BILLING = row('select name from addresses a where a.id = o.billing_address_id')
const SHIPPING = row('select name from addresses a where a.id = o.shipping_address_id')
const STAFF = rows('select name from employees s where s.boss = e.id order by id')
says(
  'many to one is an object or null',
  means({
    'films?select=title,directors(id,last_name)&order=id': `select title, ${row('select id, last_name from directors d where d.id = f.director_id')} as directors from films f order by id`,
    'boxes?select=id,shelves(label)&order=id': `select id, ${row('select label from shelves s where s.room = b.room and s.place = b.place')} as shelves from boxes b order by id`,
    'notes?select=texto,readings(value)&order=id': `select texto, ${row('select value from readings r where r.id = n.reading_id and r.day = n.reading_day')} as readings from notes n order by id`,
  }),
)
says(
  'one to many is an array',
  means({
    'directors?select=last_name,films(title)&films.order=id&order=id': `select last_name, ${FILMS} as films from directors d order by id`,
    'shelves?select=label,boxes(id)&boxes.order=id&order=room,place': `select label, ${rows('select id from boxes b where b.room = s.room and b.place = s.place order by id')} as boxes from shelves s order by room, place`,
    'readings?select=value,notes(texto)&order=value': `select value, ${rows('select texto from notes n where n.reading_id = d.id and n.reading_day = d.day')} as notes from readings d order by value`,
  }),
)
says(
  'many to many leads across a join table whose key holds both',
  means({
    'actors?select=first_name,films(title)&films.order=id&order=id': `select first_name, ${rows('select title from films f join roles r on r.film_id = f.id where r.actor_id = a.id order by f.id')} as films from actors a order by id`,
    'films?select=title,actors!roles(last_name)&actors.order=id&order=id': `select title, ${ACTORS} as actors from films f order by id`,
  }),
)
says(
  'the key of a join table may hold more than both',
  means({
    'schools?select=name,labels(word)&labels.order=id&order=id': `select name, ${rows('select word from labels l join labelled b on b.label_id = l.id where b.school_id = s.id order by l.id')} as labels from schools s order by id`,
  }),
)
says(
  'one to one is an object from both sides',
  means({
    'films?select=title,technical_specs(camera)&order=id': `select title, ${row('select camera from technical_specs t where t.film_id = f.id')} as technical_specs from films f order by id`,
    'technical_specs?select=camera,films(title)&order=film_id': `select camera, ${row('select title from films f where t.film_id = f.id')} as films from technical_specs t order by film_id`,
  }),
)
at('resource_embedding', 'Computed Relationships')
says(
  'a function of a row is a relationship, to one with `rows 1`',
  means({
    'premieres?select=location,film(title)&order=id': `select location, ${row('select title from films f where f.id = p.film_id')} as film from premieres p order by id`,
    'films?select=title,premieres(location)&order=id': `select title, ${rows('select location from premieres p where f.id = p.film_id')} as premieres from films f order by id`,
    'premieres?select=id,film()&film=is.null':
      'select id from premieres p where not exists (select from films f where f.id = p.film_id)',
    'films?select=title,premieres!inner(id)&premieres.location=eq.Lima': `select title, ${rows(`select id from premieres p where p.film_id = f.id and location = 'Lima'`)} as premieres from films f where id = 4`,
    'films?select=title,premieres(location)&premieres.order=location.desc&premieres.limit=1&id=eq.4': `select title, ${rows('select location from premieres p where f.id = p.film_id order by location desc limit 1')} as premieres from films f where id = 4`,
  }),
)
says(
  'one of the name of a relationship takes its place',
  means({
    'students?select=name,schools(name)&order=id': `select name, ${row('select upper(name) as name from schools s where s.id = t.school_id')} as schools from students t order by id`,
  }),
)
says(
  'a table with itself: each side is a function',
  means({
    'employees?select=name,supervisees(name)&supervisees.order=id&order=id': `select name, ${STAFF} as supervisees from employees e order by id`,
    'employees?select=name,supervisor(name,supervisor(name))&order=id': `select name, ${row(`select name, ${row('select name from employees c where c.id = b.boss')} as supervisor from employees b where b.id = e.boss`)} as supervisor from employees e order by id`,
  }),
)
at('resource_embedding', 'Foreign Key Joins on Multiple Foreign Key Relationships')
says('two keys are ambiguous, and the hint says which there are', [
  {
    request: 'GET orders?select=*,addresses(*)',
    status: 300,
    contains: [
      'PGRST201',
      `'addresses!billing', 'addresses!shipping'`,
      'billing using orders(billing_address_id) and addresses(id)',
      'orders with addresses',
    ],
  },
  fails('GET addresses?select=*,orders(*)', 300, [
    'PGRST201',
    `'orders!billing', 'orders!shipping'`,
    'one-to-many',
  ]),
])
says(
  'the constraint or the column tells them apart',
  means({
    'orders?select=name,b:addresses!billing(name),s:addresses!shipping(name)&order=id': `select name, ${BILLING} as b, ${SHIPPING} as s from orders o order by id`,
    'orders?select=name,billing_address_id(name)&order=id': `select name, ${BILLING} as billing_address_id from orders o order by id`,
    'orders?select=name,shipping(name)&order=id': `select name, ${SHIPPING} as shipping from orders o order by id`,
    'orders?select=name,a:addresses!shipping_address_id(name)&order=id': `select name, ${SHIPPING} as a from orders o order by id`,
    'addresses?select=name,o:orders!billing(name)&o.order=id&order=id': `select name, ${rows('select name from orders o where a.id = o.billing_address_id order by id')} as o from addresses a order by id`,
  }),
)
at('resource_embedding', 'Recursive Relationships (its source, `Plan`, where the page leaves it open)')
says(
  'a table with itself: its name is the many, its column the one',
  means({
    'employees?select=name,employees(name)&employees.order=id&order=id': `select name, ${STAFF} as employees from employees e order by id`,
    'employees?select=name,subordinates:employees!boss(name)&subordinates.order=id&order=id': `select name, ${STAFF} as subordinates from employees e order by id`,
    'employees?select=name,boss(name,boss(name))&order=id': `select name, ${row(`select name, ${row('select name from employees c where c.id = b.boss')} as boss from employees b where b.id = e.boss`)} as boss from employees e order by id`,
  }),
)
at('resource_embedding', 'Foreign Key Joins on Partitioned Tables')
says('partitioned tables join, their partitions do not', [
  ...means({
    'notes?select=id,readings(value)&order=id': `select id, ${row('select value from readings r where r.id = n.reading_id and r.day = n.reading_day')} as readings from notes n order by id`,
  }),
  ...refuses([['GET notes?select=id,readings_2025(value)', 400, 'PGRST200']]),
])
at('resource_embedding', 'Foreign Key Joins on Writes')
says('what was written joins as what is read', [
  writes('PATCH films?id=eq.3&select=title,directors(last_name)', { title: 'x' }, [
    { title: 'x', directors: { last_name: 'Martel' } },
  ]),
  writes('DELETE premieres?id=eq.1&select=location,film(title)', undefined, [
    { location: 'Cannes', film: { title: 'Cléo' } },
  ]),
])
at('resource_embedding', 'Foreign Key Joins on Chains of Views')
says(
  'a view of a view shows the keys too',
  means({
    'films_chain?select=title,directors(last_name)&order=id': `select title, ${DIRECTOR} as directors from films f order by id`,
  }),
)
at('resource_embedding', 'Foreign Key Joins on Views')
says(
  'views show the keys of their tables',
  means({
    'casts?select=film_title,films(language),actors(first_name)&character=eq.Mona': `select film_title, ${row('select language from films where id = c.film_id')} as films,
        ${rows('select first_name from actors a where exists (select from roles where film_id = c.film_id and actor_id = a.id)')} as actors
        from casts c where character = 'Mona'`,
    'old_films?select=title,directors(last_name)&order=id': `select title, ${row('select last_name from directors where id = o.director_id')} as directors from old_films o order by id`,
    'directors?select=last_name,old_films(title)&old_films.order=id&order=id': `select last_name, ${rows('select title from old_films o where o.director_id = d.id order by id')} as old_films from directors d order by id`,
    'films_view?select=title,directors_view(last_name)&order=id': `select title, ${DIRECTOR} as directors_view from films f order by id`,
    'directors_view?select=last_name,films(title)&films.order=id&order=id': `select last_name, ${FILMS} as films from directors d order by id`,
    'films_view?select=title,actors(last_name)&actors.order=id&order=id': `select title, ${ACTORS} as actors from films f order by id`,
  }),
)
at('resource_embedding', 'Foreign Key Joins on Table-Valued Functions')
says(
  'rows of a table embed as the table does',
  means({
    'rpc/best_films?select=title,directors(last_name)': `select title, ${DIRECTOR} as directors from films f where rating > 8 order by id`,
  }),
)
at('resource_embedding', 'Nested Embedding')
says(
  'embeds nest',
  means({
    'roles?select=character,films(title,directors(last_name))&order=film_id,actor_id': `select character, ${row(`select title, ${DIRECTOR} as directors from films f where f.id = r.film_id`)} as films from roles r order by film_id, actor_id`,
    'directors?select=last_name,films(title,actors(first_name))&id=eq.1&films.order=id': `select last_name, ${rows(`select title, ${rows('select first_name from actors a join roles r on r.actor_id = a.id where r.film_id = f.id')} as actors from films f where f.director_id = d.id order by f.id`)} as films from directors d where id = 1`,
  }),
)
at('resource_embedding', 'Embedded Filters')
says(
  'filters, orders and limits of an embed are its own',
  means({
    'films?select=id,90_r:roles(character),91_r:roles(actor_id)&90_r.character=eq.Mona&91_r.actor_id=gt.2&order=id': `select id, ${rows(`select character from roles where film_id = f.id and character = 'Mona'`)} as "90_r",
        ${rows('select actor_id from roles where film_id = f.id and actor_id > 2')} as "91_r" from films f order by id`,
    'directors?select=last_name,films(title)&films.year=gt.1970&films.order=id&order=id': `select last_name, ${rows('select title from films f where f.director_id = d.id and year > 1970 order by f.id')} as films from directors d order by id`,
    'directors?select=last_name,films(title)&films.order=year.desc&films.limit=1&order=id': `select last_name, ${rows('select title from films f where f.director_id = d.id order by year desc limit 1')} as films from directors d order by id`,
    'directors?select=last_name,films(title)&films.order=id&films.limit=1&films.offset=1&order=id': `select last_name, ${rows('select title from films f where f.director_id = d.id order by id limit 1 offset 1')} as films from directors d order by id`,
    'directors?select=id,films(title)&films.or=(year.lt.1970,year.gt.2010)&films.order=id&order=id': `select id, ${rows('select title from films f where f.director_id = d.id and (year < 1970 or year > 2010) order by f.id')} as films from directors d order by id`,
    'directors?select=id,f:films(title)&f.language=not.eq.fr&f.order=id&order=id': `select id, ${rows(`select title from films f where f.director_id = d.id and not language = 'fr' order by f.id`)} as f from directors d order by id`,
    'directors?select=id,films(id,technical_specs(camera))&films.technical_specs.camera=eq.Alexa&films.order=id&id=eq.2': `select 2 as id, '[{"id": 3, "technical_specs": null}, {"id": 4, "technical_specs": {"camera": "Alexa"}}]'::json as films`,
    // Source: `updateNode` of its module `Plan`: by its other name too.
    'directors?select=id,f:films!inner(title)&films.language=eq.fr&films.order=id&films.limit=1&order=id': `select id, ${rows(`select title from films f where f.director_id = d.id and language = 'fr' order by f.id limit 1`)} as f from directors d where id = 1`,
  }),
)
says(
  'of two of one name without their own, the first is meant',
  refuses([
    ['GET films?select=id,a:roles(character),b:roles(character)&roles.character=eq.Mona', 400, 'PGRST108'],
  ]),
  { refused: '400 `PGRST108`: nothing says which of both is meant' },
)
at('resource_embedding', 'Top-level Filtering')
says(
  '`!inner` leaves rows that have a related one',
  means({
    'directors?select=last_name,films!inner(title)&films.year=gt.2010': `select last_name, ${rows('select title from films f where f.director_id = d.id and year > 2010')} as films from directors d where exists (select from films f where f.director_id = d.id and year > 2010)`,
    'films?select=title,directors!inner(last_name)&directors.last_name=eq.Varda&order=id': `select title, ${DIRECTOR} as directors from films f where director_id = 1 order by id`,
    'directors?select=id,films!inner(technical_specs!inner(camera))&films.technical_specs.camera=eq.Alexa': `select 2 as id, '[{"technical_specs": {"camera": "Alexa"}}]'::json as films`,
    'films?select=title,actors!inner()&actors.last_name=eq.Bonnaire&order=id': `select title from films f where id in (2, 4) order by id`,
  }),
)
at('resource_embedding', 'Null filtering on Embedded Resources')
says(
  '`is.null` and `not.is.null` of an embed ask whether there is one',
  means({
    'films?select=title,directors()&directors=is.null': 'select title from films where director_id is null',
    'films?select=title,directors()&directors=not.is.null&order=id':
      'select title from films where director_id is not null order by id',
    'directors?select=id,films()&films=is.null': 'select id from directors where id = 3',
    'films?select=id,actors(),technical_specs()&or=(actors.not.is.null,technical_specs.not.is.null)&order=id':
      'select id from films where id in (select film_id from roles) or id in (select film_id from technical_specs) order by id',
    // Source: `addNullEmbedFilters` of its module `Plan`: before the column of that name; any other condition is the column's.
    'films?select=title,director_id(last_name)&director_id.last_name=eq.Varda&director_id=not.is.null&order=id': `select title, ${DIRECTOR} as director_id from films f where director_id = 1 order by id`,
    'films?select=title,director_id(last_name)&director_id=gt.1&order=id': `select title, ${DIRECTOR} as director_id from films f where director_id > 1 order by id`,
  }).concat(refuses([['GET films?select=title,directors()&directors=eq.1', 400, 'PGRST120']])),
)
at('resource_embedding', 'OR filtering across Embedded Resources')
says(
  'one of two embeds may be asked for, also beside the same ones in full',
  means({
    'films?select=id,act:actors(),dir:directors(),actors(last_name)&dir.last_name=eq.Varda&act.last_name=eq.Dueñas&or=(dir.not.is.null,act.not.is.null)&actors.order=id&order=id': `select id, ${ACTORS} as actors from films f
        where director_id = 1 or id in (select film_id from roles where actor_id = 3) order by id`,
  }),
)
at('resource_embedding', 'Empty Embed')
says('`relation()` shows nothing', [
  ...means({
    'films?select=title,directors!inner()&directors.id=eq.2&order=id':
      'select title from films where director_id = 2 order by id',
    'directors?select=id,films(title,premieres())&films.order=id&id=eq.2': `select id, ${rows('select title from films where director_id = 2 order by id')} as films from directors where id = 2`,
  }),
  asks('GET directors?select=films(premieres())&id=eq.2', [{}]),
  // Of what was written and called too, also where the way is a function of the whole row.
  writes('PATCH premieres?id=eq.1&select=location,film()', { location: 'x' }, [{ location: 'x' }]),
  writes('PATCH films?id=eq.1&select=premieres(),directors()', { title: 'x' }, [{}]),
  writes('PATCH premieres?id=eq.1&select=*,film(title)', { location: 'x' }, [
    { id: 1, location: 'x', date: '1962-04-11', film_id: 1, film: { title: 'Cléo' } },
  ]),
  asks('GET rpc/best_films?select=premieres()&limit=1', [{}]),
])
at('resource_embedding', 'Top-level Ordering')
says(
  'a to-one relation may order the rows',
  means({
    'films?select=title,directors(last_name)&order=directors(last_name).desc.nullslast,id': `select title, ${DIRECTOR} as directors from films f order by (select last_name from directors d where d.id = f.director_id) desc nulls last, id`,
    'films?select=id,directors()&order=directors(id).nullsfirst,id':
      'select id from films order by director_id nulls first, id',
  }).concat(
    refuses([
      ['GET directors?select=id,films(id)&order=films(id)', 400, 'PGRST118'],
      ['GET films?order=directors(id)', 400, 'PGRST108'],
    ]),
  ),
)
at('resource_embedding', 'Spread embedded resource')
says(
  '`...` lifts columns of one',
  means({
    'films?select=title,...directors(last_name)&order=id':
      'select title, last_name from films f left join directors d on d.id = f.director_id order by f.id',
    'films?select=title,...directors(who:last_name)&order=id':
      'select title, last_name as who from films f left join directors d on d.id = f.director_id order by f.id',
    'technical_specs?select=camera,...films(title,...directors(last_name))&order=film_id':
      'select camera, title, last_name from technical_specs t join films f on f.id = t.film_id left join directors d on d.id = f.director_id order by film_id',
  }),
)
says(
  '`...` of many gives arrays',
  means({
    'directors?select=last_name,...films(titles:title)&films.order=id&order=id': `select last_name, (select coalesce(json_agg(title order by f.id), '[]') from films f where f.director_id = d.id) as titles from directors d order by id`,
    'films?select=title,...actors(first_name)&actors.order=id&order=id': `select title, (select coalesce(json_agg(first_name order by a.id), '[]') from actors a join roles r on r.actor_id = a.id where r.film_id = f.id) as first_name from films f order by id`,
  }),
)

// --- aggregate_functions

at('aggregate_functions', 'Aggregate Functions')
says(
  '`avg`, `count`, `max`, `min` and `sum` of a column, grouped by the others',
  means({
    'people?select=data->>city,n:count()&order=data->>city': `select data ->> 'city' as city, count(*) as n from people group by 1 order by 1`,
    'people?select=x:data->age,y:data->age,n:count()&order=data->age.desc': `select data -> 'age' as x, data -> 'age' as y, count(*) as n from people group by 1, 2 order by 1 desc`,
    'orders?select=amount.sum(),amount.avg(),amount.max(),amount.min()':
      'select sum(amount), avg(amount), max(amount), min(amount) from orders',
    'films?select=language,id.count()&order=language':
      'select language, count(id) from films group by 1 order by 1',
    'films?select=count(),language&order=language':
      'select count(*), language from films group by 2 order by 2',
    'films?select=rated:rating.count(),language&year=gt.1970&order=language':
      'select count(rating) as rated, language from films where year > 1970 group by 2 order by 2',
    'orders?select=amount.sum()::text': 'select sum(amount)::text from orders',
    'people?select=data->age::int.sum()': `select sum((data->'age')::int) from people`,
  }),
)
says('they are off unless the database says otherwise', [asks('GET films?select=count()', [{ count: 5 }])], {
  different: 'off by default too; `amparo.test` shows PGRST123',
})
says(
  '`count` without parentheses is a function of the rows to PostgreSQL alone: nothing is grouped by what stands beside it',
  means({
    'films?select=count&language=eq.fr': `select count(*) from films where language = 'fr'`,
    'films?select=n:count::text': 'select count(*)::text as n from films',
    'directors?select=last_name,films(count)&order=id': `select last_name, ${rows('select count(*) from films f where f.director_id = d.id')} as films from directors d order by id`,
    'films?select=title,directors(count)&order=id': `select title, ${row('select count(*) from directors d where d.id = f.director_id')} as directors from films f order by id`,
    // Not summed up for the parent, as `count()` would be: all of one language are rows of their own.
    'films?select=language,...directors(count)&order=id': `select language, (select count(*) from directors d where d.id = f.director_id) from films f order by id`,
  }).concat(
    refuses([
      ['GET films?select=language,count', 400, '42803'],
      ['GET films?select=*,count', 400, '42803'],
      ['GET films?select=count,directors(last_name)', 400, '42803'],
      ['GET directors?select=id,films(language,count)', 400, '42803'],
      ['GET films?select=language,count,year.max()', 400, '42803'],
    ]),
  ),
)
at('aggregate_functions', 'Using Aggregate Functions with Resource Embedding')
says(
  'within an embed, beside one, and over columns that are spread',
  means({
    'directors?select=last_name,films(year.max(),language)&order=id': `select last_name, ${rows('select max(year), language from films f where f.director_id = d.id group by 2')} as films from directors d order by id`,
    'films?select=language,...directors(id.max(),id.min())&order=language':
      'select language, max(d.id), min(d.id) from films f left join directors d on d.id = f.director_id group by 1 order by 1',
    'films?select=year.max(),...directors(last_name)&order=directors(last_name)':
      'select max(year), last_name from films f left join directors d on d.id = f.director_id group by 2 order by 2',
    'orders?select=amount.sum(),...addresses!billing(name)&order=addresses(name)':
      'select sum(amount), a.name from orders o join addresses a on a.id = o.billing_address_id group by 2 order by 2',
  }).concat([
    asks('GET orders?select=amount.sum(),addresses!billing(name)&billing_address_id=eq.1', [
      { sum: 30, addresses: { name: 'Norte' } },
    ]),
    ...refuses([['GET directors?select=id,...films(id.max())', 400, 'PGRST127']]),
  ]),
)

// --- computed_fields, functions

at('computed_fields', 'Computed Fields')
says(
  'functions of a row are columns that can be shown, filtered and ordered by',
  means({
    'people?select=id,initial&order=id': 'select id, initial(people) from people order by id',
    // Of a schema that is only on the search path, too.
    'people?select=shouted&shouted=eq.ANA SOL': `select upper(full_name) as shouted from people where id = 1`,
    'people?select=id&initial=eq.A': `select id from people where initial(people) = 'A'`,
    'people?select=id&is_adult=is.true&order=id':
      'select id from people where is_adult(people) is true order by id',
    'people?select=id,is_adult&order=is_adult.desc.nullslast,id':
      'select id, is_adult(people) from people order by 2 desc nulls last, id',
    'people?select=i:initial::text&id=eq.2': 'select initial(people)::text as i from people where id = 2',
  }),
)
at('functions', 'Functions as RPC')
says('arguments come by name, in the body or the address', [
  asks('POST rpc/add_them', 3, { a: 1, b: 2 }),
  asks('GET rpc/add_them?a=1&b=2', 3),
  asks('POST rpc/add_them?columns=a,b', 3, { a: 1, b: 2, c: 3 }),
  asks('GET rpc/no_arguments', 'none'),
  asks('POST rpc/with_default', 20, { a: 2 }),
  asks('GET rpc/with_default?a=2&b=3', 6),
  asks('POST rpc/add_them', 9, 'a=4&b=5', {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  }),
  asks('POST rpc/all_default', 4, {}),
  // Of any type: as a literal of it in the address.
  asks('GET rpc/many_types?j={"a":[1]}&r=[1,3)&p=(4,x)&c=abc&js={"{}"}&d=2020-01-02', {
    j: { a: [1] },
    r: '[1,3)',
    p: { a: 4, b: 'x' },
    c: 'abc',
    js: [{}],
    d: '2020-01-02',
  }),
  fails('GET rpc/many_types?j=no', 400, ['22P02']),
  asks('POST rpc/many_types', { j: [1], r: null, p: null, c: null, js: null, d: null }, 'j=%5B1%5D', {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  }),
  asks(
    'POST rpc/many_types',
    { j: '{"a":1}', r: null, p: { a: 4, b: null }, c: null, js: [{}, 'x'], d: null },
    { j: '{"a":1}', p: { a: 4 }, js: [{}, 'x'] },
  ),
  asks('GET rpc/many_json?v={"a":1}&v=2', [{ a: 1 }, 2]),
])
says('one unnamed parameter takes the whole body', [
  asks('POST rpc/takes_json', [1, { a: 2 }], [1, { a: 2 }]),
  asks('POST rpc/takes_json', 'x', '"x"'),
  { request: 'POST rpc/takes_text', headers: { 'content-type': 'text/plain' }, body: 'a\nb', equals: 'a\nb' },
  asks('POST rpc/takes_bytea', 4, 'abcd', { headers: { 'content-type': 'application/octet-stream' } }),
  ...refuses(
    [
      ['POST rpc/takes_text', 404, 'PGRST202'],
      ['POST rpc/two_unnamed', 404, 'PGRST202'],
    ],
    { body: { a: 1 } },
  ),
])
says('a function that takes JSON is called where no other fits', [
  asks('POST rpc/summed', 'one', { a: 1 }),
  asks('POST rpc/summed', 'json', { z: 1 }),
])
says('arrays are arrays, or literals in the address', [
  asks('POST rpc/times_two', [2, 4], { arr: [1, 2] }),
  asks('GET rpc/times_two?arr={3,4}', [6, 8]),
])
says('variadic parameters', [
  asks('POST rpc/plus_one', [2, 3], 'v=1&v=2', {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  }),
  asks('POST rpc/plus_one', [2, 3], { v: [1, 2] }),
  asks('GET rpc/plus_one?v=1&v=2', [2, 3]),
  asks('GET rpc/plus_one?v=7', [8]),
])
says(
  'GET does not write',
  refuses(
    [
      ['GET rpc/delete_tasks', 405, '25006'],
      ['HEAD rpc/rename_tasks', 405, '25006'],
    ].map((it) => it as [string, number, string]),
  ).map((it) => (it.request.startsWith('HEAD') ? { ...it, contains: [] } : it)),
)
says('values, objects, rows, nothing', [
  asks('GET rpc/two_out', { a: 1, b: 'x' }),
  asks('GET rpc/one_out?a=2', { doubled: 4 }),
  asks('GET rpc/one_inout?a=2', { a: 3 }),
  asks('GET rpc/a_pair', { a: 1, b: 'x' }),
  asks('GET rpc/a_film?n=1&select=title,directors(last_name)', {
    title: 'Cléo',
    directors: { last_name: 'Varda' },
  }),
  asks('GET rpc/a_film?n=1&id=eq.2', null),
  asks('GET rpc/a_film?n=99&select=id,title', { id: null, title: null }),
  asks('GET rpc/pairs?a=eq.2', [{ a: 2, b: 'y' }]),
  { request: 'POST rpc/pairs', headers: { prefer: 'return=minimal' }, body: {}, contains: ['"a":1'] },
  fails('GET rpc/a_film?n=1&id=eq.2', 406, ['PGRST116'], {
    headers: { accept: 'application/vnd.pgrst.object+json' },
  }),
  asks('GET rpc/a_checked_pair', { a: 1, b: 'x' }),
  asks('GET rpc/a_record', { a: 1, b: 'x' }),
  asks('GET rpc/a_table', [
    { a: 1, b: 'x' },
    { a: 2, b: 'y' },
  ]),
  asks('GET rpc/numbers?n=3', [1, 2, 3]),
  asks('GET rpc/numbers?n=0', []),
  undoes('POST rpc/rename_tasks', 204, {}),
])
at('functions', 'Table-Valued Functions')
says(
  'rows are filtered, ordered and paged as those of a table',
  means({
    'rpc/best_films?select=title&order=id.desc': 'select title from films where rating > 8 order by id desc',
    'rpc/best_films?select=title&language=eq.es': `select title from films where rating > 8 and language = 'es'`,
    'rpc/best_films?select=title&limit=1&offset=1':
      'select title from films where rating > 8 order by id limit 1 offset 1',
    'rpc/best_films?select=language,n:count(),y:year.max()&order=language': `select language, count(*) as n, max(year) as y from films where rating > 8 group by language order by language`,
    'rpc/a_table?a=eq.2': `select 2 as a, 'y' as b`,
    'rpc/a_table?select=b&order=a.desc': `select b from (values (2, 'y'), (1, 'x')) t(a, b)`,
  }),
)
at('functions', 'Overloaded Functions')
says('the names of the arguments choose', [
  asks('GET rpc/overloaded?a=1', 'int'),
  asks('GET rpc/overloaded?a=1&b=2', 'two'),
  fails('GET rpc/twofold?a=1', 300, ['PGRST203', 'public.twofold(a => integer)', 'Try renaming']),
  fails(
    'POST rpc/overloaded',
    404,
    ['PGRST202', 'Perhaps you meant to call the function public.overloaded'],
    { body: { c: 1 } },
  ),
  {
    request: 'GET rpc/add_thm?a=1&b=2',
    status: 404,
    contains: ['Perhaps you meant to call the function public.add_them'],
  },
])

// --- pagination_count, preferences, resource_representation

at('pagination_count', 'Limits and Pagination')
says('`limit` and `offset`, or `Range`, take a page', [
  ...means({
    'tasks?select=id&order=id&limit=3': 'select id from tasks order by id limit 3',
    'tasks?select=id&order=id&limit=3&offset=4': 'select id from tasks order by id limit 3 offset 4',
    'tasks?select=id&limit=0': 'select id from tasks limit 0',
  }),
])
says('a range that cannot be is refused', [
  ...refuses([
    ['GET tasks?limit=-1', 416, 'PGRST103'],
    ['GET tasks?offset=-1', 416, 'PGRST103'],
  ]),
  ...refuses([['GET tasks', 416, 'PGRST103']], { headers: { range: '5-2' } }),
  ...refuses([['GET tasks?offset=99', 416, 'PGRST103']], {
    headers: { prefer: 'count=exact' },
    gives: { 'content-range': '*/15' },
  }),
])
at('pagination_count', 'Counting')
says('`count=exact` tells how many there are, 206 for a part of them', [
  counts('GET tasks?id=eq.99', 200, '*/0'),
  counts('GET rpc/numbers?n=9&limit=2&offset=3', 206, '3-4/9'),
  counts('GET rpc/best_films?limit=1', 206, '0-0/2'),
  counts('GET films?select=id,directors!inner(id)&limit=1', 206, '0-0/4'),
  counts('GET films?select=count(),language', 206, '0-2/5'),
])
says(
  '`count=planned` and `count=estimated` may be estimates',
  [
    counts('GET tasks?limit=2', 206, '0-1/15', 'count=planned'),
    counts('GET tasks?limit=2', 206, '0-1/15', 'count=estimated'),
  ],
  { different: 'counted for all but the service key: estimates tell how many rows of others there are' },
)

at('preferences', 'Prefer Header')
says('unknown ones are ignored, unless `handling=strict`', [
  { request: 'GET tasks?limit=1&select=id&order=id', headers: { prefer: 'anything' }, equals: [{ id: 1 }] },
  fails('GET tasks', 400, ['PGRST122', 'Invalid preferences: anything'], {
    headers: strict('anything, count=exact'),
  }),
])
says('`timezone` holds for the request', [
  asks(
    'POST rpc/zone',
    'Asia/Tokyo',
    {},
    { headers: { prefer: 'timezone=Asia/Tokyo' }, gives: { 'preference-applied': 'timezone=Asia/Tokyo' } },
  ),
  fails('GET rpc/zone', 400, ['PGRST122'], { headers: strict('timezone=Nada/Nunca') }),
  asks('GET tasks?select=id&id=eq.1', [{ id: 1 }], undefined, {
    headers: { prefer: 'timezone=Asia/Tokyo' },
    gives: { 'preference-applied': 'timezone=Asia/Tokyo' },
  }),
])
says('`tx=rollback` undoes, where the database allows it', [
  undoes('DELETE tasks?id=eq.1', 204, undefined, { gives: { 'preference-applied': 'tx=rollback' } }),
  asks('POST rpc/delete_tasks?select=id&limit=1&order=id', [{ id: 1 }], {}, { headers: undone }),
  asks('GET tasks?id=eq.1&select=id', [{ id: 1 }]),
])
says('`max-affected` bounds writes and calls', [
  fails('DELETE tasks?id=lt.4', 400, ['PGRST124', 'The query affects 3 rows'], {
    headers: strict('max-affected=2'),
  }),
  {
    request: 'PATCH tasks?id=lt.4',
    headers: strict('max-affected=3,tx=rollback'),
    body: { done: true },
    status: 204,
    gives: { 'preference-applied': 'tx=rollback, handling=strict, max-affected=3' },
  },
  fails('POST rpc/delete_tasks', 400, ['PGRST124'], { headers: strict('max-affected=14'), body: {} }),
  fails('POST rpc/add_them', 400, ['PGRST128'], { headers: strict('max-affected=1'), body: { a: 1, b: 1 } }),
  { request: 'DELETE tasks?id=lt.4', headers: { prefer: 'tx=rollback,max-affected=2' }, status: 204 },
  asks('GET tasks?select=count()', [{ count: 15 }]),
])
says('what was applied is told', [
  {
    request: 'POST addresses',
    headers: { prefer: 'return=minimal,missing=default,tx=rollback,resolution=ignore-duplicates' },
    body: { id: 9 },
    status: 201,
    gives: {
      'preference-applied': 'resolution=ignore-duplicates, missing=default, return=minimal, tx=rollback',
    },
  },
  {
    request: 'PATCH tasks?id=eq.1',
    headers: { prefer: 'return=minimal, tx=rollback, return=representation' },
    body: { done: true },
    status: 204,
    gives: { 'preference-applied': 'return=minimal, tx=rollback' },
  },
])

at('resource_representation', 'Response Format')
says('JSON, one object, CSV', [
  // The heavier of several.
  {
    request: 'GET tasks?id=eq.1&select=id',
    headers: { accept: 'application/json;q=0.5, text/csv' },
    contains: ['id\n1'],
    gives: { 'content-type': 'text/csv; charset=utf-8' },
  },
  asks('GET tasks?id=eq.1&select=id', [{ id: 1 }], undefined, {
    headers: { accept: 'text/csv;q=0, application/json;q=0.1' },
  }),
  asks('GET tasks?id=eq.1&select=id', [{ id: 1 }], undefined, {
    headers: { accept: '*/*' },
    gives: { 'content-type': 'application/json; charset=utf-8' },
  }),
  asks('GET tasks?id=eq.1&select=id', { id: 1 }, undefined, {
    headers: object,
    gives: { 'content-type': 'application/vnd.pgrst.object+json; charset=utf-8' },
  }),
  { request: 'GET tasks?id=eq.99', headers: { accept: 'text/csv' }, text: '\n' },
  fails('GET tasks?id=eq.1', 406, ['PGRST107'], { headers: { accept: 'text/html' } }),
])
says('one object of none or several is refused', [
  fails('PATCH tasks?id=lt.3', 406, ['PGRST116'], { headers: object, body: { done: true } }),
])
says('`nulls=stripped` leaves out what is null', [
  asks('GET people?id=eq.4&select=id,full_name,active', [{ id: 4, active: true }], undefined, {
    headers: stripped,
  }),
  asks('GET people?id=eq.4&select=id,full_name', { id: 4 }, undefined, {
    headers: { accept: 'application/vnd.pgrst.object+json;nulls=stripped' },
  }),
  asks(
    'GET films?id=eq.4&select=id,premieres(date)&premieres.location=eq.Lima',
    [{ id: 4, premieres: [{}] }],
    undefined,
    { headers: stripped },
  ),
  asks('GET rpc/nothing_inside', { b: 1 }, undefined, { headers: stripped }),
])
at('media_type_handlers', 'Custom media types')
says(
  'a function may make other media types',
  [fails('GET tasks', 406, ['PGRST107'], { headers: { accept: 'image/png' } })],
  { refused: '406 `PGRST107`' },
)
at('domain_representations', 'Domain Representations')
says(
  'casts of a domain may shape it',
  [writes('POST goods?select=price', { id: 900, name: 'a', price: 2 }, [{ price: 2 }])],
  { different: 'domains are shown and taken as what they are made of' },
)
at('openapi', 'OpenAPI')
says('the root describes the schema, of which it shows what the requester may use', [
  {
    request: 'GET ',
    status: 200,
    contains: ['"swagger":"2.0"', '"/people":{"get"', '"/rpc/add_them"', '"definitions":{', '<pk/>'],
    gives: { 'content-type': 'application/openapi+json; charset=utf-8' },
  },
  { request: 'HEAD ', status: 200 },
])
at('options', 'OPTIONS method')
says(
  'OPTIONS says what is allowed',
  [
    { request: 'OPTIONS tasks', status: 200, gives: { allow: 'OPTIONS,GET,HEAD,POST,PUT,PATCH,DELETE' } },
    { request: 'OPTIONS rpc/add_them', status: 200, gives: { allow: 'OPTIONS,GET,HEAD,POST' } },
  ],
  { different: 'the same words for every table and function' },
)
at('schemas', 'Schemas')
says('only exposed schemas can be chosen; the first of them is, where none is', [
  asks('GET tasks?select=id&id=eq.2', [{ id: 2 }]),
  ...refuses([['GET tasks', 406, 'PGRST106']], { headers: { 'accept-profile': 'oculto' } }),
  ...refuses([['POST tasks', 406, 'PGRST106']], {
    headers: { 'content-profile': 'oculto' },
    body: { id: 1 },
  }),
  { request: 'GET tasks?select=id&id=eq.1', headers: { 'accept-profile': 'public' }, equals: [{ id: 1 }] },
])
at('transactions', 'Access Mode')
says('what is marked as stable does not write by POST either', [
  ...refuses([['POST rpc/stable_writer', 405, '25006']], { body: {}, headers: undone }),
])
at('transactions', 'Request Headers, Cookies and JWT claims')
says('functions read who asks, how, and with which headers', [
  asks(
    'GET rpc/asks',
    { agent: 'me', role: 'authenticated', method: 'GET', current: 'authenticated' },
    undefined,
    { headers: { 'X-Who': 'me' } },
  ),
  { request: 'POST rpc/asks', who: 'service', body: {}, contains: ['"service_role"', '"POST"'], status: 200 },
])
says('and her cookies', [{ request: 'GET rpc/cookies', headers: { cookie: 'sessionId=x' }, equals: null }], {
  different: 'cookies of this address are the auth API’s: no function is given them',
})
at('transactions', 'Response Status Code')
says('a function says the status', [
  { request: 'POST rpc/teapot', body: {}, status: 418, equals: { message: 'short and stout' } },
])
at('transactions', 'Response Headers')
says('functions and triggers say status and headers, several of one name', [
  undoes('POST stamped', 202, { id: 1 }, { gives: { 'set-cookie': ['a=1', 'b=2'], 'x-stamped': 'yes' } }),
  { request: 'POST rpc/says', body: {}, equals: '/rpc/says', gives: { 'set-cookie': ['a=1', 'b=2'] } },
])
at('observability', 'Execution plan')
says('the plan of a read, where the database allows it', [
  {
    request: 'GET tasks',
    headers: { accept: 'application/vnd.pgrst.plan+json' },
    status: 200,
    contains: ['"Total Cost"'],
  },
  {
    request: 'GET tasks',
    headers: { accept: 'application/vnd.pgrst.plan' },
    status: 200,
    contains: ['cost='],
  },
])
says(
  'the plan of a write',
  refuses(
    [
      ['POST tasks', 406, 'PGRST107'],
      ['PATCH tasks?id=eq.1', 406, 'PGRST107'],
    ],
    { headers: { accept: 'application/vnd.pgrst.plan+json' }, body: { id: 1 } },
  ),
  { refused: '406 `PGRST107`' },
)
at('url_grammar', 'URL Grammar')
says(
  'quotes keep reserved characters, percent-encoding does not count twice',
  means({
    'people?select="id"&"full_name"=eq.Ana Sol': `select id from people where full_name = 'Ana Sol'`,
    'people?select=id&or=(full_name.eq."Carla, Luz",full_name.eq."Ana Sol")&order=id':
      'select id from people where id in (1, 3) order by id',
    [`people?select=id&full_name=eq.${encodeURIComponent('Bea "la" Mar')}`]:
      'select id from people where id = 2',
  }),
)
at('errors', 'PostgREST errors')
says(
  'what cannot be understood is PGRST100',
  refuses(
    [
      'select=id,',
      'id=eq',
      'id=equal.1',
      'select=id(',
      'or=(id.eq.1',
      'order=id.up',
      'limit=x',
      'id=in.1',
      'id=is.maybe',
      'and=()',
      'id=like(some).x',
    ].map((query): [string, number, string] => [`GET people?${query}`, 400, 'PGRST100']),
  ),
)
says(
  'a body that is none is PGRST102',
  refuses(
    [
      ['POST addresses', 400, 'PGRST102'],
      ['PATCH addresses?id=eq.1', 400, 'PGRST102'],
      ['POST rpc/add_them', 400, 'PGRST102'],
    ],
    { body: '{"a":' },
  ),
)
says(
  'what is not embedded is PGRST108',
  refuses([
    ['GET films?directors.id=eq.1', 400, 'PGRST108'],
    ['GET films?directors.order=id', 400, 'PGRST108'],
    ['GET films?directors.limit=1', 400, 'PGRST108'],
  ]),
)
says(
  'no relationship is PGRST200',
  refuses([
    ['GET films?select=addresses(*)', 400, 'PGRST200'],
    ['GET films?select=directors!nada(*)', 400, 'PGRST200'],
    ['GET films?select=ties(*)', 400, 'PGRST200'],
    ['GET employees?select=employees!nada(*)', 400, 'PGRST200'],
  ]),
)
says(
  'an unknown function is PGRST202',
  refuses([
    ['POST rpc/nada', 404, 'PGRST202'],
    ['GET rpc/add_them?a=1', 404, 'PGRST202'],
    ['GET rpc/no_arguments?x=1', 404, 'PGRST202'],
  ]),
)
says('PostgreSQL’s own errors keep their codes', [
  ...refuses([
    ['GET people?select=nada', 400, '42703'],
    ['GET people?nada=eq.1', 400, '42703'],
    ['GET people?id=eq.x', 400, '22P02'],
    ['GET people?order=nada', 400, '42703'],
    ['GET rpc/numbers?n=2&select=nada', 400, '42703'],
  ]),
  ...refuses([['POST addresses', 409, '23505']], { body: { id: 1 } }),
  ...refuses([['DELETE directors?id=eq.1', 409, '23503']]),
  ...refuses([['POST casts', 405, '55000']], { body: { film_title: 'x' } }),
  ...refuses([['POST addresses', 500, '21000']], {
    headers: { prefer: 'resolution=merge-duplicates' },
    body: [{ id: 30 }, { id: 30 }],
  }),
  ...refuses([['POST films', 409, '23503']], { body: { id: 99, director_id: 99 } }),
  ...refuses([['POST goods', 400, '23502']], { body: { id: 99 } }),
])
says(
  'methods of functions and tables',
  refuses([
    ['DELETE rpc/add_them', 405, 'PGRST101'],
    ['PUT rpc/add_them', 405, 'PGRST101'],
    ['PATCH rpc/add_them', 405, 'PGRST101'],
  ]),
)

export const DOCUMENTED: readonly Sentence[] = sentences

/** The table of docs/api.md. */
export function documentedTable(): string {
  const count = DOCUMENTED.reduce((sum, { cases }) => sum + cases.length, 0)
  const ours = ({ refused, different }: Sentence) =>
    refused ? `refused (${refused})` : different ? `different (${different})` : 'same'
  const lines = DOCUMENTED.map(
    (it) =>
      `| \`${it.page}\`, ${it.section} | ${it.says.replaceAll('|', '\\|')} | ${ours(it)} | ${it.cases.length} |`,
  )
  return [
    `${count} cases, of ${DOCUMENTED.length} sentences; pages are those below \`references/api/\` of PostgREST's documentation (\`observability\`, \`transactions\` and \`errors\` beside it).`,
    '',
    '| documented at | what it says | ours | cases |',
    '|---|---|---|---|',
    ...lines,
  ].join('\n')
}
