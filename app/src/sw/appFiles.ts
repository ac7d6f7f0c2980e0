import { setCacheNameDetails } from 'workbox-core'
import type { RouteHandlerCallback, WorkboxPlugin } from 'workbox-core/types.js'
import { PrecacheFallbackPlugin } from 'workbox-precaching'
import { CacheFirst, NetworkOnly } from 'workbox-strategies'
import { sparesData } from '../lib/device/sparesData.ts'
import { type Entry, entriesIn } from './manifest.ts'
import { retry } from './retry.ts'

/*
 * Keeps the app on the device of a member who signed in, so that it opens without a connection. A cache holds the public files of one release
 * and nothing that belongs to anybody: answers of the service are never kept.
 */

/** A cache whose name begins so stays when she leaves the device (`lib/session/eraseDevice.ts`). */
const PREFIX = 'app'
setCacheNameDetails({ prefix: PREFIX })

const CACHE = `${PREFIX}-${entriesIn('page')[0]!.revision}`
const listed = new Set(entriesIn('first', 'rest', 'team').map(({ url }) => url))

const pathOf = (request: Request) => new URL(request.url).pathname

/** A path alone names a file: the plain page is asked for as `/?app`, and kept as `/`. */
const byPath: WorkboxPlugin = {
  cacheKeyWillBeUsed: async ({ request }) => new URL(pathOf(request), location.origin).href,
}

/** An error of the server is not kept in place of a file. */
const onlyWhole: WorkboxPlugin = {
  async fetchDidSucceed({ request, response }) {
    if (!response.ok) throw new TypeError(`${pathOf(request)}: ${response.status}`)
    return response
  },
}

const store = new CacheFirst({ cacheName: CACHE, plugins: [byPath, onlyWhole] })

async function keep(event: ExtendableEvent, group: Entry['group']): Promise<void> {
  const cache = group === 'page' ? 'reload' : 'default'
  const kept = entriesIn(group).map(({ url }) => {
    const request = new Request(new URL(url, location.origin), { cache })
    return Promise.all(store.handleAll({ event, request }))
  })
  // All of them end before another try begins.
  await Promise.allSettled(kept)
  await Promise.all(kept)
}

/** The page is stored after what it opens with, so a cache that has it is complete. */
const pageIn = (cacheName: string) => caches.match('/', { cacheName })

async function keepApp(event: ExtendableEvent): Promise<void> {
  await keep(event, 'first')
  await keep(event, 'page')
  if (!sparesData()) await keep(event, 'rest')
}

/**
 * Asked for once she is in, and whenever the network is back: it may go again before all of it is there. Where a device refuses, or the
 * network stays away, the app runs with a connection.
 */
export const keepPatiently = (event: ExtendableEvent) => retry(() => keepApp(event).then(() => true))

async function oldReleases(): Promise<string[]> {
  return (await caches.keys()).filter((name) => /^app-[0-9a-f]{12}$/.test(name) && name !== CACHE)
}

/** A new release takes over only once it is kept, where the one before was. */
export async function keepUpdate(event: ExtendableEvent): Promise<void> {
  for (const name of await oldReleases()) if (await pageIn(name)) return keepApp(event)
}

/** The release before stays too: a page that still runs it will ask for screens it has not opened yet. */
export async function forgetOldReleases(): Promise<void> {
  const names = await oldReleases()
  await Promise.all(names.slice(0, -1).map((name) => caches.delete(name)))
}

/** Those of the release before, too, for a page that still runs it. */
export const isAppFile = (path: string) => listed.has(path) || path.startsWith('/assets/')

/** What she opened is there from then on. A visitor's device keeps nothing of the app. */
export const appFile = new CacheFirst({
  cacheName: CACHE,
  plugins: [
    byPath,
    {
      cachedResponseWillBeUsed: async ({ cachedResponse, request }) =>
        cachedResponse ?? caches.match(request),
      cacheWillUpdate: async ({ request, response }) =>
        response.status === 200 && listed.has(pathOf(request)) && (await pageIn(CACHE)) ? response : null,
    },
  ],
})

/** For the page of an alert, which a contact opened and which is open still: what that page keeps (`features/alerta/keptPage.ts`). */
const keptByAlerta: WorkboxPlugin = {
  handlerDidError: async ({ request }) =>
    pathOf(request).startsWith('/alerta/') ? caches.match('/?app', { cacheName: 'alerta' }) : undefined,
}

/** No longer than she waits for anything else; then the page without a network, with the number that always helps. */
const network = new NetworkOnly({
  networkTimeoutSeconds: 10,
  plugins: [keptByAlerta, new PrecacheFallbackPlugin({ fallbackURL: '/sinred.html' })],
})

/** A member's pages that are prerendered, by path. */
const PRERENDERED: Readonly<Record<string, string>> = { '/': '/inicio.html', '/seguridad': '/seguridad.html' }

/** Holds nothing but a mark, outlives releases, and goes when she leaves the device (`lib/session/eraseDevice.ts`). */
const MARK = { cache: 'vista', url: '/vista' }

/** Whether she gets them: her page says so (`lib/device/prerendered.ts`), and decides again before anything of them is seen. */
export async function setPrerendered(isAllowed: boolean): Promise<void> {
  if (isAllowed) await (await caches.open(MARK.cache)).put(MARK.url, new Response())
  else await caches.delete(MARK.cache)
}

async function prerendered({ pathname, search }: URL): Promise<Response | undefined> {
  const page = PRERENDERED[pathname]
  if (!page || search || !(await caches.match(MARK.url, { cacheName: MARK.cache }))) return undefined
  return caches.match(page, { cacheName: CACHE })
}

export const openPage: RouteHandlerCallback = async (options) =>
  (await prerendered(options.url)) ?? (await pageIn(CACHE)) ?? network.handle(options)
