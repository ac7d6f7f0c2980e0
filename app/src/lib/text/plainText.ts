/** A text without accents and capitals, for searching: on a phone, in a hurry, nobody writes them. */
export function plainText(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}
