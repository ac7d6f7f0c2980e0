import helmet, { type FastifyHelmetOptions } from '@fastify/helmet'
import Fastify, { type FastifyInstance } from 'fastify'

/** What the browser may do for our pages beyond the defaults; nothing else may ask for it. */
const PERMISSIONS =
  'geolocation=(self), camera=(self), microphone=(self), payment=(), usb=(), browsing-topics=()'

/**
 * Puts the security headers on every response: nothing from elsewhere runs, frames or is told where she came from.
 * Source: OWASP ASVS 5.0, chapter 3.4; Trusted Types as W3C specifies them.
 * @param siteUrl decides whether HTTPS is promised, and names the WebSocket origin for browsers whose 'self' leaves it out
 * @param askedOrigins origins besides its own that the pages may ask
 */
export async function securityHeaders(
  app: FastifyInstance,
  siteUrl: string,
  askedOrigins: readonly string[] = [],
): Promise<void> {
  const { protocol, host } = new URL(siteUrl)
  const secure = protocol === 'https:'
  const headers = await headersOf({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        // Argon2 of her PIN is WebAssembly (`app/src/lib/session/claves.ts`): it runs, and no other text becomes code.
        scriptSrc: ["'self'", "'wasm-unsafe-eval'"],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        connectSrc: ["'self'", `${secure ? 'wss' : 'ws'}://${host}`, ...askedOrigins],
        fontSrc: ["'self'"],
        mediaSrc: ["'self'", 'blob:'],
        manifestSrc: ["'self'"],
        workerSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        requireTrustedTypesFor: ["'script'"],
        trustedTypes: ['dompurify', 'app'],
        ...(secure ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    strictTransportSecurity: secure ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    crossOriginEmbedderPolicy: false,
    xFrameOptions: { action: 'deny' },
    // Internet Explorer and Flash alone read these two; with them a visitor's first page would not fit into the first answer of TCP.
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
  })
  const ofFiles = Object.fromEntries(
    OF_FILES.filter((name) => name in headers).map((name) => [name, headers[name]!]),
  )
  app.addHook('onRequest', ({ url }, reply, done) => {
    reply.headers(FILE.test(url) ? ofFiles : headers)
    done()
  })
}

/** Files of the app's code, style and letters: no page and no worker, so that nothing ever runs by the policy they come with. */
const FILE = /^\/assets\/[\w.-]+\.(?:js|css|woff2)$/

/**
 * What such a file says for itself; the rest are 1.2 KB that speak of pages, of each of some thirty files of a first screen, where nothing
 * between her and this server makes headers smaller.
 */
const OF_FILES = [
  'cross-origin-resource-policy',
  'referrer-policy',
  'strict-transport-security',
  'x-content-type-options',
]

/**
 * What helmet makes of its options, asked once: it would put the same text together anew for every response, which
 * was measured to cost more than the rest of Fastify.
 */
async function headersOf(options: FastifyHelmetOptions): Promise<Record<string, string>> {
  const probe = Fastify()
  await probe.register(helmet, options)
  probe.get('/', (_request, reply) => reply.code(204).send())
  const { headers } = await probe.inject('/')
  await probe.close()
  const { connection, date, ...security } = headers as Record<string, string>
  return { ...security, 'permissions-policy': PERMISSIONS }
}
