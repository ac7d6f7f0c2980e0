import type { PgColumn, PgRelation, TypeCatalogue } from './catalogue.ts'
import { key, text, typescriptOf } from './typescript.ts'

/** The members `Row`, `Insert`, `Update` and `Relationships` of a table or view, as lines. */
export function relationLines(
  catalogue: TypeCatalogue,
  relation: PgRelation,
  exposed: readonly string[],
): string[] {
  const isView = relation.kind === 'v' || relation.kind === 'm'
  const type = (column: PgColumn) =>
    `${typescriptOf(catalogue, column.type, exposed)}${column.isNullable ? ' | null' : ''}`
  const members = (write: (column: PgColumn) => string) =>
    relation.columns.map((column) => `  ${write(column)}`)
  const written = (column: PgColumn, isOptional: boolean) =>
    `${key(column.name)}${isOptional ? '?' : ''}: ${column.isGenerated ? 'never' : type(column)}`
  const lines = ['Row: {', ...members((column) => `${key(column.name)}: ${type(column)}`), '}']
  if (!isView || relation.canInsert) {
    const isOptional = (column: PgColumn) =>
      isView || column.isNullable || column.hasDefault || column.isGenerated
    lines.push('Insert: {', ...members((column) => written(column, isOptional(column))), '}')
  } else if (relation.canUpdate) {
    // The client knows a view as writable only by both members; inserting into this one is refused by its type.
    lines.push('Insert: {', ...members((column) => `${key(column.name)}?: never`), '}')
  }
  if (!isView || relation.canUpdate) {
    lines.push('Update: {', ...members((column) => written(column, true)), '}')
  }
  return [...lines, ...relationshipLines(catalogue, relation)]
}

/** Foreign keys that start here and end in a relation of the same schema; those are the ones that can be embedded. */
function relationshipLines({ schema }: TypeCatalogue, relation: PgRelation): string[] {
  const ways = (schema.relationships.get(relation.id) ?? []).filter(
    (way) => way.holdsKey && way.to.schema === relation.schema,
  )
  if (ways.length === 0) return ['Relationships: []']
  const sorted = ways.toSorted(
    (a, b) =>
      compare(a.constraint, b.constraint) ||
      compare(a.to.name, b.to.name) ||
      compare(`${a.columns}`, `${b.columns}`),
  )
  const list = (names: string[]) => `[${names.map(text).join(', ')}]`
  const lines = sorted.flatMap((way) => [
    '  {',
    `    foreignKeyName: ${text(way.constraint)}`,
    `    columns: ${list(way.columns.map(([from]) => from))}`,
    `    isOneToOne: ${way.cardinality === 'one-to-one'}`,
    `    referencedRelation: ${text(way.to.name)}`,
    `    referencedColumns: ${list(way.columns.map(([, to]) => to))}`,
    '  },',
  ])
  return ['Relationships: [', ...lines, ']']
}

/** By code point, so that every machine writes the same file whatever its locale. */
export function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
