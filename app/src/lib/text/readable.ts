/*
 * Cleans text that others wrote before it is shown: it cannot change the direction of the text around it, stack marks
 * over other lines or hide characters.
 */

/** Direction controls, invisible fillers and controls, except line breaks and what joins emoji (U+200C, U+200D). */
const UNSEEN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it is about.
  // biome-ignore lint/suspicious/noMisleadingCharacterClass: each stands for itself, none for a sequence.
  /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb]/g

/** More combining marks than any language puts on one letter ("zalgo" text), which would cover the lines above. */
const STACKED = /(\p{M}{4})\p{M}+/gu

/** A text without what cannot be seen, with at most one empty line in a row. */
export function readable(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(UNSEEN, '')
    .replace(STACKED, '$1')
    .replace(/\n[^\S\n]*(?:\n[^\S\n]*){2,}/g, '\n\n')
    .trim()
}

/** How many characters a text has, as PostgreSQL's `char_length` counts them. */
export function lengthOf(text: string): number {
  let count = 0
  for (const _ of text) count += 1
  return count
}

/** Whether anything of a text can be seen: only then is there something to send. */
export function hasTexto(text: string): boolean {
  return /[^\s\u00a0\p{Default_Ignorable_Code_Point}\u2800]/u.test(readable(text))
}

const EMOJI =
  /^(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}|[\u200d\ufe0f\u20e3\s])+$/u

/** Whether a text is one to three emoji and nothing else: it is shown large. */
export function isEmojiOnly(text: string): boolean {
  if (text.length > 40 || !EMOJI.test(text)) return false
  const signs = [...new Intl.Segmenter('es', { granularity: 'grapheme' }).segment(text.replace(/\s/g, ''))]
  return signs.length > 0 && signs.length <= 3
}
