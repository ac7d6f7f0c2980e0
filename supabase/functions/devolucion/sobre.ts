/*
 * The vault's envelope (docs/vault.md), as far as a slot needs it: 32 bytes, wrapped by a key that follows from the installation's secret and
 * bound to the account.
 */

const encoder = new TextEncoder()
const NONCE_BYTES = 12
const TABLA = 'cofre_ranuras'

type Bytes = Uint8Array<ArrayBuffer>
/** What wraps: its id, which stands in every envelope, and the key of the table. */
export type Wrapping = { id: string; key: CryptoKey }

const fromBase64Url = (text: string): Bytes =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0))

const toBase64Url = (bytes: Bytes): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

async function derive(material: CryptoKey, info: string, bits: number): Promise<Bytes> {
  const hkdf = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info: encoder.encode(info) }
  return new Uint8Array(await crypto.subtle.deriveBits(hkdf, material, bits))
}

const importKey = (raw: Bytes) => crypto.subtle.importKey('raw', raw, 'HKDF', false, ['deriveBits'])
const idFor = async (material: CryptoKey) => toBase64Url(await derive(material, 'amparo cofre1 id', 64))

/** The id of a data key. @param llave 32 bytes in base64url */
export const idOf = async (llave: string): Promise<string> => idFor(await importKey(fromBase64Url(llave)))

/** @param secret of the installation, of any length */
export async function readSecret(secret: string): Promise<Wrapping> {
  const material = await importKey(encoder.encode(secret))
  const raw = await derive(material, `amparo cofre1 tabla ${TABLA}`, 256)
  const key = await crypto.subtle.importKey('raw', raw, 'AES-GCM', false, ['encrypt', 'decrypt'])
  return { id: await idFor(material), key }
}

const cipher = (id: string, owner: string, iv: Bytes) => ({
  name: 'AES-GCM',
  iv,
  additionalData: encoder.encode(JSON.stringify(['cofre1', id, TABLA, owner, 'equipo'])),
})

/** @returns the envelope of a data key */
export async function sealLlave({ id, key }: Wrapping, owner: string, llave: string): Promise<string> {
  const nonce = crypto.getRandomValues(new Uint8Array(NONCE_BYTES))
  const sealed = await crypto.subtle.encrypt(cipher(id, owner, nonce), key, fromBase64Url(llave))
  return ['cofre1', id, toBase64Url(nonce), toBase64Url(new Uint8Array(sealed))].join('.')
}

/** @returns the data key in base64url; null for what was wrapped by another secret, for another account, or is damaged */
export async function openLlave({ id, key }: Wrapping, owner: string, sobre: string): Promise<string | null> {
  const [, , nonce = '', sealed = ''] = sobre.split('.')
  try {
    const raw = await crypto.subtle.decrypt(
      cipher(id, owner, fromBase64Url(nonce)),
      key,
      fromBase64Url(sealed),
    )
    return toBase64Url(new Uint8Array(raw))
  } catch {
    return null
  }
}
