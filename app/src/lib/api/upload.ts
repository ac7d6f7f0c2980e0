import { loadConfig } from '../installation/config.ts'
import { uuid } from '../random.ts'
import { accessToken, ask } from './ask.ts'
import { doubtSession } from './clientLoader.ts'
import { ServiceError, toServiceError } from './errors.ts'
import { watchSilence } from './stalledTransfer.ts'

/** A kind of file that the admin publishes: where it goes, and what its bucket takes (supabase/migrations, contenidos). */
export type ClaseArchivo = {
  bucket: 'biblioteca' | 'podcast' | 'terapeutas'
  maxMB: number
  /** For the file chooser. */
  accept: string
  endings: readonly string[]
  /** Said of a file of another kind. */
  wrong: string
}

export const PDF: ClaseArchivo = {
  bucket: 'biblioteca',
  maxMB: 20,
  accept: 'application/pdf,.pdf',
  endings: ['pdf'],
  wrong: 'Elige un archivo PDF.',
}
export const AUDIO: ClaseArchivo = {
  bucket: 'podcast',
  maxMB: 200,
  accept: 'audio/*,.mp3,.m4a,.ogg,.wav,.aac,.flac',
  endings: ['mp3', 'm4a', 'ogg', 'wav', 'aac', 'flac'],
  wrong: 'Elige un archivo de audio: MP3, M4A, OGG, WAV, AAC o FLAC.',
}

const MB = 1024 * 1024

const endingOf = (name: string) => /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''

/** How a PDF begins, and what stands within its last lines: one that was cut off in a download lacks them. */
const PDF_HEAD = '%PDF-'
const PDF_TAIL = /startxref\s+\d+\s+%%EOF/
const PDF_TAIL_BYTES = 2048

/**
 * What is wrong with the inside of a chosen file, as far as its first and last bytes tell; null when it may be sent. The rest, the server
 * looks at.
 */
export async function lookInside(file: Blob, clase: ClaseArchivo): Promise<string | null> {
  if (clase !== PDF) return null
  const [head, tail] = await Promise.all(
    [file.slice(0, PDF_HEAD.length), file.slice(-PDF_TAIL_BYTES)].map(latin1),
  )
  if (head !== PDF_HEAD) return `Por dentro es otra clase de archivo. ${clase.wrong}`
  if (!PDF_TAIL.test(tail!))
    return 'Ese PDF está cortado: le falta el final. Descárgalo de nuevo e inténtalo.'
  return null
}

const latin1 = async (part: Blob) => new TextDecoder('latin1').decode(await part.arrayBuffer())

/** What is wrong with a chosen file, in words; null when it may be sent. What is in it, `lookInside` and the server look at. */
export function checkArchivo(
  { name, size }: { name: string; size: number },
  clase: ClaseArchivo,
): string | null {
  if (!clase.endings.includes(endingOf(name))) return clase.wrong
  if (size === 0) return 'Ese archivo está vacío.'
  if (size > clase.maxMB * MB) return `Ese archivo es demasiado grande: caben ${clase.maxMB} MB.`
  return null
}

const TEXTS: Record<number, (clase: ClaseArchivo) => string> = {
  401: () => 'Tu sesión terminó. Vuelve a entrar, por favor.',
  403: () => 'No tienes permiso para hacer esto.',
  413: ({ maxMB }) => `Ese archivo es demasiado grande: caben ${maxMB} MB.`,
  422: () =>
    'Ese archivo está dañado o protegido con contraseña. Guárdalo de nuevo, sin contraseña, e inténtalo.',
  415: ({ wrong }) => `Por dentro es otra clase de archivo. ${wrong}`,
}

/**
 * Sends a file to storage under a random name, and says how far it has come.
 *
 * @param onProgress told how much has gone, between 0 and 1
 * @param how.signal stops it
 * @param how.replaces the address of the file that it replaces: the address stays, the old bytes are gone
 * @returns its address: a path of our own origin, or an address where the service lives elsewhere
 * @throws ServiceError in words that can be shown; `network` when the connection broke, `aborted` when it was stopped
 */
export async function uploadArchivo(
  file: File,
  clase: ClaseArchivo,
  onProgress: (part: number) => void,
  { signal, replaces = null }: { signal?: AbortSignal; replaces?: string | null } = {},
): Promise<string> {
  const takes = replaces !== null && canReplace(file, replaces, clase) ? nameIn(replaces, clase) : null
  const name = takes ?? `${uuid()}.${endingOf(file.name)}`
  await sendFile({
    bucket: clase.bucket,
    path: name,
    file,
    // Kept where it was fetched, and asked each time whether it is still that: its place may be taken.
    headers: { 'cache-control': 'no-cache', ...(takes && { 'x-upsert': 'true' }) },
    text: (status) => TEXTS[status]?.(clase) ?? 'No se pudo subir el archivo. Inténtalo de nuevo.',
    broken:
      'Se cortó la conexión mientras subía el archivo. Lo que escribiste sigue aquí: inténtalo de nuevo.',
    onProgress,
    ...(signal && { signal }),
  })
  if (takes) return replaces!
  const address = new URL(await publicUrl(clase.bucket, name), location.origin)
  return address.origin === location.origin ? address.pathname : address.href
}

/** The public address of a file in a public bucket. */
export async function publicUrl(bucket: string, path: string): Promise<string> {
  const { publicUrl } = await ask(async (db) => ({
    data: db.storage.from(bucket).getPublicUrl(path).data,
    error: null,
  }))
  return publicUrl
}

export type Envio = {
  bucket: string
  /** Where it goes within the bucket. */
  path: string
  file: Blob
  headers?: Record<string, string>
  /** What is said of a refusal, by its status. */
  text: (status: number) => string
  /** What is said when the connection broke on the way. */
  broken: string
  /** Told how much has gone, between 0 and 1. */
  onProgress: (part: number) => void
  /** Stops it. */
  signal?: AbortSignal
}

/**
 * Sends a file to storage as her, and says how far it has come.
 *
 * @throws ServiceError with the words given; `network` when the connection broke, `aborted` when it was stopped
 */
export async function sendFile({ bucket, path, file, headers, ...rest }: Envio): Promise<void> {
  const config = await loadConfig()
  const token = await accessToken()
  return send({
    url: `${config.supabaseUrl}/storage/v1/object/${bucket}/${path}`,
    headers: {
      authorization: `Bearer ${token}`,
      apikey: config.anonKey,
      'content-type': file.type || 'application/octet-stream',
      ...headers,
    },
    file,
    ...rest,
  })
}

type Sending = Omit<Envio, 'bucket' | 'path' | 'headers'> & { url: string; headers: Record<string, string> }

/** Longer than the service takes to look into the largest file. */
const ANSWER_MS = 3 * 60_000

/** With XMLHttpRequest: fetch does not tell how much of a body has gone. */
function send({ url, headers, file, text, broken, onProgress, signal }: Sending): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const begun = Date.now()
    request.open('POST', url)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    const cut = () => reject(new ServiceError(broken, 'network', 0))
    const silence = watchSilence(() => {
      cut()
      request.abort()
    })
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      silence.heard()
      onProgress(total > 0 ? loaded / total : 0)
    })
    request.upload.addEventListener('load', () => {
      // The service reads all of it before it answers: of a long sound that takes a while.
      silence.stop()
      request.timeout = Date.now() - begun + ANSWER_MS
    })
    request.addEventListener('loadend', silence.stop)
    request.addEventListener('load', () => {
      const { status } = request
      if (status >= 200 && status < 300) return resolve()
      // Hosted Supabase repeats the real status in the body alone.
      const real = realStatus(request.responseText) ?? status
      if (real === 401 || real === 403) doubtSession()
      reject(new ServiceError(text(real), String(real), real))
    })
    request.addEventListener('error', cut)
    request.addEventListener('timeout', cut)
    request.addEventListener('abort', () => reject(toServiceError({ code: 'aborted' })))
    if (signal?.aborted) return reject(toServiceError({ code: 'aborted' }))
    signal?.addEventListener('abort', () => request.abort(), { once: true })
    request.send(file)
  })
}

function realStatus(body: string): number | undefined {
  try {
    return Number((JSON.parse(body) as { statusCode?: string }).statusCode) || undefined
  } catch {
    return undefined
  }
}

/** The name of a file of ours in its bucket; null for one on another site. */
function nameIn(url: string | null, { bucket }: Pick<ClaseArchivo, 'bucket'>): string | null {
  return url?.match(new RegExp(`/object/public/${bucket}/([^/?]+)$`))?.[1] ?? null
}

/** Whether a chosen file can take the place of a published one: of ours, and of the kind that its address says. */
export function canReplace(
  { name }: { name: string },
  url: string | null,
  clase: Pick<ClaseArchivo, 'bucket'>,
): boolean {
  const own = nameIn(url, clase)
  return own !== null && endingOf(own) === endingOf(name)
}

/** Takes a published file away, if it is one of ours; one that cannot be taken away does no harm. */
export async function removeArchivo(url: string | null, clase: Pick<ClaseArchivo, 'bucket'>): Promise<void> {
  const name = nameIn(url, clase)
  if (name) await ask((db) => db.storage.from(clase.bucket).remove([name]))
}
