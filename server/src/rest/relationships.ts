import type { ForeignKey, UniqueKeys } from './build-schema.ts'
import type { Relation, Relationship } from './schema.ts'

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
