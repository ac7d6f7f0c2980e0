import { brand } from '../installation/brand.ts'
import { storable } from '../text/storable.ts'

/** A number as it is stored: `+525512345678`, or a short code as it was typed (`911`, `*765`). */
export type NormalizedPhone = {
  telefono: string
  /** Possible by its length, but in no range that its country is known to use: worth a second look, not a refusal. */
  doubtful: boolean
}

/** Said at the field of a number that no plan of numbers knows; pressed again, it is taken as it is. */
export const DOUBTFUL_NUMBER =
  'Este número no parece existir. Revísalo; si es correcto, guárdalo de todos modos.'

/** What cannot be a phone number. Its message is Spanish and meant for the field itself. */
export class PhoneError extends Error {
  override name = 'PhoneError'
}

type Country = import('libphonenumber-js/max').CountryCode

// Address books paste invisible direction marks around numbers; «tel:» comes with a copied link.
const INVISIBLE = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g
const ALLOWED = /^\+?[\d\s().\-/*#]+$/
// Three to six digits, perhaps between * and #: 911, 079, 1455, *765, *111#. No subscriber number is that short.
const SHORT_CODE = /^\*?\d{3,6}#?$/
// Until 2019 a Mexican mobile was dialled 044, 045 or 01 before the number and +52 1 from abroad; many address books
// still hold it so, and such a number no longer connects.
const OLD_AT_HOME = /^(?:044|045|01)(?=\d{10}$)/
const OLD_MEXICAN = /^(?:\+|00|011)?521(?=\d{10}$)/
// An Argentine mobile has a 9 from abroad, or a 15 behind its area at home; with both, only the 15 is read right.
const BOTH_ARGENTINE = /^(?:\+|00)?549(?=0?\d{12}$)/

/** What was dialled in earlier years as it is dialled now, from wherever she writes it. */
function upToDate(number: string, country: string): string {
  const there = number.replace(OLD_MEXICAN, '+52').replace(BOTH_ARGENTINE, '+54')
  return country === 'MX' ? there.replace(OLD_AT_HOME, '+52') : there
}

function clean(input: string): string {
  return input.normalize('NFKC').replace(INVISIBLE, '').trim().replace(/^tel:/i, '')
}

function compact(input: string): string {
  return clean(input).replace(/[\s().\-/]/g, '')
}

/**
 * Brings a typed number to international form (E.164), so that calls and messages to it work from anywhere. Short codes
 * stay as they are: a country prefix would break them.
 *
 * @param input what she typed or pasted
 * @param country ISO 3166 code that a number without prefix belongs to
 * @returns the number to store
 * @throws PhoneError for what cannot be a number, with a Spanish message for the field
 * @throws TypeError when the number tables could not be loaded (first use, no connection)
 * @see https://github.com/catamphetamine/libphonenumber-js
 */
export async function normalizePhone(
  input: string,
  country: string = brand.country,
): Promise<NormalizedPhone> {
  const typed = clean(input)
  if (!ALLOWED.test(typed)) {
    throw new PhoneError('Escribe solo el número, con su código de área: sin letras.')
  }
  const number = compact(typed)
  if (SHORT_CODE.test(number)) return { telefono: number, doubtful: false }

  const { parsePhoneNumberFromString, validatePhoneNumberLength } = await import('libphonenumber-js/max')
  const dialled = upToDate(number, country)
  const parsed = parsePhoneNumberFromString(dialled, country as Country)
  if (parsed?.isPossible()) return { telefono: parsed.number, doubtful: !parsed.isValid() }

  throw new PhoneError(
    {
      TOO_SHORT: 'Al número le faltan cifras. Escríbelo completo, con su código de área.',
      TOO_LONG: 'Al número le sobran cifras. Revísalo.',
      INVALID_COUNTRY: 'Ese código de país no existe. Revísalo.',
    }[validatePhoneNumberLength(dialled, country as Country) as string] ??
      'Eso no parece un número de teléfono. Revísalo.',
  )
}

/**
 * A stored number as people write it (`+52 55 1234 5678`).
 *
 * @param telefono a stored number; anything else comes back unchanged
 */
export async function formatPhone(telefono: string): Promise<string> {
  if (!telefono.startsWith('+')) return telefono
  const { parsePhoneNumberFromString } = await import('libphonenumber-js/max')
  return parsePhoneNumberFromString(telefono)?.formatInternational() ?? telefono
}

/**
 * The call link of a number.
 *
 * @param telefono a stored number or a short code
 * @returns `tel:…` with nothing but digits, `+`, and `*` or `#` percent-encoded; null for what cannot be dialled
 */
export function telHref(telefono: string): string | null {
  const number = compact(telefono)
  return /^\+?[\d*#]{3,20}$/.test(number)
    ? `tel:${number.replaceAll('*', '%2A').replaceAll('#', '%23')}`
    : null
}

/**
 * The digits that WhatsApp knows a number by.
 *
 * @param telefono a stored number
 * @returns 8 to 15 digits with the country's code and without `+`; null for short codes and for what is no
 *   international number
 * @see https://faq.whatsapp.com/5913398998672934 (link format), https://faq.whatsapp.com/1294841057948784 (Argentina's 9)
 */
export function whatsappDigits(telefono: string): string | null {
  const digits = /^\+([1-9]\d{7,14})$/.exec(compact(telefono))?.[1]
  if (!digits) return null
  // WhatsApp knows Argentine mobiles only with a 9 behind the country's code, which people leave out.
  return /^54[1-8]\d{9}$/.test(digits) ? `549${digits.slice(2)}` : digits
}

/**
 * A link that opens WhatsApp with a message already written. It sends nothing: she must still press send there.
 *
 * @param telefono a stored number, or null to let her choose whom to write to in WhatsApp
 * @param text the message; without one an empty chat opens
 * @returns the link; null when the number cannot have WhatsApp
 */
export function whatsappHref(telefono: string | null, text = ''): string | null {
  const digits = telefono === null ? '' : whatsappDigits(telefono)
  return digits === null ? null : `https://wa.me/${digits}${text && `?text=${inAddress(text)}`}`
}

/**
 * A link that opens the phone's own messages with a text already written; it works without a data connection.
 *
 * @param telefono a stored number, or null to let her choose whom to write to
 * @param text the message
 * @param apple whether the device is Apple's, which separates the body with `&` where Android takes `?`
 * @returns the link; null for short codes, which do not receive messages
 * @see RFC 5724; http://blog.julianklotz.de/the-sms-uri-scheme/
 */
export function smsHref(telefono: string, text: string, apple: boolean): string | null
export function smsHref(telefono: null, text: string, apple: boolean): string
export function smsHref(telefono: string | null, text: string, apple: boolean): string | null {
  return telefono !== null && whatsappDigits(telefono) === null
    ? null
    : `sms:${compact(telefono ?? '')}${apple ? '&' : '?'}body=${inAddress(text)}`
}

/** Half a character, as of an emoji that was cut, cannot stand in an address: the link would not be made at all. */
const inAddress = (text: string) => encodeURIComponent(storable(text))
