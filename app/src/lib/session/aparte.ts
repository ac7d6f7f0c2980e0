import { readCerrojo } from '../offline/deviceKey.ts'
import { keepAparte } from '../offline/deviceLock.ts'
import { type Sealed, sealBytes, unsealBytes } from '../offline/seal.ts'
import { createStore } from '../store.ts'

/*
 * What the second PIN opens (docs/vault.md, "The second PIN"): a few notes of an agenda, with a key of their own beside the lock. They are always as
 * long, whether there is a second PIN or not, so that nobody can tell from the device.
 */

export type Nota = { id: string; fecha: string; texto: string }

type Bytes = Uint8Array<ArrayBuffer>

const LENGTH = 4_096

/** Whether this page shows it. */
export const aparteShown = createStore(false)

/** What the service knows the second PIN by, once it was typed on this page: a press from behind it says it. */
let prueba = ''
export const readPrueba = (): string => prueba
export const keepPrueba = (given: string): void => {
  prueba = given
}

/** The one that was opened on this page. */
let opened: { id: string; huella: Bytes; key: CryptoKey } | null = null

/** @param raw 32 bytes */
export const importAparte = (raw: Bytes): Promise<CryptoKey> =>
  crypto.subtle.importKey('raw', raw, 'AES-GCM', false, ['encrypt', 'decrypt'])

/** @throws RangeError where the notes are longer than what is kept */
export function sealAparte(key: CryptoKey, notas: readonly Nota[]): Promise<Sealed> {
  const text = new TextEncoder().encode(JSON.stringify(notas))
  if (text.length > LENGTH) throw new RangeError('the notes are longer than what is kept')
  return sealBytes(
    key,
    new Uint8Array(LENGTH).fill(0x20).map((blank, place) => text[place] ?? blank),
  )
}

export function openAparte(id: string, huella: Bytes, key: CryptoKey): void {
  opened = { id, huella, key }
}

/** Whether it is the second PIN by which this page was opened. */
export const isAparte = (id: string, huella: Bytes): boolean =>
  opened?.id === id && huella.every((byte, place) => byte === opened?.huella[place])

export const openedAparte = () => opened

/** Sealed anew, with whichever PIN the device was opened: a copy of before and one of after do not tell which. */
export async function resealAparte(id: string, key: CryptoKey): Promise<void> {
  const lock = await readCerrojo()
  if (lock?.id !== id) return
  await keepAparte(id, await sealBytes(key, await unsealBytes(key, lock.aparte)))
}
