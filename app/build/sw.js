/*
 * Keeps the house on the device, so that it opens without a connection, and the neutral page of quick exit with it.
 * It holds public files of one release and nothing that belongs to anybody: answers of the service are never kept.
 *
 * A visitor's device keeps the neutral page alone; the house moves in once somebody signs in (the 'todo' message),
 * so that looking at the landing page costs her no more data than that page.
 */
const RELEASE = '__RELEASE__'
const FILES = __FILES__
const EXIT = ['/medidas.html', '/medidas.css']

const PREFIX = 'casa-'
const CACHE = PREFIX + RELEASE
const NOT_OURS = /^\/(?:auth|rest|storage|functions|realtime)\/v1\/|^\/(?:_|config\.json|healthz)/

/** Booklets that she downloaded: kept by the page (`features/biblioteca/lecturas.ts`), so that they open without a connection. */
const READINGS = 'lecturas'
const READING = /^\/cuadernos\/|^\/storage\/v1\/object\/public\/biblioteca\//

async function answerReading(request, key) {
  return (await caches.match(key, { cacheName: READINGS })) ?? fetch(request)
}

/** `/` is stored last, so a cache that has it has everything. */
async function isComplete(name) {
  return Boolean(await (await caches.open(name)).match('/'))
}

async function keepEverything() {
  if (await isComplete(CACHE)) return
  const cache = await caches.open(CACHE)
  await cache.addAll(FILES)
  await cache.add(new Request('/', { cache: 'reload' }))
}

async function install() {
  const known = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE)
  await (await caches.open(CACHE)).addAll(EXIT)
  for (const name of known) {
    if (await isComplete(name)) return keepEverything()
  }
}

/** The release before stays too: a page that still runs it will ask for rooms it has not opened yet. */
async function forgetOldReleases() {
  const known = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE)
  await Promise.all(known.slice(0, -1).map((name) => caches.delete(name)))
}

async function answer(request, key) {
  const kept = key === '/' ? await (await caches.open(CACHE)).match('/') : await caches.match(key)
  return kept ?? fetch(request)
}

self.addEventListener('install', (event) => {
  self.skipWaiting()
  event.waitUntil(install())
})

self.addEventListener('activate', (event) => event.waitUntil(forgetOldReleases()))

self.addEventListener('message', (event) => {
  if (event.data === 'todo') event.waitUntil(keepEverything())
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return
  if (READING.test(pathname)) event.respondWith(answerReading(request, pathname))
  else if (NOT_OURS.test(pathname)) return
  else if (EXIT.includes(pathname) || FILES.includes(pathname)) event.respondWith(answer(request, pathname))
  else if (request.mode === 'navigate') event.respondWith(answer(request, '/'))
})

/*
 * A reminder. The message carries an id and nothing else: what it is about stays in the house. One that arrives twice has
 * the same id, and is shown once.
 */
const REMINDER = { title: 'Mi espacio', body: 'Tienes un recordatorio' }

function reminderId(data) {
  try {
    return `recordatorio-${data.json().id}`
  } catch {
    return 'recordatorio'
  }
}

self.addEventListener('push', (event) => {
  const options = { body: REMINDER.body, tag: reminderId(event.data), lang: 'es', icon: '/icono-192.png' }
  event.waitUntil(self.registration.showNotification(REMINDER.title, options))
})

/** The house, in the window that is open already, else in a new one. */
async function openAgenda() {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  for (const open of windows) {
    try {
      return await (await open.navigate('/agenda'))?.focus()
    } catch {
      // A window that this worker does not control yet cannot be sent anywhere.
    }
  }
  return self.clients.openWindow('/agenda')
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(openAgenda())
})
