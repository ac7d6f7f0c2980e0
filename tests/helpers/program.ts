import path from 'node:path'
import { root } from '../../tools/lib/run.ts'

/** Set by `npm test`, which has just built everything: started like that, a process is up in a fifth of the time. */
const isBuilt = process.env.AMPARO_TEST_BUILT === '1'

/**
 * How a test starts a command as a process of its own: from its source, or as it was built just now.
 * @param file from the root of the repository, one of those that `tools/lib/build.ts` bundles
 * @returns arguments for `node`
 */
export function program(file: string, ...words: string[]): string[] {
  const built = path.join(root, 'server/dist', `${path.basename(file, '.ts')}.js`)
  return [...(isBuilt ? [built] : ['--import', 'tsx', path.join(root, file)]), ...words]
}
