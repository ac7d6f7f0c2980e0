import type { IncomingMessage } from 'node:http'
import proxyAddr from '@fastify/proxy-addr'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { TrustedProxies } from '../config/serverConfig.ts'

/**
 * The address of the client that sent a request: one meaning for HTTP, where Fastify asks the same function, and for WebSockets.
 */
export function clientAddress(request: IncomingMessage, trusted: TrustedProxies | undefined): string {
  if (!trusted) return request.socket.remoteAddress ?? ''
  return proxyAddr(request, trusted)
}

const FORWARDED = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'x-forwarded-proto'] as const

/**
 * Says once what the operator should know: that somebody writes a proxy's header whom no setting trusts, so that all of
 * their requests count as one address; or that the site is reached by HTTPS, which this server does not speak, and no
 * proxy is named.
 */
export function warnOfProxies(
  app: FastifyInstance,
  { siteUrl, trusted, setting }: { siteUrl: string; trusted: TrustedProxies | undefined; setting: string },
): void {
  const say = (line: string) => warn(app.log, line)
  if (!trusted && siteUrl.startsWith('https:')) {
    say(`SITE_URL es https y ${setting} no dice qué proxy hay delante: todas las visitas contarán como una.`)
  }
  let isSaid = false
  app.addHook('onRequest', (request, _reply, done) => {
    if (!isSaid && FORWARDED.some((name) => request.headers[name] !== undefined)) {
      if (!trusted?.(request.socket.remoteAddress ?? '', 0)) {
        isSaid = true
        say(`Llegó una petición con la cabecera de un proxy que ${setting} no nombra: no se le creyó.`)
      }
    }
    done()
  })
}

function warn(log: FastifyBaseLogger, line: string): void {
  log.warn(line)
  console.warn(line)
}
