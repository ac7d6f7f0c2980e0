/*
 * What no database can store of a text: U+0000, which is dropped, and half a character, in whose place U+FFFD stands. Pasting from a
 * document, and a text cut within an emoji, bring both.
 */

/** Half a surrogate pair; with the flag `u` whole pairs do not match. */
const HALF = /[\ud800-\udfff]/gu
/** An escape of JSON; a whole pair is one. */
const ESCAPE = /\\u[Dd][89ABab][\dA-Fa-f]{2}\\u[Dd][C-Fc-f][\dA-Fa-f]{2}|\\u[\dA-Fa-f]{4}|\\./gs

export function storable(text: string): string {
  return text.replace(HALF, '\ufffd').replaceAll('\0', '')
}

/** The same for the texts in JSON, which holds them as escapes. */
export function storableJson(json: string): string {
  return json.replace(ESCAPE, (found) =>
    found === '\\u0000' ? '' : found.length === 6 && /^\\ud[89a-f]/i.test(found) ? '\\ufffd' : found,
  )
}
