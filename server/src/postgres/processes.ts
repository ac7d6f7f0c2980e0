/** Everything this module asks the operating system about processes; the only file that differs between systems. */
import { execFile } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

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

/**
 * The command lines of all living processes, arguments separated by spaces. On Windows none: there an orphan cannot be
 * told from another program, and PostgreSQL's own lock has the last word.
 */
export async function commandLines(): Promise<Map<number, string>> {
  const lines = new Map<number, string>()
  if (process.platform === 'win32') return lines
  if (process.platform === 'linux') {
    for (const name of readdirSync('/proc')) {
      // Readable for every account, unlike the working folder, which a container's root may not read.
      const line = /^\d+$/.test(name) && readOrUndefined(`/proc/${name}/cmdline`)
      // A zombie has none.
      if (line) lines.set(Number(name), line.replaceAll('\0', ' '))
    }
    return lines
  }
  for (const row of (await ps('-axww', '-o', 'pid=,stat=,command=')).split('\n')) {
    const [, pid, state, line] = /^\s*(\d+)\s+(\S+)\s+(.*)$/.exec(row) ?? []
    if (pid && line && !state?.startsWith('Z')) lines.set(Number(pid), `${line} `)
  }
  return lines
}

/** The folder a process works in, where the system tells. */
export function workingFolder(pid: number): string | undefined {
  return linkOrUndefined(`/proc/${pid}/cwd`)
}

/**
 * Where process numbers mean what they mean here: this boot of this machine, this container. A number recorded
 * elsewhere says nothing about our own processes.
 */
export function numberSpace(): string {
  const boot = readOrUndefined('/proc/sys/kernel/random/boot_id')?.trim() ?? ''
  return boot && `${boot} ${linkOrUndefined('/proc/self/ns/pid')}`
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
