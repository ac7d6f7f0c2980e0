import { createRequire } from 'node:module'
import { fingerprint } from './lib/catalogue.mjs'
import { fail } from './lib/run.mjs'

// `node tools/catalogue.mjs postgres://…`: one line for each thing that the catalogue of a database knows. What the tables hold is
// their members', and left out.
const [connectionString] = process.argv.slice(2)
if (!connectionString) fail('Falta la dirección: node tools/catalogue.mjs postgres://…')

/** @type {typeof import('pg')} */
const pg = createRequire(new URL('../server/package.json', import.meta.url))('pg')
const client = new pg.Client({ connectionString })
await client.connect()
try {
  const lines = await fingerprint(async (sql) => (await client.query(sql)).rows, { rows: false })
  for (const line of lines) console.log(line)
} finally {
  await client.end()
}
