import { mkdirSync, renameSync, statSync } from 'node:fs'
import path from 'node:path'
import type { FastifyServerOptions } from 'fastify'

const ROTATE_BYTES = 20 * 1024 * 1024

/**
 * Where and how requests are logged: one JSON line each in `<dataDir>/logs/server.log`, of which the previous file is
 * kept. A line names the route's pattern, never the address that was asked for, its query, its headers, or who asked.
 */
export function logOptions(dataDir: string): FastifyServerOptions['logger'] {
  const folder = path.join(dataDir, 'logs')
  const file = path.join(folder, 'server.log')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  try {
    if (statSync(file).size > ROTATE_BYTES) renameSync(file, `${file}.1`)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  return {
    level: 'info',
    file,
    serializers: {
      req: (request: { method: string; routeOptions?: { url?: string } }) => ({
        method: request.method,
        route: request.routeOptions?.url ?? '(none)',
      }),
      res: (reply: { statusCode: number }) => ({ status: reply.statusCode }),
      err: (error: Error & { code?: string }) => ({
        type: error.name,
        code: error.code ?? '',
        // A message may quote a value that somebody typed; the stack's first line repeats it.
        message: '',
        stack: (error.stack ?? '').split('\n').slice(1, 8).join('\n'),
      }),
    },
  }
}
