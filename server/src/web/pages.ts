import { createHash } from 'node:crypto'
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
  await serveDrawn(app, staticDir)
  const index = await readFile(indexFile)
  app.setNotFoundHandler((request, reply) => {
    if (isPage(request)) return sendIndex(reply, index)
    return reply.code(404).send({ code: 404, error_code: 'not_found', msg: 'No existe.' })
  })
}

/** Pages that come drawn, by path: the file that the build made of each, and `/`, which is the first of them for a visitor (record 294). */
const DRAWN = { '/': 'landing', '/landing': 'landing', '/login': 'login', '/register': 'register' } as const

/**
 * Answers for the pages that come drawn, where the build has them. At `/` only where nothing is asked behind it: what is, is for the app
 * itself, whose plain page the worker fetches so (`app/build/sw.js`).
 */
async function serveDrawn(app: FastifyInstance, staticDir: string): Promise<void> {
  for (const [page, name] of Object.entries(DRAWN)) {
    const file = `${name}.html`
    const policyOf = await readPolicy(path.join(staticDir, file))
    if (!policyOf) continue
    const drawn = (_: FastifyRequest, reply: FastifyReply) => {
      const policy = String(reply.getHeader('content-security-policy') ?? '')
      return reply.header('content-security-policy', policyOf(policy)).sendFile(file)
    }
    if (page === '/') {
      app.get(page, (request, reply) =>
        request.url === '/' ? drawn(request, reply) : reply.sendFile('index.html'),
      )
    } else {
      app.get(page, drawn)
      app.get(`${page}.html`, drawn)
    }
  }
}

/**
 * What the policy is where a page brings its first script and style along: these very ones are allowed, by their hash.
 * Source: CSP Level 3, section 8.2.
 * @returns null where there is no such page
 */
async function readPolicy(file: string): Promise<((policy: string) => string) | null> {
  if (!existsSync(file)) return null
  const html = await readFile(file, 'utf8')
  const hashes = (element: string) =>
    [...html.matchAll(new RegExp(`<${element}>([\\s\\S]*?)</${element}>`, 'g'))].map(
      ([, text]) => `'sha256-${createHash('sha256').update(text!).digest('base64')}'`,
    )
  const [scripts, styles] = [hashes('script').join(' '), hashes('style').join(' ')]
  return (policy) =>
    policy
      .replace(/script-src [^;]*/, (found) => `${found} ${scripts}`)
      .replace(/style-src [^;]*/, (found) => `${found} ${styles}`)
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
