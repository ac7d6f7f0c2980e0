/** The part of a picture that she chose, in the picture's own pixels. */
export type Recorte = { x: number; y: number; width: number; height: number }

/** Side of the square that travels: sharp on the largest place where it is shown, small on a slow network. */
const LADO = 512
const CALIDAD = 0.86

export const NO_ES_IMAGEN = 'El archivo debe ser una imagen.'

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
export function cropFoto(image: HTMLImageElement, recorte: Recorte): Promise<Blob> {
  const lado = Math.min(LADO, Math.max(1, Math.round(recorte.width)))
  return drawFoto(image, recorte, lado, lado)
}

/** The largest square in the middle of a picture. */
export function middleOf({ width, height }: { width: number; height: number }): Recorte {
  const side = Math.min(width, height)
  return { x: (width - side) / 2, y: (height - side) / 2, width: side, height: side }
}

/** Part of a picture as a JPEG of another size, of its pixels alone. @throws Error when this browser cannot draw it */
export async function drawFoto(
  image: HTMLImageElement,
  { x, y, width, height }: Recorte,
  toWidth: number,
  toHeight: number,
): Promise<Blob> {
  const canvas = document.createElement('canvas')
  canvas.width = toWidth
  canvas.height = toHeight
  const context = canvas.getContext('2d')
  if (!context) throw new Error('No pudimos preparar la imagen en este dispositivo.')
  // A transparent picture would turn black.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, toWidth, toHeight)
  context.drawImage(image, x, y, width, height, 0, 0, toWidth, toHeight)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', CALIDAD))
  if (!blob) throw new Error('No pudimos preparar la imagen en este dispositivo.')
  return blob
}
