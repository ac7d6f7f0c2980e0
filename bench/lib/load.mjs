import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import autocannon from 'autocannon'
import { endedProgramsCpu, findProgram } from './processes.mjs'
import { VARYING_DAY, VARYING_DAYS } from './scenarios.mjs'

/** A client written in C, as pgbench's is, where there is one: with two cores for everything the client's share counts. */
const wrk = await findProgram('wrk')
export const clientName = wrk ? 'wrk' : 'autocannon (wrk, if installed, takes less from the server)'

/**
 * Asks the same over many connections for so many seconds; a body that names the varying day gets another day each time.
 * @returns requests a second, latencies in milliseconds, the client's processor time for a request in microseconds
 * @throws Error when one answer is not a success
 */
export async function ask(request, { seconds, connections, folder }) {
  const result = await (wrk ? askWithWrk : askWithAutocannon)(request, { seconds, connections, folder })
  if (result.failures > 0 || result.requests === 0)
    throw new Error(`${request.url}: ${result.failures} of ${result.requests} requests failed`)
  const { requests, p50, p99, cpu } = result
  return { rate: requests / seconds, p50, p99, clientCpu: cpu / requests }
}

async function askWithWrk({ url, method, headers, body }, { seconds, connections, folder }) {
  const script = path.join(folder, 'request.lua')
  const given = Object.entries(headers).map(([name, value]) => `wrk.headers[${lua(name)}] = ${lua(value)}`)
  const lines = [`wrk.method = ${lua(method)}`, ...given]
  if (body) lines.push(`local body = ${lua(body)}`, 'wrk.body = body')
  if (body?.includes(VARYING_DAY)) {
    lines.push(
      `local first = ${Date.parse(VARYING_DAY) / 1000}`,
      'function request()',
      `  local day = os.date('!%Y-%m-%d', first + 86400 * math.random(0, ${VARYING_DAYS}))`,
      `  return wrk.format(nil, nil, nil, (body:gsub(${lua(VARYING_DAY.replaceAll('-', '%-'))}, day)))`,
      'end',
    )
  }
  await writeFile(script, lines.join('\n'))
  const before = await endedProgramsCpu()
  const { stdout } = await promisify(execFile)(wrk, [
    '-t1',
    `-c${connections}`,
    `-d${seconds}s`,
    '--latency',
    '-s',
    script,
    url,
  ])
  const after = await endedProgramsCpu()
  const milliseconds = (percent) => {
    const [, number, unit] = new RegExp(`${percent}%\\s+([\\d.]+)(us|ms|s)`).exec(stdout)
    return Number(number) * { us: 0.001, ms: 1, s: 1000 }[unit]
  }
  return {
    requests: Number(/(\d+) requests in/.exec(stdout)[1]),
    failures: Number(/Non-2xx or 3xx responses: (\d+)/.exec(stdout)?.[1] ?? 0),
    p50: milliseconds(50),
    p99: milliseconds(99),
    cpu: after - before,
  }
}

async function askWithAutocannon({ url, method, headers, body }, { seconds, connections }) {
  const another = () => {
    const day = Date.parse(VARYING_DAY) + 86_400_000 * Math.floor(Math.random() * (VARYING_DAYS + 1))
    return body.replace(VARYING_DAY, new Date(day).toISOString().slice(0, 10))
  }
  const varies = body?.includes(VARYING_DAY)
  const before = process.cpuUsage()
  const result = await autocannon({
    url,
    method,
    headers,
    body,
    connections,
    duration: seconds,
    requests: varies ? [{ setupRequest: (request) => ({ ...request, body: another() }) }] : undefined,
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

function lua(text) {
  return JSON.stringify(text)
}
