import { closeSync, existsSync, fstatSync, mkdirSync, openSync, renameSync, statSync } from 'node:fs'
import { devNull } from 'node:os'
import path from 'node:path'
import { type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import pino from 'pino'
import sonicBoom from 'sonic-boom'
import { codeOf } from '../core/errors.ts'

const ROTATE_BYTES = 20 * 1024 * 1024
/** Lines are written together, at the latest after a second: a write for each would cost more than many a request. */
const BUFFER_BYTES = 8 * 1024
const FLUSH_MS = 1_000
/** What waits for a disk that is full; beyond it lines are lost, and the memory is not. */
const MAX_WAITING_BYTES = 4 * 1024 * 1024
/** Between two looks at how large the file has become. */
const SIZE_MS = 60_000

/**
 * The log of a server: JSON lines in `<dataDir>/logs/server.log`, of which the previous file is kept: beyond 20 MB
 * it becomes `server.log.1`, also while the server runs. Give it no message of an error: it may quote a value that somebody typed.
 * Whoever ends the process flushes it, and waits no longer than it can afford: pino's own destination waits at the exit for as long as
 * a disk is full, and the process keeps its port.
 *
 * @param release stands in every line
 * @param sizeMs between two looks at its size
 */
export function createLog(dataDir: string, release?: string, sizeMs = SIZE_MS): pino.Logger {
  const folder = path.join(dataDir, 'logs')
  const file = path.join(folder, 'server.log')
  const destination = new sonicBoom.SonicBoom({
    dest: isWritable(file) ? file : devNull,
    sync: false,
    minLength: BUFFER_BYTES,
    maxLength: MAX_WAITING_BYTES,
    periodicFlush: FLUSH_MS,
  })
  const looking = setInterval(() => {
    try {
      // Another process on the same folder may have done so, or anybody else.
      if (putAside(file) || isMoved(file, destination as { fd?: number })) destination.reopen(file)
    } catch {
      // A folder that cannot be written to any more must not end the server.
    }
  }, sizeMs)
  looking.unref()
  // Nor may a file that cannot be opened anew: the next look tries again.
  destination.on('error', () => undefined)
  destination.once('close', () => clearInterval(looking))
  return pino(
    {
      level: 'info',
      base: release ? { release } : null,
      serializers: {
        err: (error: Error & { code?: string }) => ({
          type: error.name,
          code: error.code ?? '',
          // The first line repeats the message.
          stack: (error.stack ?? '').split('\n').slice(1, 8).join('\n'),
        }),
      },
    },
    destination,
  )
}

/** A file that is another account's is no reason to stand still: whoever is in danger needs the house more than its log. */
function isWritable(file: string): boolean {
  try {
    mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 })
    putAside(file)
    closeSync(openSync(file, 'a'))
    return true
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    console.error(
      `Sin registro: la cuenta de este servicio no puede escribir en ${file} (${code}). ¿Arrancó antes con otra cuenta?`,
    )
    return false
  }
}

/** Whether what is written goes into a file that is not, or no longer, the one of that name. */
function isMoved(file: string, { fd }: { fd?: number }): boolean {
  if (fd === undefined || fd < 0 || !existsSync(path.dirname(file))) return false
  return !existsSync(file) || statSync(file).ino !== fstatSync(fd).ino
}

/** @returns whether the file had become large enough to make room for a new one */
function putAside(file: string): boolean {
  try {
    if (statSync(file).size <= ROTATE_BYTES) return false
    renameSync(file, `${file}.1`)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return false
  }
}

/**
 * Opens the log's file anew, after somebody else has moved it away (logrotate); what was not written yet goes into the new one.
 * @param log what `createLog` returned, or a child of it
 */
export function reopenLog(log: object): void {
  const stream = (log as { [pino.symbols.streamSym]?: { reopen?: () => void } })[pino.symbols.streamSym]
  stream?.reopen?.()
}

/**
 * One line for each request, when it has been answered. It names the route's pattern, never the address that was asked
 * for, its query, its headers, or who asked. `reqId`, which is Fastify's, is what the answer says too (`requestId.ts`), `code` what
 * it was refused with.
 */
export class RequestLog extends LogController {
  override incomingRequest(): void {}

  override requestCompleted(
    error: Error | null | undefined,
    request: FastifyRequest,
    reply: FastifyReply,
  ): void {
    const line = {
      method: request.method,
      route: request.routeOptions.url ?? '(none)',
      status: reply.statusCode,
      code: codeOf(request),
      ms: Math.round(reply.elapsedTime * 10) / 10,
    }
    if (error) request.log.error({ ...line, err: error }, 'request failed')
    else request.log.info(line)
  }

  // What the framework would say by itself quotes addresses and messages of errors: a page's address may hold a code.
  override defaultErrorLog(error: Error, request: FastifyRequest, reply: FastifyReply): void {
    if (reply.statusCode >= 500) request.log.error({ err: error }, 'request failed')
  }
  override routeNotFound(): void {}
  override streamError(error: Error, request: FastifyRequest): void {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE')
      request.log.warn({ err: error }, 'an answer broke off')
  }
  override writeHeadError(error: Error, request: FastifyRequest): void {
    request.log.warn({ err: error }, 'an answer broke off')
  }
  override serializerError(error: Error, request: FastifyRequest): void {
    request.log.error({ err: error }, 'request failed')
  }
}
