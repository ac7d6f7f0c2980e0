import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

import { type Account, spawnOptions } from './account.ts'
import { lastComplaint } from './cluster.ts'
import { diskFull, LauncherError } from './errors.ts'
import { postmasterFile } from './leftovers.ts'

export interface Exit {
  code: number | null
  signal: string | null
}

/** One run of the server process. */
export interface Postmaster {
  pid: number
  exited: Promise<Exit>
  stop(): Promise<void>
}

const FAST_STOP = 5_000
const IMMEDIATE_STOP = 5_000

/**
 * Starts `postgres` on the cluster in `data` and waits until it accepts connections, however long a recovery takes.
 * @param run.abandon ends the waiting, and the server with it
 * @throws LauncherError `disk_full` or `start_failed`, if it gives up
 */
export async function startPostmaster(run: {
  program: string
  data: string
  args: string[]
  account: Account | undefined
  abandon: AbortSignal
}): Promise<Postmaster> {
  const { program, data, account } = run
  // A session of its own: Ctrl-C in the terminal reaches us alone, and we stop it in good order.
  const child = spawn(program, ['-D', data, ...run.args], {
    ...spawnOptions(account),
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const said = collect(child)
  const exited = new Promise<Exit>((resolve) => {
    child.once('error', (error) => resolve({ code: null, signal: error.message }))
    child.once('exit', (code, signal) => resolve({ code, signal }))
  })
  const pid = child.pid
  let exit: Exit | undefined
  exited.then((how) => {
    exit = how
  })
  if (pid) watchOver(pid, account, exited)
  while (!exit && !(await isReady(data, pid))) {
    if (run.abandon.aborted) await stop(child, program, data, exited)
    else await delay(10)
  }
  if (exit || !pid) throw await whyNot(data, said(), exit)
  return { pid, exited, stop: () => stop(child, program, data, exited) }
}

async function isReady(data: string, pid: number | undefined): Promise<boolean> {
  const file = await postmasterFile(data)
  return file !== undefined && file.pid === pid && file.ready
}

/**
 * If Node is killed, nobody would be left to stop PostgreSQL. A shell waits at the other end of a pipe, which closes when
 * Node ends in whatever way, and then asks PostgreSQL to stop.
 */
function watchOver(pid: number, account: Account | undefined, exited: Promise<Exit>): void {
  if (process.platform === 'win32') return
  const watchdog = spawn('/bin/sh', ['-c', 'read -r _; kill -INT "$0"', String(pid)], {
    ...spawnOptions(account),
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  watchdog.on('error', () => undefined)
  watchdog.stdin.on('error', () => undefined)
  exited.then(() => watchdog.kill('SIGKILL'))
}

/** Fast: sessions are ended, everything is written down. If that hangs, at once: the next start recovers. */
async function stop(
  child: ChildProcess,
  program: string,
  data: string,
  exited: Promise<Exit>,
): Promise<void> {
  if (process.platform === 'win32') {
    // Windows has no signals; PostgreSQL's own tool knows the way.
    execFile(join(dirname(program), 'pg_ctl.exe'), ['stop', '-D', data, '-m', 'fast'], () => undefined)
  } else {
    child.kill('SIGINT')
  }
  if (await within(exited, FAST_STOP)) return
  child.kill('SIGQUIT')
  if (await within(exited, IMMEDIATE_STOP)) return
  child.kill('SIGKILL')
  await exited
}

async function within(exited: Promise<Exit>, milliseconds: number): Promise<boolean> {
  const timeout = new AbortController()
  const result = await Promise.race([
    exited.then(() => true),
    delay(milliseconds, false, { signal: timeout.signal }),
  ])
  timeout.abort()
  return result
}

/** What the process says before its own log file is open, the last part of it. */
function collect(child: ChildProcess): () => string {
  let text = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    text = (text + chunk.toString()).slice(-8_192)
  })
  return () => text
}

async function whyNot(data: string, said: string, exit: Exit | undefined): Promise<LauncherError> {
  const all = `${said}\n${await endOfLog(data)}`
  if (/No space left on device|Disk quota exceeded/.test(all)) return diskFull(data)
  const reason = lastComplaint(all) || exit?.signal || `código ${exit?.code}`
  return new LauncherError(
    'start_failed',
    `PostgreSQL no arrancó: ${reason}. Su registro está en ${join(data, 'log')}.`,
  )
}

async function endOfLog(data: string): Promise<string> {
  try {
    // One file per weekday: the one of today.
    const today = `postgresql-${new Date().getUTCDay() || 7}.log`
    const folder = join(data, 'log')
    return (await readdir(folder)).includes(today)
      ? (await readFile(join(folder, today), 'utf8')).slice(-2_048)
      : ''
  } catch {
    return ''
  }
}
