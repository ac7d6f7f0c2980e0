import { watchSilence } from '../../lib/api/stalledTransfer.ts'
import { keepCopy, readCopy } from '../../lib/offline/deviceStore.ts'
import type { Libro } from './libros.ts'

/*
 * Books that are on this device. Their files are in a cache that the service worker answers from (`sw/sw.ts`); which
 * ones they are, sealed with the rest. Both go when she leaves the device (`lib/session/eraseDevice.ts`).
 */

export type Lectura = { id: string; titulo: string; autor: string | null; url: string }

const CACHE = 'lecturas'
const COPY = 'lecturas'

/** The path of a book of our own origin; null for one on another site, which is only opened. */
export function ownRuta(url: string, origin: string = location.origin): string | null {
  const parsed = new URL(url, origin)
  return parsed.origin === origin ? parsed.pathname + parsed.search : null
}

/** The books on this device, newest first. */
export async function readLecturas(userId: string): Promise<Lectura[]> {
  return (await readCopy<Lectura[]>(userId, COPY)) ?? []
}

/**
 * Fetches a book and keeps it on this device.
 *
 * @param how told how much has come, between 0 and 1, null while nobody knows how much there is; stopped by the signal
 * @returns the books on this device now
 * @throws TypeError without a connection, or when the file is not there; DOMException when nothing comes any more, or the device is full
 */
export async function saveLectura(
  userId: string,
  libro: Libro & { url_pdf: string },
  how: Coming,
): Promise<Lectura[]> {
  const path = ownRuta(libro.url_pdf)
  if (!path) throw new TypeError('a book of another origin')
  const bytes = await fetchBook(path, how)
  how.signal.throwIfAborted()
  const before = await readLecturas(userId)
  // Stored without the response's headers, which do not apply to the copy.
  await (await caches.open(CACHE)).put(
    path,
    new Response(bytes, { headers: { 'content-type': 'application/pdf', 'content-disposition': 'inline' } }),
  )
  const lectura: Lectura = { id: libro.id, titulo: libro.titulo, autor: libro.autor, url: path }
  const all = [lectura, ...before.filter(({ url }) => url !== path)]
  await keepCopy(userId, COPY, all)
  // Stopped while it was being stored; one that was here before stays.
  if (how.signal.aborted && !before.some(({ url }) => url === path)) await removeLectura(userId, path)
  how.signal.throwIfAborted()
  // The file that it takes the place of stayed until now.
  const old = before.find(({ id, url }) => id === libro.id && url !== path)
  return old ? removeLectura(userId, old.url) : all
}

type Coming = { signal: AbortSignal; onPart: (part: number | null) => void }

/** Everything of a file, however slowly it comes, as long as it comes. */
export async function fetchBook(path: string, { signal, onPart }: Coming): Promise<Blob> {
  const silent = new AbortController()
  const { heard, stop: end } = watchSilence(() => silent.abort())
  const stop = () => silent.abort()
  signal.addEventListener('abort', stop)
  try {
    signal.throwIfAborted()
    const response = await fetch(path, { signal: silent.signal })
    if (!response.ok || !response.body) throw new TypeError(`the book answered ${response.status}`)
    return await readAll(response, (part) => {
      heard()
      onPart(part)
    })
  } finally {
    end()
    signal.removeEventListener('abort', stop)
  }
}

async function readAll(response: Response, onProgress: (part: number | null) => void): Promise<Blob> {
  const total = Number(response.headers.get('content-length') ?? 0)
  const reader = response.body!.getReader()
  const parts: Uint8Array<ArrayBuffer>[] = []
  let received = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    parts.push(value)
    received += value.length
    onProgress(total > 0 ? Math.min(1, received / total) : null)
  }
  return new Blob(parts, { type: 'application/pdf' })
}

/** Takes a book off this device; returns those that stay. */
export async function removeLectura(userId: string, url: string): Promise<Lectura[]> {
  await (await caches.open(CACHE)).delete(url)
  const rest = (await readLecturas(userId)).filter((lectura) => lectura.url !== url)
  await keepCopy(userId, COPY, rest)
  return rest
}
