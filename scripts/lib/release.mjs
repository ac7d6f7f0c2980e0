import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'

/**
 * Which release a folder holds: the version of its package and, in a checkout, its commit: `1.0.0+ab12cd3`.
 * @param {string} folder
 */
export function releaseOf(folder) {
  const { version } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'))
  try {
    const commit = execFileSync('git', ['-C', folder, 'rev-parse', '--short', 'HEAD'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    return `${version}+${commit.trim()}`
  } catch {
    // No checkout, or no git.
    return String(version)
  }
}
