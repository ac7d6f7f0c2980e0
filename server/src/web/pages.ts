import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

const YEAR_SECONDS = 31_536_000
/** Paths that belong to doors: an unknown one there is an API error, never the app's page. */
export const API_PATH =
  /^\/(auth|rest|storage|functions|realtime)\/v1(\/|$)|^\/_|^\/healthz$|^\/config\.json$/

/**
 * Serves the built app: hashed assets for a year, everything else asked for anew each time; any path that is a page of
 * the app gets its `index.html`, because the app itself knows its routes.
 * @param staticDir folder of the build; files may lie beside a `.br` and a `.gz` of themselves
 */
export async function servePages(app: FastifyInstance, staticDir: string): Promise<void> {
  const indexFile = path.join(staticDir, 'index.html')
  if (!existsSync(indexFile))
    throw new Error(`Falta ${indexFile}: construye la aplicación con «npm run build».`)
  await app.register(fastifyStatic, {
    root: staticDir,
    preCompressed: true,
    index: ['index.html'],
    cacheControl: false,
    setHeaders(response, file) {
      const hashed = file.startsWith(path.join(staticDir, 'assets') + path.sep)
      response.setHeader('Cache-Control', hashed ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache')
    },
  })
  const index = await readFile(indexFile)
  app.setNotFoundHandler((request, reply) => {
    if (isPage(request)) return sendIndex(reply, index)
    return reply.code(404).send({ code: 404, error_code: 'not_found', msg: 'No existe.' })
  })
}

/** Names that no page of the app has: hidden files and files with an ending. */
const FILE_PATH = /\/\.|\.[a-z0-9]{1,8}$/i

/** A page is what a browser navigates to; a missing file is a missing file. */
function isPage({ method, url, headers }: FastifyRequest): boolean {
  const pathname = url.split('?', 1)[0]!
  if (method !== 'GET' && method !== 'HEAD') return false
  if (API_PATH.test(pathname) || FILE_PATH.test(pathname)) return false
  return headers.accept === undefined || /text\/html|\*\/\*/.test(headers.accept)
}

function sendIndex(reply: FastifyReply, index: Buffer): FastifyReply {
  return reply.header('Cache-Control', 'no-cache').type('text/html; charset=utf-8').send(index)
}
