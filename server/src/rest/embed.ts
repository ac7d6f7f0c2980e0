import { ApiError } from '../core/errors.ts'
import { DetailedError } from './errors.ts'
import { closest } from './hints.ts'
import type { SelectEmbed } from './query.ts'
import type { Relation, Relationship, Schema } from './schema.ts'

/** Whether each row of the first relation has at most one of the second. */
export function isToOne(relationship: Relationship): boolean {
  return relationship.cardinality === 'many-to-one' || relationship.cardinality === 'one-to-one'
}

/**
 * Finds the one relationship that an embedded resource means: by the other relation's name, by the foreign key's
 * constraint or single column in its place, and narrowed by the hint (constraint, column, or join table).
 * Source: PostgREST documentation, "Resource Embedding", "Foreign Key Joins on Multiple Foreign Key Relationships".
 * @param exposed schema of the request: other schemas' relations cannot be embedded
 * @throws ApiError PGRST200 (none), PGRST201 (several)
 */
export function findRelationship(
  schema: Schema,
  from: Relation,
  embed: Pick<SelectEmbed, 'relation' | 'hint'>,
  exposed: string,
): Relationship {
  const reachable = schema.relationshipsFrom(from).filter((way) => way.to.schema === exposed)
  const found = reachable.filter((way) =>
    embed.hint === undefined
      ? isNamed(way, embed.relation)
      : way.to.name === embed.relation && fitsHint(way, embed.hint),
  )
  const [first, ...others] = preferred(found, embed)
  if (!first) throw notFound(from, embed, exposed, reachable)
  if (others.length > 0) throw ambiguous(from, embed, [first, ...others])
  return first
}

function isNamed(way: Relationship, name: string): boolean {
  if (way.to.name === name) return true
  if (way.junction) return false
  return way.constraint === name || isSingleKeyColumn(way, name)
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

/** A table that references itself offers both directions: a column means "the one it points to", a name the many. */
function preferred(found: Relationship[], embed: Pick<SelectEmbed, 'relation' | 'hint'>): Relationship[] {
  const [first, second] = found
  if (found.length !== 2 || first!.from !== first!.to || first!.constraint !== second!.constraint)
    return found
  const name = embed.hint ?? embed.relation
  const pointsAway = found.filter((way) => way.holdsKey)
  const pointsHere = found.filter((way) => !way.holdsKey)
  return pointsAway.some((way) => isSingleKeyColumn(way, name)) ? pointsAway : pointsHere
}

function notFound(
  from: Relation,
  embed: Pick<SelectEmbed, 'relation' | 'hint'>,
  exposed: string,
  reachable: Relationship[],
): ApiError {
  const { relation, hint } = embed
  const suggestion = reachable.some((way) => way.to.name === relation)
    ? undefined
    : closest(
        relation,
        reachable.map((way) => way.to.name),
      )
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
