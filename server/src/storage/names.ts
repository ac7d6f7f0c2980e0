import { invalidBucketName, invalidKey } from './errors.ts'

/** Longest object name, in bytes of UTF-8; S3's limit, so that an object store can take over. */
const NAME_BYTES = 1024
const BUCKET_NAME = /^[\w!\-.*'() &$@=;:+,?]{1,63}$/
/** Control characters, marks and separators that rearrange a line, and the backslash, which some systems take for a slash. */
const UNSAFE = /[\p{Cc}\u200e\u200f\u2028-\u202e\u2066-\u2069\\]/u
/** Half of a surrogate pair, which UTF-8 cannot hold. */
const BROKEN = /[\ud800-\udfff]/u

/**
 * A bucket's id as a request gave it.
 * @throws ApiError 400 `InvalidBucketName`
 */
export function bucketId(value: unknown): string {
  if (typeof value !== 'string' || !BUCKET_NAME.test(value) || /^\.+$/.test(value)) throw invalidBucketName()
  return value
}

/**
 * An object's name as a request gave it, percent-decoding already done once. Files on disk never carry it, so it needs
 * no escaping; what is refused is what could mean something to whoever reads it later.
 * @throws ApiError 400 `InvalidKey`: empty, too long, control characters, a backslash, or an empty, `.` or `..` segment
 */
export function objectName(value: unknown): string {
  if (typeof value !== 'string' || value === '') throw invalidKey()
  const segments = namePrefix(value).split('/')
  if (segments.some((segment) => segment === '' || segment === '.' || segment === '..')) throw invalidKey()
  return value
}

/**
 * The beginning of names, for listing: may be empty or end with a slash.
 * @throws ApiError 400 `InvalidKey`
 */
export function namePrefix(value: string): string {
  if (UNSAFE.test(value) || BROKEN.test(value) || Buffer.byteLength(value) > NAME_BYTES) throw invalidKey()
  return value
}
