// How many members sign in within a second, by password on a device that is known. In one run: the server of this checkout,
// the server of another one (`--before DIR`, built), and, as the least that either needs, bcrypt alone.
// Usage: npm run bench -- signin [--before DIR] [--rounds 3] [--seconds 5] [--connections 8]
import { parseArgs } from 'node:util'
import bcrypt from 'bcrypt'
import { buildServer } from '../tools/lib/build.ts'
import { median, type Start, withCheckouts } from './lib/checkouts.ts'
import type { Served } from './lib/processes.ts'

const PASSWORD = 'Amparo-demo-2026'
const { values } = parseArgs({
  options: {
    before: { type: 'string' },
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '5' },
    connections: { type: 'string', default: '8' },
  },
})
const seconds = Number(values.seconds)
const connections = Number(values.connections)

await buildServer()
await withCheckouts({ name: 'signin', before: values.before, open, work: compare })

async function compare(servers: Awaited<ReturnType<typeof open>>[]) {
  const hash = await bcrypt.hash(PASSWORD, 10)
  const sides: [string, () => Promise<unknown>][] = [
    ...servers.map(({ name, signIn }) => [name, signIn] as [string, () => Promise<unknown>]),
    ['bcrypt alone', () => bcrypt.compare(PASSWORD, hash)],
  ]
  const rates = new Map(sides.map(([name]) => [name, [] as number[]]))
  // One unmeasured second each, then rounds in turn: whatever the machine does besides falls on all of them.
  for (const [, work] of sides) await rateOf(work, 1)
  for (let round = 0; round < Number(values.rounds); round++)
    for (const [name, work] of sides) rates.get(name)?.push(await rateOf(work, seconds))
  console.log('| sign-ins a second | rounds | median |\n|---|---|---|')
  for (const [name, each] of rates)
    console.log(
      `| ${name} | ${each.map((rate) => rate.toFixed(1)).join(', ')} | ${median(each).toFixed(1)} |`,
    )
}

/** Starts a server and makes ready what signs in there. */
async function open(name: string, checkout: string, start: Start) {
  const child = start(new URL('signin.server.ts', import.meta.url), {
    AMPARO_RATE_FACTOR: '1000000',
    CHECKOUT: checkout,
  })
  const { url, anonKey } = await child.answer<Served>()
  const people = ['ana', 'bea', 'carla'].map((person) => ({ email: `${person}@amparo.test`, cookie: '' }))
  const free = [...people]
  const signIn = async (who = free.shift() ?? people[Math.floor(Math.random() * people.length)]!) => {
    const answer = await fetch(`${url}/auth/v1/token?grant_type=password`, {
      method: 'POST',
      headers: { apikey: anonKey, 'content-type': 'application/json', cookie: who.cookie },
      body: JSON.stringify({ email: who.email, password: PASSWORD }),
    })
    await answer.arrayBuffer()
    if (!answer.ok) throw new Error(`${name}: ${answer.status}`)
    who.cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? who.cookie
    if (!free.includes(who)) free.push(who)
  }
  return {
    name,
    signIn: () => signIn(),
    stop: () => child.stop(),
  }
}

/** How often `work` is done in a second, so many at once. */
async function rateOf(work: () => Promise<unknown>, duration: number) {
  const end = performance.now() + duration * 1_000
  let done = 0
  const begun = performance.now()
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (performance.now() < end) {
        await work()
        done++
      }
    }),
  )
  return done / ((performance.now() - begun) / 1_000)
}
