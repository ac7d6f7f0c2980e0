/**
 * Hosted Supabase loads `safeupdate` for requests: an update or a delete that names no row is refused, in functions too. The extension
 * has no package here, so the texts are read instead.
 *
 * @param sql a function as the catalogue writes it, or any SQL
 * @returns the beginning of each update and delete without a WHERE of its own
 */
export function unbounded(sql: string): string[] {
  const found: string[] = []
  const literals: string[] = []
  const plain = sql
    .replaceAll(/--[^\n]*|\/\*[\s\S]*?\*\//g, ' ')
    .replaceAll(/'((?:[^']|'')*)'/g, (_, text: string) => {
      literals.push(text.replaceAll("''", "'"))
      return ` '' `
    })
  const tokens = plain.toLowerCase().match(/[\w."ñ%]+|''|[();]/g) ?? []
  tokens.forEach((token, at) => {
    const [before, after] = [tokens[at - 1] ?? '', tokens[at + 1] ?? '']
    const changes =
      token === 'update' && !/^(for|key|do|or|on|before|after|of)$/.test(before) && /^[\w"%]/.test(after)
    const deletes = token === 'delete' && after === 'from'
    if (!changes && !deletes) return
    let depth = 0
    for (const [offset, next] of tokens.slice(at + 1).entries()) {
      if (next === '(') depth += 1
      if (next === ')') depth -= 1
      if (depth === 0 && next === 'where') return
      if (depth < 0 || next === ';') {
        found.push(tokens.slice(at, at + 1 + Math.min(offset, 6)).join(' '))
        return
      }
    }
    found.push(tokens.slice(at, at + 7).join(' '))
  })
  // What functions execute: a statement in a text.
  const nested = literals.filter((text) => /^\s*(update\s+\S+\s+set|delete\s+from)\s/i.test(text))
  return [...found, ...nested.flatMap(unbounded)]
}
