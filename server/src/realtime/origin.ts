import type { IncomingHttpHeaders } from 'node:http'

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * Whether the page that opens a socket may: browsers name its origin, and ask nobody but the server. Without the header it
 * is no browser. Besides the allowed ones, a page of this very server counts when it was reached by a loopback name.
 * Source: RFC 6455, section 10.2; OWASP ASVS 5.0, 4.4.2.
 */
export function isAllowedOrigin(headers: IncomingHttpHeaders, allowed: readonly string[]): boolean {
  const { origin, host } = headers
  if (origin === undefined) return true
  if (!URL.canParse(origin)) return false
  const url = new URL(origin)
  if (allowed.some((one) => new URL(one).origin === url.origin)) return true
  return LOOPBACK.has(url.hostname) && url.host === host
}
