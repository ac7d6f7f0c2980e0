/** The tables of «Personal data» in `docs/security.md`, written from `interno.inventario_de_datos`. */

type Query = <R extends Record<string, unknown>>(sql: string) => Promise<R[]>

const SECTION = /(?<=<!-- inventory -->\n).*(?=<!-- \/inventory -->)/s

const COLUMNS = ['tabla', 'que', 'de_quien', 'lee', 'plazo', 'sale'] as const
const HEAD = ['table', 'what', 'whose', 'who reads it', 'how long', 'where it goes']

/**
 * @param page `docs/security.md` as it is
 * @returns the same with both tables written anew
 */
export async function withInventory(page: string, query: Query): Promise<string> {
  const rows = await query<Record<(typeof COLUMNS)[number] | 'sin_datos', string | null>>(
    'select * from interno.inventario_de_datos order by tabla collate "C"',
  )
  const line = (cells: readonly (string | null)[]) => `| ${cells.join(' | ')} |`
  const tables = [
    line(HEAD),
    line(HEAD.map(() => '---')),
    ...rows
      .filter(({ sin_datos }) => sin_datos === null)
      .map((row) => line(COLUMNS.map((column) => (column === 'tabla' ? `\`${row.tabla}\`` : row[column])))),
    '',
    'Without personal data:',
    '',
    ...rows
      .filter(({ sin_datos }) => sin_datos !== null)
      .map(({ tabla, sin_datos }) => `- \`${tabla}\`: ${sin_datos}`),
    '',
  ]
  return page.replace(SECTION, () => tables.join('\n'))
}
