import { ask, invoke } from '../../lib/api/ask.ts'
import { within } from '../../lib/api/deadline.ts'
import { ServiceError, toServiceError } from '../../lib/api/errors.ts'
import { knownConfig } from '../../lib/installation/config.ts'
import { type Destino, destino } from './destino.ts'

const read = (address: string | null | undefined) =>
  destino(address, location.origin, knownConfig()?.callHosts)

/** The circle's open call; null where there is none, or none that may be opened. One that has ended counts as none. */
async function storedLlamada(salaId: string): Promise<{ nombre: string; destino: Destino | null }> {
  const [sala, address] = await Promise.all([
    ask((db) => db.from('salas_comunidad').select('nombre').eq('id', salaId).maybeSingle()),
    ask((db) => db.rpc('llamada_abierta', { sala: salaId })),
  ])
  if (!sala) throw new ServiceError('No se pudo encontrar la sala.', 'PGRST116', 404)
  return { nombre: sala.nombre, destino: read(address) }
}

async function createLlamada(): Promise<string> {
  const url = (await invoke<{ url?: string }>('create-daily-room'))?.url
  if (typeof url !== 'string') throw toServiceError(null)
  return url
}

/**
 * Saves the new call and links it to the circle; a failure is only logged (docs/product.md#calls).
 *
 * @returns what it failed with, where it did
 */
async function linkLlamada(salaId: string, nombre: string, room_url: string): Promise<unknown> {
  try {
    const { id } = await ask((db) =>
      db
        .from('Salas')
        .insert({ nombre, tema: 'Llamada de la sala', room_url, esta_activa: true })
        .select('id')
        .single(),
    )
    await ask((db) => db.from('salas_comunidad').update({ sala_video_id: id }).eq('id', salaId))
    return undefined
  } catch (failure) {
    console.error('No se pudo guardar el enlace de la llamada.', failure)
    return failure
  }
}

/**
 * The call of a circle: the stored one, or a new one that is stored and linked to it.
 *
 * @param otra she wants another than the stored one, which is full or not for her
 * @throws ServiceError when there is no such circle, or no call can be made; PT409 when she wanted another and several are in
 *   the stored one, with room for her
 */
export function openLlamada(salaId: string, { otra = false } = {}): Promise<Destino> {
  return within('usual', async () => {
    const sala = await storedLlamada(salaId)
    if (sala.destino && !otra) return sala.destino
    const url = await createLlamada()
    const made = read(url)
    if (!made) throw new ServiceError('Esa dirección no es de una llamada nuestra.', '', 0)
    const failure = await linkLlamada(salaId, sala.nombre, url)
    if (failure === undefined) return made
    if (otra && toServiceError(failure).code === 'PT409') throw failure
    // Another member may have linked a call in the meantime: then all join that one.
    const now = await storedLlamada(salaId).catch(() => null)
    return now?.destino ?? made
  })
}
