import type { Llavero } from './cofre.ts'
import type { Llave } from './sobre.ts'

/** How every envelope of a key begins (`sobre.ts`), as a pattern. */
const sealedWith = ({ id }: Llave) => `cofre1.${id}.%`

type Filtered<Columna extends string, Query> = {
  not: (column: Columna, operator: 'like', pattern: string) => Query
  or: (filters: string) => Query
}

/** Of some rows those that this device can open and would seal anew: not what is sealed with keys that it has never had. */
export function unsealed<Columna extends string, Query extends Filtered<Columna, Query>>(
  rows: Query,
  columna: Columna,
  actual: Llave,
  { todas }: Llavero,
): Query {
  const before = [...todas.values()].filter(({ id }) => id !== actual.id)
  const known = before.map((llave) => `${columna}.like.${sealedWith(llave)}`)
  return rows
    .not(columna, 'like', sealedWith(actual))
    .or([`${columna}.not.like.cofre1.%`, ...known].join(','))
}
