import { ApiError } from '../core/errors.ts'
import type { Body } from './body.ts'
import { whereSql } from './conditions.ts'
import type { ReadNode } from './plan.ts'
import type { Preferences } from './preferences.ts'
import type { Query } from './query.ts'
import { relationSql } from './read.ts'
import type { Relation } from './schema.ts'
import { type Parameters, quote } from './sql.ts'

/**
 * `insert`, one statement for any number of rows; PostgreSQL turns the JSON into rows by the columns' types.
 * Source: PostgREST documentation, "Insert", "Bulk Insert", "Upsert".
 * @throws ApiError PGRST204 for a column that the table lacks
 */
export function insertSql(
  relation: Relation,
  body: Body,
  query: Pick<Query, 'onConflict'>,
  preferences: Preferences,
  parameters: Parameters,
): string {
  const names = knownColumns(relation, body.keys)
  const columns = names.map(quote).join(', ')
  const target = `insert into ${relationSql(relation)} as t0`
  const rows =
    names.length > 0
      ? `(${columns}) select ${columns} from ${rowsSql(relation, body, preferences, parameters)}`
      : emptyRowsSql(body, parameters)
  return `${target} ${rows}${conflictSql(relation, names, query.onConflict, preferences)}`
}

/** Rows of the body as a table named b. */
function rowsSql(
  relation: Relation,
  body: Body,
  preferences: Pick<Preferences, 'missing'>,
  parameters: Parameters,
): string {
  const definition = body.keys.map((name) => `${quote(name)} ${relation.columns.get(name)!.type}`).join(', ')
  const payload = parameters.add(body.text)
  if (preferences.missing !== 'default') {
    return `json_to_record${body.isArray ? 'set' : ''}(${payload}::json) as b(${definition})`
  }
  const defaults = defaultsSql(relation, body.keys)
  return body.isArray
    ? `jsonb_array_elements(${payload}::jsonb) as e(value), lateral jsonb_to_record(${defaults} || e.value) as b(${definition})`
    : `jsonb_to_record(${defaults} || ${payload}::jsonb) as b(${definition})`
}

/** `Prefer: missing=default`: what a row leaves out takes the column's default instead of null. */
function defaultsSql(relation: Relation, names: string[]): string {
  const members = names.flatMap((name) => {
    const expression = relation.columns.get(name)!.default
    return expression === null ? [] : [`'${name.replaceAll("'", "''")}', ${expression}`]
  })
  return `jsonb_build_object(${members.join(', ')})`
}

/** Rows without a single column: `{}` is one row of defaults, `[{}, {}]` two, `[]` none. */
function emptyRowsSql(body: Body, parameters: Parameters): string {
  return body.isArray
    ? `select from json_array_elements(${parameters.add(body.text)}::json)`
    : 'select from (values (1)) as b'
}

function conflictSql(
  relation: Relation,
  names: string[],
  onConflict: string[] | undefined,
  { resolution }: Pick<Preferences, 'resolution'>,
): string {
  if (!resolution) return ''
  const target = knownColumns(relation, onConflict ?? relation.primaryKey)
  if (target.length === 0) return ''
  const on = ` on conflict (${target.map(quote).join(', ')})`
  if (resolution === 'ignore-duplicates' || names.length === 0) return `${on} do nothing`
  return `${on} do update set ${names.map((name) => `${quote(name)} = excluded.${quote(name)}`).join(', ')}`
}

/** `update` of the filtered rows with the members of one object; undefined when there is nothing to set. */
export function updateSql(
  node: ReadNode,
  relation: Relation,
  body: Body,
  preferences: Preferences,
  parameters: Parameters,
): string | undefined {
  const names = knownColumns(relation, body.keys)
  if (names.length === 0) return undefined
  const set = names.map((name) => `${quote(name)} = b.${quote(name)}`).join(', ')
  const rows = rowsSql(relation, body, { missing: preferences.missing }, parameters)
  const where = whereSql(node, parameters)
  return `update ${relationSql(relation)} as t0 set ${set} from ${rows}${where && ` where ${where}`}`
}

/** `delete` of the filtered rows. */
export function deleteSql(node: ReadNode, relation: Relation, parameters: Parameters): string {
  const where = whereSql(node, parameters)
  return `delete from ${relationSql(relation)} as t0${where && ` where ${where}`}`
}

/**
 * The columns that a write must return so that `node` can be read from it: those selected and ordered by, and those
 * that embedded resources hang on; a member may lack the privilege to read the others.
 */
export function returningSql(node: ReadNode): string {
  const { alias } = node
  const names = new Set<string>()
  for (const { field, aggregate } of node.fields) {
    if (field.name === '*' && aggregate) continue
    if (field.name === '*' || !node.source.columns?.has(field.name)) return `${alias}.*`
    names.add(field.name)
  }
  for (const term of node.order) if (term.relation === undefined) names.add(term.field.name)
  for (const { relationship } of node.embeds) {
    const pairs = relationship.junction?.fromColumns ?? relationship.columns
    for (const [column] of pairs) names.add(column)
  }
  return names.size === 0 ? '1 as pgrst_row' : [...names].map((name) => `${alias}.${quote(name)}`).join(', ')
}

function knownColumns(relation: Relation, names: readonly string[]): string[] {
  for (const name of names) {
    if (!relation.columns.has(name)) {
      throw new ApiError(
        400,
        'PGRST204',
        `Could not find the '${name}' column of '${relation.name}' in the schema cache`,
      )
    }
  }
  return [...names]
}
