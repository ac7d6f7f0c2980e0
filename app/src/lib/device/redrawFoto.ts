import { drawFoto } from './foto.ts'

/** The longer side of a picture that is kept whole. */
const LADO_ENTERA = 1600

/**
 * A whole picture as a JPEG, drawn anew from its pixels, so that place, time and camera stay behind.
 *
 * @throws Error in words for her when this browser cannot show or draw it
 */
export async function redrawFoto(file: Blob): Promise<Blob> {
  const address = URL.createObjectURL(file)
  try {
    const image = new Image()
    image.src = address
    await image.decode().catch(() => {
      throw new Error('No pudimos abrir esa imagen. Elige otra, o guárdala antes como JPG.')
    })
    const scale = Math.min(1, LADO_ENTERA / Math.max(image.naturalWidth, image.naturalHeight))
    return await drawFoto(
      image,
      { x: 0, y: 0, width: image.naturalWidth, height: image.naturalHeight },
      Math.max(1, Math.round(image.naturalWidth * scale)),
      Math.max(1, Math.round(image.naturalHeight * scale)),
    )
  } finally {
    URL.revokeObjectURL(address)
  }
}
