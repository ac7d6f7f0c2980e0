/** Everything this module asks the operating system about processes; the only file that differs between systems. */
import { execFile } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs'

/**
 * A mark that two processes never share, even if one gets the other's number later: when it started.
 * Undefined when there is no such process, or only a zombie that its parent has not yet collected.
 */
export async function startMark(pid: number): Promise<string | undefined> {
  if (process.platform === 'linux') {
    const stat = readOrUndefined(`/proc/${pid}/stat`)
    // The second field is the program's name in brackets and may hold anything, brackets included.
    const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ')
    return !fields || fields[0] === 'Z' || fields[0] === 'X' ? undefined : fields[19]
  }
  if (process.platform === 'win32') return numberTaken(pid) ? 'alive' : undefined
  const [state, ...started] = (await ps('-o', 'stat=,lstart=', '-p', String(pid))).trim().split(/\s+/)
  return !state || state.startsWith('Z') ? undefined : started.join(' ')
}

/** Whether the number is in use at all, by a living process or a zombie. PostgreSQL judges a lock by this alone. */
export function numberTaken(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** The command line of a process, arguments separated by spaces; empty when it cannot be known. */
export async function commandLine(pid: number): Promise<string> {
  if (process.platform === 'linux')
    return readOrUndefined(`/proc/${pid}/cmdline`)?.replaceAll('\0', ' ') ?? ''
  return process.platform === 'win32' ? '' : ps('-ww', '-o', 'command=', '-p', String(pid))
}

/** The living PostgreSQL processes that have this cluster open: the postmaster, its children, and orphans of a dead one. */
export async function postgresProcessesIn(data: string): Promise<number[]> {
  if (process.platform === 'linux') return linuxProcessesIn(data)
  if (process.platform === 'win32') return []
  return macProcessesIn(data, await ps('-axww', '-o', 'pid=,ppid=,stat=,command='))
}

/**
 * Where process numbers mean what they mean here: this boot of this machine, this container. A number recorded
 * elsewhere says nothing about our own processes.
 */
export function numberSpace(): string {
  const boot = readOrUndefined('/proc/sys/kernel/random/boot_id')?.trim() ?? ''
  return boot && `${boot} ${linkOrUndefined('/proc/self/ns/pid')}`
}

/** Every PostgreSQL process makes the cluster's folder its working folder, and nothing else named postgres does. */
function linuxProcessesIn(data: string): number[] {
  const folder = realpathSync(data)
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => linkOrUndefined(`/proc/${pid}/cwd`) === folder)
    .filter((pid) => readOrUndefined(`/proc/${pid}/comm`)?.trim() === 'postgres')
    .map(Number)
}

/**
 * macOS does not tell a process's working folder. The postmaster has it in its command line; its children are known by
 * their parent; a child whose parent died is known by our cluster's name, perhaps one of another folder of ours, and
 * taking it for ours only means waiting for it.
 */
function macProcessesIn(data: string, table: string): number[] {
  const rows = table.split('\n').flatMap((line) => {
    const [, pid, parent, state, command] = /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(line) ?? []
    return pid && !state!.startsWith('Z')
      ? [{ pid: Number(pid), parent: Number(parent), command: command! }]
      : []
  })
  const postmasters = rows.filter((row) => row.command.includes(` -D ${data} `)).map((row) => row.pid)
  return rows
    .filter(
      ({ pid, parent, command }) =>
        postmasters.includes(pid) ||
        postmasters.includes(parent) ||
        (parent === 1 && command.startsWith('postgres: amparo:')),
    )
    .map((row) => row.pid)
}

function ps(...args: string[]): Promise<string> {
  return new Promise((resolve) => execFile('/bin/ps', args, (_error, stdout) => resolve(stdout)))
}

function readOrUndefined(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

function linkOrUndefined(path: string): string | undefined {
  try {
    return readlinkSync(path)
  } catch {
    return undefined
  }
}
