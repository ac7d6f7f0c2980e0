import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import type { Client } from 'pg'
import { fail } from '../../tools/lib/run.ts'
import { endedProgramsCpu, findProgram, type Served } from './processes.ts'
import { VARYING_DAY, VARYING_DAYS } from './scenarios.ts'

const folders = [18, 17, 16, 15].map((version) => `/usr/lib/postgresql/${version}/bin/pgbench`)
const pgbench =
  (await findProgram(...folders, 'pgbench')) ??
  fail('pgbench is missing. On Debian and Ubuntu: apt-get install postgresql-contrib')
export interface Statement {
  text: string
  values: unknown[]
}

export interface Role {
  user: string
  password: string
}

/** A file of statements, and the arguments that set its variables. */
interface Script {
  file: string
  variables: string[]
}

export const pgbenchVersion = (await promisify(execFile)(pgbench, ['--version'])).stdout.trim()

/**
 * A role that signs in as the server's own does, for pgbench and for peers.
 * @param database a connection of the owner
 */
export async function makeRole(database: Client): Promise<Role> {
  const password = randomBytes(16).toString('hex')
  await database.query(`create role bench login noinherit password '${password}'`)
  await database.query('grant anon, authenticated, service_role to bench')
  // Where the API asks whether her session lives, its reference asks as well.
  await database.query(
    'grant usage on schema local_server to bench; grant execute on all functions in schema local_server to bench',
  )
  return { user: 'bench', password }
}

/**
 * The statements of one request as pgbench scripts, their values as variables: as an ordinary transaction, one answer
 * awaited after another, and in one round trip as the API sends them. Each member has scripts of her own: what one member's
 * transactions wait for is not what sixteen wait for.
 * @param recorded the statements of each member
 */
export async function writeScripts(
  name: string,
  recorded: Statement[][],
  folder: string,
): Promise<{ ordinary: Script[]; pipelined: Script[] }> {
  const scripts: { ordinary: Script[]; pipelined: Script[] } = { ordinary: [], pipelined: [] }
  const days = Math.floor(VARYING_DAYS / recorded.length)
  for (const [member, statements] of recorded.entries()) {
    const variables: string[] = []
    const lines = statements.map(({ text, values }) => {
      const named = values.map((value) => {
        const variable = `v${variables.length / 2}`
        variables.push('-D', `${variable}=${value}`)
        if (!String(value).includes(VARYING_DAY)) return `:${variable}`
        return `replace(:${variable}, '${VARYING_DAY}', (date '${VARYING_DAY}' + :day::int)::text)`
      })
      return `${text.replace(/\s+/g, ' ').replace(/\$(\d+)/g, (_, n) => named[n - 1] ?? '')};`
    })
    const begin = variables.some((value) => value.includes(VARYING_DAY))
      ? [`\\set day random(0, ${days})`]
      : []
    const kinds = {
      ordinary: ['begin;', ...lines, 'commit;'],
      pipelined: ['\\startpipeline', ...lines, '\\endpipeline'],
    }
    for (const kind of ['ordinary', 'pipelined'] as const) {
      const file = path.join(folder, `${name}.${kind}.${member}.sql`)
      await writeFile(file, [...begin, ...kinds[kind], ''].join('\n'))
      scripts[kind].push({ file, variables })
    }
  }
  return scripts
}

/**
 * Runs the scripts of all members at once, a process for each, so that a connection prepares its own statements alone.
 * @returns transactions a second, mean latency in milliseconds, processor time of pgbench for one in microseconds
 */
export async function runPgbench(
  scripts: Script[],
  {
    address,
    role,
    seconds,
    connections,
  }: { address: Served['database']; role: Role; seconds: number; connections: number },
): Promise<{ rate: number; latency: number; clientCpu: number }> {
  const { host, port, database } = address
  const before = await endedProgramsCpu()
  const outputs = await Promise.all(
    scripts.map(async ({ file, variables }, index) => {
      const share = Math.floor(connections / scripts.length) + (index < connections % scripts.length ? 1 : 0)
      if (share === 0) return ''
      const args = ['-n', '-M', 'prepared', '-c', share, '-j', '1', '-T', seconds, '-f', file, '-h', host]
      const { stdout } = await promisify(execFile)(
        pgbench,
        [...args, '-p', port, '-U', role.user, ...variables, database].map(String),
        { env: { ...process.env, PGPASSWORD: role.password } },
      ).catch(({ stderr }: { stderr: string }) => {
        throw new Error(stderr.slice(0, 1_000))
      })
      return stdout
    }),
  )
  const after = await endedProgramsCpu()
  const rates = outputs.map((output) => Number(/tps = ([\d.]+)/.exec(output)?.[1] ?? 0))
  const rate = rates.reduce((sum, one) => sum + one, 0)
  return { rate, latency: (1000 * connections) / rate, clientCpu: (after - before) / (rate * seconds) }
}
