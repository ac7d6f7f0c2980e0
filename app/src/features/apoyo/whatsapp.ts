import { whatsappHref } from '../../lib/outside/phone.ts'
import type { Asociacion } from './asociaciones.ts'

/** The code of a country from abroad, and how many digits a whole number of it has behind that. */
const PAISES: Readonly<Record<string, readonly [codigo: string, cifras: number]>> = {
  Argentina: ['54', 10],
  Bolivia: ['591', 8],
  Brasil: ['55', 11],
  Chile: ['56', 9],
  Colombia: ['57', 10],
  'Costa Rica': ['506', 8],
  Cuba: ['53', 8],
  Ecuador: ['593', 9],
  'El Salvador': ['503', 8],
  España: ['34', 9],
  Guatemala: ['502', 8],
  Honduras: ['504', 8],
  México: ['52', 10],
  Nicaragua: ['505', 8],
  Panamá: ['507', 8],
  Paraguay: ['595', 9],
  Perú: ['51', 9],
  'Puerto Rico': ['1', 10],
  'República Dominicana': ['1', 10],
  Uruguay: ['598', 8],
  Venezuela: ['58', 10],
}

const NUMERO = /\+?\d[\d ()-]{6,}\d/

/**
 * The chat of an association, as its own text tells it: the number that follows the word «WhatsApp» in the same sentence, or its telephone
 * where that sentence says that it is the same number.
 *
 * @returns the link; null where the text does not say it in so many words
 */
export function whatsappOf({
  descripcion,
  telefono,
  pais,
}: Pick<Asociacion, 'descripcion' | 'telefono' | 'pais'>): string | null {
  for (const sentence of descripcion?.split(/[.;](?=\s|$)|\n/) ?? []) {
    const [before, ...after] = sentence.split(/whatsapp/i)
    if (after.length === 0 || /\b(?:sin|no (?:hay|tiene|usa)|no \S+ por)\s+$/i.test(before!)) continue
    const written = NUMERO.exec(after.join(' '))?.[0]
    if (written) return whatsappHref(whole(written, pais))
    if (/\bmismo n[uú]mero\b/i.test(sentence)) return whatsappHref(telefono ?? '')
  }
  return null
}

/** A number as it is stored; empty where it is not one of the country's whole ones. */
function whole(written: string, pais: string): string {
  const digits = written.replace(/\D/g, '')
  if (written.startsWith('+')) return `+${digits}`
  const [codigo, cifras] = PAISES[pais] ?? []
  return digits.length === cifras ? `+${codigo}${digits}` : ''
}
