import { ApiError, type PostgresError } from '../core/errors.ts'
import type { Parameters } from './sql.ts'

/** How PostgreSQL says that an answer grew too large: a word that is no JSON. */
const TOO_LARGE = 'LS413'

/**
 * Rows as JSON, each with the size of all up to it, so that `withinSql` can stop in the middle. Sizes are counted row by row
 * while the rows come: PostgreSQL never holds more than the ceiling and one row, and nothing larger ever leaves it.
 * @param rows what stands in the parentheses of `from (…)`
 * @param value what is made of a row `r`
 */
export function sizedRowsSql(rows: string, value = 'row_to_json(r.*)'): string {
  // `offset 0` keeps PostgreSQL from putting the expression in both places, which would make every row twice.
  return `(select q.j, sum(pg_column_size(q.j)) over (rows unbounded preceding) as n from (select ${value} as j from (${rows}) as r offset 0) as q) as r`
}

/**
 * The row of `sizedRowsSql`, or an error that ends the statement. The word is read as JSON only where the size is too large:
 * the size is part of it, so that PostgreSQL cannot work it out while it plans. A function of ours would need a schema that
 * requests can reach, and databases that Supabase prepared have none.
 */
export function withinSql({ answerBytes }: Pick<Parameters, 'answerBytes'>): string {
  return `case when r.n > ${answerBytes} then ('${TOO_LARGE} ' || r.n)::json else r.j end`
}

/** The refusal that such an error stands for, if it is one. */
export function tooLargeOf({ code, detail }: Pick<PostgresError, 'code' | 'detail'>): ApiError | undefined {
  return code === '22P02' && detail?.includes(TOO_LARGE) ? tooLarge() : undefined
}

/** Source: ours; documented in docs/api.md. */
export function tooLarge(): ApiError {
  return new ApiError(413, TOO_LARGE, 'The answer is too large', {
    hint: 'Ask for fewer rows or columns, in pages of limit and offset.',
  })
}
