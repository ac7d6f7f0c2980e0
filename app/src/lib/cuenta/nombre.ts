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

/** Length of a name, at the registration and in the profile. */
export const LARGO_DE_NOMBRE = { min: 3, max: 30 }

/** Letters of the Latin alphabet with what stands on them, digits, blanks, what joins names, and pictures (`interno.rechazo_de_nombre`). */
const LETRAS =
  // biome-ignore lint/suspicious/noMisleadingCharacterClass: each stands for itself, none for a sequence.
  /^[A-Za-z0-9 '.,&_\u00b7\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u024f\u0300-\u0304\u0306-\u030c\u0327\u0328\u1e00-\u1eff\u2019\u2190-\u21ff\u2300-\u23ff\u25a0-\u27bf\u2b00-\u2bff\u200d\ufe0f\u{1f300}-\u{1faff}-]+$/u
const APILADAS = /[\u0300-\u036f]{3}/
const ALGUNA = /[A-Za-z\u00c0-\u024f\u1e00-\u1eff]/

/** What is wrong with a name, or null; one rule for the registration and the profile. Imitations of the team are the database's to refuse. */
export function rechazoOfNombre(name: string): string | null {
  const clean = readable(name).replace(/\s+/g, ' ')
  const length = lengthOf(clean)
  if (length < LARGO_DE_NOMBRE.min || length > LARGO_DE_NOMBRE.max)
    return `Tu nombre debe tener entre ${LARGO_DE_NOMBRE.min} y ${LARGO_DE_NOMBRE.max} caracteres.`
  return LETRAS.test(clean) && !APILADAS.test(clean) && ALGUNA.test(clean)
    ? null
    : 'Escribe tu nombre con letras de nuestro alfabeto; también valen acentos, números y dibujitos.'
}
