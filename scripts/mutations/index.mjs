import { readdir } from 'node:fs/promises'
import path from 'node:path'

/**
 * A mend taken back by hand, and what must then fail. Exactly one of `test`, `e2e` and `attack` is given.
 *
 * @typedef {object} Mutation
 * @property {string} name
 * @property {string} file relative to the root
 * @property {string} find stands exactly once in the file
 * @property {string} replace
 * @property {[file: string, pattern?: string]} [test] a file of vitest, and the name of the tests in it
 * @property {[file: string, pattern?: string]} [e2e] a file of browser tests, and the name of the tests in it
 * @property {string} [attack] id of an attack that succeeds then
 */

/** @returns {Promise<Mutation[]>} those of all subjects */
export async function allMutations() {
  const files = (await readdir(import.meta.dirname)).filter((file) => file !== 'index.mjs').sort()
  const modules = await Promise.all(files.map((file) => import(path.join(import.meta.dirname, file))))
  return modules.flatMap(({ mutations }) => mutations)
}
