/*
 * Keeps the house on the device, so that it opens without a connection, and the neutral page of quick exit with it.
 * It holds public files of one release and nothing that belongs to anybody: answers of the service are never kept.
 *
 * A visitor's device keeps the neutral page and the one without a network alone; the house moves in once somebody signs in (the 'todo' message),
 * so that looking at the landing page costs her no more data than those. On a slow or costly line it moves in in parts: what her first
 * screens and the alarm need, and the rest as she opens it.
 */
const RELEASE = '__RELEASE__'
const FILES = __FILES__
/** Those of them that are kept whatever it costs: without them nothing opens, and nobody is told of anything. */
const FIRST = __FIRST__
/** Those that are kept once they were opened: the admin's rooms. */
const LATER = __LATER__
const EXIT = ['/medidas.html', '/medidas.css', '/sinred.html', '/sinred.css', '/antes.js']
/** Where the service is, for an app that was built for one; null where its own server says so (`lib/installation/config.ts`). */
const SERVICE = __SERVICE__

const PREFIX = 'casa-'
const CACHE = PREFIX + RELEASE
const NOT_OURS = /^\/(?:auth|rest|storage|functions|realtime)\/v1\/|^\/(?:_|config\.json|healthz)/

/** Booklets that she downloaded: kept by the page (`features/biblioteca/lecturas.ts`), so that they open without a connection. */
const READINGS = 'lecturas'
const READING = /^\/cuadernos\/|^\/storage\/v1\/object\/public\/biblioteca\//

async function answerReading(request, key) {
  return (await caches.match(key, { cacheName: READINGS })) ?? fetch(request)
}

/** `/` is stored last, so a cache that has it has what the house opens with. */
async function isComplete(name) {
  return Boolean(await (await caches.open(name)).match('/'))
}

async function fetchPlain() {
  const response = await fetch('/?casa', { cache: 'reload' })
  if (!response.ok) throw new TypeError(`the page: ${response.status}`)
  return response
}

/** Her data saver is on, or the line is a slow one: the same question as `lib/device/idle.ts` asks. */
function sparesData() {
  const { connection } = self.navigator
  return Boolean(connection?.saveData) || ['slow-2g', '2g', '3g'].includes(connection?.effectiveType)
}

async function keep(files) {
  const cache = await caches.open(CACHE)
  const kept = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname))
  await cache.addAll(files.filter((file) => !kept.has(file)))
}

async function keepHouse() {
  await keep(FIRST)
  // Without what a visitor sees there: a question behind it asks for the plain page (`server/src/web/pages.ts`).
  if (!(await isComplete(CACHE))) await (await caches.open(CACHE)).put('/', await fetchPlain())
  if (!sparesData()) await keep(FILES.filter((file) => !LATER.includes(file)))
}

async function install() {
  const known = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE)
  await (await caches.open(CACHE)).addAll(EXIT)
  for (const name of known) {
    if (await isComplete(name)) return keepHouse()
  }
}

/** Pauses before another try; a worker is given about half a minute. */
const PAUSES_MS = [0, 1000, 3000, 9000]

/** Asked for once she is in, and whenever the line is back: it may fall again before all of it is there. */
async function keepPatiently() {
  for (const pause of PAUSES_MS) {
    await new Promise((resolve) => setTimeout(resolve, pause))
    try {
      return await keepHouse()
    } catch {
      // Where a device refuses, or the line stays away, the app runs with a connection.
    }
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

/** A file of the house; what she opened is there from then on. A visitor's device keeps nothing of it. */
async function answerFile(event, key) {
  const response = await answer(event.request, key)
  if (
    response.status === 200 &&
    FILES.includes(key) &&
    (await isComplete(CACHE)) &&
    !(await caches.match(key))
  ) {
    const copy = response.clone()
    event.waitUntil(caches.open(CACHE).then((cache) => cache.put(key, copy)))
  }
  return response
}

/** No longer than she waits for anything else. */
const LIMIT_MS = 10_000

/** A page of the house, or where nothing of it can be had, the page without a network, with the number that always helps. */
async function answerVisit(request) {
  const late = new Promise((_, reject) => setTimeout(reject, LIMIT_MS))
  try {
    return await Promise.race([answer(request, '/'), late])
  } catch {
    return (await caches.match('/sinred.html')) ?? Response.error()
  }
}

/*
 * What another app shares with her, where she wants that (`src/lib/device/atajos.ts`): held in memory alone, and for four minutes at most, until her diary,
 * behind her session and her PIN, asks for it. It never stands in an address or in a store.
 */
const HELD_MS = 240_000
/** As much as a page of the diary takes, about. */
const MOST = 20_000
let shared = ''

async function takeIn(event) {
  const form = await event.request.formData().catch(() => new FormData())
  const parts = ['titulo', 'texto', 'enlace'].map((name) => form.get(name))
  const held = parts.filter((part) => typeof part === 'string' && part.trim()).join('\n')
  shared = held.slice(0, MOST)
  // A browser ends a worker that nothing keeps, and its memory with it.
  event.waitUntil(
    new Promise((resolve) => setTimeout(resolve, HELD_MS)).then(() => {
      if (shared === held.slice(0, MOST)) shared = ''
    }),
  )
  return Response.redirect('/diario-emocional', 303)
}

self.addEventListener('install', (event) => {
  self.skipWaiting()
  event.waitUntil(install())
})

self.addEventListener('activate', (event) => event.waitUntil(forgetOldReleases()))

self.addEventListener('message', (event) => {
  if (event.data === 'todo') event.waitUntil(keepPatiently())
  if (event.data === 'compartido') event.ports[0]?.postMessage(shared)
  if (event.data === 'olvida') shared = ''
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname, search } = new URL(request.url)
  if (origin !== location.origin) return
  if (request.method === 'POST' && pathname === '/compartir') event.respondWith(takeIn(event))
  if (request.method !== 'GET') return
  // With its version: a book that was replaced is another file (record 411).
  if (READING.test(pathname)) event.respondWith(answerReading(request, pathname + search))
  else if (NOT_OURS.test(pathname)) return
  else if (EXIT.includes(pathname)) event.respondWith(answer(request, pathname))
  // Those of the release before, too, for a page that still runs it.
  else if (FILES.includes(pathname) || pathname.startsWith('/assets/'))
    event.respondWith(answerFile(event, pathname))
  else if (request.mode === 'navigate') event.respondWith(answerVisit(request))
})

/*
 * Notices. To her own devices a message carries an id and no word: what it is about stays in the house, and what is shown stands here.
 * To a contact it carries its words, since a contact's device holds nothing (docs/alarm.md, "What the sender calls").
 */
const REMINDER = { title: 'Mi espacio', body: 'Tienes un recordatorio', opens: '/agenda' }
const LLEGADA = { title: 'Mi espacio', body: 'Tienes algo pendiente', opens: '/seguridad' }
/** For whoever of the team is on duty: something waits that should not. */
const GUARDIA = { title: 'Mi espacio', body: 'Te esperan', opens: '/admin/hoy' }
const SOPORTE = { title: 'Mi espacio', body: 'Tienes algo pendiente', opens: '/soporte' }
/** The team has told something, where she agreed to that; an event in which she has a seat is a reminder like any other. */
const COMUNICADO = { title: 'Mi espacio', body: 'Hay algo nuevo', opens: '/novedades' }
const ENCUENTRO = { ...REMINDER, opens: '/novedades' }
const FOR_HERSELF = {
  llegada: LLEGADA,
  soporte: SOPORTE,
  guardia: GUARDIA,
  comunicado: COMUNICADO,
  encuentro: ENCUENTRO,
}

function read(data) {
  try {
    return data.json() ?? {}
  } catch {
    return {}
  }
}

/** A contact's message: words, a receipt, and the code of a page, where there is one. */
const isForContact = ({ titulo, cuerpo }) => typeof titulo === 'string' && typeof cuerpo === 'string'

/** What arrives twice has the same tag, and is shown once. */
function showForHerself({ tipo, id }) {
  const name = Object.hasOwn(FOR_HERSELF, tipo) ? tipo : 'recordatorio'
  const { title, body, opens } = FOR_HERSELF[name] ?? REMINDER
  const tag = id === undefined ? name : `${name}-${id}`
  return self.registration.showNotification(title, {
    body,
    tag,
    lang: 'es',
    icon: '/icono-192.png',
    data: { opens },
  })
}

/** How long one notice, and one question, may hold up the notices behind it. */
const DRAWING_MS = 4000
const ASKING_MS = 1500

/** Where the last notice has its turn until it is drawn, was refused, or has taken too long. */
let turn = Promise.resolve()

/**
 * Who asks a browser what it shows while it still draws a notice makes it forget what that one opens: so one after the other.
 * @returns what `show` ends with, however late; the next notice waits for it DRAWING_MS at most
 */
async function inTurn(show) {
  const before = turn
  let pass
  turn = new Promise((resolve) => {
    pass = resolve
  })
  await before
  const late = setTimeout(pass, DRAWING_MS)
  try {
    return await show()
  } finally {
    clearTimeout(late)
    pass()
  }
}

/** What is shown under a tag; nothing, where the browser does not say: a notice twice is better than none. */
async function shownAs(tag) {
  const silence = new Promise((resolve) => setTimeout(resolve, ASKING_MS, []))
  return Promise.race([self.registration.getNotifications({ tag }), silence]).catch(() => [])
}

/**
 * A message on an alert takes the place of the one before it, and makes itself heard; the same message once more, which is to be expected
 * of a queue that loses none, does neither. Told to have arrived only once it is shown.
 */
async function showToContact(message) {
  await inTurn(() => showOnce(message))
  if (message.recibo) await acknowledge(message.recibo)
}

async function showOnce({ tipo, codigo, recibo, titulo, cuerpo, tag }) {
  const shown = await shownAs(tag)
  const again = recibo !== undefined && shown.some(({ data }) => data?.recibo === recibo)
  if (!again) {
    await self.registration.showNotification(titulo, {
      body: cuerpo,
      tag,
      renotify: tag !== undefined,
      requireInteraction: tipo === 'alerta',
      lang: 'es',
      icon: '/icono-192.png',
      data: { recibo, opens: codigo ? `/alerta/${encodeURIComponent(codigo)}?por=push` : null },
    })
  }
}

async function service() {
  if (SERVICE) return SERVICE
  const response = await fetch('/config.json', { cache: 'no-cache' })
  if (!response.ok) throw new TypeError('no settings')
  return response.json()
}

async function acknowledge(recibo) {
  for (const pause of PAUSES_MS) {
    await new Promise((resolve) => setTimeout(resolve, pause))
    try {
      const { supabaseUrl, anonKey } = await service()
      const { ok, status } = await fetch(`${supabaseUrl}/rest/v1/rpc/acusar_entrega`, {
        method: 'POST',
        headers: { apikey: anonKey, 'content-type': 'application/json' },
        body: JSON.stringify({ recibo }),
        credentials: 'omit',
      })
      if (ok || (status >= 400 && status < 500 && status !== 429)) return
    } catch {
      // Without a network it did arrive all the same; the page says so when it is opened.
    }
  }
}

self.addEventListener('push', (event) => {
  const message = read(event.data)
  event.waitUntil(isForContact(message) ? showToContact(message) : inTurn(() => showForHerself(message)))
})

/** Pages that belong to links from outside (`layout/Alone.tsx`). */
const ALONE = /^\/(?:alerta|confianza)\//

/** A page of ours: the window that shows it already, else for her own rooms any window of the house, else a new one. */
async function open(path) {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const { pathname } = new URL(path, location.origin)
  const there = windows.find(({ url }) => new URL(url).pathname === pathname)
  if (there) return there.focus()
  if (pathname.startsWith('/alerta/')) return self.clients.openWindow(path)
  // Somebody's alert is not taken off the screen for a reminder.
  for (const window of windows.filter(({ url }) => !ALONE.test(new URL(url).pathname))) {
    try {
      return await (await window.navigate(path))?.focus()
    } catch {
      // A window that this worker does not control yet cannot be sent anywhere.
    }
  }
  return self.clients.openWindow(path)
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  const { data } = event.notification
  // A test has nothing to open; a reminder of the release before carried nothing.
  const path = data?.opens === undefined ? REMINDER.opens : data.opens
  if (path) event.waitUntil(open(path))
})
