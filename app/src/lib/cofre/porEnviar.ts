import { queryOptions } from '@tanstack/react-query'
import { isPassing } from '../api/errors.ts'
import { queryClient } from '../api/query.ts'
import { queue } from '../offline/outbox.ts'
import type { Entry } from '../offline/queueEntry.ts'
import { orderedUuid } from '../random.ts'
import type { Fecha } from '../time/fechas.ts'
import {
  type Archivo,
  bringArchivo,
  readArchivo,
  rechazoOfTamano,
  removeArchivo,
  type TipoArchivo,
} from './archivos.ts'
import type { Contenido } from './contenido.ts'
import { fromBase64Url, toBase64Url } from './sobre.ts'

/* Pictures and voice notes that wait on this device until the service has them (docs/vault.md#files). */

/** What the device keeps of one that has not arrived, sealed by the browser's key as everything that waits; the bytes in base64. */
type Nuevo = { fecha: Fecha; tipo: TipoArchivo } & Omit<Contenido, 'datos'> & { datos: string }

/** In the place of one that she deleted: it may have arrived, or be on its way, so the service is told as well. */
type Borrado = { fecha: Fecha; borrado: true }

type Body = Nuevo | Borrado

export type PorEnviar = { id: string; fecha: Fecha; tipo: TipoArchivo; held: boolean; contenido: Contenido }

/** Where the query keeps what the service has of them. */
export const KEY = 'diario_archivos'

export const isNuevo = (entry: Entry<Body>): entry is Entry<Nuevo> => !('borrado' in entry.body)

const contenidoOf = ({ fecha: _, tipo: __, datos, ...head }: Nuevo): Contenido => ({
  ...head,
  datos: fromBase64Url(datos),
})

/** Exported for the hooks of the diary alone. */
export const lane = queue.lane<Body>('archivos', {
  until: () => 'delivered',
  // One that the service refused waits for her, or for the next page.
  failed: (failure) => (isPassing(failure) ? 'again' : 'held'),
  reopen: () => 'ready',
  // One after the other: on a slow line two at once end none.
  turn: () => 'archivos',
  async deliver(entry) {
    const { owner, id } = entry
    if (!isNuevo(entry)) {
      await removeArchivo(owner, { fecha: entry.body.fecha, id })
      void forgetArchivos(owner)
      return
    }
    const { body } = entry
    const contenido = contenidoOf(body)
    const archivo = await bringArchivo(owner, { id, fecha: body.fecha, tipo: body.tipo }, contenido)
    // She deleted it meanwhile: that goes next.
    if (lane.of(owner).get(id)?.body !== body) return
    queryClient.setQueryData(contenidoOptions(owner, archivo).queryKey, contenido)
    queryClient.setQueryData<Archivo[]>([KEY, owner, body.fecha.slice(0, 7)], (known) =>
      known && !known.some((other) => other.id === id) ? [...known, archivo] : known,
    )
    void queryClient.invalidateQueries({ queryKey: [KEY, owner, body.fecha.slice(0, 7)] })
  },
})

export type Guardado = 'saved' | 'here' | 'page' | 'deleted'

/**
 * Keeps a file of hers: on the device first, then at the service.
 *
 * @returns `here` when only the device has it so far, `page` when the device has no room and only this page has it, `deleted` when she deleted it while it was on its way
 * @throws ServiceError where it is too large, or was refused: then it waits below the day
 */
export async function addArchivo(
  owner: string,
  fecha: Fecha,
  tipo: TipoArchivo,
  contenido: Contenido,
): Promise<Guardado> {
  const large = rechazoOfTamano(contenido)
  if (large) throw large
  const id = orderedUuid(Date.now())
  const body: Nuevo = { fecha, tipo, ...contenido, datos: toBase64Url(contenido.datos) }
  return send({ id, owner, at: Date.now(), state: 'ready', body })
}

async function send(entry: Entry<Nuevo>): Promise<Guardado> {
  /** What is left of it here, once this attempt has ended. */
  const left = () => lane.of(entry.owner).get(entry.id)
  const isDeleted = () => left() !== undefined && !isNuevo(left()!)
  try {
    await lane.send(entry)
    return isDeleted() ? 'deleted' : 'saved'
  } catch (failure) {
    if (isDeleted()) return 'deleted'
    if (left()?.state === 'ready') return lane.get().durable ? 'here' : 'page'
    throw failure
  }
}

/** Tries once more what was refused. @throws as {@link addArchivo} does */
export async function sendAgain(owner: string, id: string): Promise<Guardado> {
  const entry = lane.of(owner).get(id)
  if (!entry) return 'saved'
  return isNuevo(entry) ? send(entry) : 'deleted'
}

/** Deletes one that waits, and what of it has arrived, once there is a network. */
export async function dropPorEnviar(owner: string, id: string): Promise<void> {
  await lane.amend(owner, id, (entry) => ({
    ...entry,
    state: 'ready',
    body: { fecha: entry.body.fecha, borrado: true },
  }))
}

/** What waits on this device of a day goes with its entry. */
export async function dropDay(owner: string, fecha: Fecha): Promise<void> {
  for (const [id, { body }] of lane.of(owner)) if (body.fecha === fecha) await dropPorEnviar(owner, id)
}

/** Read once for each entry of the lane: her bytes are not copied each time that something is drawn. */
const seen = new WeakMap<Entry<Nuevo>, PorEnviar>()

function asPorEnviar(entry: Entry<Nuevo>): PorEnviar {
  const known = seen.get(entry)
  if (known) return known
  const { id, state, body } = entry
  const { fecha, tipo } = body
  const made = { id, fecha, tipo, held: state === 'held', contenido: contenidoOf(body) }
  seen.set(entry, made)
  return made
}

/** What waits on this device, of every day. */
export const porEnviarOf = (owner: string): PorEnviar[] =>
  [...lane.of(owner).values()].filter(isNuevo).map(asPorEnviar)

/** The same, and whether the device keeps it, once what earlier pages left has been read. */
export async function readPorEnviar(owner: string): Promise<{ cosas: PorEnviar[]; kept: boolean }> {
  await lane.open(owner)
  return { cosas: porEnviarOf(owner), kept: lane.get().durable }
}

/** What is in a file. It is kept in memory as long as it is shown. */
export const contenidoOptions = (owner: string, archivo: Archivo) =>
  queryOptions({
    queryKey: [KEY, owner, 'contenido', archivo.nombre],
    queryFn: ({ signal }) => readArchivo(owner, archivo, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    retry: false,
  })

/** Deletes a file at the service. @throws ServiceError */
export async function deleteArchivo(owner: string, archivo: Archivo): Promise<void> {
  await removeArchivo(owner, archivo)
  // Its answer was lost, and it would go once more.
  await dropPorEnviar(owner, archivo.id)
  await queryClient.invalidateQueries({ queryKey: [KEY, owner] })
}

/** What the service took away with an entry is not shown any more. */
export const forgetArchivos = (owner: string): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: [KEY, owner] })
