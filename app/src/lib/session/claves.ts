import { argon2id } from 'hash-wasm'
import { toBase64Url } from '../cofre/sobre.ts'

/*
 * What a PIN is made into (docs/vault.md, "The PIN"). Everything takes the device's secret too, so that the service's own copy tells no PIN;
 * the key that opens the device takes the service's share as well, so that a copy of the device tells none either. Loaded where a PIN is
 * asked for alone: Argon2 is WebAssembly of 12 KB.
 */

type Bytes = Uint8Array<ArrayBuffer>

/** The least that OWASP's Password Storage Cheat Sheet allows for Argon2id: 19 MiB, two passes. A cheap phone takes 0.3 s. */
const ARGON2 = { memorySize: 19_456, iterations: 2, parallelism: 1, hashLength: 32 }

/** The same PIN, whatever keyboard it was typed on: a phone begins a word with a capital letter. */
const normal = (pin: string) => pin.normalize('NFKC').trim().toLowerCase()

export type Claves = {
  /** For the service, which keeps its hash: 24 bytes in base64url. */
  prueba: string
  /** To compare with on a device that is open. */
  huella: Bytes
  /** The key that wraps the device's data key. @param parte the service's share */
  llave: (parte: string) => Promise<CryptoKey>
}

/** @param memorySize of Argon2, in KiB: less in tests alone */
export async function clavesOf(
  pin: string,
  { salt, secreto }: { salt: Bytes; secreto: Bytes },
  memorySize = ARGON2.memorySize,
): Promise<Claves> {
  const slow = await argon2id({
    ...ARGON2,
    memorySize,
    password: normal(pin),
    salt,
    outputType: 'binary',
  })
  const material = (more: Bytes) =>
    crypto.subtle.importKey('raw', joined(new Uint8Array(slow), secreto, more), 'HKDF', false, [
      'deriveBits',
      'deriveKey',
    ])
  const own = await material(new Uint8Array())
  const bytes = async (what: string, length: number) =>
    new Uint8Array(await crypto.subtle.deriveBits(hkdf(what), own, length * 8))
  return {
    prueba: toBase64Url(await bytes('prueba', 24)),
    huella: await bytes('huella', 32),
    llave: async (parte) =>
      crypto.subtle.deriveKey(
        hkdf('llave'),
        await material(new TextEncoder().encode(parte)),
        { name: 'AES-GCM', length: 256 },
        false,
        ['encrypt', 'decrypt'],
      ),
  }
}

/** RFC 5869, without salt: what goes in is long and random already. */
const hkdf = (what: string): HkdfParams => ({
  name: 'HKDF',
  hash: 'SHA-256',
  salt: new Uint8Array(),
  info: new TextEncoder().encode(`amparo cerrojo1 ${what}`),
})

function joined(...parts: Bytes[]): Bytes {
  const all = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}
