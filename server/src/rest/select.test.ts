import { describe, expect, it } from 'vitest'
import { parseSelect } from './parse.ts'

/** Writes a parsed select back in a form of its own, so that a table can say what was understood. */
function understood(items: ReturnType<typeof parseSelect>): string {
  return items
    .map((item) => {
      if (item.kind === 'embed') {
        const { alias, relation, hint, join, spread } = item
        const name = `${spread ? '...' : ''}${alias ? `${alias}=` : ''}${relation}${hint ? ` by ${hint}` : ''}`
        return `${name}${join ? ` ${join}` : ''}[${understood(item.items)}]`
      }
      const { field, alias, cast, aggregate, aggregateCast } = item
      const path = field.json.map((step) => `${step.operator}${step.isIndex ? '#' : ''}${step.key}`).join('')
      const value = `${field.name}${path}${cast ? ` as ${cast}` : ''}`
      const whole = aggregate ? `${aggregate}(${value})${aggregateCast ? ` as ${aggregateCast}` : ''}` : value
      return `${alias ? `${alias}=` : ''}${whole}`
    })
    .join(', ')
}

describe('parseSelect', () => {
  it.each([
    ['*', '*'],
    ['id,nombre', 'id, nombre'],
    ['texto:contenido', 'texto=contenido'],
    ['id::text', 'id as text'],
    ['x:id::character varying(10)', 'x=id as character varying(10)'],
    ['etiquetas::text[]', 'etiquetas as text[]'],
    ['datos->a->>b', 'datos->a->>b'],
    ['datos->0->>-1', 'datos->#0->>#-1'],
    ['datos->>"con, coma"', 'datos->>con, coma'],
    ['x:datos->a::int', 'x=datos->a as int'],
    ['con-guion', 'con-guion'],
    ['con espacio , otra', 'con espacio, otra'],
    ['"entre.comillas"', 'entre.comillas'],
    ['"con \\"comillas\\""', 'con "comillas"'],
    ['año,reseñas', 'año, reseñas'],
    ['profiles(username,foto_url)', 'profiles[username, foto_url]'],
    ['autora:profiles(username)', 'autora=profiles[username]'],
    ['autora:profiles!user_id(username)', 'autora=profiles by user_id[username]'],
    ['profiles!inner(*)', 'profiles inner[*]'],
    ['profiles!user_id!inner(*)', 'profiles by user_id inner[*]'],
    ['profiles!left!user_id(*)', 'profiles by user_id left[*]'],
    ['a(b(c(d)))', 'a[b[c[d]]]'],
    ['...profiles(username)', '...profiles[username]'],
    ['reseñas_terapeutas(count)', 'reseñas_terapeutas[count]'],
    ['"reseñas_terapeutas"(count)', 'reseñas_terapeutas[count]'],
    ['autoras()', 'autoras[]'],
    ['count()', 'count(*)'],
    ['total:count()::int', 'total=count(*) as int'],
    ['paginas.sum()', 'sum(paginas)'],
    ['x:paginas::int.avg()::text', 'x=avg(paginas as int) as text'],
  ])('understands %s', (text, expected) => {
    expect(understood(parseSelect(text))).toBe(expected)
  })

  it.each([
    'a,',
    ',a',
    'a(',
    'a(b',
    'a)',
    'a!(b)',
    'a!b',
    'a!b!c(d)',
    '...a',
    'a::',
    'a::int; drop table x',
    'a::"text"',
    "a::text' or",
    'a->',
    'a->>',
    '"sin cerrar',
    'nulo\0',
    'a;b',
    "a'b",
    `${'a('.repeat(11)}b${')'.repeat(11)}`,
    `${'a,'.repeat(600)}a`,
  ])('refuses %s', (text) => {
    expect(() => parseSelect(text)).toThrow(expect.objectContaining({ status: 400, code: 'PGRST100' }))
  })

  it('names the column where it stopped, and repeats no more than a line of what it was given', () => {
    expect(() => parseSelect('id,nombre[')).toThrow(
      '"failed to parse select parameter (id,nombre[)" (line 1, column 10)',
    )
    expect(() => parseSelect(`${'a'.repeat(5000)}[`)).toThrow(/^.{0,300}$/)
  })
})
