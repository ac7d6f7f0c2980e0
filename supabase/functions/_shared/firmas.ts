const utf8 = new TextEncoder()

/**
 * Whether a signature is HMAC of a text under a secret, compared in a time that tells nothing.
 * @param signature its bytes; undefined where it could not be read
 */
export async function isSigned(
  hash: 'SHA-1' | 'SHA-256',
  secret: string,
  text: string,
  signature: Uint8Array<ArrayBuffer> | undefined,
): Promise<boolean> {
  if (!signature) return false
  const key = await crypto.subtle.importKey('raw', utf8.encode(secret), { name: 'HMAC', hash }, false, [
    'verify',
  ])
  return crypto.subtle.verify('HMAC', key, signature, utf8.encode(text))
}

/** @returns undefined for what is no base64 */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
  } catch {
    return undefined
  }
}

/** @returns undefined for what is no hex */
export function fromHex(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (!/^([0-9a-f]{2})+$/i.test(text)) return undefined
  return Uint8Array.from(text.match(/../g)!, (byte) => Number.parseInt(byte, 16))
}
