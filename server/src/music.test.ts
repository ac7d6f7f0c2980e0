import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ServedFolder, serveFolder } from '../testing/folder.ts'

// A folder of somebody else's, driven by the unmodified official client: what its reference says that it gives.

let folder: ServedFolder
let db: SupabaseClient
beforeAll(async () => {
  folder = await serveFolder('music')
  db = folder.client('service')
}, 240_000)
afterAll(() => folder?.close())

type Ask = () => PromiseLike<unknown>
const rows = (data: unknown) => ({ data, error: null })

const READS: [what: string, ask: Ask, gives: object][] = [
  [
    'filters of a nested resource leave the rows above it',
    () =>
      db
        .from('artists')
        .select('name, albums(title, tracks(title))')
        .eq('albums.tracks.title', 'Sinnerman')
        .eq('id', 3),
    rows([{ name: 'Nina Simone', albums: [{ title: 'Pastel Blues', tracks: [{ title: 'Sinnerman' }] }] }]),
  ],
  [
    'and leave empty lists',
    () => db.from('artists').select('name, albums(title)').eq('albums.year', 1994).order('id'),
    rows([
      { name: 'Mercedes Sosa', albums: [] },
      { name: 'Violeta Parra', albums: [] },
      { name: 'Nina Simone', albums: [] },
      { name: 'Café, "Tacvba"', albums: [{ title: 'Re' }] },
    ]),
  ],
  [
    '!inner takes rows away, two levels deep',
    () =>
      db.from('artists').select('name, albums!inner(tracks!inner(title))').eq('albums.tracks.seconds', 622),
    rows([{ name: 'Nina Simone', albums: [{ tracks: [{ title: 'Sinnerman' }] }] }]),
  ],
  [
    'order, limit and range of a referenced table',
    () =>
      db
        .from('artists')
        .select('name, albums(title)')
        .order('year', { referencedTable: 'albums', ascending: false })
        .limit(1, { referencedTable: 'albums' })
        .eq('id', 1),
    rows([{ name: 'Mercedes Sosa', albums: [{ title: 'Mujeres argentinas' }] }]),
  ],
  [
    'range of a referenced table',
    () =>
      db
        .from('artists')
        .select('name, albums(title)')
        .order('year', { referencedTable: 'albums' })
        .range(1, 1, { referencedTable: 'albums' })
        .eq('id', 1),
    rows([{ name: 'Mercedes Sosa', albums: [{ title: 'Mujeres argentinas' }] }]),
  ],
  [
    'or of a referenced table',
    () =>
      db
        .from('artists')
        .select('id, albums!inner(year)')
        .or('year.eq.1994,title.like.Mujeres%', { referencedTable: 'albums' })
        .order('id'),
    rows([
      { id: 1, albums: [{ year: 1969 }] },
      { id: 4, albums: [{ year: 1994 }] },
    ]),
  ],
  [
    'or, and, not nested, with quotes',
    () =>
      db
        .from('artists')
        .select('id')
        .or('and(born.gte.1930,not.or(born.eq.1933,name.is.null)),name.eq."Café, \\"Tacvba\\""')
        .order('id'),
    rows([{ id: 1 }, { id: 4 }]),
  ],
  [
    'two ors are joined by and',
    () => db.from('artists').select('id').or('id.eq.1,id.eq.2').or('born.gt.1930,born.is.null'),
    rows([{ id: 1 }]),
  ],
  [
    'or over JSON and arrays',
    () => db.from('artists').select('id').or('meta->>town.eq.Tryon,genres.cs.{poetry}').order('id'),
    rows([{ id: 2 }, { id: 3 }]),
  ],
  [
    'not in, not null',
    () => db.from('artists').select('id').not('id', 'in', '(1,2)').not('meta', 'is', null),
    rows([{ id: 3 }]),
  ],
  [
    'in with commas and parentheses',
    () => db.from('artists').select('id').in('name', ['Café, (x)', 'Nina Simone']),
    rows([{ id: 3 }]),
  ],
  ['in of nothing', () => db.from('artists').select('id').in('id', []), rows([])],
  ['notIn', () => db.from('artists').select('id').notIn('id', [1, 2, 3]), rows([{ id: 4 }])],
  [
    'is distinct',
    () => db.from('artists').select('id').isDistinct('born', 1935).order('id'),
    rows([{ id: 2 }, { id: 3 }, { id: 4 }]),
  ],
  [
    'likeAnyOf, ilikeAllOf',
    () =>
      db
        .from('artists')
        .select('id')
        .likeAnyOf('name', ['Nina%', 'Viol%'])
        .ilikeAllOf('name', ['%a%', '%I%'])
        .order('id'),
    rows([{ id: 2 }, { id: 3 }]),
  ],
  [
    'regular expressions',
    () => db.from('artists').select('id').regexMatch('name', '^N.*e$').regexIMatch('name', 'nina'),
    rows([{ id: 3 }]),
  ],
  ['match', () => db.from('albums').select('id').match({ artist_id: 1, year: 1969 }), rows([{ id: 2 }])],
  [
    'JSON paths, with and without aliases',
    () =>
      db
        .from('artists')
        .select('meta->>town, meta->home, zip:meta->home->>zip, second:meta->tags->>1')
        .eq('id', 1),
    rows([{ town: 'Tucumán', home: { zip: '4000' }, zip: '4000', second: 'b' }]),
  ],
  [
    'filter and order by JSON',
    () =>
      db.from('artists').select('id').gt('meta->founded', 1900).order('meta->founded', { ascending: true }),
    rows([{ id: 2 }, { id: 1 }]),
  ],
  [
    'JSON contains',
    () =>
      db
        .from('artists')
        .select('id')
        .contains('meta', { home: { zip: '4000' } }),
    rows([{ id: 1 }]),
  ],
  [
    'arrays',
    () => db.from('artists').select('id').containedBy('genres', ['folk', 'rock']).order('id'),
    rows([{ id: 1 }, { id: 4 }]),
  ],
  [
    'arrays overlap',
    () => db.from('artists').select('id').overlaps('genres', ['jazz', 'poetry']).order('id'),
    rows([{ id: 2 }, { id: 3 }]),
  ],
  [
    'an array by its place',
    () => db.from('artists').select('id, first:genres->0').eq('genres->>1', 'soul'),
    rows([{ id: 3, first: 'jazz' }]),
  ],
  [
    'ranges: contains',
    () => db.from('bookings').select('id').contains('during', '[2000-01-01 13:00, 2000-01-01 13:30)'),
    rows([{ id: 1 }]),
  ],
  [
    'ranges: overlaps',
    () => db.from('bookings').select('id').overlaps('during', '[2000-01-01 12:45, 2000-01-01 13:15)'),
    rows([{ id: 1 }]),
  ],
  [
    'ranges: right of',
    () => db.from('bookings').select('id').rangeGt('during', '[2000-01-02 08:00, 2000-01-02 08:30)'),
    rows([{ id: 2 }]),
  ],
  [
    'ranges: does not extend left',
    () => db.from('bookings').select('id').rangeGte('during', '[2000-01-02 08:30, 2000-01-02 09:30)'),
    rows([{ id: 2 }]),
  ],
  [
    'ranges: left of',
    () => db.from('bookings').select('id').rangeLt('during', '[2000-01-01 15:00, 2000-01-01 16:00)'),
    rows([{ id: 1 }]),
  ],
  [
    'ranges: does not extend right',
    () => db.from('bookings').select('id').rangeLte('during', '[2000-01-01 14:00, 2000-01-01 16:00)'),
    rows([{ id: 1 }]),
  ],
  [
    'ranges: adjacent',
    () => db.from('bookings').select('id').rangeAdjacent('during', '[2000-01-01 12:00, 2000-01-01 13:00)'),
    rows([{ id: 1 }]),
  ],
  [
    'ranges as they are shown',
    () => db.from('bookings').select('seats, during, slots').eq('id', 1),
    rows([
      {
        seats: '[1,5)',
        during: '["2000-01-01 13:00:00","2000-01-01 15:00:00")',
        slots: '{["2000-01-01 13:00:00","2000-01-01 14:00:00")}',
      },
    ]),
  ],
  [
    'text search, plain, phrase and web',
    () =>
      db
        .from('tracks')
        .select('id')
        .textSearch('title', 'gracias vida', { type: 'plain', config: 'spanish' }),
    rows([{ id: 3 }]),
  ],
  [
    'text search, phrase',
    () =>
      db
        .from('tracks')
        .select('id')
        .textSearch('title', 'be my husband', { type: 'phrase', config: 'english' }),
    rows([{ id: 6 }]),
  ],
  [
    'text search, its own operators',
    () => db.from('tracks').select('id').textSearch('title', `'juana' & !'mar'`),
    rows([{ id: 2 }]),
  ],
  [
    'spread of one within one',
    () => db.from('tracks').select('title, ...albums(album:title, ...artists(artist:name))').eq('id', 5),
    rows([{ title: 'Sinnerman', album: 'Pastel Blues', artist: 'Nina Simone' }]),
  ],
  [
    'spread of many',
    () => db.from('artists').select('name, ...albums(titles:title, year)').eq('id', 1),
    rows([
      {
        name: 'Mercedes Sosa',
        titles: ['Canciones con fundamento', 'Mujeres argentinas'],
        year: [1965, 1969],
      },
    ]),
  ],
  [
    'spread across a join table',
    () =>
      db
        .from('playlists')
        .select('name, ...tracks(title)')
        .order('id')
        .order('id', { referencedTable: 'tracks' }),
    rows([
      { name: 'Sunday', title: ['Alfonsina y el mar', 'Gracias a la vida', 'Sinnerman'] },
      { name: 'Empty', title: [] },
    ]),
  ],
  [
    'what is counted below',
    () => db.from('artists').select('id, albums(count)').order('id').limit(2),
    rows([
      { id: 1, albums: [{ count: 2 }] },
      { id: 2, albums: [{ count: 1 }] },
    ]),
  ],
  [
    'sums are off, as there',
    () => db.from('albums').select('price.sum()'),
    {
      data: null,
      status: 400,
      error: { code: 'PGRST123', message: 'Use of aggregate functions is not allowed' },
    },
  ],
  [
    'two keys to one table, by column',
    () => db.from('messages').select('body, from:sender_id(name), to:receiver_id(name)').eq('id', 1).single(),
    rows({ body: 'hola', from: { name: 'Mercedes Sosa' }, to: { name: 'Violeta Parra' } }),
  ],
  [
    'and by constraint',
    () =>
      db
        .from('artists')
        .select(
          'id, sent:messages!messages_sender_id_fkey(body), got:messages!messages_receiver_id_fkey(body)',
        )
        .eq('id', 1),
    rows([{ id: 1, sent: [{ body: 'hola' }], got: [{ body: 'chau' }] }]),
  ],
  [
    'ambiguous without',
    () => db.from('messages').select('body, artists(name)'),
    { data: null, status: 300, error: { code: 'PGRST201' } },
  ],
  [
    'a table with itself, both ways',
    () => db.from('categories').select('name, parent:parent_id(name), children:categories(name)').eq('id', 3),
    rows([{ name: 'folk', parent: { name: 'music' }, children: [{ name: 'nueva canción' }] }]),
  ],
  [
    'across a join table, with its own columns',
    () =>
      db
        .from('playlist_tracks')
        .select('place, tracks(title, albums(artists(name)))')
        .eq('playlist_id', 1)
        .order('place')
        .limit(1),
    rows([
      { place: 1, tracks: { title: 'Alfonsina y el mar', albums: { artists: { name: 'Mercedes Sosa' } } } },
    ]),
  ],
  [
    'a view embeds as its tables do',
    () =>
      db
        .from('album_list')
        .select('title, artist_name, artists(born), tracks(title)')
        .eq('id', 4)
        .order('title', { referencedTable: 'tracks' }),
    rows([
      {
        title: 'Pastel Blues',
        artist_name: 'Nina Simone',
        artists: { born: 1933 },
        tracks: [{ title: 'Be My Husband' }, { title: 'Sinnerman' }],
      },
    ]),
  ],
  [
    'is null of a resource',
    () => db.from('albums').select('id, tracks()').is('tracks', null).order('id'),
    rows([{ id: 1 }]),
  ],
  [
    'or over two resources',
    () =>
      db
        .from('albums')
        .select('id, labels(), artists()')
        .eq('labels.country', 'NL')
        .eq('artists.born', 1917)
        .or('labels.not.is.null,artists.not.is.null')
        .order('id'),
    rows([{ id: 1 }, { id: 2 }, { id: 3 }, { id: 4 }]),
  ],
  [
    'order by a referenced column',
    () =>
      db.from('albums').select('title, artists(name)').order('artists(name)', { ascending: false }).limit(1),
    rows([{ title: 'Las últimas composiciones', artists: { name: 'Violeta Parra' } }]),
  ],
  [
    'order of several, nulls first',
    () =>
      db.from('artists').select('id').order('born', { nullsFirst: true }).order('id', { ascending: false }),
    rows([{ id: 4 }, { id: 2 }, { id: 3 }, { id: 1 }]),
  ],
  [
    'casts',
    () => db.from('albums').select('id::text, price::int').eq('id', 2),
    rows([{ id: '2', price: 13 }]),
  ],
  [
    'large whole numbers come as they are',
    () => db.from('listeners').select('big::text').eq('username', 'ana').single(),
    rows({ big: '9007199254740993' }),
  ],
  [
    'composite, bytes, enums, moments',
    () => db.from('listeners').select('spent, bytes, mood, joined').eq('username', 'ana').single(),
    rows({
      spent: { units: 3, currency: 'EUR' },
      bytes: '\\xdead',
      mood: 'happy',
      joined: '2025-01-02T03:04:05+00:00',
    }),
  ],
  [
    'inside a composite',
    () => db.from('listeners').select('username').eq('spent->>currency', 'EUR'),
    rows([{ username: 'ana' }]),
  ],
  [
    'an enum compares by its order',
    () => db.from('listeners').select('username').gt('mood', 'ok'),
    rows([{ username: 'ana' }]),
  ],
  [
    'names with blanks',
    () => db.from('listeners').select('"Weird Name"').eq('Weird Name', 'x'),
    rows([{ 'Weird Name': 'x' }]),
  ],
  [
    'computed columns and relationships',
    () => db.from('albums').select('full_title, longest(title)').like('full_title', 'Pastel%'),
    rows([{ full_title: 'Pastel Blues (1965)', longest: { title: 'Sinnerman' } }]),
  ],
  [
    'counts: exact',
    () => db.from('tracks').select('id', { count: 'exact' }).range(0, 1).order('id'),
    { data: [{ id: 1 }, { id: 2 }], count: 7, status: 206 },
  ],
  [
    'counts: head',
    () => db.from('tracks').select('*', { count: 'exact', head: true }).gt('seconds', 250),
    { data: null, count: 3, status: 200, error: null },
  ],
  [
    'counts: planned is a number',
    () => db.from('tracks').select('id', { count: 'planned', head: true }),
    { count: expect.any(Number), error: null },
  ],
  [
    'counts: estimated of few is exact',
    () => db.from('tracks').select('id', { count: 'estimated', head: true }),
    { count: 7, error: null },
  ],
  [
    'counts with an inner join',
    () => db.from('albums').select('id, labels!inner(id)', { count: 'exact' }).limit(1),
    { count: 4, status: 206 },
  ],
  [
    'behind the end without a count',
    () => db.from('tracks').select('id').range(20, 30),
    { data: [], error: null, status: 200 },
  ],
  [
    'behind the end with a count',
    () => db.from('tracks').select('id', { count: 'exact' }).range(20, 30),
    {
      data: null,
      status: 416,
      error: {
        code: 'PGRST103',
        message: 'Requested range not satisfiable',
        details: 'An offset of 20 was requested, but there are only 7 rows.',
      },
    },
  ],
  ['limit of none', () => db.from('tracks').select('id').limit(0), rows([])],
  ['one', () => db.from('artists').select('name').eq('id', 2).single(), rows({ name: 'Violeta Parra' })],
  [
    'one of none',
    () => db.from('artists').select('name').eq('id', 99).single(),
    {
      data: null,
      status: 406,
      error: {
        code: 'PGRST116',
        details: 'The result contains 0 rows',
        message: 'Cannot coerce the result to a single JSON object',
        hint: null,
      },
    },
  ],
  [
    'perhaps one, of none',
    () => db.from('artists').select('name').eq('id', 99).maybeSingle(),
    { data: null, error: null, status: 200 },
  ],
  [
    'perhaps one, of many',
    () => db.from('artists').select('name').maybeSingle(),
    { data: null, status: 406, error: { code: 'PGRST116' } },
  ],
  [
    'CSV',
    () => db.from('artists').select('id, name, genres').order('id').range(2, 3).csv(),
    rows('id,name,genres\n3,"Nina Simone","{jazz,soul}"\n4,"Café, ""Tacvba""",{rock}'),
  ],
  ['CSV of none', () => db.from('artists').select('id, name').eq('id', 99).csv(), rows('\n')],
  [
    'nulls stripped',
    () => db.from('artists').select('id, born, meta, albums(price)').eq('id', 4).stripNulls(),
    rows([{ id: 4, albums: [{}] }]),
  ],
  [
    'no plan where it is not allowed',
    () => db.from('artists').select('id').explain(),
    { data: null, status: 406, error: { code: 'PGRST107' } },
  ],
  [
    'what is broken off',
    () => {
      const stop = new AbortController()
      stop.abort()
      return db.from('artists').select('id').abortSignal(stop.signal)
    },
    { data: null, status: 0, error: { message: expect.stringMatching(/AbortError/) } },
  ],
  [
    'an unknown table',
    () => db.from('artist').select(),
    {
      status: 404,
      error: {
        code: 'PGRST205',
        message: `Could not find the table 'public.artist' in the schema cache`,
        hint: `Perhaps you meant the table 'public.artists'`,
      },
    },
  ],
  [
    'an unknown column',
    () => db.from('artists').select('nom'),
    { status: 400, error: { code: '42703', message: 'column artists.nom does not exist' } },
  ],
  [
    'an unknown relationship',
    () => db.from('artists').select('bookings(*)'),
    {
      status: 400,
      error: {
        code: 'PGRST200',
        message: `Could not find a relationship between 'artists' and 'bookings' in the schema cache`,
      },
    },
  ],
  [
    'a schema that is not exposed',
    () => db.schema('secret').from('diary').select(),
    {
      status: 406,
      error: {
        code: 'PGRST106',
        message: 'Invalid schema: secret',
        hint: 'Only the following schemas are exposed: public',
      },
    },
  ],
  [
    'a wrong value',
    () => db.from('artists').select().eq('id', 'x'),
    { status: 400, error: { code: '22P02', message: 'invalid input syntax for type bigint: "x"' } },
  ],
  [
    'a wrong operator',
    () => db.from('artists').select().filter('id', 'near', '1'),
    { status: 400, error: { code: 'PGRST100' } },
  ],
  [
    'an operator that the type has not',
    () => db.from('artists').select().like('born', '1%'),
    { status: 404, error: { code: '42883' } },
  ],
]

const CALLS: [what: string, ask: Ask, gives: object][] = [
  ['a text', () => db.rpc('hello_world'), rows('Hello world')],
  [
    'by GET, with quotes and commas',
    () => db.rpc('echo', { say: 'a,"b"&c=d {e}' }, { get: true }),
    rows('a,"b"&c=d {e}'),
  ],
  ['an array in and out', () => db.rpc('add_one_each', { arr: [1, 2, 3] }), rows([2, 3, 4])],
  ['an array by GET', () => db.rpc('add_one_each', { arr: [1, 2] }, { get: true }), rows([2, 3])],
  ['an array of texts', () => db.rpc('words', { list: ['a b', 'c,d', '{}'] }), rows(3)],
  [
    'rows, filtered, ordered, chosen, embedded',
    () => db.rpc('list_albums').select('title, artists(name)').gt('year', 1966).order('year').limit(1),
    rows([{ title: 'Mujeres argentinas', artists: { name: 'Mercedes Sosa' } }]),
  ],
  [
    'rows counted',
    () => db.rpc('list_albums', {}, { count: 'exact' }).range(0, 1),
    { count: 5, status: 206 },
  ],
  [
    'rows counted without them',
    () => db.rpc('list_albums', {}, { count: 'exact', head: true }),
    { data: null, count: 5, error: null },
  ],
  ['one of them', () => db.rpc('list_albums').eq('id', 5).select('title').single(), rows({ title: 'Re' })],
  [
    'a row',
    () => db.rpc('first_album').select('id, title'),
    rows({ id: 1, title: 'Canciones con fundamento' }),
  ],
  ['a row that is not there', () => db.rpc('no_album').select('id, title'), rows({ id: null, title: null })],
  ['values', () => db.rpc('years'), rows([1965, 1965, 1966, 1969, 1994])],
  ['values, some of them', () => db.rpc('years').range(3, 4), rows([1969, 1994])],
  ['a table of columns', () => db.rpc('top', { n: 1 }), rows([{ album: 'Pastel Blues', seconds: 827 }])],
  [
    'filtered by them',
    () => db.rpc('top', { n: 5 }).lt('seconds', 500).select('album'),
    rows([{ album: 'Mujeres argentinas' }]),
  ],
  [
    'JSON in',
    () =>
      db
        .rpc('found', { filter: { from: 1969 } })
        .select('id')
        .order('id'),
    rows([{ id: 2 }, { id: 5 }]),
  ],
  [
    'JSON in, counted: a call takes no notice of return=minimal',
    () => db.rpc('found', { filter: { from: 1969 } }, { count: 'exact', head: true }),
    { data: [{ id: 2 }, { id: 5 }], count: 2, error: null },
  ],
  ['a composite', () => db.rpc('amount'), rows({ units: 5, currency: 'EUR' })],
  ['composites', () => db.rpc('amounts').eq('currency', 'USD'), rows([{ units: 6, currency: 'USD' }])],
  ['nothing', () => db.rpc('nothing'), { data: null, error: null, status: 204 }],
  ['JSON that is null', () => db.rpc('null_json'), rows(null)],
  [
    'defaults, dates, booleans, enums',
    () => db.rpc('is_it', { at: '2026-02-03', mood: 'happy' }),
    rows({ at: '2026-02-03', flag: true, mood: 'happy' }),
  ],
  [
    'the same by GET',
    () => db.rpc('is_it', { at: '2026-02-03', flag: false }, { get: true }),
    rows({ at: '2026-02-03', flag: false, mood: 'sad' }),
  ],
  ['overloaded by names', () => db.rpc('both', { a: 1, b: 'x' }), rows('int and text')],
  [
    'a status of its own',
    () => db.rpc('refuse', { code: 'upgrade' }),
    {
      data: null,
      status: 402,
      error: { code: 'PT402', message: 'Payment Required', details: 'Quota exceeded', hint: 'upgrade' },
    },
  ],
  [
    'an exception',
    () => db.rpc('break_down'),
    {
      data: null,
      status: 400,
      error: { code: 'P0001', message: 'I refuse!', details: null, hint: 'Consider blocking.' },
    },
  ],
  [
    'what writes, by GET',
    () => db.rpc('forget', { before: 1 }, { get: true }),
    { status: 405, error: { code: '25006' } },
  ],
  [
    'unknown',
    () => db.rpc('hello_worl'),
    {
      status: 404,
      error: {
        code: 'PGRST202',
        message: 'Could not find the function public.hello_worl without parameters in the schema cache',
        hint: 'Perhaps you meant to call the function public.hello_world',
      },
    },
  ],
  [
    'unknown argument',
    () => db.rpc('echo', { tell: 'x' }),
    {
      status: 404,
      error: {
        code: 'PGRST202',
        message: 'Could not find the function public.echo(tell) in the schema cache',
        details:
          'Searched for the function public.echo with parameter tell or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache.',
        hint: 'Perhaps you meant to call the function public.echo(say)',
      },
    },
  ],
]

const WRITES: [what: string, ask: Ask, gives: object][] = [
  [
    'insert says nothing',
    () => db.from('labels').insert({ id: 10, name: 'A' }),
    { data: null, error: null, status: 201 },
  ],
  [
    'insert gives what is selected, with what it refers to',
    () =>
      db
        .from('albums')
        .insert({ title: 'New', artist_id: 2, year: 2001 })
        .select('title, price, artists(name)')
        .single(),
    { ...rows({ title: 'New', price: 9.99, artists: { name: 'Violeta Parra' } }), status: 201 },
  ],
  [
    'insert of many with other keys takes null',
    () =>
      db
        .from('albums')
        .insert([{ title: 'm1', price: 1 }, { title: 'm2' }])
        .select('title, price')
        .order('title'),
    rows([
      { title: 'm1', price: 1 },
      { title: 'm2', price: null },
    ]),
  ],
  [
    'or defaults, if that is wanted',
    () =>
      db
        .from('albums')
        .insert([{ title: 'm3', price: 1 }, { title: 'm4' }], { defaultToNull: false })
        .select('title, price')
        .order('title'),
    rows([
      { title: 'm3', price: 1 },
      { title: 'm4', price: 9.99 },
    ]),
  ],
  [
    'insert counted',
    () =>
      db.from('labels').insert(
        [
          { id: 11, name: 'B' },
          { id: 12, name: 'C' },
        ],
        { count: 'exact' },
      ),
    { data: null, count: 2, status: 201 },
  ],
  ['insert of nothing', () => db.from('labels').insert([]).select(), { data: [], error: null, status: 201 }],
  [
    'insert of defaults',
    () => db.from('listeners').insert({ username: 'carla' }).select('mood, joined').single(),
    rows({ mood: 'ok', joined: '2025-01-02T03:04:05+00:00' }),
  ],
  [
    'composite, arrays, JSON, bytes',
    () =>
      db
        .from('listeners')
        .insert({
          username: 'dora',
          spent: { units: 1, currency: 'PEN' },
          bytes: '\\x00ff',
          big: '9007199254740995',
        })
        .select('spent, bytes, big::text')
        .single(),
    rows({ spent: { units: 1, currency: 'PEN' }, bytes: '\\x00ff', big: '9007199254740995' }),
  ],
  [
    'arrays and JSON',
    () =>
      db
        .from('artists')
        .insert({ name: 'Arr', genres: ['a b', 'c,"d"'], meta: [1, { x: null }] })
        .select('genres, meta')
        .single(),
    rows({ genres: ['a b', 'c,"d"'], meta: [1, { x: null }] }),
  ],
  [
    'taken',
    () => db.from('artists').insert({ name: 'Nina Simone' }),
    {
      status: 409,
      error: {
        code: '23505',
        message: 'duplicate key value violates unique constraint "artists_name_key"',
        details: 'Key (name)=(Nina Simone) already exists.',
      },
    },
  ],
  [
    'refers to nothing',
    () => db.from('albums').insert({ title: 'x', artist_id: 999 }),
    { status: 409, error: { code: '23503' } },
  ],
  ['missing', () => db.from('albums').insert({ year: 2000 }), { status: 400, error: { code: '23502' } }],
  [
    'checked',
    () => db.from('albums').insert({ title: 'x', year: 1800 }),
    { status: 400, error: { code: '23514' } },
  ],
  [
    'unknown column',
    () => db.from('albums').insert({ titel: 'x' } as never),
    {
      status: 400,
      error: {
        code: 'PGRST204',
        message: `Could not find the 'titel' column of 'albums' in the schema cache`,
      },
    },
  ],
  [
    'upsert by key changes',
    () => db.from('labels').upsert({ id: 1, name: 'Philips Records' }).select(),
    { ...rows([{ id: 1, name: 'Philips Records', country: 'NL' }]), status: 200 },
  ],
  [
    'upsert of a new one makes it',
    () => db.from('labels').upsert({ id: 20, name: 'N' }),
    { data: null, status: 201 },
  ],
  [
    'upsert by another key',
    () =>
      db
        .from('artists')
        .upsert({ name: 'Nina Simone', born: 1934 }, { onConflict: 'name' })
        .select('id, born')
        .single(),
    rows({ id: 3, born: 1934 }),
  ],
  [
    'upsert that ignores gives the new ones alone',
    () =>
      db
        .from('labels')
        .upsert(
          [
            { id: 1, name: 'other' },
            { id: 21, name: 'O' },
          ],
          { ignoreDuplicates: true },
        )
        .select('id'),
    { ...rows([{ id: 21 }]), status: 201 },
  ],
  [
    'and nothing where none is new',
    () => db.from('labels').upsert({ id: 1, name: 'other' }, { ignoreDuplicates: true }).select(),
    rows([]),
  ],
  [
    'upsert of several, of a composite key',
    () =>
      db
        .from('stock')
        .upsert(
          [
            { shelf: 1, slot: 1, amount: 9 },
            { shelf: 9, slot: 9, amount: 1 },
          ],
          { onConflict: 'shelf,slot' },
        )
        .select('shelf, amount, album_id')
        .order('shelf'),
    {
      ...rows([
        { shelf: 1, amount: 9, album_id: 1 },
        { shelf: 9, amount: 1, album_id: null },
      ]),
      status: 201,
    },
  ],
  [
    'upsert by a key that is none',
    () => db.from('labels').upsert({ id: 1, name: 'x' }, { onConflict: 'country' }),
    { status: 400, error: { code: '42P10' } },
  ],
  [
    'upsert twice in one',
    () =>
      db.from('labels').upsert([
        { id: 30, name: 'x' },
        { id: 30, name: 'y' },
      ]),
    { status: 500, error: { code: '21000' } },
  ],
  [
    'update gives what is selected',
    () => db.from('albums').update({ price: 20 }).eq('id', 1).select('price, artists(name)'),
    rows([{ price: 20, artists: { name: 'Mercedes Sosa' } }]),
  ],
  [
    'update of none',
    () => db.from('albums').update({ price: 20 }).eq('id', 999).select(),
    { ...rows([]), status: 200 },
  ],
  [
    'update of none says nothing',
    () => db.from('albums').update({ price: 20 }).eq('id', 999),
    { data: null, error: null, status: 204 },
  ],
  [
    'update of one that is not there',
    () => db.from('albums').update({ price: 20 }).eq('id', 999).select().single(),
    { status: 406, error: { code: 'PGRST116' } },
  ],
  [
    'update counted',
    () => db.from('albums').update({ price: 21 }, { count: 'exact' }).eq('artist_id', 1),
    { data: null, count: 2, status: 204 },
  ],
  ['update of nothing', () => db.from('albums').update({}).eq('id', 1).select(), rows([])],
  [
    'update by a JSON path',
    () =>
      db
        .from('artists')
        .update({ meta: { town: 'x' } })
        .eq('meta->>town', 'Tryon')
        .select('id, meta'),
    rows([{ id: 3, meta: { town: 'x' } }]),
  ],
  [
    'update by or',
    () => db.from('labels').update({ country: 'XX' }).or('id.eq.10,id.eq.11').select('id').order('id'),
    rows([{ id: 10 }, { id: 11 }]),
  ],
  [
    'more than may be',
    () =>
      // Its types know this of a folder whose own say which version serves it.
      (
        db.from('labels').update({ country: 'YY' }).gte('id', 10) as unknown as {
          maxAffected: (rows: number) => PromiseLike<unknown>
        }
      ).maxAffected(1),
    { status: 400, error: { code: 'PGRST124' } },
  ],
  ['is undone', () => db.from('labels').select('id').eq('country', 'YY'), rows([])],
  [
    'delete gives what is selected',
    () => db.from('labels').delete().eq('id', 12).select('name'),
    rows([{ name: 'C' }]),
  ],
  // https://supabase.com/docs/reference/javascript/delete: to be used with filters, to tell which rows.
  [
    'delete without a filter',
    () => db.from('labels').delete(),
    { status: 400, error: { code: '21000', message: 'DELETE requires a WHERE clause' } },
  ],
  [
    'update without a filter',
    () => db.from('labels').update({ country: 'ZZ' }).select(),
    { status: 400, error: { code: '21000', message: 'UPDATE requires a WHERE clause' } },
  ],
  ['have changed nothing', () => db.from('labels').select('id').eq('country', 'ZZ'), rows([])],
  [
    'delete says nothing',
    () => db.from('labels').delete().eq('id', 11),
    { data: null, error: null, status: 204 },
  ],
  [
    'delete counted',
    () => db.from('labels').delete({ count: 'exact' }).in('id', [20, 21]),
    { data: null, count: 2, status: 204 },
  ],
  [
    'delete of what others refer to',
    () => db.from('labels').delete().eq('id', 2),
    { status: 409, error: { code: '23503' } },
  ],
  [
    'a function that writes, counted',
    () => db.rpc('forget', { before: 3 }, { count: 'exact' }).select('id').order('id'),
    { data: [{ id: 1 }, { id: 2 }], count: 2 },
  ],
  [
    'into a view',
    () => db.from('album_list').insert({ title: 'x' }),
    { status: 405, error: { code: '55000' } },
  ],
]

describe('reads', () => {
  it.each(READS)('%s', async (_, ask, gives) => expect(await ask()).toMatchObject(gives))
})
describe('calls', () => {
  it.each(CALLS)('%s', async (_, ask, gives) => expect(await ask()).toMatchObject(gives))
})
describe('writes', () => {
  it.each(WRITES)('%s', async (_, ask, gives) => expect(await ask()).toMatchObject(gives))
})
