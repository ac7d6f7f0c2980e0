import { spawn } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Sharp } from 'sharp'
import type { BucketRules } from './buckets.ts'
import { invalidMimeType, noSpace, tooLarge, unreadableFile } from './errors.ts'
import type { StagedFile } from './files.ts'
import type { FileMetadata } from './objects.ts'
import { BoundedQueue, loadSharp, MAX_PIXELS } from './pictures.ts'
import type { StorageContext } from './request.ts'
import { contentType, declaredType } from './sniff.ts'

/** A file accepted by its bucket, as it will be stored. */
export interface AdmittedFile {
  path: string
  metadata: FileMetadata
}

/** Most bytes that a file of this bucket may have. */
export function sizeLimit({ maxFileBytes }: StorageContext, { fileSizeLimit }: BucketRules): number {
  return Math.min(maxFileBytes, fileSizeLimit ?? maxFileBytes)
}

/**
 * Decides on an arrived file by its own bytes: its type must be one that the bucket takes, and where a bucket takes
 * only what can be written anew (pictures, sound, documents), it is, without what tells who made it, where, when and with what.
 * @param declared the type and caching that the sender asked for
 * @throws ApiError 413, 415, 422; the staged file is removed then
 */
export async function admitFile(
  ctx: StorageContext,
  rules: BucketRules,
  staged: StagedFile,
  declared: { type?: string; cacheControl: string },
): Promise<AdmittedFile> {
  const { staging } = ctx
  let kept = staged
  try {
    if (staged.size > sizeLimit(ctx, rules)) throw tooLarge()
    const isListed = rules.allowedTypes !== null && rules.allowedTypes.length > 0
    const found = contentType(staged.head, declared.type)
    if (!isAllowed(found, rules.allowedTypes)) throw invalidMimeType(found)
    // Where a bucket takes anything, a file is what its sender calls it; what a browser would run is only what its bytes say.
    const named = isListed || RUNS.test(found) ? undefined : declaredType(declared.type)
    const type = named === undefined || RUNS.test(named) ? found : named
    if (takesOnlyClean(rules.allowedTypes)) {
      const target = staging.newPath()
      try {
        await (isCleanable(type) ? rewriteDocument : rewriteImage)(staged.path, target, type)
        kept = await staging.describe(target)
      } catch (error) {
        await staging.discard(target)
        throw error
      }
      await staging.discard(staged.path)
    }
    return { path: kept.path, metadata: describe(kept, type, declared.cacheControl) }
  } catch (error) {
    await staging.discard(staged.path)
    throw error
  }
}

const RUNS = /html|xml|svg|script|wasm/i

/** Whether a bucket takes nothing but what can be written anew; such a bucket's files are. */
export function takesOnlyClean(allowedTypes: readonly string[] | null): boolean {
  return (
    allowedTypes !== null &&
    allowedTypes.length > 0 &&
    allowedTypes.every((type) => type.startsWith('image/') || isCleanable(type))
  )
}

function isAllowed(type: string, allowed: readonly string[] | null): boolean {
  if (allowed === null || allowed.length === 0) return true
  const name = type.split(';', 1)[0]!.trim().toLowerCase()
  return allowed.some(
    (pattern) =>
      pattern === '*/*' ||
      pattern.toLowerCase() === name ||
      (pattern.endsWith('/*') && name.startsWith(pattern.slice(0, -1).toLowerCase())),
  )
}

function describe({ size, md5 }: StagedFile, mimetype: string, cacheControl: string): FileMetadata {
  return {
    eTag: `"${md5}"`,
    size,
    mimetype,
    cacheControl,
    // HTTP dates know no fractions.
    lastModified: new Date(Math.floor(Date.now() / 1000) * 1000).toISOString(),
    contentLength: size,
    httpStatusCode: 200,
  }
}

/** Each picture may need a hundred megabytes. */
const pictures = new BoundedQueue(2, 50)
/** One at a time: they come from the team, and each may take a processor. */
const documents = new BoundedQueue(1, 10)

const PICTURE_SECONDS = 15

/** Picture types that can be written anew. SVG is none: it is a document that runs. */
const ENCODERS: Readonly<Record<string, (image: Sharp) => Sharp>> = {
  'image/jpeg': (image) => image.jpeg({ quality: 88, mozjpeg: false }),
  'image/png': (image) => image.png({ compressionLevel: 8 }),
  'image/webp': (image) => image.webp({ quality: 88 }),
  'image/avif': (image) => image.avif({ quality: 65 }),
  'image/gif': (image) => image.gif(),
}

/**
 * Decodes a picture and writes it anew: turned the way its camera was held, in sRGB, without any metadata (position,
 * time, device, thumbnails, colour profiles) and without anything that was hidden behind or inside it.
 * @param type what its bytes say it is
 * @throws ApiError 415 when it cannot be decoded as that, 413 above 25 megapixels, 503 when too many are waiting
 */
async function rewriteImage(source: string, target: string, type: string): Promise<void> {
  const encode = ENCODERS[type]
  if (!encode) throw invalidMimeType(type)
  const sharp = await loadSharp()
  await pictures.run(async () => {
    try {
      const options = { limitInputPixels: MAX_PIXELS, failOn: 'error', sequentialRead: true } as const
      const { width = 0, height = 0, format } = await sharp(source, options).metadata()
      if (!type.endsWith(`/${format === 'heif' ? 'avif' : format}`)) throw invalidMimeType(type)
      if (width * height > MAX_PIXELS) throw tooLarge('The image has too many pixels')
      await encode(sharp(source, options).autoOrient()).timeout({ seconds: PICTURE_SECONDS }).toFile(target)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOSPC') throw error
      if (/pixel limit/i.test((error as Error).message)) throw tooLarge('The image has too many pixels')
      throw invalidMimeType(type)
    }
  })
}

/** Sound and documents that can be written anew; `clean/` has one writer for each. */
const CLEANED = new Set([
  ...['audio/mpeg', 'audio/mp4', 'audio/ogg', 'audio/wav', 'audio/aac', 'audio/flac', 'application/pdf'],
])
/** An hour of sound takes seconds; a file that takes longer was made to. */
const DOCUMENT_MS = 120_000
/** Of the process that reads one file: a document is held in memory whole, a sound is not. */
const MEMORY_MB = 256

/** Whether files of this type can be written anew. */
function isCleanable(type: string): boolean {
  return CLEANED.has(type)
}

/**
 * Writes a sound or a document anew, without what tells who made it, where, when and with what.
 * @param type what its bytes say it is
 * @throws ApiError 422 when it is broken, locked or another kind than it says; 503 when too many are waiting
 */
export async function rewriteDocument(source: string, target: string, type: string): Promise<void> {
  await documents.run(async () => {
    try {
      const code = await clean(source, target, type)
      if (code === 4) throw noSpace()
      if (code !== 0) throw unreadableFile()
    } catch (error) {
      await rm(target, { force: true })
      throw error
    }
  })
}

/** @returns the exit code; null where the process was ended */
function clean(source: string, target: string, type: string): Promise<number | null> {
  // As source under the tests, bundled beside this file otherwise.
  const isSource = import.meta.url.endsWith('.ts')
  const program = fileURLToPath(new URL(isSource ? './clean/cleaner.ts' : './cleaner.js', import.meta.url))
  const flags = [`--max-old-space-size=${MEMORY_MB}`, ...(isSource ? ['--import', 'tsx'] : [])]
  const child = spawn(process.execPath, [...flags, program, source, target, type], {
    // An empty environment: none of the server's settings and secrets.
    env: {},
    stdio: 'ignore',
  })
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => child.kill('SIGKILL'), DOCUMENT_MS)
    child.once('error', (error) => {
      clearTimeout(timer)
      reject(error)
    })
    child.once('exit', (code) => {
      clearTimeout(timer)
      resolve(code)
    })
  })
}
