// The memory of the server and PostgreSQL at rest, and after each of ten turns of the five requests: together more
// than a hundred requests a second for an hour. Flat means that the last turns end where the middle ones did.
// Usage: npm run bench -- memory [--turns 10] [--seconds 8]
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { buildServer } from '../tools/lib/build.ts'
import { ask } from './lib/load.ts'
import { Child, freePort, memory, postgresMemory, type Served } from './lib/processes.ts'
import { requestOf, scenarios, signInMembers } from './lib/scenarios.ts'

const { values } = parseArgs({
  options: { turns: { type: 'string', default: '10' }, seconds: { type: 'string', default: '8' } },
})
const seconds = Number(values.seconds)

await buildServer()
const folder = await mkdtemp(path.join(tmpdir(), 'bench-memory-'))
const child = new Child(fileURLToPath(new URL('rest.server.ts', import.meta.url)), {
  PORT: String(await freePort()),
  AMPARO_DATA: path.join(folder, 'data'),
})
const server = await child.answer<Served>()
const database = new pg.Client(server.database)
try {
  await database.connect()
  const { rows } = await database.query("select current_setting('data_directory') as data")
  const members = await signInMembers(server, database)
  for (const { prepare } of scenarios) if (prepare) await database.query(prepare)
  let requests = 0
  console.log('| after | server | PostgreSQL |\n|---|---|---|')
  const row = async () => {
    // A server at rest gives back what it does not need.
    await setTimeout(3_000)
    const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(0)} MB`
    const [own, postgres] = [await memory(child.process.pid), await postgresMemory(rows[0].data)]
    console.log(`| ${requests.toLocaleString('en')} requests | ${megabytes(own)} | ${megabytes(postgres)} |`)
    return own
  }
  const held = [await row()]
  for (let turn = 0; turn < Number(values.turns); turn++) {
    for (const scenario of scenarios) {
      if (scenario.clean) await database.query(scenario.clean)
      const { rate } = await ask(requestOf(scenario, server.url, members), {
        seconds,
        connections: 64,
        folder,
      })
      requests += Math.round(rate * seconds)
    }
    held.push(await row())
  }
  const half = held.slice(1 + Math.floor((held.length - 1) / 2))
  const growth = (half.at(-1) ?? 0) / (half[0] ?? 1) - 1
  console.log(`\nGrowth of the server over the second half: ${(growth * 100).toFixed(1)} %`)
} finally {
  await database.end()
  await child.stop()
  await rm(folder, { recursive: true, force: true })
}
