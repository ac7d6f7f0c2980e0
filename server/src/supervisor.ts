import { type ChildProcess, fork } from 'node:child_process'
import { appendFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Settings } from './config/environment.ts'
import { type OpenDatabase, type OwnerConnection, openDatabase } from './openDatabase.ts'

export { readSettings, SettingsError } from './config/environment.ts'

/** Messages from the supervisor to the server: where the database is, once, to open its log anew, and to shut down. */
export type ToWorker = { begin: OwnerConnection } | { reopenLog: true } | { stop: true }

/** Messages from the server to the supervisor: that it accepts requests, why it cannot, and a sign of life every second. */
export type ToSupervisor = { ready: unknown } | { failed: string } | { alive: true }

export interface SupervisorOptions {
  settings: Settings
  /** Program of the serving process, which calls `serveAsWorker`. */
  program: string
  args?: readonly string[]
  env?: NodeJS.ProcessEnv
  /** Receives a line in Spanish for every unexpected end and every restart. */
  log?: (line: string) => void
}

export interface SupervisedServer<Report> {
  /** What the server's first start had to say. */
  report: Report
  /** Of the process that serves now; undefined between two of them. */
  readonly pid: number | undefined
  readonly postgresPid: number | undefined
  /** Has the server go on in a new file of its log, after the old one was moved away. */
  reopenLog(): void
  /** Ends the server, then PostgreSQL. May be called more than once. */
  stop(): Promise<void>
}

/** The first crash is restarted at once; the pause after the second, and the longest pause; it doubles in between. */
const FIRST_PAUSE_MS = 200
const LONGEST_PAUSE_MS = 30_000
/** A server that ran this long counts as healthy, and its next crash as the first. */
const HEALTHY_MS = 60_000
/** How long after a start the next process is made ready, so that neither slows the other down. */
const SPARE_MS = 2_000
/** Of what the server's process holds in V8's old space. */
const HEAP_MB = 512
/** How long an orderly end may take, after the time for draining. */
const STOP_MS = 10_000
/** Seconds without a sign of life after which a server counts as stuck. Seconds are counted rather than measured: a laptop that slept has missed none. */
const STUCK_TICKS = 20

/**
 * Supervises a server: opens the data folder and the embedded PostgreSQL in this process, and has the requests served by
 * another, so that a crash of that one does not end the database. It is started again after a pause
 * that grows while it keeps falling; a spare process, which has read its programs and waits, makes that quick on a busy
 * machine too. The first start is not repeated: what stops that is for the operator to repair.
 * @returns once requests are taken
 * @throws SettingsError, LauncherError or what the server said of its first start, one clear line; nothing is left running
 */
export async function superviseServer<Report>(options: SupervisorOptions): Promise<SupervisedServer<Report>> {
  // Both at once: while PostgreSQL starts, the other process reads its programs.
  let child = spawnServer(options)
  let opened: OpenDatabase
  try {
    opened = await openDatabase(options.settings)
  } catch (error) {
    child.process.kill('SIGKILL')
    throw error
  }
  let report: Report
  try {
    report = (await child.begin(opened.database)) as Report
  } catch (error) {
    await child.end()
    await opened.release()
    throw error
  }

  const stopped = new AbortController()
  const note = (line: string) => {
    options.log?.(line)
    appendToLog(options.settings.dataDir, line)
  }
  /** Waits to be told to begin. */
  let spare: ServerRun | undefined
  let spareTimer = setTimeout(makeSpare, SPARE_MS)
  function makeSpare() {
    if (!stopped.signal.aborted) spare = spawnServer(options)
  }
  const supervising = (async () => {
    for (let falls = 0; ; ) {
      const { how, lived } = await child.exited
      if (stopped.signal.aborted) return
      if (lived >= HEALTHY_MS) falls = 0
      clearTimeout(spareTimer)
      const pause = falls === 0 ? 0 : Math.min(FIRST_PAUSE_MS * 2 ** (falls - 1), LONGEST_PAUSE_MS)
      falls += 1
      note(
        `El servidor terminó sin que se le pidiera (${how}): empieza de nuevo en ${(pause / 1000).toLocaleString('es')} s`,
      )
      // Ended early by an orderly stop.
      await delay(pause, undefined, { signal: stopped.signal }).catch(() => undefined)
      if (stopped.signal.aborted) return
      child = spare?.isRunning ? spare : spawnServer(options)
      spare = undefined
      await child.begin(opened.database).then(
        () => {
          note(`El servidor funciona de nuevo (proceso ${child.process.pid})`)
          spareTimer = setTimeout(makeSpare, SPARE_MS)
        },
        async (error: Error) => {
          if (stopped.signal.aborted) return
          note(`El servidor no pudo empezar de nuevo: ${error.message}`)
          await child.end()
        },
      )
    }
  })()

  let stopping: Promise<void> | undefined
  const stop = async () => {
    stopped.abort()
    clearTimeout(spareTimer)
    await Promise.all([child.end(), spare?.end()])
    await supervising
    await opened.release()
  }
  return {
    report,
    get pid() {
      return child.isRunning ? child.process.pid : undefined
    },
    get postgresPid() {
      return opened.postgresPid
    },
    reopenLog: () => child.reopenLog(),
    stop() {
      stopping ??= stop()
      return stopping
    },
  }
}

/** One run of the serving process. */
interface ServerRun {
  process: ChildProcess
  readonly isRunning: boolean
  /** How it ended, and for how long it had taken requests. */
  exited: Promise<{ how: string; lived: number }>
  /** Tells it where its database is. @returns its report, once it takes requests; throws why it does not */
  begin(database: OwnerConnection): Promise<unknown>
  reopenLog(): void
  /** Asks it to end in good order, and ends it if it does not. */
  end(): Promise<void>
}

/**
 * V8 lets garbage lie for as long as the machine has memory: beside ten hostile members the process grew to 450 MB, of which it used 190. With
 * an end to its heap it collects in time. What a member may have the server open at once ends far below.
 * @returns what is added to the server's own command line; nothing where the operator has said how large the heap may be
 */
export function heapFlags({ NODE_OPTIONS = '' }: NodeJS.ProcessEnv): string[] {
  const isSaid = [NODE_OPTIONS, ...process.execArgv].some((flags) =>
    /--max[-_]old[-_]space[-_]size/.test(flags),
  )
  return isSaid ? [] : [`--max-old-space-size=${HEAP_MB}`]
}

function spawnServer({ settings, program, args = [], env = process.env }: SupervisorOptions): ServerRun {
  // A process group of its own: Ctrl-C in the terminal reaches only the supervisor, which then shuts the server down.
  const child = fork(program, args, {
    env,
    detached: process.platform !== 'win32',
    stdio: 'inherit',
    execArgv: [...process.execArgv, ...heapFlags(env)],
  })
  let readyAt: number | undefined
  let running = true
  let silent = 0
  const watch = setInterval(() => {
    if (++silent > STUCK_TICKS) child.kill('SIGKILL')
  }, 1_000)
  const exited = new Promise<{ how: string; lived: number }>((resolve) => {
    const ended = (how: string) => {
      running = false
      clearInterval(watch)
      resolve({ how, lived: readyAt === undefined ? 0 : performance.now() - readyAt })
    }
    child.once('error', (error) => {
      if (child.pid === undefined) ended(error.message)
    })
    child.once('exit', (code, signal) => ended(signal ?? `código ${code}`))
  })
  const answered = new Promise<unknown>((resolve, reject) => {
    child.on('message', (message: ToSupervisor) => {
      silent = 0
      if ('ready' in message) {
        readyAt = performance.now()
        resolve(message.ready)
      } else if ('failed' in message) reject(new Error(message.failed))
    })
    exited.then(({ how }) => reject(new Error(`El servidor terminó antes de estar listo (${how}).`)))
  })
  // Its `await` reports it; until somebody does, it is nobody’s unhandled rejection.
  answered.catch(() => undefined)
  /** A server that ended in the meantime hears nothing any more; `exited` says so. */
  const tell = (message: ToWorker) => {
    if (child.connected) child.send(message, () => undefined)
  }
  return {
    process: child,
    get isRunning() {
      return running
    },
    exited,
    begin(database) {
      tell({ begin: database })
      return answered
    },
    reopenLog: () => tell({ reopenLog: true }),
    async end() {
      tell({ stop: true })
      const late = setTimeout(() => child.kill('SIGKILL'), STOP_MS + settings.drainSeconds * 1_000)
      await exited
      clearTimeout(late)
    },
  }
}

/**
 * What a hang-up means to the process that keeps a server: a terminal that was closed ends it, as anything else that was typed there; a service,
 * which has none, is asked for a new file of its log, as `logrotate` asks every other.
 */
export function onHangUp(server: { reopenLog(): void }, stop: () => void, hasTerminal: boolean): () => void {
  return hasTerminal ? stop : () => server.reopenLog()
}

/** A line of our own in the log of the server, which is not running to write it. */
function appendToLog(dataDir: string, msg: string): void {
  try {
    const line = JSON.stringify({ level: 50, time: Date.now(), msg })
    appendFileSync(path.join(dataDir, 'logs/server.log'), `${line}\n`, { mode: 0o600 })
  } catch {
    // A full disk must not end the supervisor; the line was printed.
  }
}
