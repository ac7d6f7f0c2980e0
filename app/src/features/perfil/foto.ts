import { type AskOptions, ask } from '../../data/ask.ts'
import { publicUrl, sendFile } from '../../data/upload.ts'
import { uuid } from '../../lib/random.ts'

/** The part of a picture that she chose, in the picture's own pixels. */
export type Recorte = { x: number; y: number; width: number; height: number }

/** Side of the square that travels: sharp on the largest place where it is shown, small on a slow network. */
const LADO = 512
const CALIDAD = 0.86

const NO_ES_IMAGEN = 'El archivo debe ser una imagen.'

/**
 * What is wrong with a chosen file, or null. Vector drawings are documents that run: they count as none.
 *
 * @param file what the chooser gave; nothing when she closed it
 */
export function rechazoOfFoto(file: Pick<File, 'type'> | undefined): string | null {
  if (!file) return 'Debes seleccionar una imagen para subir.'
  return /^image\/(?!svg)/.test(file.type) ? null : NO_ES_IMAGEN
}

/**
 * The chosen part as a small square JPEG. It is drawn anew from its pixels, so that place, time and camera, which
 * phones write into their pictures, stay behind.
 *
 * @param image a loaded picture
 * @throws Error when this browser cannot draw it
 */
export async function cropFoto(image: HTMLImageElement, { x, y, width, height }: Recorte): Promise<Blob> {
  const canvas = document.createElement('canvas')
  const lado = Math.min(LADO, Math.max(1, Math.round(width)))
  canvas.width = lado
  canvas.height = lado
  const context = canvas.getContext('2d')
  if (!context) throw new Error('No pudimos preparar la imagen en este dispositivo.')
  // A transparent picture would turn black.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, lado, lado)
  context.drawImage(image, x, y, width, height, 0, 0, lado, lado)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', CALIDAD))
  if (!blob) throw new Error('No pudimos preparar la imagen en este dispositivo.')
  return blob
}

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

/** Where her picture lies; more than one where she changed its kind. */
export async function nombresOfFotos(userId: string, how: AskOptions = {}): Promise<string[]> {
  const found = await ask((db) => db.storage.from('profiles').list('avatars', { search: userId }), how)
  return found.map(({ name }) => `avatars/${name}`)
}
