import { ApiError } from '../http/errors.ts'
import type { Media } from './request.ts'
import { type Parameters, sizedRowsSql, withinSql } from './sql.ts'

/** What a statement of the API gives: the JSON of its rows and how many they are. */
export interface Rows {
  json: string
  count: number
  total?: number
}

/** The outermost statement: all rows of `rows` as one JSON array, and their number. */
export function asJsonSql(rows: string, media: Media, parameters: Parameters, further = ''): string {
  if (media.isCsv) return asCsvSql(rows, parameters, further)
  const array = `json_agg(${withinSql(parameters)})`
  const shaped = media.stripsNulls ? `json_strip_nulls(${array})` : array
  return `select coalesce(${shaped}, '[]'), count(*)${further} from ${sizedRowsSql(rows)}`
}

/** The same as lines of values as PostgreSQL writes a row, below a line of names. Source: PostgREST documentation, "Media Type Handlers". */
function asCsvSql(rows: string, parameters: Parameters, further: string): string {
  const names = `(select string_agg(k, ',') from json_object_keys(row_to_json(r.*)) as k)`
  const line = `json_build_array(${names}, substring(r::text, 2, length(r::text) - 2))`
  const within = withinSql(parameters)
  const text = `coalesce(min((${within})->>0), '') || E'\\n' || coalesce(string_agg((${within})->>1, E'\\n'), '')`
  return `select ${text}, count(*)${further} from ${sizedRowsSql(rows, line)}`
}

/** One object instead of an array of one. @throws ApiError PGRST116 unless there is exactly one row */
export function shapeRows({ json, count }: Pick<Rows, 'json' | 'count'>, media: Media): string {
  if (!media.isSingular) return json
  requireSingle(count)
  return json.slice(1, -1)
}

/** @throws ApiError 406 PGRST116 unless there is exactly one row, as a client that asks for an object must have it */
export function requireSingle(count: number): void {
  if (count === 1) return
  throw new ApiError(406, 'PGRST116', 'Cannot coerce the result to a single JSON object', {
    details: `The result contains ${count} rows`,
  })
}
