import { plainText } from '../text/plainText.ts'
import { importLlave, type Llave } from './sobre.ts'

/*
 * The recovery code: 128 random bits as twelve Spanish words (BIP-39), the last of which checks the others. So many bits cannot be guessed,
 * so the key that opens its slot is derived without a slow hash.
 */

const BITS_BYTES = 16

/** The words, fetched when a code is made or typed. */
async function bip39() {
  const [{ entropyToMnemonic, mnemonicToEntropy }, { wordlist }] = await Promise.all([
    import('@scure/bip39'),
    import('@scure/bip39/wordlists/spanish.js'),
  ])
  return { entropyToMnemonic, mnemonicToEntropy, wordlist }
}

export type Codigo = {
  /** Twelve words, as they are shown. */
  palabras: string[]
  llave: Llave
}

export async function createCodigo(): Promise<Codigo> {
  const { entropyToMnemonic, wordlist } = await bip39()
  const bits = crypto.getRandomValues(new Uint8Array(BITS_BYTES))
  const palabras = entropyToMnemonic(bits, wordlist)
    .split(' ')
    .map((palabra) => palabra.normalize('NFC'))
  return { palabras, llave: await importLlave(bits) }
}

/** What keeps typed words from being a code: how many there are, which one does not exist, or that they do not belong together. */
export type Reparo = { cuantas: number } | { desconocida: string } | 'otras'

/**
 * Reads a code as she typed it: capitals, accents, numbers and signs between the words do not matter.
 *
 * @returns the key of its slot, or what is wrong with it
 */
export async function readCodigo(texto: string): Promise<Llave | { reparo: Reparo }> {
  const { mnemonicToEntropy, wordlist } = await bip39()
  // No two words of the list are the same without accents.
  const known = new Map(wordlist.map((palabra) => [plainText(palabra), palabra]))
  const typed = plainText(texto).match(/[a-z]+/g) ?? []
  const desconocida = typed.find((palabra) => !known.has(palabra))
  if (desconocida) return { reparo: { desconocida } }
  if (typed.length !== 12) return { reparo: { cuantas: typed.length } }
  try {
    const bits = mnemonicToEntropy(typed.map((palabra) => known.get(palabra)!).join(' '), wordlist)
    return await importLlave(Uint8Array.from(bits))
  } catch {
    return { reparo: 'otras' }
  }
}
