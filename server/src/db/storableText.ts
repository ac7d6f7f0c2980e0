/** Half a surrogate pair; with the flag `u` whole pairs do not match. */
const HALF = /[\ud800-\udfff]/gu
/** An escape of JSON; a whole pair is one. */
const ESCAPE = /\\u[Dd][89ABab][\dA-Fa-f]{2}\\u[Dd][C-Fc-f][\dA-Fa-f]{2}|\\u[\dA-Fa-f]{4}|\\./gs
const DOUBTFUL = /\\u(?:0000|d[89a-f])/i

/** A text as PostgreSQL can store it: without U+0000, with U+FFFD in place of half a character. */
export function storable(text: string): string {
  return text.replace(HALF, '\ufffd').replaceAll('\0', '')
}

/** The same for the texts in JSON, which may hold them as escapes. */
export function storableJson(json: string): string {
  if (!DOUBTFUL.test(json)) return json
  return json.replace(ESCAPE, (found) => {
    if (found === '\\u0000') return ''
    return found.length === 6 && /^\\ud[89a-f]/i.test(found) ? '\\ufffd' : found
  })
}
