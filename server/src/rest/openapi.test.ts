import { expect, it } from 'vitest'
import { documentText, KEPT_DOCUMENTS } from './openapi.ts'
import { type Column, type Relation, type Routine, Schema } from './schema.ts'

const column = (name: string, type: string, more: Partial<Column> = {}): [string, Column] => [
  name,
  { name, type, isNullable: true, isIdentity: false, default: null, isGenerated: false, ...more },
]
const relation = (id: number, name: string, columns: [string, Column][]): Relation => ({
  id,
  schema: 'public',
  name,
  isView: false,
  columns: new Map(columns),
  primaryKey: ['id'],
})
const routine = (name: string, isVolatile: boolean) =>
  ({
    schema: 'public',
    name,
    isVolatile,
    parameters: [{ name: 'n', type: 'integer', isRequired: true, isVariadic: false }],
  }) as unknown as Routine

const schema = new Schema()
const goods = relation(1, 'goods', [
  column('id', 'bigint', { isNullable: false }),
  column('tags', 'text[]'),
  column('data', 'jsonb', { default: "'{}'" }),
])
schema.relations.set('public', new Map([goods, relation(2, 'diary', [])].map((each) => [each.name, each])))
schema.routines.set(
  'public',
  new Map(
    [routine('look', false), routine('act', true), routine('hidden', true)].map((each) => [
      each.name,
      [each],
    ]),
  ),
)
const none = { read: false, add: false, change: false, remove: false }
const documentOf = (rights: object, where = at) =>
  JSON.parse(documentText(schema, 'public', JSON.stringify(rights), where))
const at = { protocol: 'https', host: 'example.org', basePath: '/rest/v1' }

it('shows relations, ways of using them and functions to whom they are allowed, and to nobody else', () => {
  const rights = { relations: { 1: { ...none, read: true, add: true }, 2: none }, functions: ['look', 'act'] }
  const document = documentOf(rights)
  const ways = Object.entries<object>(document.paths).map(([path, found]) => [path, Object.keys(found)])
  expect(ways).toEqual([
    ['/', ['get']],
    ['/goods', ['get', 'post']],
    ['/rpc/act', ['post']],
    ['/rpc/look', ['get', 'post']],
  ])
  expect(JSON.stringify(document)).not.toMatch(/diary|hidden/)
  expect(document).toMatchObject({
    swagger: '2.0',
    host: 'example.org',
    basePath: '/rest/v1',
    schemes: ['https'],
  })
})

it('says of columns what JSON makes of them', () => {
  const rights = { relations: { 1: { ...none, read: true } }, functions: [] }
  expect(documentOf(rights).definitions.goods).toEqual({
    type: 'object',
    required: ['id'],
    properties: {
      id: { type: 'integer', format: 'bigint', description: 'Note:\nThis is a Primary Key.<pk/>' },
      tags: { type: 'array', format: 'text[]', items: { type: 'string', format: 'text' } },
      data: { format: 'jsonb', default: "'{}'" },
    },
  })
})

it('refers to nothing that is not there', () => {
  const rights = {
    relations: { 1: { read: true, add: true, change: true, remove: true } },
    functions: ['act'],
  }
  const document = documentOf(rights)
  const references = JSON.stringify(document).match(/(?<="\$ref":"#\/)[^"]+/g) ?? []
  expect(references.length).toBeGreaterThan(10)
  for (const reference of references) {
    const [group, ...name] = reference.split('/')
    expect(Object.keys(document[group as 'parameters']), reference).toContain(name.join('/'))
  }
})

it('is made once for each kind of rights, and says to each caller where she asked', () => {
  const rights = { relations: { 1: { ...none, read: true } }, functions: [] }
  expect(documentOf(rights).paths).not.toHaveProperty('/rpc/look')
  expect(documentOf({ ...rights, functions: ['look'] }).paths).toHaveProperty('/rpc/look')
  const elsewhere = documentOf(rights, { ...at, host: 'otra.example.org' })
  expect(elsewhere).toEqual({ ...documentOf(rights), host: 'otra.example.org' })
  // What it is made of is asked no second time.
  const names = schema.relationNames.bind(schema)
  let asked = 0
  schema.relationNames = (name) => {
    asked += 1
    return names(name)
  }
  documentOf({ ...rights, functions: ['act'] })
  documentOf({ ...rights, functions: ['act'] })
  expect(asked).toBe(1)
})

it('is in all its words what clients generate code from', async () => {
  const types =
    'smallint integer numeric(10,2) real boolean json jsonb character varying(30) timestamp with time zone'
  const all = new Schema()
  const houses = relation(3, 'houses', [
    column('id', 'bigint', { isNullable: false, isIdentity: true }),
    ...types
      .split(/ (?!varying|with|time|zone)/)
      .map((type, place) => column(`c${place}`, type, place === 0 ? { default: '1' } : {})),
    column('goods_id', 'bigint'),
    column('kinds', 'numeric(3,1)[]'),
  ])
  const bare = relation(4, 'bare', [column('words', 'text')])
  all.relations.set('public', new Map([goods, houses, bare].map((each) => [each.name, each])))
  all.relationshipsFrom = (from) =>
    from === houses
      ? [
          {
            from: houses,
            to: goods,
            cardinality: 'many-to-one',
            constraint: 'houses_goods_id_fkey',
            columns: [['goods_id', 'id']],
            holdsKey: true,
          },
        ]
      : []
  const parameter = (name: string, type: string, isRequired: boolean) => ({
    name,
    type,
    isRequired,
    isVariadic: false,
  })
  const called = (name: string, isVolatile: boolean, parameters: object[]) =>
    [name, [{ schema: 'public', name, isVolatile, parameters } as unknown as Routine]] as [string, Routine[]]
  all.routines.set(
    'public',
    new Map([
      called('find', false, [parameter('n', 'integer', true), parameter('how', 'jsonb', false)]),
      called('store', true, [parameter('', 'json', true)]),
    ]),
  )
  const every = { read: true, add: true, change: true, remove: true }
  const rights = JSON.stringify({
    relations: { 1: { ...none, change: true }, 3: every, 4: { ...none, remove: true } },
    functions: ['find', 'store'],
  })
  const document = JSON.parse(documentText(all, 'public', rights, at))
  await expect(`${JSON.stringify(document, null, 1)}\n`).toMatchFileSnapshot('openapi.snapshot.txt')
})

it('forgets none of a few documents, and keeps no more than those', () => {
  const many = new Schema()
  many.relations.set('public', new Map([[goods.name, goods]]))
  let made = 0
  const names = many.relationNames.bind(many)
  many.relationNames = (name) => {
    made += 1
    return names(name)
  }
  const rightsOf = (place: number) => JSON.stringify({ relations: {}, functions: [`f${place}`] })
  const ask = (place: number) => {
    const before = made
    documentText(many, 'public', rightsOf(place), at)
    return made > before
  }
  const firsts = Array.from({ length: KEPT_DOCUMENTS + 1 }, (_, place) => ask(place))
  expect(firsts).toEqual(firsts.map(() => true))
  const again = Array.from({ length: KEPT_DOCUMENTS + 1 }, (_, place) => ask(place))
  expect(again).toEqual([...again.slice(0, -1).map(() => false), true])
})
