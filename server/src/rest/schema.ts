import type { FastifyBaseLogger } from 'fastify'
import { isPostgresError, isUnavailable } from '../db/errors.ts'
import { ApiError } from '../http/errors.ts'
import { DetailedError } from './errors.ts'
import type { SelectEmbed } from './query.ts'

/** A table, view, materialized view, foreign or partitioned table. */
export interface Relation {
  id: number
  schema: string
  name: string
  isView: boolean
  columns: Map<string, Column>
  /** Names of the primary key's columns; for a view, those that carry the base table's key. */
  primaryKey: string[]
}

export interface Column {
  name: string
  /** The type as it is written in SQL, with length and schema where it has them. */
  type: string
  isNullable: boolean
  isIdentity: boolean
  /** SQL of the default (its own or its domain's), or of the next identity value. */
  default: string | null
  isGenerated: boolean
}

export interface Routine {
  schema: string
  name: string
  parameters: RoutineParameter[]
  /** What it gives: nothing, one value, or rows of a relation or of columns named in its signature. */
  returns: 'void' | 'scalar' | 'composite'
  isSet: boolean
  /** The relation whose rows it returns, by which its result can be filtered and embedded. */
  relationId?: number
  /** Columns of `returns table (…)` and of several `out` parameters. */
  outColumns: Column[]
  isVolatile: boolean
  /** Gives a record whose columns nobody named. */
  isRecord: boolean
  /** At most one row, by PostgreSQL's own reckoning (`rows 1`). */
  isOneRow: boolean
}

export interface RoutineParameter {
  /** Empty for an unnamed one. */
  name: string
  type: string
  isRequired: boolean
  isVariadic: boolean
}

/** A way from one relation to another. `columns` pairs a column of the first with the one that it equals in the second. */
export interface Relationship {
  from: Relation
  to: Relation
  cardinality: 'many-to-one' | 'one-to-one' | 'one-to-many' | 'many-to-many'
  /** Name of the foreign key constraint; for many-to-many, those of the join table. */
  constraint: string
  /** The function that makes the rows of the second from one of the first: no key is behind it. */
  computed?: Routine
  columns: [from: string, to: string][]
  /** Whether the foreign key's columns are those of `from`. */
  holdsKey: boolean
  junction?: Junction
}

export interface Junction {
  relation: Relation
  constraints: [from: string, to: string]
  fromColumns: [from: string, junction: string][]
  toColumns: [junction: string, to: string][]
}

/** What the exposed schemas hold, as it was read from the catalogue. */
export class Schema {
  readonly relations = new Map<string, Map<string, Relation>>()
  readonly byId = new Map<number, Relation>()
  /** Relationships by the id of the relation that they start from. */
  readonly relationships = new Map<number, Relationship[]>()
  /** Functions by schema and name; several where the name is overloaded. */
  readonly routines = new Map<string, Map<string, Routine[]>>()
  /** Functions of one row, by the relation's id and their own name: computed columns. */
  readonly computed = new Map<number, Map<string, Routine>>()
  /** Whether `sum()` and the like may be asked for; off unless the database says otherwise, as in PostgREST. */
  allowsAggregates = false
  /** Whether `Prefer: tx=` may say what becomes of a request's transaction (`pgrst.db_tx_end`). */
  allowsTx = false
  /** Whether a transaction is undone unless the request says otherwise. */
  rollsBack = false
  /** Whether `application/vnd.pgrst.plan` may be asked for (`pgrst.db_plan_enabled`). */
  allowsPlans = false
  /** Whether a table may be changed or emptied without a filter (`safeupdate.enabled`); not on Supabase. */
  allowsUnfiltered = false

  relation(schema: string, name: string): Relation | undefined {
    return this.relations.get(schema)?.get(name)
  }

  relationNames(schema: string): string[] {
    return [...(this.relations.get(schema)?.keys() ?? [])]
  }

  routinesNamed(schema: string, name: string): Routine[] {
    return this.routines.get(schema)?.get(name) ?? []
  }

  routineNames(schema: string): string[] {
    return [...(this.routines.get(schema)?.keys() ?? [])]
  }

  /** Functions of one row that give rows of a relation: ways that no key opens. */
  computedWays(from: Relation): Relationship[] {
    return [...(this.computed.get(from.id)?.keys() ?? [])].flatMap(
      (name) => this.computedWay(from, name) ?? [],
    )
  }

  /** The way that the function of that name opens from a row. */
  computedWay(from: Relation, name: string): Relationship | undefined {
    const computed = this.computed.get(from.id)?.get(name)
    const to = computed?.relationId === undefined ? undefined : this.byId.get(computed.relationId)
    if (!computed || !to) return undefined
    const cardinality = computed.isSet && !computed.isOneRow ? 'one-to-many' : 'many-to-one'
    return { from, to, cardinality, constraint: name, computed, columns: [], holdsKey: false }
  }

  relationshipsFrom(relation: Relation): Relationship[] {
    return this.relationships.get(relation.id) ?? []
  }
}

/** @throws ApiError PGRST205 with the name that was perhaps meant */
export function findRelation(schema: Schema, exposed: string, name: string): Relation {
  const relation = schema.relation(exposed, name)
  if (relation) return relation
  const similar = closest(name, schema.relationNames(exposed))
  throw new ApiError(404, 'PGRST205', `Could not find the table '${exposed}.${name}' in the schema cache`, {
    hint: similar === undefined ? null : `Perhaps you meant the table '${exposed}.${similar}'`,
  })
}

/** Whether each row of the first relation has at most one of the second. */
export function isToOne(relationship: Relationship): boolean {
  return relationship.cardinality === 'many-to-one' || relationship.cardinality === 'one-to-one'
}

/**
 * Finds the one relationship that an embedded resource means: a computed one of that name, else the other relation's name, or the
 * foreign key's constraint or single column in its place, narrowed by the hint (constraint, column, or join table). Of a table with itself
 * its name means the many and the column the one; the hint may only name that column, since the constraint leads both ways.
 * Source: PostgREST documentation, "Resource Embedding", "Computed Relationships", "Foreign Key Joins on Multiple Foreign Key
 * Relationships"; for a table with itself and for views, `findRel` of its module `Plan`.
 * @param exposed schema of the request: other schemas' relations cannot be embedded
 * @throws ApiError PGRST200 (none), PGRST201 (several)
 */
export function findRelationship(
  schema: Schema,
  from: Relation,
  embed: Pick<SelectEmbed, 'relation' | 'hint'>,
  exposed: string,
): Relationship {
  const computed = schema.computedWay(from, embed.relation)
  if (computed && computed.to.schema === exposed) return computed
  const reachable = schema.relationshipsFrom(from).filter((way) => way.to.schema === exposed)
  const found = withoutViewsOfJunctions(reachable.filter((way) => isMeant(way, embed)))
  const [first, ...others] = found
  if (!first) throw notFound(schema, from, embed, exposed, reachable)
  if (others.length > 0) throw ambiguous(from, embed, [first, ...others])
  return first
}

function isMeant(way: Relationship, { relation, hint }: Pick<SelectEmbed, 'relation' | 'hint'>): boolean {
  if (way.from === way.to) return isMeantOfItself(way, relation, hint)
  if (hint !== undefined) return way.to.name === relation && fitsHint(way, hint)
  if (way.to.name === relation) return true
  // A view shows the same key; its name alone tells which of both is meant.
  if (way.junction || way.to.isView) return false
  return way.constraint === relation || isSingleKeyColumn(way, relation)
}

function isMeantOfItself(way: Relationship, relation: string, hint: string | undefined): boolean {
  if (hint === undefined && isSingleKeyColumn(way, relation)) return way.cardinality === 'many-to-one'
  if (relation !== way.to.name || way.cardinality !== 'one-to-many') return false
  return hint === undefined || (way.columns.length === 1 && way.columns[0]![1] === hint)
}

/** The foreign key's only column, where the asking relation is the one that holds it. */
function isSingleKeyColumn(way: Relationship, name: string): boolean {
  return way.holdsKey && way.columns.length === 1 && way.columns[0]![0] === name
}

function fitsHint(way: Relationship, hint: string): boolean {
  if (way.junction) return way.junction.relation.name === hint
  if (way.constraint === hint) return true
  return way.columns.length === 1 && way.columns[0]!.includes(hint)
}

/** A view of a join table opens the same way once more; unless it is named, the table itself is meant. */
function withoutViewsOfJunctions(found: Relationship[]): Relationship[] {
  const tables = new Set(
    found.filter((way) => way.junction && !way.junction.relation.isView).map((way) => way.constraint),
  )
  return found.filter((way) => !way.junction?.relation.isView || !tables.has(way.constraint))
}

function notFound(
  schema: Schema,
  from: Relation,
  embed: Pick<SelectEmbed, 'relation' | 'hint'>,
  exposed: string,
  reachable: Relationship[],
): ApiError {
  const { relation, hint } = embed
  const suggestion = reachable.some((way) => way.to.name === relation)
    ? undefined
    : closest(relation, [
        ...reachable.map((way) => way.to.name),
        ...schema.computedWays(from).map((way) => way.constraint),
      ])
  return new ApiError(
    400,
    'PGRST200',
    `Could not find a relationship between '${from.name}' and '${relation}' in the schema cache`,
    {
      details: `Searched for a foreign key relationship between '${from.name}' and '${relation}'${
        hint === undefined ? '' : ` using the hint '${hint}'`
      } in the schema '${exposed}', but no matches were found.`,
      hint: suggestion === undefined ? null : `Perhaps you meant '${suggestion}' instead of '${relation}'.`,
    },
  )
}

function ambiguous(
  from: Relation,
  embed: Pick<SelectEmbed, 'relation'>,
  found: Relationship[],
): DetailedError {
  const choices = found.map((way) => `'${way.to.name}!${way.junction?.relation.name ?? way.constraint}'`)
  return new DetailedError(
    300,
    'PGRST201',
    `Could not embed because more than one relationship was found for '${from.name}' and '${embed.relation}'`,
    {
      data: found.map(describe),
      hint: `Try changing '${embed.relation}' to one of the following: ${choices.join(', ')}. Find the desired relationship in the 'details' key.`,
    },
  )
}

function describe(way: Relationship): Record<string, string> {
  const list = (names: string[]) => `(${names.join(', ')})`
  const { junction, from, to } = way
  return {
    cardinality: way.cardinality,
    embedding: `${from.name} with ${to.name}`,
    relationship: junction
      ? `${junction.relation.name} using ${junction.constraints[0]}${list(junction.fromColumns.map(([, column]) => column))} and ${junction.constraints[1]}${list(junction.toColumns.map(([column]) => column))}`
      : `${way.constraint} using ${from.name}${list(way.columns.map(([column]) => column))} and ${to.name}${list(way.columns.map(([, column]) => column))}`,
  }
}

const CLOSE_ENOUGH = 0.75

/** The name most like `wanted`, if any is alike enough to be offered as "perhaps you meant". */
export function closest(wanted: string, names: readonly string[]): string | undefined {
  return likest(wanted, names, CLOSE_ENOUGH)
}

/** The name most like `wanted`, however little that is; the first of those that are alike. */
export function mostAlike(wanted: string, names: readonly string[]): string {
  return likest(wanted, names, 0.01) ?? names[0]!
}

function likest(wanted: string, names: readonly string[], least: number): string | undefined {
  if (wanted.length > 100) return undefined
  let best: string | undefined
  let bestScore = least
  for (const name of names) {
    const score =
      1 - distance(wanted.toLowerCase(), name.toLowerCase()) / Math.max(wanted.length, name.length, 1)
    if (best === undefined ? score >= bestScore : score > bestScore) {
      best = name
      bestScore = score
    }
  }
  return best
}

/** Levenshtein's distance. */
function distance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const replaced = previous[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)
      row.push(Math.min(replaced, previous[j]! + 1, row[j - 1]! + 1))
    }
    previous = row
  }
  return previous[b.length]!
}

/** A request that names something unknown may have the schema read again, but not more often than this. */
const RELOAD_INTERVAL_MS = 2_000

/** The schema as last read, shared by all requests. */
export class SchemaCache {
  private loading: Promise<Schema> | undefined
  private following: Promise<Schema> | undefined
  private current: Schema | undefined
  private readAt = Number.NEGATIVE_INFINITY

  constructor(
    private readonly readSchema: () => Promise<Schema>,
    private readonly log: FastifyBaseLogger,
  ) {}

  /** @returns the schema as last read; reads it if it never was */
  get(): Schema | Promise<Schema> {
    return this.current ?? this.loading ?? this.begin()
  }

  /**
   * Reads the schema again after a request named something that it lacks.
   * @returns undefined when it was read so lately that reading it again would help nobody
   */
  async refresh(): Promise<Schema | undefined> {
    if (!this.loading && performance.now() - this.readAt < RELOAD_INTERVAL_MS) return undefined
    return this.read()
  }

  /**
   * Reads the schema now: after migrations, or on `notify pgrst, 'reload schema'`. A reading that is under way may have
   * begun before what it should see, so that another one follows it.
   */
  read(): Promise<Schema> {
    if (!this.loading) return this.begin()
    this.following ??= this.loading
      // Its callers are told; this one begins anew.
      .catch(() => undefined)
      .then(() => {
        this.following = undefined
        return this.loading ?? this.begin()
      })
    return this.following
  }

  private begin(): Promise<Schema> {
    this.loading = this.load().finally(() => {
      this.loading = undefined
    })
    return this.loading
  }

  private async load(): Promise<Schema> {
    const schema = await this.readSchema().catch((error: unknown) => {
      if (!isUnavailable(error)) throw error
      throw new ApiError(503, 'PGRST002', 'Could not query the database for the schema cache. Retrying.', {
        headers: { 'retry-after': '1' },
      })
    })
    this.current = schema
    this.readAt = performance.now()
    this.log.debug({ relations: schema.byId.size }, 'schema read')
    return schema
  }
}

/** Errors that a schema read too long ago may cause: a name is not known to it yet, or does not exist any more. */
const OF_THE_CACHE = new Set(['PGRST200', 'PGRST202', 'PGRST204', 'PGRST205', '42703'])
const OF_POSTGRES = new Set(['42703', '42P01', '42883', '42704', '3F000'])

/**
 * Does `work` with the schema at hand and, if it is refused for want of a name, once more with the schema as it is now.
 * A refused request has changed nothing, so doing it again is safe.
 */
export async function retryWithFreshSchema<T>(
  cache: SchemaCache,
  work: (schema: Schema) => Promise<T>,
): Promise<T> {
  try {
    return await work(await cache.get())
  } catch (error) {
    const fresh = mayBeStale(error) ? await cache.refresh() : undefined
    if (!fresh) throw error
    return work(fresh)
  }
}

function mayBeStale(error: unknown): boolean {
  if (error instanceof ApiError) return OF_THE_CACHE.has(error.code)
  return isPostgresError(error) && OF_POSTGRES.has(error.code)
}
