/** A value as stored on the device: unreadable in a copy of the browser's files. */
export type Sealed = { iv: Uint8Array<ArrayBuffer>; data: ArrayBuffer }

/**
 * A key that can be used by this browser and never be read out of it, not even by our own code.
 *
 * @throws TypeError where the page is not served securely and the browser offers no cryptography
 */
export function createKey(): Promise<CryptoKey> {
  return crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
}

/** Seals a value that JSON can carry. */
export const seal = (key: CryptoKey, value: unknown): Promise<Sealed> =>
  sealBytes(key, new TextEncoder().encode(JSON.stringify(value)))

/** AES-GCM with a fresh 96-bit nonce each time (NIST SP 800-38D). */
export async function sealBytes(key: CryptoKey, plain: Uint8Array<ArrayBuffer>): Promise<Sealed> {
  const iv = crypto.getRandomValues(new Uint8Array(12))
  return { iv, data: await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, plain) }
}

/**
 * What was sealed.
 *
 * @throws DOMException when it was sealed with another key or changed since
 */
export async function unseal<Value>(key: CryptoKey, sealed: Sealed): Promise<Value> {
  return JSON.parse(new TextDecoder().decode(await unsealBytes(key, sealed))) as Value
}

/** The same, as bytes. @throws DOMException as {@link unseal} does */
export const unsealBytes = async (key: CryptoKey, { iv, data }: Sealed): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, key, data))

/** A key for {@link hashName}. @param raw 32 random bytes */
export const importNameKey = (raw: Uint8Array<ArrayBuffer>): Promise<CryptoKey> =>
  crypto.subtle.importKey('raw', raw, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])

/** The key that stands for a name in storage: the same for the same name, and it tells nothing of it. HMAC (RFC 2104). */
export async function hashName(key: CryptoKey, name: string): Promise<string> {
  const signed = new Uint8Array(await crypto.subtle.sign('HMAC', key, new TextEncoder().encode(name)))
  return btoa(String.fromCharCode(...signed))
}
