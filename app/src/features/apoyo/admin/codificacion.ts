/*
 * What letters the bytes of a sheet are. A spreadsheet saves «CSV» in the encoding of its system, and says nowhere which: Windows-1252, or that
 * of old Macs. Libraries guess by frequency and take one for the other (chardet), or weigh 700 KB (jschardet); here a sheet is read only in
 * the one way in which every letter of it makes sense, and otherwise refused as a whole.
 */

const LOWER = 'a-záéíóúüñçãõâêôà'
const UPPER = 'A-ZÁÉÍÓÚÜÑÇÃÕÂÊÔÀ'
const SIGNS = '¿¡«»“”‘’–—…·€°ºª'
const IMPOSSIBLE = new RegExp(
  [
    // A character that no Spanish or Portuguese text has.
    `[^\\t\\r\\n -~${LOWER}${UPPER}${SIGNS}]`,
    // A sign within a word.
    `[${LOWER}${UPPER}][${SIGNS}][${LOWER}${UPPER}]`,
    // A capital behind a small letter, a small one between capitals.
    `[${LOWER}][ÁÉÍÓÚÜÑÇÃÕÂÊÔÀ]`,
    `[${UPPER}][áéíóúüñçãõâêôà][${UPPER}]`,
  ].join('|'),
)

const UNREADABLE =
  'No se pueden leer las letras de esta hoja sin cambiar alguna. Guárdala otra vez como «CSV UTF-8» y súbela de nuevo.'

/** @throws TypeError where the bytes are none of that encoding */
const decode = (bytes: Uint8Array, encoding: string) =>
  new TextDecoder(encoding, { fatal: true }).decode(bytes)

/** @throws Error in words for her */
export function textOf(bytes: Uint8Array): string {
  const text = decoded(bytes)
  // A program that could not read a letter wrote this one in its place; zeros are bytes of another encoding.
  if (/[\ufffd\0]/.test(text)) throw new Error(UNREADABLE)
  return text
}

function decoded(bytes: Uint8Array): string {
  const [first, second] = bytes
  const wide =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : ''
  try {
    return decode(bytes, wide || 'utf-8')
  } catch {
    const possible = ['windows-1252', 'macintosh']
      .map((encoding) => decode(bytes, encoding))
      .filter((text) => !IMPOSSIBLE.test(text))
    if (possible.length !== 1) throw new Error(UNREADABLE)
    return possible[0]!
  }
}
