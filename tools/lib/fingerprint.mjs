import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { root } from './run.mjs'

const SKIP = new Set(['node_modules', 'dist', '.data', '.cache', '.git', 'test-results'])

/**
 * One hash over names and contents of files, to tell whether what was made from them is stale.
 * @param {string[]} entries files and folders, relative to the root; missing ones count as missing
 * @returns {Promise<string>}
 */
export async function fingerprint(entries) {
  const hash = createHash('sha256').update(process.version)
  for (const entry of entries) {
    for (const file of await filesBelow(path.join(root, entry))) {
      hash
        .update(path.relative(root, file))
        .update('\0')
        .update(await readFile(file))
        .update('\0')
    }
  }
  return hash.digest('hex')
}

/** @param {string} entry @returns {Promise<string[]>} */
async function filesBelow(entry) {
  // What is not there yet was not built.
  const info = await stat(entry).catch(() => undefined)
  if (!info) return []
  if (info.isFile()) return [entry]
  const files = []
  for (const child of (await readdir(entry)).sort()) {
    if (!SKIP.has(child)) files.push(...(await filesBelow(path.join(entry, child))))
  }
  return files
}

/**
 * Does `work` unless it was done for exactly these inputs before and its results are still there.
 * @param {string} name of the step
 * @param {{ inputs: string[], outputs: string[], work: () => Promise<void>, wasDone?: () => Promise<boolean> }} step `wasDone`: whether somebody
 *   else did it for these inputs; asked where there is no note of ours at all
 * @returns {Promise<boolean>} whether it was done now
 */
export async function unlessDone(name, { inputs, outputs, work, wasDone }) {
  const stamp = path.join(root, 'node_modules', '.cache', 'amparo', `${name}.hash`)
  const wanted = await fingerprint(inputs)
  // Without a stamp it was never built.
  const kept = await readFile(stamp, 'utf8').catch(() => '')
  const present = await Promise.all(
    outputs.map((output) =>
      stat(path.join(root, output)).then(
        () => true,
        () => false,
      ),
    ),
  )
  const there = present.every(Boolean)
  if (kept === wanted && there) return false
  const done = kept === '' && there && wasDone !== undefined && (await wasDone())
  if (!done) await work()
  await mkdir(path.dirname(stamp), { recursive: true })
  await writeFile(stamp, wanted)
  return !done
}
