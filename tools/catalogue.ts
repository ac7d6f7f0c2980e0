import { createRequire } from 'node:module'
import { fingerprint } from './lib/catalogue.ts'
import { fail } from './lib/run.ts'

// `npm run catalogue -- postgres://…`: one line for each thing that the catalogue of a database knows. The rows are
// the members' and left out.
const [connectionString] = process.argv.slice(2)
if (!connectionString) fail('Falta la dirección: npm run catalogue -- postgres://…')

const pg: typeof import('pg') = createRequire(new URL('../server/package.json', import.meta.url))('pg')
const client = new pg.Client({ connectionString })
await client.connect()
try {
  const lines = await fingerprint(async (sql) => (await client.query(sql)).rows, { rows: false })
  for (const line of lines) console.log(line)
} finally {
  await client.end()
}
