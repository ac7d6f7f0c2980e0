import { parseSync } from 'vite'

/*
 * Which texts of a source are sentences that somebody reads, so that a test can hold the words of ours to one vocabulary.
 */

/** @typedef {{ type: string, [key: string]: any }} Node */

/** A sentence, or the name of something on screen: a blank between words, or a capital. `user_id` and `alarma` are names of the code. */
const isShown = (/** @type {string} */ text) => /\p{L}\s+\p{L}|^\p{Lu}\p{Ll}/u.test(text.trim())

/**
 * The texts of one file that are read: what stands between tags, and quoted sentences. Where something is put into a sentence, its parts.
 *
 * @param {string} file its name tells TypeScript from TSX
 * @param {string} source
 * @returns {string[]}
 */
export function shownTexts(file, source) {
  const { program, errors } = parseSync(file, source)
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`)
  /** @type {string[]} */
  const texts = []
  const visit = (/** @type {Node} */ node) => {
    if (node.type === 'ImportDeclaration') return
    if (node.type === 'JSXText' && /\p{L}/u.test(node.value)) texts.push(node.value)
    if (node.type === 'Literal' && typeof node.value === 'string' && isShown(node.value))
      texts.push(node.value)
    if (node.type === 'TemplateElement' && isShown(node.value.cooked ?? '')) texts.push(node.value.cooked)
    for (const value of Object.values(node)) {
      for (const child of Array.isArray(value) ? value : [value]) {
        if (typeof child?.type === 'string') visit(child)
      }
    }
  }
  visit(/** @type {any} */ (program))
  return texts.map((text) => text.replace(/\s+/g, ' ').trim())
}
