// How soon an alert has left: a hundred at once, five contacts each, push and mail. The time is from the commit of the press until a provider
// on this machine has the whole message; providers answer at once, and stand in this process, not in the server's. Whose the processor
// time of a round was, in milliseconds, stands beside it.
// Usage: npm run bench -- alarm [--alerts 100] [--contacts 5] [--rounds 3]
import { createECDH, randomBytes } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { buildServer } from '../tools/lib/build.ts'
import { Child, freePort, postgresCpu } from './lib/processes.ts'
import { instantProviders } from './lib/providers.ts'

const { values } = parseArgs({
  options: {
    alerts: { type: 'string', default: '100' },
    contacts: { type: 'string', default: '5' },
    rounds: { type: 'string', default: '3' },
  },
})
const alerts = Number(values.alerts)
const contacts = Number(values.contacts)

await buildServer()
const folder = await mkdtemp(path.join(tmpdir(), 'bench-alarm-'))
// PostgreSQL runs as another account when root starts this.
await chmod(folder, 0o711)
/** When each address was handed its message. */
const handed: Map<string, number> = new Map()
const note = (at: string) => handed.set(at, handed.get(at) ?? Date.now())

const providers = await instantProviders(note)
const { pushOrigin } = providers

const child = new Child(fileURLToPath(new URL('alarm.server.ts', import.meta.url)), {
  PORT: String(await freePort()),
  AMPARO_DATA: path.join(folder, 'data'),
  AMPARO_RATE_FACTOR: '1000000',
  ...providers.settings,
})
try {
  const { data } = await child.answer<{ data: string }>()
  console.log(
    '| round | messages | lost | p50 | p95 | slowest | processor: server | PostgreSQL | providers | load of the machine |\n|---|---|---|---|---|---|---|---|---|---|',
  )
  for (let round = 1; round <= Number(values.rounds); round++) await measure(round, data)
} finally {
  await child.stop()
  providers.close()
  await rm(folder, { recursive: true, force: true })
}

/** @param data folder of PostgreSQL */
async function measure(round: number, data: string) {
  const members = Array.from({ length: alerts }, (_, m) =>
    Array.from({ length: contacts }, (_, c) => device(`${round}-${m}-${c}`)),
  )
  const { ids } = await child.answer<{ ids: string[] }>({ make: members })
  // Whatever making them caused is over.
  await new Promise((resolve) => setTimeout(resolve, 2_000))
  const before = await spent(data)
  const { pressed } = await child.answer<{ pressed: [string, number][] }>({ press: ids })
  const at = new Map(pressed)
  const wanted = members.flatMap((each) =>
    each.flatMap(({ push: { endpoint }, correo }) => [new URL(endpoint).pathname, correo]),
  )
  const deadline = Date.now() + 60_000
  while (wanted.some((one) => !handed.has(one)) && Date.now() < deadline)
    await new Promise((resolve) => setTimeout(resolve, 50))
  // What is noted after the last one belongs to it.
  await new Promise((resolve) => setTimeout(resolve, 500))
  const after = await spent(data)
  const times = ids
    .flatMap((id, m) =>
      members[m]!.flatMap(({ push: { endpoint }, correo }) =>
        [new URL(endpoint).pathname, correo].map(
          (one) => (handed.get(one) ?? Number.POSITIVE_INFINITY) - at.get(id)!,
        ),
      ),
    )
    .toSorted((a, b) => a - b)
  const lost = times.filter((time) => time === Number.POSITIVE_INFINITY).length
  const quantile = (q: number) => `${times[Math.min(times.length - 1, Math.floor(times.length * q))]} ms`
  console.log(
    `| ${round} | ${times.length} | ${lost} | ${quantile(0.5)} | ${quantile(0.95)} | ${quantile(1)} | ${after.map((one, n) => `${Math.round((one - before[n]!) / 1_000)} ms`).join(' | ')} | ${loadavg()[0]?.toFixed(1)} |`,
  )
}

/** Processor time so far of the server, of PostgreSQL and of this process, in microseconds. */
async function spent(data: string) {
  const { user, system } = process.cpuUsage()
  return [await child.cpu(), await postgresCpu(data), user + system]
}

function device(name: string) {
  const key = createECDH('prime256v1')
  key.generateKeys()
  return {
    push: {
      endpoint: `${pushOrigin}/${name}`,
      p256dh: key.getPublicKey('base64url'),
      auth: randomBytes(16).toString('base64url'),
    },
    correo: `c${name}@ejemplo.mx`,
  }
}
