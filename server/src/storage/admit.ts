import type { BucketRules } from './buckets.ts'
import type { StorageContext } from './context.ts'
import { invalidMimeType, tooLarge } from './errors.ts'
import { rewriteImage, takesOnlyImages } from './images.ts'
import { contentType } from './sniff.ts'
import type { StagedFile } from './staging.ts'
import type { FileMetadata } from './write.ts'

/** A file that its bucket accepts, as it will be kept. */
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
 * pictures only, the picture is written anew without what its camera noted.
 * @param declared the type and caching that the sender asked for
 * @throws ApiError 413, 415; the staged file is removed then
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
    if (takesOnlyImages(rules.allowedTypes)) {
      const target = staging.newPath()
      try {
        await rewriteImage(staged.path, target, type)
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
