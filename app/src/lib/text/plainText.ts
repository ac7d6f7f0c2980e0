/** A text without accents and capitals, every blank a plain one, for searching: on a phone, in a hurry, nobody writes them. */
export function plainText(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').replace(/\s/g, ' ').toLowerCase()
}
