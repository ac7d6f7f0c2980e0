import type { FastifyInstance } from 'fastify'
import { API_PATH } from './pages.ts'

const TAG = 'noindex, nofollow, noarchive'

/**
 * Tells search engines to list nothing of the APIs, nor of pages that are opened by a link which somebody was given: the
 * link is the secret. Said in a header, for every status, so that it holds before any script runs; that no page tells
 * where a visitor came from is among the headers of every answer (`headers.ts`).
 * Source: Google Search Central, "Robots meta tag and X-Robots-Tag".
 * @param unlisted beginnings of paths, such as `/track/`
 */
export function unlistedPages(app: FastifyInstance, unlisted: readonly string[]): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (API_PATH.test(request.url) || isUnlisted(pathOf(request.url), unlisted))
      reply.header('X-Robots-Tag', TAG)
    done()
  })
}

function isUnlisted(path: string, unlisted: readonly string[]): boolean {
  return API_PATH.test(path) || unlisted.some((beginning) => path.startsWith(beginning))
}

/** As the app's own router reads it: letters may be written as their codes. */
function pathOf(url: string): string {
  const path = url.split('?', 1)[0]!
  try {
    return decodeURIComponent(path).toLowerCase()
  } catch {
    return path.toLowerCase()
  }
}
