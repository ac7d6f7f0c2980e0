import { describe, expect, it } from 'vitest'
import { parseOrder, parseQuery } from './parse.ts'

const field = (name: string) => ({ name, json: [] })

describe('parseQuery', () => {
  it('reads every kind of parameter, for the resource itself and for embedded ones', () => {
    const query = parseQuery(
      'select=id,autoras(nombre)&id=gt.1&id=lt.9&autoras.nombre=eq.Ana&or=(a.eq.1,b.eq.2)&autoras.not.and=(c.eq.3)' +
        '&order=id.desc&autoras.order=nombre&limit=5&autoras.limit=2&offset=10&columns=a,b&on_conflict=a,b&texto=hola',
    )
    expect(query.filters.map(({ path, value }) => [path.join('.'), value.kind, value.negated])).toEqual([
      ['', 'condition', false],
      ['', 'condition', false],
      ['autoras', 'condition', false],
      ['', 'tree', false],
      ['autoras', 'tree', true],
    ])
    expect(query.order.map(({ path }) => path)).toEqual([[], ['autoras']])
    expect(query.limits).toEqual([
      { path: [], value: 5 },
      { path: ['autoras'], value: 2 },
    ])
    expect(query.offsets).toEqual([{ path: [], value: 10 }])
    expect([query.columns, query.onConflict, query.args]).toEqual([
      ['a', 'b'],
      ['a', 'b'],
      [['texto', 'hola']],
    ])
  })

  it('decodes names and values', () => {
    const [filter] = parseQuery('a%C3%B1o=eq.%C3%BA+%2B1').filters
    expect(filter!.value).toMatchObject({ field: field('año'), value: 'ú +1' })
  })

  it('selects everything unless told otherwise, and takes the first of several selects', () => {
    const star = [{ kind: 'field', field: field('*') }]
    expect(parseQuery('').select).toMatchObject(star)
    expect(parseQuery('select=').select).toMatchObject(star)
    expect(parseQuery('select=a&select=b').select).toMatchObject([{ field: field('a') }])
  })

  it('reads JSON paths and quoted names with dots on the left side', () => {
    expect(parseQuery('datos-%3Ea-%3E%3Eb=eq.1').filters[0]!.value).toMatchObject({
      field: { name: 'datos', json: [{ key: 'a' }, { key: 'b', operator: '->>' }] },
    })
    expect(parseQuery('%22a.b%22.limit=1').limits).toEqual([{ path: ['a.b'], value: 1 }])
  })

  it.each([
    'limit=uno',
    'limit=1.5',
    'limit=99999999999999999999',
    'offset=%00',
    'select=%ff',
    'a=eq.%E0%A4%A',
    'a.b.c=hola',
    'order=a.up',
    'order=a,',
    'columns=a,,b',
    Array.from({ length: 201 }, (_, i) => `a${i}=eq.1`).join('&'),
  ])('refuses %s', (text) => {
    expect(() => parseQuery(text)).toThrow(expect.objectContaining({ status: 400, code: 'PGRST100' }))
  })
})

describe('parseOrder', () => {
  it.each([
    ['a', [{ field: field('a') }]],
    ['a.desc', [{ field: field('a'), direction: 'desc' }]],
    ['a.nullsfirst', [{ field: field('a'), nulls: 'first' }]],
    [
      'a.asc.nullslast,b.desc',
      [
        { field: field('a'), direction: 'asc', nulls: 'last' },
        { field: field('b'), direction: 'desc' },
      ],
    ],
    ['profiles(username).desc', [{ relation: 'profiles', field: field('username'), direction: 'desc' }]],
    [
      'datos->a.desc',
      [{ field: { name: 'datos', json: [{ operator: '->', key: 'a', isIndex: false }] }, direction: 'desc' }],
    ],
  ])('understands %s', (text, expected) => {
    expect(parseOrder(text)).toEqual(expected)
  })
})
