import { plainText } from '../text/plainText.ts'
import { importLlave, type Llave } from './sobre.ts'

/*
 * The recovery code: 128 random bits as twelve Spanish words (BIP-39), the last of which checks the others. So many bits cannot be guessed,
 * so the key that opens its slot is derived without a slow hash.
 */

const BITS_BYTES = 16

/** Left out of new codes, which cost them a bit: what hurts to read, and what a stranger who finds the list would understand. */
const AVOIDED = new Set(
  (
    'aborto abuso agonía ahogo alarma amante amparo ataque azote bozal cadáver cadena cárcel celda chupar coger cojo culpa ' +
    'desnudo diablo dolor droga duelo enemigo engaño espía esposa fosa fuga furia fusil golpe gordo guerra herir huida huir ' +
    'infiel ira jaula lágrima lamer lesión letal llaga llanto llorar loco locura maldad marido matar miedo miseria morir ' +
    'mortal muerte obeso odiar odio orgía pánico pecado pegar pelea peligro pena polvo policía preso prisión puñal puño pupa ' +
    'rabia rapto refugio rehén rencor rescate sangre secreto sexo soledad sostén sufrir susto temor terror testigo trauma ' +
    'triste tumba tumor veneno vengar víctima viudo'
  ).split(' '),
)

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
  for (;;) {
    const bits = crypto.getRandomValues(new Uint8Array(BITS_BYTES))
    const palabras = entropyToMnemonic(bits, wordlist).normalize('NFC').split(' ')
    if (!palabras.some((palabra) => AVOIDED.has(palabra))) return { palabras, llave: await importLlave(bits) }
  }
}

/** What keeps typed words from being a code: how many there are, which one does not exist, or that they do not belong together. */
export type Reparo = { cuantas: number } | { desconocida: string } | 'otras'

/** Digits and letters that nobody takes for another (Crockford's base32). */
const SIGNS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const PASO_LENGTH = 20

/** A code of 100 random bits for another device of hers, which she types or scans within ten minutes. */
export async function createPaso(): Promise<{ texto: string; llave: Llave }> {
  const signs = Array.from(crypto.getRandomValues(new Uint8Array(PASO_LENGTH)), (byte) => SIGNS[byte % 32]!)
  const texto = signs.join('').replace(/.{4}(?!$)/g, '$&-')
  return { texto, llave: await keyOfPaso(texto) }
}

const keyOfPaso = (texto: string) => importLlave(new TextEncoder().encode(texto.replaceAll('-', '')))

/** The same as she typed it; null where it is none. */
function readPaso(texto: string): Promise<Llave> | null {
  const typed = texto.toUpperCase().replace(/[\s-]/g, '').replace(/O/g, '0').replace(/[IL]/g, '1')
  return typed.length === PASO_LENGTH && [...typed].every((sign) => SIGNS.includes(sign))
    ? keyOfPaso(typed)
    : null
}

/**
 * Reads a code as she typed it: capitals, accents, numbers and signs between the words do not matter.
 *
 * @returns the key of its slot, or what is wrong with it
 */
export async function readCodigo(texto: string): Promise<Llave | { reparo: Reparo }> {
  const paso = readPaso(texto)
  if (paso) return paso
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
