import path from 'node:path'
import { root } from '../lib/run.mjs'

/** Set by `npm test`, which has just built everything: started like that, a process is up in a fifth of the time. */
const isBuilt = process.env.AMPARO_TEST_BUILT === '1'

/**
 * How a test starts a script of ours as a process of its own: from its sources, or as it was built just now.
 *
 * @param file from the root of the repository
 * @returns arguments for `node`, and what its environment needs
 */
export function program(file: string, ...words: string[]): { args: string[]; env: Record<string, string> } {
  return {
    args: [...(isBuilt ? [] : ['--import', 'tsx']), path.join(root, file), ...words],
    env: isBuilt ? {} : { AMPARO_FROM_SOURCE: '1' },
  }
}
