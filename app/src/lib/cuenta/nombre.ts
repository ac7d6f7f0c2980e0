import { brand } from '../installation/brand.ts'
import { lengthOf, readable } from '../text/readable.ts'

/**
 * The name to greet her by, at once: the stored one, until then the one she registered with, else the default.
 *
 * @param stored `username` of the profile
 * @param metadata the user's own metadata: good enough for a greeting, never for a right
 */
export function nombreOf(stored: string | null | undefined, metadata: unknown): string {
  const registered = (metadata as { username?: unknown } | null | undefined)?.username
  return stored || (typeof registered === 'string' && registered.trim()) || brand.defaultUsername
}

/** From here on a name is drawn smaller on Home. */
export const LARGO = 16

/** Length of a name, at the registration and in the profile. */
export const LARGO_DE_NOMBRE = { min: 3, max: 30 }

/** Letters that are a–z once the marks on them are gone, digits, blanks, what joins names, and pictures (`interno.letras_de_nombre`). */
const LETRAS =
  // biome-ignore lint/suspicious/noMisleadingCharacterClass: each stands for itself, none for a sequence.
  /^[A-Za-z0-9 '.,&_\u00b7\u2019\u2190-\u21ff\u231a\u231b\u2328\u23cf\u23e9-\u23f3\u23f8-\u23fa\u25a0-\u27bf\u2b00-\u2bff\u200d\ufe0f\u{1f300}-\u{1faff}-]+$/u
const MARCAS = /[\u0300-\u0304\u0306-\u030c\u031b\u0323-\u0328\u032e\u0331]/g
/** Of European names: they are no letter of a–z with a mark. */
const OTRAS = /[ßæÆøØłŁđĐðÐı]/g
const APILADAS = /[\u0300-\u036f]{3}/

/** What is wrong with a name, or null; one rule for the registration and the profile. Imitations of the team are the database's to refuse. */
export function rechazoOfNombre(name: string): string | null {
  const clean = readable(name).replace(/\s+/g, ' ')
  const length = lengthOf(clean)
  if (length < LARGO_DE_NOMBRE.min || length > LARGO_DE_NOMBRE.max)
    return `Tu nombre debe tener entre ${LARGO_DE_NOMBRE.min} y ${LARGO_DE_NOMBRE.max} caracteres.`
  const letras = clean.normalize('NFD').replace(MARCAS, '').replace(OTRAS, 'x')
  return LETRAS.test(letras) && !APILADAS.test(clean) && /[A-Za-z]/.test(letras)
    ? null
    : 'Escribe tu nombre con letras de nuestro alfabeto; también valen acentos, números y dibujitos.'
}
