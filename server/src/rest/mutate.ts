import type { Statement } from '../core/db.ts'
import { ApiError } from '../core/errors.ts'
import type { Body } from './body.ts'
import { columnSql, whereSql } from './conditions.ts'
import type { ReadNode } from './plan.ts'
import type { Preferences } from './preferences.ts'
import type { Query, SelectField } from './query.ts'
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
  if (names.length === 0) return `${target} ${emptyRowsSql(body, parameters)}`
  const rows = `(${columns}) select ${columns} from ${rowsSql(relation, body, preferences, parameters)}`
  const conflict = conflictSql(relation, names, query.onConflict, preferences)
  if (!conflict.endsWith(COUNT_DOWN)) return `${target} ${rows}${conflict}`
  return `${target} ${rows}${COUNT_UP}${conflict}`
}

/**
 * How many rows an upsert really inserted, kept in a setting of the transaction: up with every row that is tried, down
 * with every one that turns into an update. Nothing else tells the two apart on tables and views alike without the
 * privilege to read them.
 */
export const INSERTED: Statement = { text: `select current_setting('pgrst.inserted', true)`, values: [] }
const COUNTED = `coalesce(nullif(current_setting('pgrst.inserted', true), ''), '0')::int`
const COUNT_UP = ` where set_config('pgrst.inserted', (${COUNTED} + 1)::text, true) is not null`
const COUNT_DOWN = ` where set_config('pgrst.inserted', (${COUNTED} - 1)::text, true) is not null`

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
  if (resolution === 'ignore-duplicates') return `${on} do nothing`
  const set = names.map((name) => `${quote(name)} = excluded.${quote(name)}`).join(', ')
  return `${on} do update set ${set}${COUNT_DOWN}`
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
 * What a write must return so that `node` can be read from it: the columns selected and ordered by, and those that
 * embedded resources hang on; she may lack the privilege to read the others. Computed columns are computed here, where
 * the row still is one of the table.
 */
export function returningSql(node: ReadNode): string {
  const { alias, source } = node
  const columns = new Map<string, string>()
  const add = (name: string) => columns.set(name, columnSql(source, alias, name))
  for (const { field, aggregate } of node.fields) {
    if (field.name !== '*') add(field.name)
    else if (!aggregate) for (const name of source.columns?.keys() ?? []) add(name)
  }
  for (const term of node.order) if (term.relation === undefined) add(term.field.name)
  for (const { relationship } of node.embeds) {
    const pairs = relationship.junction?.fromColumns ?? relationship.columns
    for (const [column] of pairs) add(column)
  }
  if (columns.size === 0) return '1 as pgrst_row'
  return [...columns].map(([name, sql]) => `${sql} as ${quote(name)}`).join(', ')
}

/** The node as it is read from what the write returned: its computed columns are plain ones there. */
export function afterWrite(node: ReadNode): ReadNode {
  const { source } = node
  const columns = new Map<string, { type: string }>(source.columns)
  for (const name of source.computed?.keys() ?? []) columns.set(name, { type: 'computed' })
  const fields = node.fields.flatMap((item) =>
    item.field.name === '*' && !item.aggregate
      ? [...(source.columns?.keys() ?? [])].map(
          (name): SelectField => ({ ...item, field: { name, json: [] } }),
        )
      : [item],
  )
  return { ...node, fields, source: { ...source, columns, computed: undefined } }
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
