/**
 * Makes `statements.jsonl` of what a run of the browser tests asked (docs/contributing.md):
 *
 *   npx esbuild soak/scale/record.ts --outfile=node_modules/.cache/record.mjs
 *   NODE_OPTIONS="--import=$PWD/node_modules/.cache/record.mjs" AMPARO_STATEMENTS=/tmp/statements npm run test:e2e
 *   node --import tsx soak/scale/harvest.ts /tmp/statements
 *
 * What remains is what members, visitors and the sender ask: each text once for each role, whose ids stand as ME and CIRCLE.
 */
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'

interface Recorded {
  role: string
  claims?: string
  /** Absent in a record of the sender, which is none. */
  isBrowser?: boolean
  text: string
  values: unknown[]
}

const ROLES = ['authenticated', 'anon', 'service_role']
/** Of the server's own life: who asks, its catalogue, transactions, what it plans before it asks. */
const OWN =
  /set_config\('|pg_catalog|pg_class|pg_proc|pg_constraint|pg_rewrite|pg_db_role_setting|pg_advisory|^\s*(begin|commit|rollback|savepoint|release|prepare|deallocate|explain|set|listen|declare|fetch|close)\b/i

const seen = new Map<string, object>()
for (const line of (await readFile(process.argv[2]!, 'utf8')).trim().split('\n')) {
  const { role, claims, isBrowser, text, values }: Recorded = JSON.parse(line)
  if (isBrowser === false && role !== 'service_role') continue
  if (
    !ROLES.includes(role) ||
    OWN.test(text.replaceAll('pg_column_size', '').replaceAll("current_setting('", ''))
  )
    continue
  // A page more is the same question.
  const key = `${role} ${text.replace(/\s+/g, ' ')}`
  if (seen.has(key)) continue
  const me = claims ? (JSON.parse(claims) as { sub?: string }).sub : undefined
  const circle = /"sala_id" = \$(\d+)/.exec(text)?.[1]
  const plain = values.map((value, n) => {
    if (typeof value !== 'string') return value
    if (circle === String(n + 1)) return 'CIRCLE'
    return (me ? value.replaceAll(me, 'ME') : value).replace(/("sala_id":")[0-9a-f-]{36}/g, '$1CIRCLE')
  })
  if (JSON.stringify(plain).length > 4_000) continue
  seen.set(key, { role, text: text.replace(/\s+/g, ' ').trim(), values: plain })
}
const lines = [...seen.entries()]
  .toSorted(([a], [b]) => (a < b ? -1 : 1))
  .map(([, one]) => JSON.stringify(one))
await writeFile(path.join(import.meta.dirname, 'statements.jsonl'), `${lines.join('\n')}\n`)
console.log(`${lines.length} statements`)
