import { describe, expect, it } from 'vitest'
import { looksLikeFilter, parseFilter, parseLogic } from './parse.ts'
import type { Logic } from './query.ts'

const field = { name: 'x', json: [] }

function understood(logic: Logic): string {
  const not = logic.negated ? 'not ' : ''
  if (logic.kind === 'tree') return `${not}${logic.operator}[${logic.children.map(understood).join(' ')}]`
  const { operator, quantifier, language, value } = logic
  const path = logic.field.json.map((step) => step.operator + step.key).join('')
  const modifier = quantifier ?? language
  return `${not}${logic.field.name}${path} ${operator}${modifier ? `(${modifier})` : ''} ${JSON.stringify(value)}`
}

describe('parseFilter', () => {
  it.each([
    ['eq.5', 'x eq "5"'],
    ['eq.', 'x eq ""'],
    ['eq.a.b,c)(', 'x eq "a.b,c)("'],
    ['eq."entre comillas"', 'x eq "\\"entre comillas\\""'],
    ['not.eq.5', 'not x eq "5"'],
    ['neq.a', 'x neq "a"'],
    ['is.null', 'x is "null"'],
    ['is.NULL', 'x is "NULL"'],
    ['not.is.null', 'not x is "null"'],
    ['is.not_null', 'x is "not_null"'],
    ['in.(1,2,3)', 'x in ["1","2","3"]'],
    ['in.("a,b",c d,"e\\"f")', 'x in ["a,b","c d","e\\"f"]'],
    ['in.()', 'x in []'],
    ['in.("a"b,c)', 'x in ["\\"a\\"b","c"]'],
    ['like.*a*', 'x like "*a*"'],
    ['ilike(any).{a*,b*}', 'x ilike(any) "{a*,b*}"'],
    ['eq(all).{1}', 'x eq(all) "{1}"'],
    ['cs.{a,b}', 'x cs "{a,b}"'],
    ['cd.{"a":1}', 'x cd "{\\"a\\":1}"'],
    ['ov.[1,5)', 'x ov "[1,5)"'],
    ['fts.amor', 'x fts "amor"'],
    ['plfts(spanish).mi amor', 'x plfts(spanish) "mi amor"'],
    ['isdistinct.5', 'x isdistinct "5"'],
    ['adj.[1,2)', 'x adj "[1,2)"'],
  ])('understands %s', (text, expected) => {
    expect(understood(parseFilter(field, text))).toBe(expected)
  })

  it.each([
    '',
    'eq',
    'eqs.5',
    'EQ.5',
    'not.5',
    'not.not.eq.5',
    'is.nada',
    'is.',
    'in.1,2',
    'in.(1,2',
    'in.(1,2)x',
    'eq(any).1',
    'eq(some).{1}',
    'is(any).{1}',
    'cs(any).{1}',
    'fts().a',
    "fts(a'b).c",
    '.eq.5',
  ])('refuses %s', (text) => {
    expect(() => parseFilter(field, text)).toThrow(expect.objectContaining({ status: 400, code: 'PGRST100' }))
  })
})

describe('parseLogic', () => {
  it.each([
    ['(a.eq.1,b.gt.2)', 'or[a eq "1" b gt "2"]'],
    [
      '(a.eq.1,and(b.gt.2,not.or(c.is.null,d.in.(1,2))))',
      'or[a eq "1" and[b gt "2" not or[c is "null" d in ["1","2"]]]]',
    ],
    ['(a.not.eq.1)', 'or[not a eq "1"]'],
    ['(a.eq."con, coma y )")', 'or[a eq "con, coma y )"]'],
    ['(a.cs.{1,2},b.eq.x)', 'or[a cs "{1,2}" b eq "x"]'],
    ['(a.like(any).{x*,y*},b.eq.)', 'or[a like(any) "{x*,y*}" b eq ""]'],
    ['(datos->a->>b.eq.1)', 'or[datos->a->>b eq "1"]'],
    ['(a.eq.1.5, b.eq.2026-01-01T10:00:00Z)', 'or[a eq "1.5" b eq "2026-01-01T10:00:00Z"]'],
    ['("or".eq.1)', 'or[or eq "1"]'],
    ['(año.fts(spanish).x)', 'or[año fts(spanish) "x"]'],
  ])('understands %s', (text, expected) => {
    expect(understood(parseLogic('or', false, text))).toBe(expected)
  })

  it.each([
    '',
    '()',
    'a.eq.1',
    '(a.eq.1',
    '(a.eq.1)b',
    '(a)',
    '(a.b.1)',
    '(,)',
    `${'and('.repeat(200)}a.eq.1${')'.repeat(200)}`,
  ])('refuses %s', (text) => {
    expect(() => parseLogic('and', false, text)).toThrow(
      expect.objectContaining({ status: 400, code: 'PGRST100' }),
    )
  })
})

it('tells filters from arguments of a function', () => {
  expect(['eq.1', 'not.is.null', 'in.(1)', 'fts(spanish).a', 'like(any).{a}'].every(looksLikeFilter)).toBe(
    true,
  )
  expect(['', '1', 'hola', 'eq', 'equis.1', 'a.b', '(1)', 'Eq.1'].some(looksLikeFilter)).toBe(false)
})
