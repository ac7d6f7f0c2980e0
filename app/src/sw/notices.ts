import { retry } from './retry.ts'

declare const self: ServiceWorkerGlobalScope

/*
 * Notices. To her own devices a message carries an id and no word: what it is about stays on the server, and what is shown stands here.
 * To a contact it carries its words, since a contact's device holds nothing (docs/alarm.md, "What the sender calls").
 */
const REMINDER = { title: 'Mi espacio', body: 'Tienes un recordatorio', opens: '/agenda' }
const FOR_HERSELF: Record<string, typeof REMINDER> = {
  llegada: { title: 'Mi espacio', body: 'Tienes algo pendiente', opens: '/seguridad' },
  soporte: { title: 'Mi espacio', body: 'Tienes algo pendiente', opens: '/soporte' },
  /** Somebody asked for the key of her vault. */
  devolucion: { title: 'Mi espacio', body: 'Tienes algo pendiente', opens: '/cofre' },
  /** For the team member on duty: something waits that should not. */
  guardia: { title: 'Mi espacio', body: 'Te esperan', opens: '/admin/hoy' },
  /** The team has announced something, where she agreed to that. */
  comunicado: { title: 'Mi espacio', body: 'Hay algo nuevo', opens: '/novedades' },
  /** An event in which she has a seat is a reminder like any other. */
  encuentro: { ...REMINDER, opens: '/novedades' },
}

/** To her own devices: which kind it is, and the id of what it is about. */
type OwnMessage = { tipo?: string; id?: string | number }

/** To a contact: words, a receipt, and the code of a page, where there is one. */
type ContactMessage = {
  tipo?: string
  titulo: string
  cuerpo: string
  tag?: string
  recibo?: string
  codigo?: string
}

/** What a notice carries until it is opened. */
type NoticeData = { recibo?: string; opens?: string | null }

function read(data: PushMessageData | null): OwnMessage | ContactMessage {
  try {
    return data?.json() ?? {}
  } catch {
    return {}
  }
}

const isForContact = (message: OwnMessage | ContactMessage): message is ContactMessage =>
  'titulo' in message &&
  'cuerpo' in message &&
  typeof message.titulo === 'string' &&
  typeof message.cuerpo === 'string'

/** What arrives twice has the same tag, and is shown once. */
function showForHerself({ tipo = '', id }: OwnMessage): Promise<void> {
  const name = Object.hasOwn(FOR_HERSELF, tipo) ? tipo : 'recordatorio'
  const { title, body, opens } = FOR_HERSELF[name] ?? REMINDER
  const tag = id === undefined ? name : `${name}-${id}`
  return self.registration.showNotification(title, {
    body,
    tag,
    lang: 'es',
    icon: '/icono-192.png',
    data: { opens } satisfies NoticeData,
  })
}

/** How long one notice, and one question, may hold up the notices behind it. */
const DRAWING_MS = 4000
const ASKING_MS = 1500

/** Where the last notice has its turn until it is drawn, was refused, or has taken too long. */
let turn = Promise.resolve()

/**
 * A browser that is asked what it shows while it still draws a notice forgets what that one opens: so one after the other.
 * @returns what `show` ends with, however late; the next notice waits for it DRAWING_MS at most
 */
async function inTurn(show: () => Promise<void>): Promise<void> {
  const before = turn
  let pass = () => {}
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
async function shownAs(tag: string | undefined): Promise<Notification[]> {
  const silence = new Promise<Notification[]>((resolve) => setTimeout(resolve, ASKING_MS, []))
  return Promise.race([self.registration.getNotifications({ tag }), silence]).catch(() => [])
}

/**
 * A message on an alert takes the place of the one before it, and makes itself heard; the same message once more, which is to be expected
 * of a queue that loses none, does neither. Reported as arrived only once it is shown.
 */
async function showToContact(message: ContactMessage): Promise<void> {
  await inTurn(() => showOnce(message))
  if (message.recibo) await acknowledge(message.recibo)
}

async function showOnce({ tipo, codigo, recibo, titulo, cuerpo, tag }: ContactMessage): Promise<void> {
  const shown = await shownAs(tag)
  if (recibo !== undefined && shown.some(({ data }) => data?.recibo === recibo)) return
  const options: NotificationOptions & { renotify: boolean } = {
    body: cuerpo,
    tag,
    renotify: tag !== undefined,
    requireInteraction: tipo === 'alerta',
    lang: 'es',
    icon: '/icono-192.png',
    data: {
      recibo,
      opens: codigo ? `/alerta/${encodeURIComponent(codigo)}?por=push` : null,
    } satisfies NoticeData,
  }
  await self.registration.showNotification(titulo, options)
}

/** Where the service is: as the app was built, or as its own server says (`lib/installation/config.ts`). */
async function service(): Promise<{ supabaseUrl: string; anonKey: string }> {
  const { VITE_SUPABASE_URL: url, VITE_SUPABASE_ANON_KEY: anonKey } = import.meta.env
  if (url) return { supabaseUrl: url.replace(/\/+$/, ''), anonKey: anonKey! }
  const response = await fetch('/config.json', { cache: 'no-cache' })
  if (!response.ok) throw new TypeError('no settings')
  return response.json()
}

/** Without a network it did arrive all the same; the page reports it when it is opened. */
const acknowledge = (recibo: string) =>
  retry(async () => {
    const { supabaseUrl, anonKey } = await service()
    const { ok, status } = await fetch(`${supabaseUrl}/rest/v1/rpc/acusar_entrega`, {
      method: 'POST',
      headers: { apikey: anonKey, 'content-type': 'application/json' },
      body: JSON.stringify({ recibo }),
      credentials: 'omit',
    })
    return ok || (status >= 400 && status < 500 && status !== 429)
  })

export function showNotice(data: PushMessageData | null): Promise<void> {
  const message = read(data)
  return isForContact(message) ? showToContact(message) : inTurn(() => showForHerself(message))
}

/** Pages that belong to links from outside (`app/layout/Alone.tsx`). */
const ALONE = /^\/(?:alerta|confianza)\//

/** A page of ours: the window that shows it already, else for her own screens any window of the app, else a new one. */
async function open(path: string): Promise<unknown> {
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

export async function openNotice(notice: Notification): Promise<void> {
  notice.close()
  const data: NoticeData | null = notice.data
  // A test has nothing to open; a reminder of the release before carried nothing.
  const path = data?.opens === undefined ? REMINDER.opens : data.opens
  if (path) await open(path)
}
