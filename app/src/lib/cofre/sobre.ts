/*
 * The vault's cipher (docs/vault.md). AES-256-GCM with a random nonce of 96 bits (NIST SP 800-38D), under a key that HKDF (RFC 5869) derives
 * from the data key for each table. Every envelope is bound to the place it was sealed for, and opens nowhere else.
 */

export type Bytes = Uint8Array<ArrayBuffer>

/** Where an envelope belongs. */
export type Lugar = {
  /** The table, or the kind of slot. */
  tabla: string
  /** Whose it is: `user_id`. */
  owner: string
  /** Which row of hers: a day of the diary. */
  fila: string
}

/** A data key that can seal and open. It cannot be read out of the browser. */
export type Llave = {
  /** Says which key an envelope was sealed with; it follows from the key, and tells nothing of it. 11 characters of base64url. */
  id: string
  /** For {@link seal} and {@link open} alone. */
  material: CryptoKey
}

const VERSION = 'cofre1'
const FORM = /^cofre1\.([\w-]{11})\.([\w-]{16})\.([\w-]{22,})$/

export const LLAVE_BYTES = 32
const NONCE_BYTES = 12
const ID_BITS = 64
/** Sealed text is filled up to a multiple of this, so that its length tells little. */
const BLOCK_BYTES = 256

/** Whether a text is an envelope of the vault, as `interno.es_sobre` in the database. */
export const isSobre = (text: string): boolean => FORM.test(text)

/** The id of the key that an envelope was sealed with; null for any other text. */
export const llaveOf = (text: string): string | null => FORM.exec(text)?.[1] ?? null

/** It was sealed with another key or for another place, or somebody changed it. */
export class SobreRoto extends Error {
  override name = 'SobreRoto'
}

/** @param raw random bytes: 32 of a data key, fewer of a code that stands for one */
export async function importLlave(raw: Bytes): Promise<Llave> {
  const material = await crypto.subtle.importKey('raw', raw, 'HKDF', false, ['deriveKey', 'deriveBits'])
  const id = await crypto.subtle.deriveBits(hkdf('id'), material, ID_BITS)
  return { id: toBase64Url(new Uint8Array(id)), material }
}

/** What only who has a key can say of the one that takes its place: 32 bytes in base64url. */
export async function selloOf({ material }: Llave, next: string): Promise<string> {
  return toBase64Url(new Uint8Array(await crypto.subtle.deriveBits(hkdf(`releva ${next}`), material, 256)))
}

/** Seals a value that JSON can carry. @returns the envelope: `cofre1.<key>.<nonce>.<ciphertext and tag>`, each in base64url */
export function seal(llave: Llave, lugar: Lugar, value: unknown): Promise<string> {
  const plain = utf8(JSON.stringify(value))
  // Blanks at its end are nothing to JSON.
  const padded = new Uint8Array(Math.ceil(plain.length / BLOCK_BYTES) * BLOCK_BYTES).fill(0x20)
  padded.set(plain)
  return sealBytes(llave, lugar, padded)
}

/** What was sealed. @throws SobreRoto */
export async function open<Value>(llave: Llave, lugar: Lugar, sobre: string): Promise<Value> {
  return JSON.parse(new TextDecoder().decode(await openBytes(llave, lugar, sobre))) as Value
}

export async function sealBytes(llave: Llave, lugar: Lugar, plain: Bytes): Promise<string> {
  const { iv, sealed } = await encrypt(llave, lugar, plain)
  return [VERSION, llave.id, toBase64Url(iv), toBase64Url(sealed)].join('.')
}

export async function openBytes(llave: Llave, lugar: Lugar, sobre: string): Promise<Bytes> {
  const [, id, iv, sealed] = FORM.exec(sobre) ?? []
  if (id !== llave.id) throw new SobreRoto('It is no envelope of this key.')
  return decrypt(llave, lugar, fromBase64Url(iv!), fromBase64Url(sealed!))
}

/** How an envelope of bytes begins: a third shorter than in base64, which a picture would not be sent in. */
const headOf = ({ id }: Llave): Bytes => utf8(`${VERSION}.${id}.`)

/** Seals a file. @returns the envelope as bytes: `cofre1.<key>.` in ASCII, the nonce, ciphertext and tag */
export async function sealFile(llave: Llave, lugar: Lugar, plain: Bytes): Promise<Bytes> {
  const { iv, sealed } = await encrypt(llave, lugar, plain)
  const head = headOf(llave)
  const sobre = new Uint8Array(head.length + iv.length + sealed.length)
  sobre.set(head)
  sobre.set(iv, head.length)
  sobre.set(sealed, head.length + iv.length)
  return sobre
}

/** What was sealed with {@link sealFile}. @throws SobreRoto */
export async function openFile(llave: Llave, lugar: Lugar, sobre: Bytes): Promise<Bytes> {
  const head = headOf(llave)
  if (!head.every((byte, at) => byte === sobre[at])) throw new SobreRoto('It is no file of this key.')
  const begins = head.length + NONCE_BYTES
  return decrypt(llave, lugar, sobre.slice(head.length, begins), sobre.slice(begins))
}

async function encrypt(llave: Llave, lugar: Lugar, plain: Bytes): Promise<{ iv: Bytes; sealed: Bytes }> {
  const iv = crypto.getRandomValues(new Uint8Array(NONCE_BYTES))
  const sealed = await crypto.subtle.encrypt(
    { name: 'AES-GCM', iv, additionalData: bound(llave, lugar) },
    await subkey(llave, lugar.tabla),
    plain,
  )
  return { iv, sealed: new Uint8Array(sealed) }
}

async function decrypt(llave: Llave, lugar: Lugar, iv: Bytes, sealed: Bytes): Promise<Bytes> {
  try {
    return new Uint8Array(
      await crypto.subtle.decrypt(
        { name: 'AES-GCM', iv, additionalData: bound(llave, lugar) },
        await subkey(llave, lugar.tabla),
        sealed,
      ),
    )
  } catch (cause) {
    throw new SobreRoto('It was changed, or sealed for another place.', { cause })
  }
}

export const hkdf = (use: string) => ({
  name: 'HKDF',
  hash: 'SHA-256',
  salt: new Uint8Array(0),
  info: utf8(`amparo ${VERSION} ${use}`),
})

/** By key and table, so that opening a month derives once. */
const subkeys = new WeakMap<CryptoKey, Map<string, Promise<CryptoKey>>>()

function subkey({ material }: Llave, tabla: string): Promise<CryptoKey> {
  const known = subkeys.get(material) ?? new Map<string, Promise<CryptoKey>>()
  subkeys.set(material, known)
  const key =
    known.get(tabla) ??
    crypto.subtle.deriveKey(hkdf(`tabla ${tabla}`), material, { name: 'AES-GCM', length: 256 }, false, [
      'encrypt',
      'decrypt',
    ])
  known.set(tabla, key)
  return key
}

/** The associated data: version, key and place, so that no part can be read as another. */
const bound = ({ id }: Llave, { tabla, owner, fila }: Lugar) =>
  utf8(JSON.stringify([VERSION, id, tabla, owner, fila]))

const utf8 = (text: string): Bytes => new TextEncoder().encode(text)

/** As many bytes as can be the arguments of one call. */
const CHUNK = 0x8000

export function toBase64Url(bytes: Bytes): string {
  let binary = ''
  for (let at = 0; at < bytes.length; at += CHUNK)
    binary += String.fromCharCode(...bytes.subarray(at, at + CHUNK))
  return btoa(binary).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '')
}

export function fromBase64Url(text: string): Bytes {
  const binary = atob(text.replace(/-/g, '+').replace(/_/g, '/'))
  const bytes = new Uint8Array(binary.length)
  for (let at = 0; at < binary.length; at++) bytes[at] = binary.charCodeAt(at)
  return bytes
}
