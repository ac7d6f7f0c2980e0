import { type ChildProcess, execFile, fork } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { promisify } from 'node:util'

/** What the server of a benchmark says of itself when it is ready. */
export interface Served {
  url: string
  anonKey: string
  jwtSecret: string
  /** As its owner. */
  database: { host: string; port: number; database: string; user: string; password: string }
}

/** Says something to the benchmark that has started this process. */
export function tell(message: object | string): void {
  process.send?.(message)
}

/** A server in a process of its own, so that its processor time is its own. It speaks by messages. */
export class Child {
  readonly process: ChildProcess
  private readonly ended: Promise<unknown>

  constructor(file: string, env: Record<string, string>, flags: string[] = []) {
    this.process = fork(file, [], {
      env: { ...process.env, ...env },
      execArgv: [...flags, '--import', 'tsx'],
    })
    this.ended = new Promise((resolve) => this.process.once('exit', resolve))
  }

  /** Sends a word, if there is one, and waits for the next message. */
  answer<Said>(word?: object | string): Promise<Said> {
    const answered = new Promise<Said>((resolve) =>
      this.process.once('message', (message) => resolve(message as Said)),
    )
    if (word) this.process.send(word)
    const ended = this.ended.then(
      (code): Promise<never> => Promise.reject(new Error(`the server ended with ${code}`)),
    )
    return Promise.race([answered, ended])
  }

  /** Processor time so far, in microseconds. */
  async cpu(): Promise<number> {
    const { user, system } = await this.answer<NodeJS.CpuUsage>('usage')
    return user + system
  }

  async stop(): Promise<void> {
    if (this.process.connected) this.process.send('stop')
    await this.ended
  }
}

/**
 * Processor time so far, in microseconds, of a PostgreSQL with all its processes.
 * @param folder its data
 */
export async function postgresCpu(folder: string): Promise<number> {
  const [postmaster = '', ...children] = await postgresPids(folder)
  let total = 0
  for (const pid of children) {
    const [user = 0, system = 0] = await ticks(pid).catch(() => [])
    total += user + system
  }
  // Backends that ended meanwhile are in the postmaster's account of its children.
  const [, , user = 0, system = 0] = await ticks(postmaster)
  return (total + user + system) * 10_000
}

/** The memory of this process for itself and its share of what others use too, in bytes. Source: proc(5), Pss. */
export async function memory(pid: number | string | undefined): Promise<number> {
  const text = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '')
  return Number(/^Pss:\s+(\d+) kB/m.exec(text)?.[1] ?? 0) * 1024
}

/**
 * The same for a PostgreSQL with all its processes.
 * @param folder its data
 */
export async function postgresMemory(folder: string): Promise<number> {
  const pids = await postgresPids(folder)
  const each = await Promise.all(pids.map(memory))
  return each.reduce((sum, bytes) => sum + bytes, 0)
}

/** The postmaster first, then its children. */
async function postgresPids(folder: string): Promise<string[]> {
  const [line = ''] = (await readFile(`${folder}/postmaster.pid`, 'utf8')).split('\n')
  const postmaster = line.trim()
  const { stdout } = await promisify(execFile)('ps', ['-o', 'pid=', '--ppid', postmaster])
  return [postmaster, ...stdout.split('\n').map((pid) => pid.trim())].filter(Boolean)
}

/** Processor time so far, in microseconds, of the programs that this process ran and that have ended. */
export async function endedProgramsCpu(): Promise<number> {
  const [, , user = 0, system = 0] = await ticks('self')
  return (user + system) * 10_000
}

/** Own and children's user and system time in hundredths of a second. Source: proc(5), /proc/pid/stat, fields 14 to 17. */
async function ticks(pid: string): Promise<number[]> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
  return stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 15)
    .map(Number)
}

export async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const { port } = probe.address() as AddressInfo
  await new Promise((resolve) => probe.close(resolve))
  return port
}

/** The first of these programs that this machine has; undefined when it has none. */
export async function findProgram(...names: string[]): Promise<string | undefined> {
  for (const name of names) {
    const { stdout } = await promisify(execFile)('which', [name]).catch(() => ({ stdout: '' }))
    if (stdout) return stdout.trim()
  }
  return undefined
}
