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
