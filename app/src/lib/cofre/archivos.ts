import { ask } from '../api/ask.ts'
import { ServiceError, toServiceError } from '../api/errors.ts'
import { SILENCE_MS } from '../api/stalledTransfer.ts'
import type { Fecha } from '../time/fechas.ts'
import { CofreCerrado, llaveroOf, llaveToSeal } from './cofre.ts'
import { BLOCK_BYTES, type Contenido, pack, unpack } from './contenido.ts'
import { type Bytes, type Llave, type Lugar, openFile, SobreRoto, sealFile } from './sobre.ts'

/*
 * Pictures and voice notes of the diary (docs/vault.md#files). Each is one object of a private bucket, sealed on her device; its name says
 * its day, its id, the key it is sealed with and its kind, and its envelope belongs to that name alone.
 */

export type TipoArchivo = 'voz' | 'foto'

/** A file as the service names it. */
export type Archivo = { nombre: string; fecha: Fecha; id: string; llave: string; tipo: TipoArchivo }

export const DEPOSITO = 'diario'
/** The bucket's limit (supabase/migrations, cofre). */
export const LARGEST_BYTES = 4 * 1024 * 1024
/** Names asked for at once. */
const POR_VEZ = 1000
const within = SILENCE_MS

const NAME = /^(\d{4}-\d\d-\d\d)\.([0-9a-f-]{36})\.([\w-]{11})\.(voz|foto)$/

const lugarOf = (owner: string, nombre: string): Lugar => ({ tabla: 'diario_archivos', owner, fila: nombre })

/** @returns null for a name that is none of ours */
export function parseNombre(nombre: string): Archivo | null {
  const [, fecha, id, llave, tipo] = NAME.exec(nombre) ?? []
  return tipo ? { nombre, fecha: fecha!, id: id!, llave: llave!, tipo: tipo as TipoArchivo } : null
}

const nombreOf = ({ fecha, id, tipo }: Omit<Archivo, 'nombre' | 'llave'>, llave: string) =>
  `${fecha}.${id}.${llave}.${tipo}`

/** Every object whose name begins so. */
async function namesOf(owner: string, prefix: string, signal?: AbortSignal): Promise<Archivo[]> {
  const found: Archivo[] = []
  for (let offset = 0; ; offset += POR_VEZ) {
    const page = await ask(
      (db) => db.storage.from(DEPOSITO).list(owner, { search: prefix, limit: POR_VEZ, offset }),
      { within, ...(signal && { signal }) },
    )
    found.push(...page.flatMap(({ name }) => parseNombre(name) ?? []))
    if (page.length < POR_VEZ) return found
  }
}

/**
 * Her files, of all days or of those that begin so, in the order of making within each day. One that is there under two keys is listed once, under the one
 * that this device seals with, or else one that it opens.
 *
 * @param prefix a month or a day
 * @throws ServiceError
 */
export async function listArchivos(owner: string, prefix = '', signal?: AbortSignal): Promise<Archivo[]> {
  const { actual, todas } = (await llaveroOf(owner)) ?? {}
  const once = new Map<string, Archivo>()
  for (const archivo of await namesOf(owner, prefix, signal)) {
    const other = once.get(archivo.id)
    if (!other || archivo.llave === actual?.id || !todas?.has(other.llave)) once.set(archivo.id, archivo)
  }
  return [...once.values()]
}

/**
 * Opens a file.
 *
 * @returns `cerrada` where this device has no key for it, `rota` where it is not what she sealed
 * @throws ServiceError
 */
export async function readArchivo(
  owner: string,
  { nombre, llave: id }: Archivo,
  signal?: AbortSignal,
): Promise<Contenido | 'cerrada' | 'rota'> {
  const llave = (await llaveroOf(owner))?.todas.get(id)
  if (!llave) return 'cerrada'
  const sobre = await readSealed(owner, nombre, signal)
  try {
    return unpack(await openFile(llave, lugarOf(owner, nombre), sobre))
  } catch (failure) {
    if (failure instanceof SobreRoto) return 'rota'
    throw failure
  }
}

/** The bytes as the service has them. */
export async function readSealed(owner: string, nombre: string, signal?: AbortSignal): Promise<Bytes> {
  const blob = await ask((db) => db.storage.from(DEPOSITO).download(`${owner}/${nombre}`), {
    within,
    ...(signal && { signal }),
  })
  return new Uint8Array(await blob.arrayBuffer())
}

/** What is said of a refusal. */
const RECHAZOS: Record<number, string> = {
  401: 'Tu sesión terminó. Vuelve a entrar, por favor.',
  403: 'El servicio no lo guardó: tu diario llegó al límite de archivos (2,000, o medio gigabyte).',
  413: 'El archivo es demasiado grande: caben 4 MB.',
  503: 'El servicio no tiene espacio para guardar. Inténtalo más tarde.',
}

/**
 * Seals a file with her present key and brings it to the service. Called twice for the same, it is there once.
 *
 * @param archivo its id grows with the time of making, so that files of a day are in that order
 * @throws ServiceError; CofreCerrado where this device has no key to seal with
 */
export async function bringArchivo(
  owner: string,
  archivo: Omit<Archivo, 'nombre' | 'llave'>,
  contenido: Contenido,
): Promise<Archivo> {
  const llave = await llaveToSeal(owner)
  if (!llave) throw new CofreCerrado()
  return upload(owner, archivo, llave, contenido)
}

async function upload(
  owner: string,
  { fecha, id, tipo }: Omit<Archivo, 'nombre' | 'llave'>,
  llave: Llave,
  contenido: Contenido,
): Promise<Archivo> {
  const nombre = nombreOf({ fecha, id, tipo }, llave.id)
  // Needed only here, where there is a network.
  const { sendFile } = await import('../api/upload.ts')
  const sobre = await sealFile(llave, lugarOf(owner, nombre), pack(contenido))
  try {
    await sendFile({
      bucket: DEPOSITO,
      path: `${owner}/${nombre}`,
      file: new Blob([sobre], { type: 'application/octet-stream' }),
      text: (status) => RECHAZOS[status] ?? 'El servicio no lo guardó. Inténtalo de nuevo.',
      broken: 'Se cortó la conexión.',
      onProgress: () => {},
    })
  } catch (failure) {
    // It had arrived, and only the answer was lost.
    if (toServiceError(failure).status !== 409) throw failure
  }
  return { fecha, id, tipo, nombre, llave: llave.id }
}

/** Takes a file away, under whichever key it is there. @throws ServiceError */
export async function removeArchivo(
  owner: string,
  { fecha, id }: Pick<Archivo, 'fecha' | 'id'>,
): Promise<void> {
  await removeAll(owner, await namesOf(owner, `${fecha}.${id}`))
}

async function removeAll(owner: string, archivos: readonly Archivo[]): Promise<void> {
  const paths = archivos.map(({ nombre }) => `${owner}/${nombre}`)
  for (let from = 0; from < paths.length; from += POR_VEZ)
    await ask((db) => db.storage.from(DEPOSITO).remove(paths.slice(from, from + POR_VEZ)))
}

/** Her files that this device can open and would seal anew. @throws as {@link llaveToSeal} does */
export async function listUnsealed(owner: string, signal?: AbortSignal): Promise<Archivo[]> {
  return (await unsealedOf(owner, signal)).archivos
}

/** The same, and the key that they are to be sealed with: none of them is sealed with it already. */
async function unsealedOf(
  owner: string,
  signal?: AbortSignal,
): Promise<{ archivos: Archivo[]; llave: Llave | null }> {
  const todas = (await llaveroOf(owner))?.todas
  // A device that has had one key alone can open nothing of another.
  if (!todas || todas.size < 2) return { archivos: [], llave: null }
  const llave = await llaveToSeal(owner)
  const archivos = llave
    ? (await namesOf(owner, '', signal)).filter((one) => one.llave !== llave.id && todas.has(one.llave))
    : []
  return { archivos, llave }
}

/**
 * Seals every file of an earlier key with the present one, once each. The old envelope goes only once the new one was read back and opened.
 * What is damaged stays as it is.
 *
 * @throws CofreCerrado, ServiceError
 */
export async function sealArchivos(
  owner: string,
  signal: AbortSignal,
  onPart: (done: number) => void,
): Promise<void> {
  // One key for all of it: one that another device makes meanwhile would make these names other than those that were listed.
  const { archivos, llave } = await unsealedOf(owner, signal)
  let done = 0
  for (const archivo of archivos) {
    signal.throwIfAborted()
    const contenido = await readArchivo(owner, archivo, signal)
    if (llave && typeof contenido !== 'string') {
      const sealed = await upload(owner, archivo, llave, contenido)
      if (typeof (await readArchivo(owner, sealed, signal)) !== 'string') await removeAll(owner, [archivo])
    }
    onPart(++done)
  }
}

/** What keeps a file from being kept, in words; null where it fits. */
export function rechazoOfTamano({ datos }: Pick<Contenido, 'datos'>): ServiceError | null {
  // Head, envelope and filling.
  return datos.length + 2 * BLOCK_BYTES > LARGEST_BYTES ? new ServiceError(RECHAZOS[413]!, '413', 413) : null
}
