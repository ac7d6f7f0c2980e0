/** As large as a picture may be: it travels sealed, within its entry. */
export const MAX_BYTES = 200_000
const LADOS = [1600, 1200, 900, 640]
const CALIDADES = [0.8, 0.6, 0.45]

/**
 * A picture, drawn anew from its pixels, so that place, time and camera, which phones write into theirs, stay behind.
 *
 * @returns a JPEG of {@link MAX_BYTES} at most, in base64
 * @throws Error where it is no picture, or this browser cannot draw it
 */
export async function fotoOf(file: Blob): Promise<string> {
  const image = await createImageBitmap(file)
  try {
    for (const lado of LADOS) {
      const canvas = draw(image, lado)
      for (const calidad of CALIDADES) {
        const blob = await new Promise<Blob | null>((resolve) =>
          canvas.toBlob(resolve, 'image/jpeg', calidad),
        )
        if (blob && blob.size <= MAX_BYTES) return base64Of(blob)
      }
    }
  } finally {
    image.close()
  }
  throw new Error('the picture does not get small enough')
}

function draw(image: ImageBitmap, lado: number): HTMLCanvasElement {
  const scale = Math.min(1, lado / Math.max(image.width, image.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(image.width * scale))
  canvas.height = Math.max(1, Math.round(image.height * scale))
  const context = canvas.getContext('2d')!
  // A transparent picture would turn black.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(image, 0, 0, canvas.width, canvas.height)
  return canvas
}

export const base64Of = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve((reader.result as string).split(',')[1]!)
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(blob)
  })

export const fotoSrc = (foto: string): string => `data:image/jpeg;base64,${foto}`
