import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import autocannon from 'autocannon'
import { endedProgramsCpu, findProgram } from './processes.ts'
import { type Asked, VARYING_DAY, VARYING_DAYS } from './scenarios.ts'

export interface Load {
  seconds: number
  connections: number
  /** Where files of the client may lie. */
  folder: string
}

interface Counted {
  requests: number
  failures: number
  p50: number
  p99: number
  cpu: number
}

/** A client written in C, as pgbench's is, where there is one: with two cores for everything the client's share counts. */
const wrk = await findProgram('wrk')
export const clientName = wrk ? 'wrk' : 'autocannon (wrk, if installed, takes less from the server)'

/**
 * Asks the same over many connections for so many seconds, as one member after the other; a body that names the varying day gets
 * another day each time.
 * @returns requests a second, latencies in milliseconds, the client's processor time for a request in microseconds
 * @throws Error when one answer is not a success
 */
export async function ask(
  { others = [], ...request }: Asked & { others?: Asked[] },
  load: Load,
): Promise<{ rate: number; p50: number; p99: number; clientCpu: number }> {
  const requests = [request, ...others]
  const result = await (wrk ? askWithWrk(wrk, requests, load) : askWithAutocannon(requests, load))
  if (result.failures > 0 || result.requests === 0)
    throw new Error(`${request.url}: ${result.failures} of ${result.requests} requests failed`)
  const { requests: count, p50, p99, cpu } = result
  return { rate: count / load.seconds, p50, p99, clientCpu: cpu / count }
}

/** Together they write as many days as one member would, so that as many are new. */
const daysOf = (requests: Asked[]) => Math.floor(VARYING_DAYS / requests.length)

async function askWithWrk(
  program: string,
  requests: Asked[],
  { seconds, connections, folder }: Load,
): Promise<Counted> {
  const script = path.join(folder, 'request.lua')
  const { url, method, body: sample } = requests[0]!
  const varies = sample?.includes(VARYING_DAY)
  const table = (entries: string[]) => `{ ${entries.join(', ')} }`
  const headersOf = ({ headers }: Asked) =>
    table(Object.entries(headers).map(([name, value]) => `[${lua(name)}] = ${lua(value)}`))
  const lines = [
    `local asked = ${table(
      requests.map(
        (one) =>
          `{ path = ${lua(pathOf(one))}, headers = ${headersOf(one)}, body = ${one.body ? lua(one.body) : 'nil'} }`,
      ),
    )}`,
    'local ready, turn = {}, 0',
    // The client's time counts: what does not vary is written once.
    `function init() for i, one in ipairs(asked) do ready[i] = wrk.format(${lua(method)}, one.path, one.headers, one.body) end end`,
    `local first = ${Date.parse(VARYING_DAY) / 1000}`,
    'function request()',
    '  turn = turn % #asked + 1',
    ...(varies
      ? [
          `  local day = os.date('!%Y-%m-%d', first + 86400 * math.random(0, ${daysOf(requests)}))`,
          '  local one = asked[turn]',
          `  return wrk.format(${lua(method)}, one.path, one.headers, (one.body:gsub(${lua(VARYING_DAY.replaceAll('-', '%-'))}, day)))`,
        ]
      : ['  return ready[turn]']),
    'end',
  ]
  await writeFile(script, lines.join('\n'))
  const before = await endedProgramsCpu()
  const { stdout } = await promisify(execFile)(program, [
    '-t1',
    `-c${connections}`,
    `-d${seconds}s`,
    '--latency',
    '-s',
    script,
    url,
  ])
  const after = await endedProgramsCpu()
  const milliseconds = (percent: number) => {
    const [, number, unit = ''] = new RegExp(`${percent}%\\s+([\\d.]+)(us|ms|s)`).exec(stdout) ?? []
    return Number(number) * ({ us: 0.001, ms: 1, s: 1000 }[unit] ?? Number.NaN)
  }
  return {
    requests: Number(/(\d+) requests in/.exec(stdout)?.[1]),
    failures: Number(/Non-2xx or 3xx responses: (\d+)/.exec(stdout)?.[1] ?? 0),
    p50: milliseconds(50),
    p99: milliseconds(99),
    cpu: after - before,
  }
}

async function askWithAutocannon(requests: Asked[], { seconds, connections }: Load): Promise<Counted> {
  const { url, method } = requests[0]!
  const asked = requests.map((one) => ({ path: pathOf(one), headers: one.headers, body: one.body }))
  const another = (body: string | undefined) => {
    const day = Date.parse(VARYING_DAY) + 86_400_000 * Math.floor(Math.random() * (daysOf(requests) + 1))
    return body?.replace(VARYING_DAY, new Date(day).toISOString().slice(0, 10))
  }
  let turn = 0
  const before = process.cpuUsage()
  const result = await autocannon({
    url: new URL(url).origin,
    method,
    connections,
    duration: seconds,
    requests: [
      {
        // One after the other over all connections: each by itself would begin with the same member.
        setupRequest(request) {
          turn = (turn + 1) % asked.length
          const { path: target, headers, body } = asked[turn]!
          return { ...request, method, path: target, headers, body: another(body) }
        },
      },
    ],
  })
  const { user, system } = process.cpuUsage(before)
  return {
    requests: result.requests.total,
    failures: result.non2xx + result.errors,
    p50: result.latency.p50,
    p99: result.latency.p99,
    cpu: user + system,
  }
}

function pathOf({ url }: Asked) {
  const { pathname, search } = new URL(url)
  return pathname + search
}

function lua(text: string) {
  return JSON.stringify(text)
}
