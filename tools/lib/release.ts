import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** Lies in what `npm run pack` made, and says what that is. */
export const RELEASE_FILE = 'release.json'

/** Which release a folder contains: the version of its package and, in a checkout, its commit: `1.0.0+ab12cd3`. */
export function releaseOf(folder: string) {
  const packed = path.join(folder, RELEASE_FILE)
  if (existsSync(packed)) return String(JSON.parse(readFileSync(packed, 'utf8')).release)
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
