import { Bounded } from './bounded.ts'
import type { CompiledRead } from './handle-read.ts'

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
  /** SQL of the default, or of the next identity value. */
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

const REMEMBERED_READS = 1_000

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
  /** Reads that were compiled against this schema, by the words of the request; a new schema starts without any. */
  readonly reads = new Bounded<CompiledRead>(REMEMBERED_READS)

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

  relationshipsFrom(relation: Relation): Relationship[] {
    return this.relationships.get(relation.id) ?? []
  }
}
