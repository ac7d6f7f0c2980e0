import { closeSync, mkdirSync, openSync } from 'node:fs'
import { devNull } from 'node:os'
import path from 'node:path'
import { type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import pino from 'pino'
import sonicBoom from 'sonic-boom'
import { codeOf } from './errors.ts'

/** Lines are written together, at the latest after a second: a write for each would cost more than many a request. */
const BUFFER_BYTES = 8 * 1024
const FLUSH_MS = 1_000
/** What waits for a disk that is full; beyond it lines are lost, and the memory is not. */
const MAX_WAITING_BYTES = 4 * 1024 * 1024

/**
 * The log of a server: JSON lines in `<dataDir>/logs/server.log`. Give it no message of an error: it may quote a value that somebody typed.
 * The code that ends the process flushes it, and waits no longer than it can afford: `pino.destination` waits at the exit for as long as
 * a disk is full, and the process keeps its port.
 *
 * @param release stands in every line
 */
export function createLog(dataDir: string, release?: string): pino.Logger {
  const file = path.join(dataDir, 'logs/server.log')
  const destination = new sonicBoom.SonicBoom({
    dest: isWritable(file) ? file : devNull,
    sync: false,
    minLength: BUFFER_BYTES,
    maxLength: MAX_WAITING_BYTES,
    periodicFlush: FLUSH_MS,
  })
  // A file that cannot be opened anew, or a disk that is full, must not end the server.
  destination.on('error', () => undefined)
  files.set(destination, file)
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

/** What each destination should write into, also where it could not. */
const files = new WeakMap<object, string>()

/** A file that is another account's is no reason to stand still: a member in danger needs the server more than its log. */
function isWritable(file: string): boolean {
  try {
    mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 })
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

/**
 * Opens the log's file anew, after logrotate has moved it away (`deploy/logrotate`); what was not written yet goes into the new one.
 * @param log what `createLog` returned, or a child of it
 */
export function reopenLog(log: object): void {
  const stream = (log as { [pino.symbols.streamSym]?: { reopen?: (file?: string) => void } })[
    pino.symbols.streamSym
  ]
  if (stream) stream.reopen?.(files.get(stream))
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
