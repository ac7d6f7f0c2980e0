import type { PgType, TypeCatalogue } from './catalogue.ts'

const NUMBERS = new Set(['int2', 'int4', 'int8', 'float4', 'float8', 'numeric', 'oid'])

/** A name as a member of a TypeScript type: quoted only where it has to be. */
export function key(name: string): string {
  return /^[\p{ID_Start}_$][\p{ID_Continue}$]*$/u.test(name) ? name : text(name)
}

/** A string literal in the style of this project. */
export function text(value: string): string {
  return `'${JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`
}

/**
 * The TypeScript type of a PostgreSQL type as it comes out of JSON.
 * @param exposed schemas whose enums and rows have a name of their own in `Database`
 */
export function typescriptOf(catalogue: TypeCatalogue, id: number, exposed: readonly string[]): string {
  const type = catalogue.types.get(id)
  if (!type) return 'unknown'
  if (type.base > 0) return typescriptOf(catalogue, type.base, exposed)
  if (type.element > 0) {
    const element = typescriptOf(catalogue, type.element, exposed)
    return element.includes('|') ? `(${element})[]` : `${element}[]`
  }
  if (type.kind === 'e') return enumType(type, exposed)
  if (type.relation > 0) return rowType(catalogue, type, exposed)
  return plainType(type)
}

/** Whatever is neither number, boolean nor JSON leaves PostgreSQL as a string. */
function plainType({ name, kind }: PgType): string {
  if (name === 'bool') return 'boolean'
  if (NUMBERS.has(name)) return 'number'
  if (name === 'json' || name === 'jsonb') return 'Json'
  if (name === 'void') return 'undefined'
  if (name === 'record') return 'Record<string, unknown>'
  return kind === 'p' ? 'unknown' : 'string'
}

function enumType({ schema, name, labels }: PgType, exposed: readonly string[]): string {
  if (exposed.includes(schema)) return `Database[${text(schema)}]['Enums'][${text(name)}]`
  return labels.map(text).join(' | ') || 'never'
}

function rowType(
  catalogue: TypeCatalogue,
  { schema, name, relation }: PgType,
  exposed: readonly string[],
): string {
  const row = catalogue.relations.find(({ id }) => id === relation)
  if (!row || !exposed.includes(schema)) return 'unknown'
  if (row.kind === 'c') return `Database[${text(schema)}]['CompositeTypes'][${text(name)}]`
  const group = row.kind === 'v' || row.kind === 'm' ? 'Views' : 'Tables'
  return `Database[${text(schema)}]['${group}'][${text(name)}]['Row']`
}
