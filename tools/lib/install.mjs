import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { unlessDone } from './fingerprint.mjs'
import { isPacked } from './release.mjs'
import { fail, root, run } from './run.mjs'

const MINIMUM_MAJOR = 20
const MINIMUM_MINOR = 19

/** Ends with a clear line where Node is too old for what is to come. */
export function assertNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major < MINIMUM_MAJOR || (major === MINIMUM_MAJOR && minor < MINIMUM_MINOR)) {
    fail(
      `Amparo necesita Node ${MINIMUM_MAJOR}.${MINIMUM_MINOR} o más nuevo; este es ${process.versions.node}.`,
    )
  }
}

/** Installs the packages that the lock file names, unless they are there already. A release brings them along. */
export async function installPackages() {
  if (isPacked) return
  await unlessDone('install', {
    inputs: [
      'package-lock.json',
      'package.json',
      'app/package.json',
      'server/package.json',
      'e2e/package.json',
      'bench/package.json',
    ],
    outputs: ['node_modules/fastify/package.json', 'node_modules/vite/package.json'],
    // Whoever has just typed `npm ci` does not wait for the same once more.
    wasDone: () => isInstalled(root),
    async work() {
      console.log('Instalando paquetes…')
      const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
      const code = await run(npm, ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'], {
        shell: process.platform === 'win32',
      })
      if (code !== 0) fail('No se pudieron instalar los paquetes: revisa la conexión y vuelve a intentarlo.')
    },
  })
}

/** @typedef {Record<string, string>} Versions */
/** @typedef {{ dependencies?: Versions, devDependencies?: Versions, optionalDependencies?: Versions }} Wants */
/** @typedef {Wants & { link?: boolean, optional?: boolean, os?: string[], cpu?: string[], libc?: string[] }} Locked */

/**
 * Whether npm installed here what the lock file names, by the note that npm itself leaves once it has finished
 * (`node_modules/.package-lock.json`), and whether that is what each `package.json` asks for.
 * @param {string} folder with the lock file
 * @returns {Promise<boolean>} false too where any of these files is missing or is none
 */
export async function isInstalled(folder) {
  const read = async (/** @type {string[]} */ ...file) =>
    JSON.parse(await readFile(path.join(folder, ...file), 'utf8'))
  try {
    /** @type {{ packages: Record<string, Locked> }[]} */
    const [locked, noted] = await Promise.all([
      read('package-lock.json'),
      read('node_modules', '.package-lock.json'),
    ])
    const [wanted, found] = [locked?.packages ?? {}, noted?.packages ?? {}]
    const same = Object.entries(found).every(([at, one]) => isDeepStrictEqual(one, wanted[at]))
    const whole = Object.entries(wanted).every(([at, one]) => at === '' || at in found || isLeftOut(one))
    if (!same || !whole) return false
    // The folder itself and its workspaces, which lie in no node_modules.
    const own = Object.keys(wanted).filter((at) => !at.includes('node_modules'))
    const asked = await Promise.all(own.map((at) => read(at, 'package.json')))
    return own.length > 0 && asked.every((one, index) => asksFor(one, wanted[own[index] ?? ''] ?? {}))
  } catch {
    return false
  }
}

/** Whether npm leaves a package out on this machine: an optional one, of another kind of machine or needed by such a one alone. @param {Locked} one */
function isLeftOut({ optional, os, cpu, libc }) {
  const fits = (os?.includes(process.platform) ?? true) && (cpu?.includes(process.arch) ?? true)
  // Which library of C this is, Node does not say in a word: both kinds may be missing.
  return optional === true && (!(os || cpu) || !fits || libc !== undefined)
}

/** @param {Wants} asked @param {Wants} locked */
function asksFor(asked, locked) {
  return /** @type {const} */ (['dependencies', 'devDependencies', 'optionalDependencies']).every((kind) =>
    isDeepStrictEqual(asked[kind] ?? {}, locked[kind] ?? {}),
  )
}
