import { type AskOptions, ask } from '../../lib/api/ask.ts'
import { publicUrl, sendFile } from '../../lib/api/upload.ts'
import { NO_ES_IMAGEN } from '../../lib/device/foto.ts'
import { uuid } from '../../lib/random.ts'

const RECHAZOS: Record<number, string> = {
  401: 'Tu sesión terminó. Vuelve a entrar, por favor.',
  403: 'No tienes permiso para hacer esto.',
  413: 'La foto es demasiado grande.',
  415: NO_ES_IMAGEN,
  503: 'El servicio no tiene espacio para guardar. Inténtalo más tarde.',
}

/**
 * Uploads her picture to its fixed path and writes its address into her profile (docs/product.md#profile).
 *
 * @param onProgress how much of it has gone, between 0 and 1
 * @returns the public address with its version, which the database draws: without it nobody is shown the picture
 * @throws ServiceError when the picture or the address is refused, or the connection breaks: then the old one stays
 */
export async function uploadFoto(
  userId: string,
  foto: Blob,
  onProgress: (part: number) => void,
): Promise<string> {
  const path = `avatars/${userId}.jpg`
  await sendFile({
    bucket: 'profiles',
    path,
    file: foto,
    // Protected from the start: the path follows from her id, this version does not.
    headers: { 'x-upsert': 'true', 'x-metadata': btoa(JSON.stringify({ address_key: uuid() })) },
    text: (status) => RECHAZOS[status] ?? 'No se pudo subir la foto. Inténtalo de nuevo.',
    broken: 'Se cortó la conexión. Tu foto sigue aquí: inténtalo de nuevo.',
    onProgress,
  })
  const foto_url = `${await publicUrl('profiles', path)}?v=${uuid()}`
  const profile = await ask((db) =>
    db.from('profiles').update({ foto_url }).eq('id', userId).select('foto_url').single(),
  )
  return profile.foto_url!
}

/** The path of her picture; more than one where she changed its kind. */
export async function nombresOfFotos(userId: string, how: AskOptions = {}): Promise<string[]> {
  const found = await ask((db) => db.storage.from('profiles').list('avatars', { search: userId }), how)
  return found.map(({ name }) => `avatars/${name}`)
}
