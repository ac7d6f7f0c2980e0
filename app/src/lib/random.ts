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
