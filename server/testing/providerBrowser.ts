import type { FastifyInstance } from 'fastify'
// biome-ignore lint/correctness/noUndeclaredDependencies: the tools of the whole repository stand at its root.
import { expect } from 'vitest'
import { call } from './auth.ts'

/** The public address of an API under test, which has no port. */
export const PUBLIC_SITE = 'http://127.0.0.1:8080'

/** A browser: follows redirects by hand, keeps cookies by host, and reaches our server where the public address names it. */
export class ProviderBrowser {
  private readonly cookies = new Map<string, Map<string, string>>()

  constructor(private readonly app: FastifyInstance) {}

  /**
   * @param stopBefore an address that is not opened any more
   * @returns where it ends: the first address of ours that is a page
   */
  async open(address: string | URL, stopBefore?: string): Promise<URL> {
    let at = new URL(address)
    for (let hop = 0; hop < 15; hop++) {
      if (stopBefore && at.href.startsWith(stopBefore)) return at
      if (at.origin === PUBLIC_SITE && !at.pathname.startsWith('/auth/v1/')) return at
      const { location, status } = await this.get(at)
      if (!location) throw new Error(`${at.origin}${at.pathname} answered ${status}`)
      at = new URL(location, at)
    }
    throw new Error('Too many redirects')
  }

  /** Leaves for the provider and stops there. */
  async leave(path: string): Promise<URL> {
    const { location, status } = await this.get(new URL(`${PUBLIC_SITE}/auth/v1${path}`))
    expect(status).toBe(302)
    return new URL(location!)
  }

  private async get(at: URL): Promise<{ location: string | undefined; status: number }> {
    const headers = { cookie: this.header(at.origin), 'sec-fetch-mode': 'navigate', accept: 'text/html' }
    if (at.origin === PUBLIC_SITE) {
      const { headers: answer, status } = await call(this.app, {
        path: at.pathname.replace('/auth/v1', '') + at.search,
        headers,
      })
      this.keep(at.origin, [answer['set-cookie'] ?? []].flat().map(String))
      return { location: answer.location as string | undefined, status }
    }
    const response = await fetch(at, { redirect: 'manual', headers })
    this.keep(at.origin, response.headers.getSetCookie())
    return { location: response.headers.get('location') ?? undefined, status: response.status }
  }

  private keep(origin: string, set: string[]): void {
    const jar = this.cookies.get(origin) ?? new Map<string, string>()
    this.cookies.set(origin, jar)
    for (const cookie of set) {
      const [pair = ''] = cookie.split(';')
      const [name = '', value = ''] = pair.split(/=(.*)/s)
      jar.set(name, value)
    }
  }

  private header(origin: string): string {
    return [...(this.cookies.get(origin) ?? [])].map(([name, value]) => `${name}=${value}`).join('; ')
  }
}
