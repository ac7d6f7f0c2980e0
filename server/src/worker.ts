import { reopenLog } from './http/log.ts'
import type { OwnerConnection } from './openDatabase.ts'
import type { ToSupervisor, ToWorker } from './supervisor.ts'

/** What the serving process needs of its server. */
interface Serving {
  drain?(): Promise<void>
  stop(): Promise<void>
  app: { log: object }
}

/** What may be logged of an error: never its message, which may quote user input. */
interface CrashLog {
  fatal(fields: object, message: string): void
  flush(done: () => void): void
}

const ALIVE_MS = 1_000
/** How long the last lines may take to reach the disk. */
const FLUSH_MS = 500

/**
 * Serves as the child of `superviseServer`: begins when told where the database is, ends when told to, when it is asked by a
 * signal, or when the supervisor is gone, and never goes on after an error that nobody caught.
 * @param start starts the server with the database that the supervisor holds; `report` is handed to the supervisor
 */
export function serveAsWorker(
  start: (database: OwnerConnection) => Promise<{ server: Serving; report: unknown }>,
): void {
  let server: Serving | undefined
  const tell = (message: ToSupervisor) =>
    new Promise<void>((resolve) => {
      if (process.connected) process.send?.(message, undefined, {}, () => resolve())
      else resolve()
    })
  endOnErrors(() => server?.app.log)
  // A terminal that was closed takes no more lines; that is no reason to stop serving.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
  setInterval(() => void tell({ alive: true }), ALIVE_MS).unref()

  let ending = false
  const end = async () => {
    if (ending) return
    ending = true
    // It ends in any case, and what failed was logged where it failed.
    await server?.drain?.().catch(() => undefined)
    // It ends in any case, and what failed was logged where it failed.
    await server?.stop().catch(() => undefined)
    exitOnceLogged(server?.app.log, 0)
  }
  process.on('SIGINT', end)
  process.on('SIGTERM', end)
  // It may have gone while this process was still reading its programs.
  if (!process.connected) process.exit(1)
  process.on('disconnect', () => exitOnceLogged(server?.app.log, 1))
  process.on('message', async (message: ToWorker) => {
    if ('stop' in message) return end()
    if ('reopenLog' in message) return server && reopenLog(server.app.log)
    try {
      const begun = await start(message.begin)
      server = begun.server
      if (ending) await server.stop().finally(() => exitOnceLogged(begun.server.app.log, 0))
      await tell({ ready: begun.report })
    } catch (error) {
      await tell({ failed: error instanceof Error ? error.message : String(error) })
      process.exit(1)
    }
  })
}

/**
 * After an error that nobody caught, nobody knows what is left in order: it is written down and the process ends, for
 * the supervisor to start another. Source: Node.js, "Warning: Using 'uncaughtException' correctly".
 */
export function endOnErrors(log: () => object | undefined): void {
  let ended = false
  const crash = (kind: string) => (thrown: unknown) => {
    if (ended) return
    ended = true
    const error = thrown instanceof Error ? thrown : new Error('no error was thrown')
    const { name, code = '' } = error as Error & { code?: string }
    console.error(`El servidor termina por un error que nadie esperaba (${name} ${code})`.replace(' )', ')'))
    const writer = log() as CrashLog | undefined
    try {
      writer?.fatal({ err: error }, kind)
    } finally {
      exitOnceLogged(writer, 1)
    }
  }
  process.on('uncaughtException', crash('uncaught exception'))
  process.on('unhandledRejection', crash('unhandled rejection'))
}

/** Ends once the log's last lines are written, or soon after. */
function exitOnceLogged(log: object | undefined, code: number): void {
  setTimeout(() => process.exit(code), FLUSH_MS)
  const writer = log as CrashLog | undefined
  if (!writer) process.exit(code)
  writer.flush(() => process.exit(code))
}
