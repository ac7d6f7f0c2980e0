import { parseQuery } from './parse.ts'
import type { Query } from './query.ts'

const REMEMBERED = 1_000
const LONGEST = 2_000

/**
 * Remembers parsed query strings: an app asks the same few hundred questions again and again. What is parsed never
 * changes and depends on nothing but the text, so nothing has to be invalidated.
 */
export class QueryCache {
  private readonly queries = new Map<string, Query>()

  /** @throws ApiError PGRST100 */
  parse(queryString: string): Query {
    const remembered = this.queries.get(queryString)
    if (remembered) return remembered
    const query = parseQuery(queryString)
    if (queryString.length <= LONGEST) this.remember(queryString, query)
    return query
  }

  private remember(queryString: string, query: Query): void {
    if (this.queries.size >= REMEMBERED) {
      for (const oldest of this.queries.keys()) {
        this.queries.delete(oldest)
        break
      }
    }
    this.queries.set(queryString, query)
  }
}
