import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

const YEAR_SECONDS = 31_536_000
/** Paths that belong to APIs: an unknown one there is an API error, never the app's page. */
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
  // Of every file there may be a smaller one beside it: what stands between must not give it to a client that cannot read it. The plugin does not say so.
  app.addHook('onRequest', (request, reply, done) => {
    if (!API_PATH.test(request.url.split('?', 1)[0]!)) reply.header('vary', 'Origin, Accept-Encoding')
    done()
  })
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

/** Prerendered pages, by path: the file that the build made of each for a visitor and for a member. */
const DRAWN: Record<string, { visitor?: string; member?: string }> = {
  '/': { visitor: 'landing', member: 'inicio' },
  '/landing': { visitor: 'landing' },
  '/login': { visitor: 'login' },
  '/register': { visitor: 'register' },
  '/seguridad': { member: 'seguridad' },
}

/** Set by the app on a device whose member may see hers before any script (`app/src/lib/device/prerendered.ts`); its value is always the same. */
const isMember = ({ headers }: FastifyRequest) => /(?:^|;\s*)vista=1(?:;|$)/.test(headers.cookie ?? '')

/** A page that comes drawn, as it was when the server started: its body by encoding, and what its policy is. */
type Drawn = { bodies: Map<string, Buffer>; etag: string; policyOf: (policy: string) => string }

/**
 * Answers for the pages that come drawn, where the build has them. At `/` only where nothing is asked behind it: what is, is for the app
 * itself, whose plain page the worker fetches so (`app/src/sw/appFiles.ts`).
 */
async function serveDrawn(app: FastifyInstance, staticDir: string): Promise<void> {
  const files = new Map<string | undefined, Drawn>()
  for (const name of new Set(Object.values(DRAWN).flatMap((of) => Object.values(of)))) {
    const drawn = await readDrawn(path.join(staticDir, `${name}.html`))
    if (!drawn) continue
    files.set(name, drawn)
    app.get(`/${name}.html`, (request, reply) => sendDrawn(request, reply, drawn))
  }
  for (const [page, of] of Object.entries(DRAWN)) {
    const [visitors, members] = [files.get(of.visitor), files.get(of.member)]
    if (!visitors && !members) continue
    app.get(page, (request, reply) => {
      if (members) reply.header('vary', 'Origin, Accept-Encoding, Cookie')
      const drawn = members && isMember(request) ? members : visitors
      const isBare = request.url === page || (page !== '/' && drawn === visitors)
      return drawn && isBare ? sendDrawn(request, reply, drawn) : reply.sendFile('index.html')
    })
  }
}

/**
 * Body and policy are read together and kept: a build that is made anew beneath a running server would otherwise send a page whose own
 * script and style its policy refuses, and that page shows everything, to whomever.
 * @returns null where there is no such page
 */
async function readDrawn(file: string): Promise<Drawn | null> {
  if (!existsSync(file)) return null
  const html = await readFile(file)
  const bodies = new Map([['identity', html]])
  for (const [encoding, ending] of COMPRESSED)
    if (existsSync(file + ending)) bodies.set(encoding, await readFile(file + ending))
  return { bodies, etag: `"${sha256(html, 'base64url')}"`, policyOf: policyOf(html.toString()) }
}

/** What the build writes beside a file (`app/build/compress.ts`), the smaller first. */
const COMPRESSED = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const

function sendDrawn(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  { bodies, etag, policyOf }: Drawn,
): FastifyReply {
  const policy = String(reply.getHeader('content-security-policy') ?? '')
  reply
    .header('content-security-policy', policyOf(policy))
    .header('cache-control', 'no-cache')
    .header('etag', etag)
  if (headers['if-none-match'] === etag) return reply.code(304).send()
  const accepted = String(headers['accept-encoding'] ?? '').split(/\s*,\s*/)
  const [encoding] = COMPRESSED.find(([name]) => accepted.includes(name) && bodies.has(name)) ?? ['identity']
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply.type('text/html; charset=utf-8').send(bodies.get(encoding))
}

const sha256 = (content: Buffer | string, encoding: 'base64' | 'base64url') =>
  createHash('sha256').update(content).digest(encoding)

/**
 * What the policy is where a page brings its first script and style along: these very ones are allowed, by their hash.
 * Source: CSP Level 3, section 8.2.
 */
function policyOf(html: string): (policy: string) => string {
  const hashes = (element: string) =>
    [...html.matchAll(new RegExp(`<${element}>([\\s\\S]*?)</${element}>`, 'g'))].map(
      ([, text]) => `'sha256-${sha256(text!, 'base64')}'`,
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
