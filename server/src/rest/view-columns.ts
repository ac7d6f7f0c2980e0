/** Where a view's column comes from: attribute number of the view, relation and attribute number behind it. */
export interface ColumnOrigin {
  column: number
  relation: number
  relationColumn: number
}

/**
 * Reads from a view's stored rule which of its columns are plain columns of another relation. PostgreSQL writes the
 * origin of each (`resorigtbl`, `resorigcol`) into the top-level target list of the query tree; nothing else in the
 * catalogue says which output column a base column became.
 * Source: PostgreSQL, "primnodes.h" (TargetEntry) and "outfuncs.c" (the text form of node trees).
 * @param rule `pg_rewrite.ev_action` as text
 */
export function viewColumnOrigins(rule: string): ColumnOrigin[] {
  const origins: ColumnOrigin[] = []
  for (const entry of topLevelTargets(rule)) {
    const column = numberAfter(entry, ':resno')
    const relation = numberAfter(entry, ':resorigtbl')
    const relationColumn = numberAfter(entry, ':resorigcol')
    if (relation > 0 && relationColumn > 0) origins.push({ column, relation, relationColumn })
  }
  return origins
}

function numberAfter(entry: string, name: string): number {
  return Number(new RegExp(`${name} (\\d+)`).exec(entry)?.[1] ?? 0)
}

/** Target entries of the outermost query, each without what is nested in it. */
function topLevelTargets(rule: string): string[] {
  const queryStart = rule.indexOf('{QUERY')
  const targets: string[] = []
  let depth = 0
  let inTargetList = false
  let current: string | undefined
  for (let i = queryStart; i < rule.length && i >= 0; i++) {
    const character = rule[i]!
    if (character === '\\') {
      i++
      continue
    }
    if (character === '{' || character === '(') {
      depth++
      if (depth === 2 && character === '(') inTargetList = rule.slice(i - 12, i) === ':targetList '
      if (depth === 3 && inTargetList) current = ''
    } else if (character === '}' || character === ')') {
      if (depth === 3 && inTargetList && current !== undefined) targets.push(current)
      depth--
      if (depth === 1 && inTargetList) return targets
    } else if (depth === 3 && current !== undefined) current += character
  }
  return targets
}
