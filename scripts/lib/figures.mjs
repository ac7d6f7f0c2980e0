import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { parseSync } from 'vite'
import { capture, root } from './run.mjs'

/*
 * How long files and functions are, which files import each other in a circle, which lines stand twice: what is looked at when code is
 * divided or put together. They are figures to look at, no limits: dividing what belongs together is worse than length.
 */

const LONG_FILE = 250
const SHORT_FILE = 20
const SHORT_FUNCTION = 40
const LONG_FUNCTION = 100
const SAME_LINES = 15

/**
 * @typedef {{ type: string, [key: string]: any }} Node
 * @typedef {object} Source
 * @property {string} file from the root
 * @property {string[]} lines
 * @property {Fn[]} functions
 * @property {string[]} imports files of ours that it imports, types included
 * @typedef {{ name: string, line: number, lines: number }} Fn
 * @typedef {{ file: string, lines: number }} Long
 * @typedef {object} Figures
 * @property {number} files
 * @property {number} lines
 * @property {number} median lines of the file in the middle
 * @property {Long[]} longFiles more than 250 lines, the longest first
 * @property {Long[]} shortFiles fewer than 20 lines
 * @property {number} functions functions with a name of their own, and methods
 * @property {number} shortFunctions how many of them have fewer than 40 lines
 * @property {(Long & { name: string })[]} longFunctions more than 100 lines, callbacks included
 */

const FUNCTIONS = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'])

/** What is generated is not counted. */
const NOT_COUNTED = /database\.types\.ts$|\.d\.ts$/

export const isTest = (/** @type {string} */ file) =>
  /\.test\.|\.spec\.|^e2e\/|(^|\/)testing\/|^supabase\/tests\/|^scripts\/(attacks|flows|mutations|proofs)\//.test(
    file,
  )

/** @returns {Promise<Source[]>} every file of JavaScript and TypeScript that git keeps */
export async function readSources() {
  const { output } = await capture('git', ['-C', root, 'ls-files', '-z', '*.ts', '*.tsx', '*.mjs', '*.js'])
  const files = output.split('\0').filter((file) => file && !NOT_COUNTED.test(file))
  return Promise.all(
    files.map(async (file) => sourceOf(file, await readFile(path.join(root, file), 'utf8'), files)),
  )
}

/**
 * @param {string} file @param {string} text
 * @param {string[]} all what its imports may lead to
 * @returns {Source}
 */
export function sourceOf(file, text, all = []) {
  const { program, errors } = parseSync(file, text)
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`)
  const lineAt = lineFinder(text)
  /** @type {Fn[]} */
  const functions = []
  /** @type {string[]} */
  const imports = []
  const visit = (/** @type {Node} */ node, /** @type {string} */ name) => {
    if (FUNCTIONS.has(node.type)) {
      const line = lineAt(node.start)
      functions.push({ name: node.id?.name ?? name, line, lines: lineAt(node.end - 1) - line + 1 })
    }
    if (
      /^(Import|Export).*Declaration$|^ImportExpression$/.test(node.type) &&
      node.source?.value?.startsWith?.('.')
    ) {
      const to = path.posix.join(path.posix.dirname(file), node.source.value)
      const found = [to, to.replace(/\.js$/, '.ts')].find((one) => all.includes(one))
      if (found) imports.push(found)
    }
    for (const [key, value] of Object.entries(node)) {
      for (const child of Array.isArray(value) ? value : [value]) {
        if (typeof child?.type === 'string') visit(child, nameGiven(node, key))
      }
    }
  }
  visit(/** @type {any} */ (program), '')
  const lines = text.replace(/\n$/, '').split('\n')
  return { file, lines, functions, imports }
}

/** The name that a node gives to what stands in one of its parts: `const send = () => …` gives «send». @param {Node} node @param {string} key */
function nameGiven(node, key) {
  if (node.type === 'VariableDeclarator' && key === 'init') return node.id.name ?? ''
  if (/^(Property|PropertyDefinition|MethodDefinition)$/.test(node.type) && key === 'value')
    return node.key.name ?? ''
  return ''
}

/** @param {string} text */
function lineFinder(text) {
  const starts = [0]
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return (/** @type {number} */ offset) => {
    let low = 0
    let high = starts.length
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if (/** @type {number} */ (starts[middle]) <= offset) low = middle
      else high = middle
    }
    return low + 1
  }
}

/** @param {Source[]} sources @returns {Figures} */
export function figuresOf(sources) {
  const sizes = sources
    .map(({ file, lines }) => ({ file, lines: lines.length }))
    .sort((a, b) => b.lines - a.lines)
  const functions = sources.flatMap(({ file, functions }) => functions.map((one) => ({ ...one, file })))
  const named = functions.filter(({ name }) => name !== '')
  return {
    files: sizes.length,
    lines: sizes.reduce((sum, { lines }) => sum + lines, 0),
    median: sizes[sizes.length >> 1]?.lines ?? 0,
    longFiles: sizes.filter(({ lines }) => lines > LONG_FILE),
    shortFiles: sizes.filter(({ lines }) => lines < SHORT_FILE),
    functions: named.length,
    shortFunctions: named.filter(({ lines }) => lines < SHORT_FUNCTION).length,
    longFunctions: functions
      .filter(({ lines }) => lines > LONG_FUNCTION)
      .map(({ file, line, name, lines }) => ({ file: `${file}:${line}`, name: name || 'callback', lines }))
      .sort((a, b) => b.lines - a.lines),
  }
}

/**
 * Groups of files that import each other, types included (Tarjan 1972).
 * @param {Source[]} sources
 */
export function cyclesOf(sources) {
  const importsOf = new Map(sources.map(({ file, imports }) => [file, imports]))
  /** @type {Map<string, { index: number, low: number, isOpen: boolean }>} */
  const seen = new Map()
  /** @type {string[]} */
  const open = []
  /** @type {string[][]} */
  const cycles = []
  const visit = (/** @type {string} */ file) => {
    const mine = { index: seen.size, low: seen.size, isOpen: true }
    seen.set(file, mine)
    open.push(file)
    for (const next of importsOf.get(file) ?? []) {
      const other = seen.get(next) ?? visit(next)
      if (other.isOpen) mine.low = Math.min(mine.low, other.low)
    }
    if (mine.low === mine.index) {
      const group = open.splice(open.indexOf(file))
      for (const one of group) /** @type {{ isOpen: boolean }} */ (seen.get(one)).isOpen = false
      if (group.length > 1 || importsOf.get(file)?.includes(file)) cycles.push(group.sort())
    }
    return mine
  }
  for (const { file } of sources) if (!seen.has(file)) visit(file)
  return cycles
}

/**
 * Pairs of places that share 15 or more lines to the letter; blank lines, comments, imports and lone punctuation do not count.
 * @param {{ file: string, lines: string[] }[]} sources
 */
export function repeatsOf(sources) {
  /** @type {Map<string, { file: string, line: number }>} */
  const first = new Map()
  /** @type {string[]} */
  const repeats = []
  for (const { file, lines } of sources) {
    const counted = lines
      .map((text, at) => ({ text: text.trim(), line: at + 1 }))
      .filter(({ text }) => /\w/.test(text) && !/^(\/\/|\/\*|\*|--|import\b|} from\b)/.test(text))
    let silentUntil = 0
    for (let at = 0; at + SAME_LINES <= counted.length; at++) {
      const run = counted.slice(at, at + SAME_LINES)
      const key = run.map(({ text }) => text).join('\n')
      const line = run[0]?.line ?? 0
      const other = first.get(key)
      if (!other) first.set(key, { file, line })
      else if (at >= silentUntil) {
        repeats.push(`${file}:${line} ~ ${other.file}:${other.line}`)
        silentUntil = at + SAME_LINES
      }
    }
  }
  return repeats
}
