import { type Bytes, hkdf, importLlave, LLAVE_BYTES, type Llave } from './sobre.ts'

/** The key of a slot that a passkey opens. @param prf the 32 bytes that the passkey makes of the slot's salt */
export async function importAcceso(prf: Bytes): Promise<Llave> {
  const material = await crypto.subtle.importKey('raw', prf, 'HKDF', false, ['deriveBits'])
  const raw = await crypto.subtle.deriveBits(hkdf('acceso'), material, 8 * LLAVE_BYTES)
  return importLlave(new Uint8Array(raw))
}
