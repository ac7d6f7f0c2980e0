/**
 * What a kill may not lose. At least 10,000 acknowledged writes while PostgreSQL, Node, or both are killed again and again: none may be
 * lost, nothing may be damaged, and each time the database must serve again within 5 seconds. Then uploads, and alerts with their messages,
 * while the server is killed.
 */
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'

import { postmasterFile } from '../server/src/postgres/leftovers.ts'
import { Sandbox, serving, watchdogsOf } from '../server/testing/sandbox.ts'
import { killDuringAlerts } from './kills/alerts.ts'
import { killDuringUploads } from './kills/uploads.ts'
import { spread, Tally } from './tally.ts'
import { corruptions, TABLE, Writers } from './writers.ts'

const WRITES = 10_000
/** Acknowledged between two kills, so that every kill hits a server at work. */
const BETWEEN = 400
const LIMIT = 5_000

const ROUNDS = [
  ...Array<'postgres'>(10).fill('postgres'),
  ...Array<'node'>(5).fill('node'),
  // Without the shell that watches over it, PostgreSQL stays behind as an orphan.
  ...Array<'node, orphan left'>(5).fill('node, orphan left'),
  ...Array<'both'>(5).fill('both'),
] as const

/** The postmaster that the launcher started in place of this one. */
async function successorOf(killed: number): Promise<number> {
  for (;;) {
    const now = await postmasterFile(join(sandbox.dataDir, 'postgres', 'data'))
    if (now?.ready && now.pid !== killed) return now.pid
    await delay(2)
  }
}

const tally = new Tally()
const sandbox = await Sandbox.create()
let host = await sandbox.host()
const first = serving(host.outcome)
let { pid } = first

const client = new Client(first.connection)
await client.connect()
await client.query(TABLE)
await client.end()

const writers = new Writers(first.connection, 8, (number) => `${(number * 7919) % 1000} `.repeat(100))
const times = new Map<string, number[]>()
// Interleaved, so that each kind meets every size of the table.
for (const round of ROUNDS.map((_, index) => ROUNDS[(index * 7) % ROUNDS.length]!)) {
  await writers.more(BETWEEN)
  const watchdogs = round === 'node, orphan left' ? await watchdogsOf(pid) : []
  for (const watchdog of watchdogs) process.kill(watchdog, 'SIGKILL')
  const start = performance.now()
  if (round === 'postgres' || round === 'both') process.kill(pid, 'SIGKILL')
  if (round === 'postgres') {
    pid = await successorOf(pid)
  } else {
    await host.kill()
    host = await sandbox.host()
    pid = serving(host.outcome).pid
  }
  await writers.more(1)
  times.set(round, [...(times.get(round) ?? []), performance.now() - start])
}
await writers.more(Math.max(0, WRITES - writers.total))
await writers.end()

const judge = new Client(first.connection)
await judge.connect()
tally.check(`${ROUNDS.length} kills, acknowledged writes`, writers.total >= WRITES, String(writers.total))
const lost = await writers.lost(judge)
tally.check('acknowledged writes lost', lost === 0, String(lost))
const damage = await corruptions(judge)
tally.check('amcheck', damage.length === 0, damage[0] ?? 'clean')
for (const [round, all] of times) {
  tally.check(`from killing ${round} to the first write`, Math.max(...all) <= LIMIT, spread(all))
}
console.log(
  `       refused meanwhile: ${[...writers.refusals].map(([code, times]) => `${code} ×${times}`).join(', ')}`,
)
await judge.end()
await sandbox.dispose()
await killDuringUploads(tally)
await killDuringAlerts(tally)
tally.end()
