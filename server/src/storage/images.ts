import type { Sharp } from 'sharp'
import { invalidMimeType, tooBusy, tooLarge } from './errors.ts'

/** Largest picture that is decoded. Source: record 9. */
const MAX_PIXELS = 25_000_000
const TIMEOUT_SECONDS = 15
/** How many pictures are decoded at once: each may need a hundred megabytes. */
const AT_ONCE = 2
/** How many may wait for their turn. */
const MOST_WAITING = 50

/** Picture types that can be written anew. SVG is none: it is a document that runs. */
const ENCODERS: Readonly<Record<string, (image: Sharp) => Sharp>> = {
  'image/jpeg': (image) => image.jpeg({ quality: 88, mozjpeg: false }),
  'image/png': (image) => image.png({ compressionLevel: 8 }),
  'image/webp': (image) => image.webp({ quality: 88 }),
  'image/avif': (image) => image.avif({ quality: 65 }),
  'image/gif': (image) => image.gif(),
}

let library: Promise<typeof import('sharp').default> | undefined

/** Loaded with the first picture, so that the server runs where its binaries do not. */
function loadSharp(): Promise<typeof import('sharp').default> {
  library ??= import('sharp').then(({ default: sharp }) => {
    // Limits memory and processors used for pictures.
    sharp.cache(false)
    sharp.concurrency(1)
    return sharp
  })
  return library
}

/**
 * Decodes a picture and writes it anew: turned the way its camera was held, in sRGB, without any metadata (position,
 * time, device, thumbnails, colour profiles) and without anything that was hidden behind or inside it.
 * @param type what its bytes say it is
 * @throws ApiError 415 when it cannot be decoded as that, 413 above 25 megapixels, 503 when too many are waiting
 */
export async function rewriteImage(source: string, target: string, type: string): Promise<void> {
  const encode = ENCODERS[type]
  if (!encode) throw invalidMimeType(type)
  const sharp = await loadSharp()
  await takeTurn()
  try {
    const options = { limitInputPixels: MAX_PIXELS, failOn: 'error', sequentialRead: true } as const
    const { width = 0, height = 0, format } = await sharp(source, options).metadata()
    if (!type.endsWith(`/${format === 'heif' ? 'avif' : format}`)) throw invalidMimeType(type)
    if (width * height > MAX_PIXELS) throw tooLarge('The image has too many pixels')
    await encode(sharp(source, options).autoOrient()).timeout({ seconds: TIMEOUT_SECONDS }).toFile(target)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC') throw error
    if (/pixel limit/i.test((error as Error).message)) throw tooLarge('The image has too many pixels')
    throw invalidMimeType(type)
  } finally {
    endTurn()
  }
}

const waiting: (() => void)[] = []
let running = 0

async function takeTurn(): Promise<void> {
  if (running < AT_ONCE) {
    running += 1
    return
  }
  if (waiting.length >= MOST_WAITING) throw tooBusy()
  await new Promise<void>((resolve) => waiting.push(resolve))
}

function endTurn(): void {
  const next = waiting.shift()
  if (next) next()
  else running -= 1
}
