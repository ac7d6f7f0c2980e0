import { afterAll, beforeAll, describe } from 'vitest'
import { type Harness, startHarness } from '../../testing/rest.ts'
import { run } from '../../testing/scenario.ts'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness?.close())

const object = { accept: 'application/vnd.pgrst.object+json' }
const exact = { prefer: 'count=exact' }

describe('rows', () => {
  run(
    () => harness,
    [
      {
        name: 'come as PostgreSQL writes them, her own alone',
        request: 'GET diario?select=fecha,contenido,puntos,etiquetas,datos,periodo,largo&order=fecha',
        status: 200,
        equals: [
          {
            fecha: '2026-01-01',
            contenido: 'de Ana',
            puntos: 1.5,
            etiquetas: ['sol', 'mar'],
            datos: { a: { b: 'x' }, n: [1, 2] },
            periodo: '[1,5)',
            largo: 6,
          },
          {
            fecha: '2026-01-02',
            contenido: 'de Ana otra vez',
            puntos: 1.5,
            etiquetas: [],
            datos: {},
            periodo: null,
            largo: 15,
          },
        ],
        lacks: ['Bea'],
        gives: {
          'content-type': 'application/json; charset=utf-8',
          'content-range': '0-1/*',
          'cache-control': 'no-store',
          'content-profile': 'public',
        },
      },
      {
        name: 'of another are not hers to read, by any filter',
        request: 'GET diario?contenido=eq.de Bea',
        status: 200,
        equals: [],
        gives: { 'content-range': '*/*' },
      },
      {
        name: 'can be renamed, cast and dug into',
        request: 'GET diario?select=dia:fecha,puntos::text,b:datos->a->>b,datos->n->1&fecha=eq.2026-01-01',
        status: 200,
        equals: [{ dia: '2026-01-01', puntos: '1.50', b: 'x', n: 2 }],
      },
      {
        name: 'may be called what the statement calls its own parts',
        request: 'GET libros?select=r:titulo,t0:id,written:paginas,iniciales&id=eq.1',
        status: 200,
        equals: [{ r: 'Aura', t0: 1, written: 100, iniciales: 'A' }],
      },
      {
        name: 'carry computed columns',
        request: 'GET libros?select=titulo,iniciales&iniciales=eq.R',
        status: 200,
        equals: [{ titulo: 'Rayuela', iniciales: 'R' }],
      },
      {
        name: 'of a name with ñ, percent-encoded',
        request: 'GET rese%C3%B1as_terapeutas?select=comentario&puntuacion=gte.5',
        status: 200,
        equals: [{ comentario: 'me escuchó' }],
      },
      {
        name: 'of a name with a capital',
        request: 'GET Salas?select=room_url',
        status: 200,
        equals: [{ room_url: 'https://sala.test/uno' }],
      },
      {
        name: 'of another schema',
        request: 'GET cosas',
        headers: { 'accept-profile': 'otra' },
        status: 200,
        equals: [{ id: 1, nombre: 'de otro esquema' }],
        gives: { 'content-profile': 'otra' },
      },
      {
        name: 'without nulls',
        request: 'GET libros?id=eq.4',
        headers: { accept: 'application/vnd.pgrst.array+json;nulls=stripped' },
        status: 200,
        equals: [{ id: 4, titulo: 'Sin autora' }],
      },
      {
        name: 'of a table that a visitor may read',
        request: 'GET libros?select=titulo&id=eq.1',
        who: 'visitor',
        status: 200,
        equals: [{ titulo: 'Aura' }],
      },
      {
        name: 'of which she may read one column',
        request: 'GET secretos?select=id',
        status: 200,
        equals: [{ id: 1 }],
      },
    ],
  )
})

describe('filters', () => {
  const titles = (name: string, filter: string, ...found: string[]) => ({
    name,
    request: `GET libros?select=titulo&order=id&${filter}`,
    status: 200,
    equals: found.map((titulo) => ({ titulo })),
  })
  const days = (name: string, filter: string, ...found: string[]) => ({
    name,
    request: `GET diario?select=fecha&order=fecha&${filter}`,
    status: 200,
    equals: found.map((fecha) => ({ fecha: `2026-01-0${fecha}` })),
  })
  run(
    () => harness,
    [
      titles('eq', 'titulo=eq.Aura', 'Aura'),
      titles('neq', 'id=neq.1&id=lt.4', 'Pedro Páramo', 'Rayuela'),
      titles('gt, lte', 'paginas=gt.100&paginas=lte.600', 'Pedro Páramo', 'Rayuela'),
      titles('like with stars', 'titulo=like.*a*', 'Aura', 'Pedro Páramo', 'Rayuela', 'Sin autora'),
      titles('like with its own letter', 'titulo=like.a*'),
      titles('ilike', 'titulo=ilike.a*', 'Aura'),
      titles('match', 'titulo=match.^R.*a$', 'Rayuela'),
      titles('imatch', 'titulo=imatch.^r', 'Rayuela'),
      titles('is null', 'paginas=is.null', 'Sin autora'),
      titles('is not null', 'paginas=not.is.null&id=lt.3', 'Aura', 'Pedro Páramo'),
      titles('is not_null', 'paginas=is.not_null&id=eq.1', 'Aura'),
      titles('isdistinct', 'paginas=isdistinct.100&id=in.(1,4)', 'Sin autora'),
      titles(
        'in, with quotes and commas',
        'titulo=in.(Aura,"Pedro Páramo","no, no")',
        'Aura',
        'Pedro Páramo',
      ),
      titles('in nothing', 'id=in.()'),
      titles('not in', 'id=not.in.(1,2,3)', 'Sin autora'),
      titles('any', 'titulo=like(any).{A*,R*}', 'Aura', 'Rayuela'),
      titles('all', 'titulo=ilike(all).{*a*,*u*}', 'Aura', 'Rayuela', 'Sin autora'),
      titles('full text', 'titulo=fts(spanish).rayuela|aura', 'Aura', 'Rayuela'),
      titles('plain full text', 'titulo=plfts.pedro páramo', 'Pedro Páramo'),
      titles('web full text', 'titulo=wfts.pedro -páramo'),
      titles('or', 'or=(titulo.eq.Aura,paginas.gt.500)', 'Aura', 'Rayuela'),
      titles('a tree', 'or=(id.eq.1,and(paginas.gt.100,not.or(id.eq.2,id.eq.4)))', 'Aura', 'Rayuela'),
      titles('not and', 'not.and=(id.gt.0,id.lt.4)', 'Sin autora'),
      titles('a value that looks like SQL', "titulo=eq.'; drop table libros; --"),
      days('contains', 'etiquetas=cs.{sol}', '1'),
      days('contained', 'etiquetas=cd.{sol,mar,luz}', '1', '2'),
      days('overlaps', 'etiquetas=ov.{mar,luz}', '1'),
      days('contains JSON', 'datos=cs.{"a":{"b":"x"}}', '1'),
      days('JSON path', 'datos->a->>b=eq.x', '1'),
      days('JSON path by number', 'datos->n->>0=eq.1', '1'),
      days('range contains', 'periodo=cs.[2,3)', '1'),
      days('range overlaps', 'periodo=ov.[4,9)', '1'),
      days('range left of', 'periodo=sl.[6,9)', '1'),
      days('range adjacent', 'periodo=adj.[5,6)', '1'),
      days('enum', 'animo=eq.bien', '1'),
      days('dates between', 'fecha=gte.2026-01-01&fecha=lte.2026-01-01', '1'),
    ],
  )
})

describe('order and pages', () => {
  const ids = (name: string, query: string, ...found: number[]) => ({
    name,
    request: `GET libros?select=id&${query}`,
    status: 200,
    equals: found.map((id) => ({ id })),
  })
  run(
    () => harness,
    [
      ids('descending, nulls first by default', 'order=paginas.desc', 4, 3, 2, 1),
      ids('nulls last', 'order=paginas.desc.nullslast', 3, 2, 1, 4),
      ids('by two', 'order=paginas.nullsfirst,id.desc', 4, 1, 2, 3),
      ids('limit and offset', 'order=id&limit=2&offset=1', 2, 3),
      ids('none', 'limit=0'),
      {
        name: 'by a place within JSON',
        request: 'GET diario?select=fecha&order=datos->a->>b.asc.nullsfirst',
        status: 200,
        equals: [{ fecha: '2026-01-02' }, { fecha: '2026-01-01' }],
      },
      {
        name: 'an exact count makes a page partial',
        request: 'GET libros?select=id&order=id&limit=2&offset=1',
        headers: exact,
        status: 206,
        gives: { 'content-range': '1-2/4', 'preference-applied': 'count=exact' },
      },
      {
        name: 'an exact count of everything is complete',
        request: 'GET libros?select=id',
        headers: exact,
        status: 200,
        gives: { 'content-range': '0-3/4' },
      },
      {
        name: 'an exact count counts what she may see',
        request: 'GET diario?select=id',
        headers: exact,
        status: 200,
        gives: { 'content-range': '0-1/2' },
      },
      {
        name: 'a planned count',
        request: 'GET libros?select=id&limit=1',
        headers: { prefer: 'count=planned' },
        status: 206,
        gives: { 'content-range': /^0-0\/\d+$/ },
      },
      {
        name: 'an estimated count is exact for few rows',
        request: 'GET libros?select=id&limit=1',
        headers: { prefer: 'count=estimated' },
        status: 206,
        gives: { 'content-range': '0-0/4' },
      },
      {
        name: 'the header Range',
        request: 'GET libros?select=id&order=id',
        headers: { range: '1-2', prefer: 'count=exact' },
        status: 206,
        equals: [{ id: 2 }, { id: 3 }],
        gives: { 'content-range': '1-2/4' },
      },
      {
        name: 'the header Range without end',
        request: 'GET libros?select=id&order=id',
        headers: { range: '2-' },
        status: 200,
        equals: [{ id: 3 }, { id: 4 }],
      },
      {
        name: 'a range that ends before it begins',
        request: 'GET libros',
        headers: { range: '5-2' },
        status: 416,
        contains: ['PGRST103'],
      },
      {
        name: 'an offset behind the end, counted',
        request: 'GET libros?offset=9',
        headers: exact,
        status: 416,
        contains: ['PGRST103', 'An offset of 9 was requested, but there are only 4 rows.'],
      },
      {
        name: 'an offset behind the end, not counted',
        request: 'GET libros?offset=9',
        status: 200,
        equals: [],
      },
      { name: 'a negative limit', request: 'GET libros?limit=-1', status: 416, contains: ['PGRST103'] },
      {
        name: 'HEAD gives the headers alone',
        request: 'HEAD libros?select=id',
        headers: exact,
        status: 200,
        gives: { 'content-range': '0-3/4' },
      },
      {
        name: 'a range that is asked for with GET',
        request: 'GET libros?select=id&order=id',
        headers: { ...exact, range: '1-2' },
        status: 206,
        equals: [{ id: 2 }, { id: 3 }],
        gives: { 'content-range': '1-2/4' },
      },
      {
        name: 'HEAD knows no range',
        request: 'HEAD libros?select=id&order=id',
        headers: { ...exact, range: '1-2' },
        status: 200,
        gives: { 'content-range': '0-3/4' },
      },
    ],
  )
})

describe('one object', () => {
  run(
    () => harness,
    [
      {
        name: 'of one row',
        request: 'GET libros?id=eq.1',
        headers: object,
        status: 200,
        equals: { id: 1, titulo: 'Aura', paginas: 100 },
        gives: { 'content-type': 'application/vnd.pgrst.object+json; charset=utf-8' },
      },
      {
        name: 'of none',
        request: 'GET libros?id=eq.99',
        headers: object,
        status: 406,
        equals: {
          code: 'PGRST116',
          details: 'The result contains 0 rows',
          hint: null,
          message: 'Cannot coerce the result to a single JSON object',
        },
      },
      {
        name: 'of several',
        request: 'GET libros',
        headers: object,
        status: 406,
        contains: ['The result contains 4 rows'],
      },
      {
        name: 'that is not hers is as if it were not there',
        request: 'GET diario?contenido=eq.de Bea',
        headers: object,
        status: 406,
        contains: ['The result contains 0 rows'],
      },
    ],
  )
})
