import type { BucketRules } from './buckets.ts'
import type { StorageContext } from './context.ts'
import { isCleanable, rewriteDocument } from './documents.ts'
import { invalidMimeType, tooLarge } from './errors.ts'
import { rewriteImage } from './images.ts'
import { contentType } from './sniff.ts'
import type { StagedFile } from './staging.ts'
import type { FileMetadata } from './write.ts'

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
    const type = contentType(staged.head, declared.type)
    if (!isAllowed(type, rules.allowedTypes)) throw invalidMimeType(type)
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
