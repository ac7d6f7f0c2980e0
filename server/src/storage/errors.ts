import { isPostgresError, isUnavailable } from '../db/errors.ts'
import { ApiError } from '../http/errors.ts'
import { TokenError } from '../tokens/tokens.ts'

/**
 * What storage answers when it refuses. Status, code, `error` and text are those of Supabase Storage's documented error
 * codes; the HTTP status is the documented one, which Supabase itself repeats only in the body.
 */
function refusal(status: number, code: string, message: string, error = code): ApiError {
  return new ApiError(status, code, message, { extra: { error } })
}

export const invalidRequest = (message: string) => refusal(400, 'InvalidRequest', message)
export const invalidKey = () => refusal(400, 'InvalidKey', 'Invalid key')
export const invalidBucketName = () =>
  refusal(400, 'InvalidBucketName', 'Bucket name invalid', 'Invalid Input')
export const noSuchBucket = () => refusal(404, 'NoSuchBucket', 'Bucket not found', 'Bucket not found')
export const noSuchKey = () => refusal(404, 'NoSuchKey', 'Object not found', 'not_found')
export const notFound = () => refusal(404, 'NoSuchKey', 'Not found', 'not_found')
export const alreadyExists = (code: 'KeyAlreadyExists' | 'BucketAlreadyExists') =>
  refusal(409, code, 'The resource already exists', 'Duplicate')
export const bucketNotEmpty = () =>
  refusal(409, 'ResourceNotEmpty', 'The bucket you tried to delete is not empty')
export const tooLarge = (message = 'The object exceeded the maximum allowed size') =>
  refusal(413, 'EntityTooLarge', message, 'Payload too large')
export const invalidMimeType = (type: string) =>
  refusal(415, 'InvalidMimeType', `mime type ${type} is not supported`, 'invalid_mime_type')
/** Of a kind that the bucket takes, and broken or locked. An addition of ours: Supabase keeps files as they come. */
export const unreadableFile = () =>
  refusal(422, 'UnreadableFile', 'The file is damaged, protected or of another kind', 'unreadable_file')
/** A file that is no picture, or a broken one, where a picture was asked for in another size. */
export const unreadableImage = () =>
  refusal(422, 'InvalidRequest', 'The requested resource is not a supported image')
export const invalidSignature = () => refusal(400, 'InvalidSignature', 'Invalid signature')
export const accessDenied = (message = 'Access denied') =>
  refusal(403, 'AccessDenied', message, 'Unauthorized')
export const notSupported = (feature: string) =>
  refusal(409, 'NotSupported', `The feature ${feature} is not enabled for this resource`)
export const noSpace = () => refusal(503, 'SlowDown', 'There is no room for new files at the moment')
export const tooBusy = () => refusal(503, 'SlowDown', 'Too many uploads at the moment, please try again')
export const invalidRange = (size: number) =>
  new ApiError(416, 'InvalidRange', 'invalid range provided', {
    extra: { error: 'invalid_range' },
    headers: { 'content-range': `bytes */${size}` },
  })

/** @param cause what the object store said: it may name its keys, and is never told */
export const awayFiles = (cause: unknown): ApiError =>
  Object.assign(refusal(503, 'SlowDown', 'The files are not available at the moment'), { cause })

/** SQLSTATEs that a client can cause, and what they mean here. */
const SQLSTATE: Readonly<Record<string, () => ApiError>> = {
  '42501': () => accessDenied('new row violates row-level security policy'),
  '23503': () => refusal(404, 'InvalidRequest', 'The related resource does not exist'),
  '57014': () =>
    refusal(503, 'DatabaseTimeout', 'The database did not answer in time. Please try again later.'),
}

/**
 * The refusal that an error stands for; undefined for one that nobody foresaw.
 * @param error anything thrown while a request was served
 */
export function refusalOf(error: unknown): ApiError | undefined {
  if (error instanceof ApiError) return error
  if (error instanceof TokenError) {
    const message = error.reason === 'expired' ? '"exp" claim timestamp check failed' : 'Invalid JWT'
    return refusal(403, 'AccessDenied', message, 'Unauthorized')
  }
  if (isUnavailable(error)) return refusal(503, 'SlowDown', 'The database is not available at the moment')
  if (isPostgresError(error)) {
    // Class 22: a value that no column can hold; class 23: a rule of the table; class 53: the disk is full.
    if (error.code.startsWith('22') || error.code.startsWith('23'))
      return SQLSTATE[error.code]?.() ?? invalidRequest('The request is not valid')
    if (error.code.startsWith('53')) return noSpace()
    return SQLSTATE[error.code]?.()
  }
  const { code, statusCode } = error as { code?: string; statusCode?: number }
  if (code === 'ENOSPC' || code === 'EDQUOT') return noSpace()
  if (statusCode === 413) return tooLarge()
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return refusal(statusCode, 'InvalidRequest', 'The request is not valid')
  return undefined
}

/** The body of a refusal, as storage-js reads it. */
export function refusalBody(refused: ApiError): Record<string, unknown> {
  return {
    statusCode: String(refused.status),
    code: refused.code,
    error: refused.extra.error ?? refused.code,
    message: refused.message,
  }
}
