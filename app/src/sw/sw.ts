import { precacheAndRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { PRESSES } from '../lib/offline/heldPresses.ts'
import {
  appFile,
  forgetOldReleases,
  isAppFile,
  keepPatiently,
  keepUpdate,
  openPage,
  setPrerendered,
} from './appFiles.ts'
import { entriesIn } from './manifest.ts'
import { openNotice, showNotice } from './notices.ts'
import { tellPresses } from './presses.ts'
import { forgetShared, readShared, takeShared } from './share.ts'

declare const self: ServiceWorkerGlobalScope

/*
 * A visitor's device keeps the neutral page of quick exit and the page without a network alone; the app is kept once somebody signs in (the
 * message 'todo'), so that looking at the landing page costs her no more data than those.
 */

self.skipWaiting()
self.addEventListener('install', (event) => event.waitUntil(keepUpdate(event)))
self.addEventListener('activate', (event) => event.waitUntil(forgetOldReleases()))

self.addEventListener('message', (event) => {
  if (event.data === 'todo') event.waitUntil(keepPatiently(event))
  if (event.data === 'vista') event.waitUntil(setPrerendered(true))
  if (event.data === 'sin vista') event.waitUntil(setPrerendered(false))
  if (event.data === 'compartido') event.ports[0]?.postMessage(readShared())
  if (event.data === 'olvida') forgetShared()
})

registerRoute('/compartir', ({ request, event }) => takeShared(request, event), 'POST')

/** Booklets that she downloaded: kept by the page (`features/biblioteca/lecturas.ts`), so that they open without a connection. */
const READING = /^\/cuadernos\/|^\/storage\/v1\/object\/public\/biblioteca\//
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && READING.test(url.pathname),
  // With its version: a book that was replaced is another file.
  async ({ request, url }) =>
    (await caches.match(url.pathname + url.search, { cacheName: 'lecturas' })) ?? fetch(request),
)

precacheAndRoute(entriesIn('visitor'), {
  ignoreURLParametersMatching: [/./],
  cleanURLs: false,
  directoryIndex: '',
})

registerRoute(({ url, sameOrigin }) => sameOrigin && isAppFile(url.pathname), appFile)

const API = /^\/(?:auth|rest|storage|functions|realtime)\/v1\/|^\/(?:_|config\.json|healthz)/
registerRoute(new NavigationRoute(openPage, { denylist: [API] }))

/** Background Sync, which only Chromium has: TypeScript knows nothing of it. */
type SyncEvent = ExtendableEvent & { tag: string }
self.addEventListener('sync' as never, (event: SyncEvent) => {
  if (event.tag === PRESSES) event.waitUntil(tellPresses())
})

self.addEventListener('push', (event) => event.waitUntil(showNotice(event.data)))
self.addEventListener('notificationclick', (event) => event.waitUntil(openNotice(event.notification)))
