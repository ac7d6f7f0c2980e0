import type { Database } from '../db/database.ts'
import { type Catalogue, type CatalogueColumn, readCatalogue } from './catalogue.ts'
import {
  type Column,
  type Relation,
  type Relationship,
  type Routine,
  type RoutineParameter,
  Schema,
} from './schema.ts'

/**
 * Reads what the exposed schemas hold.
 * @param searched others of the search path: functions of a row in them are columns too
 * @throws pg's errors where the database does not answer
 */
export async function readSchema(
  db: Database,
  exposed: readonly string[],
  searched: readonly string[] = [],
): Promise<Schema> {
  return buildSchema(await readCatalogue(db, exposed, searched), exposed)
}

/** A foreign key between relations, views standing in for the tables whose columns they show. */
export interface ForeignKey {
  name: string
  from: Relation
  fromColumns: string[]
  to: Relation
  toColumns: string[]
}

/** A table, or a view over it, with the names it exposes the columns under. */
interface Face {
  relation: Relation
  /** Name shown, by attribute number of the base table. */
  columns: Map<number, string>
}

/** Builds the schema (relations, columns, relationships, functions) from catalogue rows. */
export function buildSchema(catalogue: Catalogue, exposed: readonly string[]): Schema {
  const schema = new Schema()
  const columnNames = new Map<number, Map<number, string>>()
  for (const row of catalogue.relations) {
    const relation: Relation = {
      id: row.id,
      schema: row.schema,
      name: row.name,
      isView: row.kind === 'v' || row.kind === 'm',
      columns: new Map(row.columns.map((column) => [column.name, columnOf(column)])),
      primaryKey: [],
    }
    columnNames.set(row.id, new Map(row.columns.map((column) => [column.number, column.name])))
    schema.byId.set(row.id, relation)
    const siblings = schema.relations.get(row.schema) ?? new Map<string, Relation>()
    schema.relations.set(row.schema, siblings.set(row.name, relation))
  }
  const faces = facesByTable(catalogue, schema, columnNames)
  for (const key of catalogue.keys) {
    if (key.kind !== 'p') continue
    for (const face of faces.get(key.id) ?? []) face.relation.primaryKey = shown(face, key.columns) ?? []
  }
  for (const relationship of relationshipsOf(foreignKeysOf(catalogue, faces), uniqueKeys(catalogue, faces))) {
    // What is not exposed opens no way and is named by no error.
    if (relationship.junction && !exposed.includes(relationship.junction.relation.schema)) continue
    const list = schema.relationships.get(relationship.from.id)
    if (list) list.push(relationship)
    else schema.relationships.set(relationship.from.id, [relationship])
  }
  addRoutines(schema, catalogue, exposed)
  const isSet = (setting: string) => catalogue.settings.includes(`pgrst.${setting}`)
  schema.allowsAggregates = isSet('db_aggregates_enabled=true')
  schema.allowsPlans = isSet('db_plan_enabled=true')
  schema.allowsTx = isSet('db_tx_end=commit-allow-override') || isSet('db_tx_end=rollback-allow-override')
  schema.rollsBack = isSet('db_tx_end=rollback') || isSet('db_tx_end=rollback-allow-override')
  schema.allowsUnfiltered = ['0', 'off', 'false', 'no'].some((off) =>
    catalogue.settings.includes(`safeupdate.enabled=${off}`),
  )
  return schema
}

function columnOf(column: CatalogueColumn): Column {
  return {
    name: column.name,
    type: column.type,
    isNullable: !column.notNull,
    isIdentity: column.isIdentity,
    default: column.default,
    isGenerated: column.generated,
  }
}

/** For every table the relations that show its columns: itself, and the views over it, directly or through others. */
function facesByTable(
  catalogue: Catalogue,
  schema: Schema,
  names: Map<number, Map<number, string>>,
): Map<number, Face[]> {
  const origins = new Map(catalogue.views.map((view) => [view.id, viewColumnOrigins(view.rule)]))
  const faces = new Map<number, Face[]>()
  for (const relation of schema.byId.values()) {
    if (!relation.isView) faces.set(relation.id, [{ relation, columns: names.get(relation.id)! }])
  }
  for (const viewId of origins.keys()) {
    const byTable = new Map<number, Map<number, string>>()
    for (const { column } of origins.get(viewId)!) {
      const base = baseColumn(origins, viewId, column)
      const name = names.get(viewId)?.get(column)
      if (!base || name === undefined) continue
      const columns = byTable.get(base.relation) ?? new Map<number, string>()
      if (!columns.has(base.relationColumn)) columns.set(base.relationColumn, name)
      byTable.set(base.relation, columns)
    }
    for (const [table, columns] of byTable)
      faces.get(table)?.push({ relation: schema.byId.get(viewId)!, columns })
  }
  return faces
}

/** Follows a view's column through views over views down to a table. */
function baseColumn(
  origins: Map<number, ReturnType<typeof viewColumnOrigins>>,
  view: number,
  column: number,
): { relation: number; relationColumn: number } | undefined {
  let place = { relation: view, relationColumn: column }
  for (let hops = 0; origins.has(place.relation) && hops < 32; hops++) {
    const origin = origins.get(place.relation)!.find((candidate) => candidate.column === place.relationColumn)
    if (!origin) return undefined
    place = origin
  }
  return place
}

/** The names under which it exposes all of `columns`, or undefined if one is missing. */
function shown(face: Face, columns: number[]): string[] | undefined {
  const names = columns.map((column) => face.columns.get(column))
  return names.every((name) => name !== undefined) ? (names as string[]) : undefined
}

function foreignKeysOf(catalogue: Catalogue, faces: Map<number, Face[]>): ForeignKey[] {
  const keys: ForeignKey[] = []
  for (const row of catalogue.foreignKeys) {
    for (const from of faces.get(row.from) ?? []) {
      const fromColumns = shown(from, row.fromColumns)
      if (!fromColumns) continue
      for (const to of faces.get(row.to) ?? []) {
        const toColumns = shown(to, row.toColumns)
        if (toColumns)
          keys.push({ name: row.name, from: from.relation, fromColumns, to: to.relation, toColumns })
      }
    }
  }
  return keys
}

/** Sets of columns that are unique, by relation; a set is its sorted names. */
export type UniqueKeys = Map<Relation, { columns: string[]; isPrimary: boolean }[]>

function uniqueKeys(catalogue: Catalogue, faces: Map<number, Face[]>): UniqueKeys {
  const keys: UniqueKeys = new Map()
  for (const row of catalogue.keys) {
    for (const face of faces.get(row.id) ?? []) {
      const columns = shown(face, row.columns)
      if (!columns) continue
      const list = keys.get(face.relation) ?? []
      list.push({ columns: columns.toSorted(), isPrimary: row.kind === 'p' })
      keys.set(face.relation, list)
    }
  }
  return keys
}

function addRoutines(schema: Schema, catalogue: Catalogue, exposed: readonly string[]): void {
  for (const row of catalogue.routines) {
    const isExposed = exposed.includes(row.schema)
    const routine = routineOf(row)
    if (isExposed && isCallable(routine.parameters)) {
      const byName = schema.routines.get(row.schema) ?? new Map<string, Routine[]>()
      schema.routines.set(row.schema, byName)
      byName.set(row.name, [...(byName.get(row.name) ?? []), routine].sort(byParameters))
    }
    if (row.inputs === 1 && row.firstArgumentRelation > 0) {
      const computed = schema.computed.get(row.firstArgumentRelation) ?? new Map<string, Routine>()
      schema.computed.set(row.firstArgumentRelation, computed)
      // What is exposed goes before what is only searched.
      if (isExposed || !computed.has(row.name)) computed.set(row.name, routine)
    }
  }
}

const WHOLE_BODY = new Set(['json', 'jsonb', 'text', 'xml', 'bytea'])

/** Arguments go by name; a function of one unnamed parameter takes the whole body. Source: PostgREST documentation, "Functions with a single unnamed parameter". */
export function isCallable(parameters: readonly Pick<RoutineParameter, 'name' | 'type'>[]): boolean {
  if (parameters.every(({ name }) => name !== '')) return true
  return parameters.length === 1 && WHOLE_BODY.has(parameters[0]!.type)
}

/** In which the model names several of one name: those of few parameters first, then by names and types. */
function byParameters({ parameters: one }: Routine, { parameters: other }: Routine): number {
  const words = (list: RoutineParameter[]) => list.map(({ name, type }) => `${name} ${type}`).join()
  return one.length - other.length || (words(one) < words(other) ? -1 : 1)
}

const INPUT_MODES = new Set(['i', 'b', 'v'])
const OUTPUT_MODES = new Set(['o', 'b', 't'])

function routineOf(row: Catalogue['routines'][number]): Routine {
  const all = row.types.map((type, i) => ({ type, name: row.names?.[i] ?? '', mode: row.modes?.[i] ?? 'i' }))
  const inputs = all.filter((argument) => INPUT_MODES.has(argument.mode))
  const outputs = all.filter((argument) => OUTPUT_MODES.has(argument.mode))
  const parameters = inputs.map((argument, i): RoutineParameter => {
    return {
      name: argument.name,
      type: argument.type,
      isRequired: i < inputs.length - row.defaults && argument.mode !== 'v',
      isVariadic: argument.mode === 'v',
    }
  })
  // One `out` parameter makes an object of one member, not a value.
  const isComposite = row.returnTypeRelation > 0 || outputs.length > 0
  return {
    schema: row.schema,
    name: row.name,
    parameters,
    returns: row.returnType === 'void' ? 'void' : isComposite ? 'composite' : 'scalar',
    isSet: row.isSet,
    relationId: row.returnTypeRelation > 0 ? row.returnTypeRelation : undefined,
    outColumns: outputs.map(({ name, type }) => {
      return { name, type, isNullable: true, isIdentity: false, default: null, isGenerated: false }
    }),
    isVolatile: row.volatility === 'v',
    isRecord: row.returnType === 'record' && outputs.length === 0,
    isOneRow: row.rows === 1,
  }
}

/** Every way that foreign keys open between relations, in both directions and across join tables. */
export function relationshipsOf(keys: ForeignKey[], unique: UniqueKeys): Relationship[] {
  const ways = keys.flatMap((key) => directWays(key, isUnique(unique, key.from, key.fromColumns)))
  return [...ways, ...manyToMany(keys, unique)]
}

function isUnique(unique: UniqueKeys, relation: Relation, columns: string[]): boolean {
  const wanted = columns.toSorted().join()
  return (unique.get(relation) ?? []).some((key) => key.columns.join() === wanted)
}

function directWays(key: ForeignKey, isOneToOne: boolean): Relationship[] {
  const forward = key.fromColumns.map((column, i): [string, string] => [column, key.toColumns[i]!])
  const backward = forward.map(([from, to]): [string, string] => [to, from])
  return [
    {
      from: key.from,
      to: key.to,
      cardinality: isOneToOne ? 'one-to-one' : 'many-to-one',
      constraint: key.name,
      columns: forward,
      holdsKey: true,
    },
    {
      from: key.to,
      to: key.from,
      cardinality: isOneToOne ? 'one-to-one' : 'one-to-many',
      constraint: key.name,
      columns: backward,
      holdsKey: false,
    },
  ]
}

/** A table whose primary key is made of (at least) two foreign keys joins the two tables behind them. */
function manyToMany(keys: ForeignKey[], unique: UniqueKeys): Relationship[] {
  const ways: Relationship[] = []
  const byHolder = new Map<Relation, ForeignKey[]>()
  for (const key of keys) byHolder.set(key.from, [...(byHolder.get(key.from) ?? []), key])
  for (const [junction, held] of byHolder) {
    const primary = new Set(unique.get(junction)?.find((key) => key.isPrimary)?.columns ?? [])
    const partOfKey = held.filter((key) => key.fromColumns.every((column) => primary.has(column)))
    for (const first of partOfKey) {
      for (const second of partOfKey) {
        if (first.name !== second.name) ways.push(acrossJunction(junction, first, second))
      }
    }
  }
  return ways
}

function acrossJunction(junction: Relation, first: ForeignKey, second: ForeignKey): Relationship {
  return {
    from: first.to,
    to: second.to,
    cardinality: 'many-to-many',
    constraint: `${first.name}, ${second.name}`,
    columns: [],
    holdsKey: false,
    junction: {
      relation: junction,
      constraints: [first.name, second.name],
      fromColumns: first.toColumns.map((column, i) => [column, first.fromColumns[i]!]),
      toColumns: second.fromColumns.map((column, i) => [column, second.toColumns[i]!]),
    },
  }
}

/** Where a view's column comes from: attribute number of the view, relation and attribute number behind it. */
export interface ColumnOrigin {
  column: number
  relation: number
  relationColumn: number
}

/**
 * Reads from a view's stored rule which of its columns are plain columns of another relation. PostgreSQL writes the
 * origin of each (`resorigtbl`, `resorigcol`) into the top-level target list of the query tree; nothing else in the
 * catalogue says which output column a base column became.
 * Source: PostgreSQL, "primnodes.h" (TargetEntry) and "outfuncs.c" (the text form of node trees).
 * @param rule `pg_rewrite.ev_action` as text
 */
export function viewColumnOrigins(rule: string): ColumnOrigin[] {
  const origins: ColumnOrigin[] = []
  for (const entry of topLevelTargets(rule)) {
    const column = numberAfter(entry, ':resno')
    const relation = numberAfter(entry, ':resorigtbl')
    const relationColumn = numberAfter(entry, ':resorigcol')
    if (relation > 0 && relationColumn > 0) origins.push({ column, relation, relationColumn })
  }
  return origins
}

function numberAfter(entry: string, name: string): number {
  return Number(new RegExp(`${name} (\\d+)`).exec(entry)?.[1] ?? 0)
}

/** Target entries of the outermost query, each without what is nested in it. */
function topLevelTargets(rule: string): string[] {
  const queryStart = rule.indexOf('{QUERY')
  const targets: string[] = []
  let depth = 0
  let inTargetList = false
  let current: string | undefined
  for (let i = queryStart; i < rule.length && i >= 0; i++) {
    const character = rule[i]!
    if (character === '\\') {
      i++
      continue
    }
    if (character === '{' || character === '(') {
      depth++
      if (depth === 2 && character === '(') inTargetList = rule.slice(i - 12, i) === ':targetList '
      if (depth === 3 && inTargetList) current = ''
    } else if (character === '}' || character === ')') {
      if (depth === 3 && inTargetList && current !== undefined) targets.push(current)
      depth--
      if (depth === 1 && inTargetList) return targets
    } else if (depth === 3 && current !== undefined) current += character
  }
  return targets
}
