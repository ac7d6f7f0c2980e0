/** Where a link may lead; the same pattern is the database's (`interno.marca_limpia`), which leaves any other one without its address. */
const LINK =
  /^(https?:\/\/[^\s"'<>`\\]+|mailto:[^\s"'<>`\\:]+|tel:[0-9+*#%().-]+|\/([^\s"'<>`\\/][^\s"'<>`\\]*)?|#[A-Za-z0-9_-]*)$/

/** Whether the database keeps this address in a text. */
export const isLink = (address: string): boolean => LINK.test(address)

/**
 * What she types as the address of a link, made whole: `www.ejemplo.mx`, `hola@ejemplo.mx`, `55 1234 5678`.
 *
 * @returns null where it leads nowhere
 */
export function toLink(typed: string): string | null {
  const text = typed.trim()
  const made = isLink(text)
    ? text
    : /^[^\s@/:]+@[^\s@/:]+\.[^\s@/:.]+$/.test(text)
      ? `mailto:${text}`
      : /^\+?[\d\s().-]{3,20}$/.test(text) && /\d{3}/.test(text.replace(/\D/g, ''))
        ? `tel:${text.replace(/[^\d+]/g, '')}`
        : /^[^\s/:@]+\.[a-z]{2,}(?:[/?#]\S*)?$/i.test(text)
          ? `https://${text}`
          : ''
  return isLink(made) ? made : null
}
