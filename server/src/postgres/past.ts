import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

import { LauncherError } from './errors.ts'
import { commandLine, numberTaken, postgresProcessesIn } from './processes.ts'

/** What PostgreSQL writes in `postmaster.pid`: its number, and how far it has come. */
export async function postmasterFile(data: string): Promise<{ pid: number; ready: boolean } | undefined> {
  const lines = (await readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')
  const pid = Number(lines[0])
  return pid > 0 ? { pid, ready: lines[7]?.trim() === 'ready' } : undefined
}

/**
 * Leaves the cluster as after a clean stop or a power cut, whatever a killed process left running: a postmaster that
 * outlived its Node is asked to stop, children of a dead postmaster are waited for and then ended. Call it only while
 * holding the cluster's lock, which proves that no living server owns them.
 * @throws LauncherError `foreign_postgres` if the cluster is open in a PostgreSQL that we did not start
 */
export async function clearPast(data: string, log: (line: string) => void): Promise<void> {
  const recorded = await postmasterFile(data)
  let alive = await postgresProcessesIn(data)
  if (recorded && alive.includes(recorded.pid)) {
    await assertOurs(recorded.pid, data)
    log(`PostgreSQL (proceso ${recorded.pid}) quedó sin su servidor: se detiene antes de volver a empezar`)
    signal([recorded.pid], 'SIGINT')
  }
  // SIGINT and the death of a postmaster both make every process leave by itself. Then more and more firmly; a process
  // that is killed costs nothing but a recovery at the next start.
  for (const next of ['SIGQUIT', 'SIGKILL'] as const) {
    alive = await untilGone(data, 3_000)
    if (alive.length > 0) signal(alive, next)
  }
  alive = await untilGone(data, 3_000)
  if (alive.length > 0) {
    throw new LauncherError(
      'foreign_postgres',
      `PostgreSQL (proceso ${alive[0]}) tiene abierta ${data} y no responde: reinicia el equipo y vuelve a empezar.`,
    )
  }
  await forgetDeadPostmaster(data)
}

/**
 * PostgreSQL takes a lock for live as long as any process has the number in it: a zombie that nobody collects, or a
 * stranger that got the same number. We know better here, since no living process has the cluster open.
 */
async function forgetDeadPostmaster(data: string): Promise<void> {
  const recorded = await postmasterFile(data)
  if (recorded && numberTaken(recorded.pid)) await rm(join(data, 'postmaster.pid'))
}

async function assertOurs(pid: number, data: string): Promise<void> {
  if ((await commandLine(pid)).includes('cluster_name=amparo')) return
  throw new LauncherError(
    'foreign_postgres',
    `Otro PostgreSQL (proceso ${pid}) tiene abierta ${data}: detenlo y vuelve a empezar.`,
  )
}

async function untilGone(data: string, patience: number): Promise<number[]> {
  const deadline = Date.now() + patience
  for (;;) {
    const alive = await postgresProcessesIn(data)
    if (alive.length === 0 || Date.now() > deadline) return alive
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
