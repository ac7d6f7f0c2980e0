/** Life moments, as stored and as shown (docs/product.md#profile). */
export const momentos = [
  ['feliz', 'Feliz'],
  ['duelo', 'En Duelo'],
  ['emprendiendo', 'Emprendiendo'],
  ['soledad', 'En Soledad'],
  ['maternando', 'Maternando'],
] as const

/** The name that a stored moment is shown by; an unknown one shows as it is. */
export function nombreOfMomento(stored: string): string {
  return momentos.find(([value]) => value === stored)?.[1] ?? stored
}

/** Length of a name in the profile. */
export const LARGO_DE_NOMBRE = { min: 3, max: 30 }

/** What is wrong with a name, or null; imitations of the team are the database's to refuse. */
export function rechazoOfNombre(name: string): string | null {
  const { length } = [...name.trim()]
  return length < LARGO_DE_NOMBRE.min || length > LARGO_DE_NOMBRE.max
    ? `Tu nombre debe tener entre ${LARGO_DE_NOMBRE.min} y ${LARGO_DE_NOMBRE.max} caracteres.`
    : null
}
