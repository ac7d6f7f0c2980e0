/**
 * A whole number from 0 to `limit` − 1, each as likely as any other, from the browser's cryptographic randomness.
 * Values that would bias the result are drawn again.
 *
 * @param limit 1 to 2³²
 * @see https://www.w3.org/TR/webcrypto/#Crypto-method-getRandomValues
 */
export function randomBelow(limit: number): number {
  const whole = Math.floor(2 ** 32 / limit) * limit
  const value = new Uint32Array(1)
  do crypto.getRandomValues(value)
  while (value[0]! >= whole)
  return value[0]! % limit
}

/** A random id (UUID version 4, RFC 9562), also where the page is not served securely and `randomUUID` is missing. */
export function uuid(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID()
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = (bytes[6]! & 0x0f) | 0x40
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** An id that sorts by the moment at which it was made (UUID version 7, RFC 9562). @param now milliseconds since 1970 */
export function orderedUuid(now: number): string {
  const time = now.toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${uuid().slice(15)}`
}
