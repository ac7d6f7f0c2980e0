import { readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

import { LauncherError } from './errors.ts'
import { commandLines, numberTaken, workingFolder } from './processes.ts'

/**
 * The name under which our PostgreSQL runs. It stands in the command line of the postmaster and in the title of each of
 * its children, so that they are recognised even when orphaned. It names the folder itself (device and inode) rather
 * than its path: it stays true when the folder is moved, and a copy of the folder has another.
 */
export async function clusterName(data: string): Promise<string> {
  const { dev, ino } = await stat(data, { bigint: true })
  return `embedded-${dev.toString(36)}-${ino.toString(36)}`
}

/** What PostgreSQL writes in `postmaster.pid`: its number, and how far it has come. */
export async function postmasterFile(data: string): Promise<{ pid: number; ready: boolean } | undefined> {
  // No such file: no postmaster.
  const lines = (await readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')
  const pid = Number(lines[0])
  return pid > 0 ? { pid, ready: lines[7]?.trim() === 'ready' } : undefined
}

/** How long processes may take to leave: a postmaster that was asked to stop, and children whose postmaster is dead. */
const ASKED = 3_000
const ORPHANED = 500

/**
 * Leaves the cluster as after a clean stop or a power cut, whatever a killed process left running: a postmaster that
 * outlived its Node is asked to stop, children of a dead postmaster are waited for and then ended. Call it only while
 * holding the cluster's lock, which proves that no living server owns them.
 * @throws LauncherError `foreign_postgres` if the cluster is open in a PostgreSQL that we did not start
 */
export async function clearPast(data: string, log: (line: string) => void): Promise<void> {
  const name = await clusterName(data)
  const recorded = await postmasterFile(data)
  const ours = await processesOf(name)
  if (recorded && !ours.includes(recorded.pid)) await assertNotForeign(recorded.pid, data)
  const orphan = recorded && ours.includes(recorded.pid) ? recorded.pid : undefined
  if (orphan) {
    log(`PostgreSQL (proceso ${orphan}) quedó sin su servidor: se detiene antes de volver a empezar`)
    signal([orphan], 'SIGINT')
  }
  // A request to stop, and the death of a postmaster too, make every process leave by itself. Then more and more firmly:
  // a process that is killed costs nothing but a recovery at the next start.
  let left = await untilGone(name, orphan ? ASKED : ORPHANED)
  for (const next of ['SIGQUIT', 'SIGKILL'] as const) {
    if (left.length === 0) break
    signal(left, next)
    left = await untilGone(name, 1_000)
  }
  if (left.length > 0) throw foreign(left[0]!, data)
  await forgetDeadPostmaster(data)
}

/** Ends the programs that still make a cluster below `prefix`, whose Node was killed: they would write into what is being removed. */
export async function endMaking(prefix: string): Promise<void> {
  const lines = [...(await commandLines())]
  const makers = lines.filter(([, line]) => line.includes(prefix) && /\/(initdb|postgres) -/.test(line))
  signal(
    makers.map(([pid]) => pid),
    'SIGKILL',
  )
}

/**
 * PostgreSQL takes a lock for live as long as any process has the number in it: a zombie that nobody collects, or a
 * stranger that got the same number. We know better here, since no living process has the cluster open.
 */
async function forgetDeadPostmaster(data: string): Promise<void> {
  const recorded = await postmasterFile(data)
  if (recorded && process.platform !== 'win32' && numberTaken(recorded.pid))
    await rm(join(data, 'postmaster.pid'))
}

/** The number in the file belongs to a process that is not ours: a stranger, unless it has this very folder open. */
async function assertNotForeign(pid: number, data: string): Promise<void> {
  const line = (await commandLines()).get(pid) ?? ''
  if (line.includes(`${data} `) || workingFolder(pid) === data) throw foreign(pid, data)
}

function foreign(pid: number, data: string): LauncherError {
  return new LauncherError(
    'foreign_postgres',
    `Otro PostgreSQL (proceso ${pid}) tiene abierta ${data}: detenlo y vuelve a empezar.`,
  )
}

/** The living processes of the cluster: its postmaster shows its arguments, each child a title. */
async function processesOf(name: string): Promise<number[]> {
  const lines = [...(await commandLines())]
  return lines.filter(([, line]) => isChild(line, name) || isPostmaster(line, name)).map(([pid]) => pid)
}

function isChild(line: string, name: string): boolean {
  return line.startsWith(`postgres: ${name}: `)
}

function isPostmaster(line: string, name: string): boolean {
  return line.includes('/postgres -D ') && line.includes(` cluster_name=${name} `)
}

async function untilGone(name: string, timeoutMs: number): Promise<number[]> {
  const deadline = performance.now() + timeoutMs
  for (;;) {
    const alive = await processesOf(name)
    if (alive.length === 0 || performance.now() > deadline) return alive
    await delay(20)
  }
}

function signal(pids: number[], name: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name)
    } catch {
      // It left in the meantime.
    }
  }
}
