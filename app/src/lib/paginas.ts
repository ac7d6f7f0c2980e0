/** The most rows that one answer of the table service carries (`max_rows` in config.toml). */
const PAGE = 1000

/**
 * Every row of a list, however long it is: asked for page by page.
 *
 * @param fetchPage the call for the rows `from` to `to`, both included, in an order that does not change between pages
 */
export async function fetchAll<Row>(
  fetchPage: (from: number, to: number) => PromiseLike<Row[]>,
): Promise<Row[]> {
  const all: Row[] = []
  for (let from = 0; ; from += PAGE) {
    const page = await fetchPage(from, from + PAGE - 1)
    all.push(...page)
    if (page.length < PAGE) return all
  }
}
