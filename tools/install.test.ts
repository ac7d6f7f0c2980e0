import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { unlessDone } from './lib/fingerprint.mjs'
import { isInstalled } from './lib/install.mjs'
import { root } from './lib/run.mjs'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'amparo-install-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const write = async (file: string, content: object) => {
  await mkdir(path.dirname(path.join(folder, file)), { recursive: true })
  await writeFile(path.join(folder, file), JSON.stringify(content))
}

describe('what plain «npm ci» installed', () => {
  const other = process.platform === 'linux' ? 'darwin' : 'linux'
  const tree = {
    app: { name: 'app', dependencies: { vite: '8.0.0' } },
    'node_modules/app': { resolved: 'app', link: true },
    'node_modules/vite': { version: '8.0.0', integrity: 'sha512-a' },
    'node_modules/here': { version: '1.0.0', optional: true, os: [process.platform], cpu: [process.arch] },
  }
  const elsewhere = {
    'node_modules/there': { version: '1.0.0', optional: true, os: [other], cpu: [process.arch] },
    'node_modules/wasm': { version: '1.0.0', optional: true },
  }
  const locked = { '': { workspaces: ['app'], devDependencies: { vite: '8.0.0' } }, ...tree, ...elsewhere }

  /** A folder as `npm ci` leaves it, changed. */
  async function plant({ lock = locked as object, noted = tree as object, app = tree.app as object } = {}) {
    await write('package.json', {
      workspaces: ['app'],
      devDependencies: { vite: '8.0.0' },
      scripts: { a: 'b' },
    })
    await write('app/package.json', app)
    await write('package-lock.json', { packages: lock })
    await write('node_modules/.package-lock.json', { packages: noted })
  }

  it('is what the lock file names, without what is for other machines', async () => {
    await plant()
    expect(await isInstalled(folder)).toBe(true)
  })

  it.each([
    [
      'the lock file names another version',
      { lock: { ...locked, 'node_modules/vite': { version: '8.0.1' } } },
    ],
    ['the lock file names one more', { lock: { ...locked, 'node_modules/zod': { version: '4.0.0' } } }],
    [
      'the lock file names one less',
      { lock: { '': locked[''], app: tree.app, 'node_modules/app': tree['node_modules/app'] } },
    ],
    ['of a version there is another file', { noted: { ...tree, 'node_modules/vite': { version: '8.0.0' } } }],
    ['what this kind of machine needs is missing', { noted: { ...tree, 'node_modules/here': undefined } }],
    ['a workspace asks for another since', { app: { dependencies: { vite: '8.0.0', zod: '4.0.0' } } }],
  ])('is not, where %s', async (_, changed) => {
    await plant(changed)
    expect(await isInstalled(folder)).toBe(false)
  })

  it('is not, where npm was ended in the middle or never ran', async () => {
    await plant()
    await writeFile(path.join(folder, 'node_modules/.package-lock.json'), '{"packages": {')
    expect(await isInstalled(folder)).toBe(false)
    await rm(path.join(folder, 'node_modules'), { recursive: true })
    expect(await isInstalled(folder)).toBe(false)
    expect(await isInstalled(path.join(folder, 'nowhere'))).toBe(false)
  })

  it('is seen in this checkout, by what npm of today writes', async () => {
    expect(await isInstalled(root)).toBe(true)
  })
})

describe('a step', () => {
  const stamp = path.join(root, 'node_modules/.cache/amparo/a step of install.test.hash')
  afterEach(() => rm(stamp, { force: true }))

  it('that somebody else did is not done again, until something changed', async () => {
    const done: string[] = []
    const input = path.relative(root, path.join(folder, 'input.json'))
    const step = (others: boolean) =>
      unlessDone('a step of install.test', {
        inputs: [input],
        outputs: [input],
        wasDone: async () => others,
        work: async () => void done.push(await readFile(path.join(root, input), 'utf8')),
      })
    await write('input.json', { version: 1 })
    expect(await step(true)).toBe(false)
    expect(await step(false)).toBe(false)
    expect(done).toEqual([])
    // From then on our own note counts, whoever else says that it was done.
    await write('input.json', { version: 2 })
    expect(await step(true)).toBe(true)
    expect(done).toEqual(['{"version":2}'])
    await rm(stamp)
    expect(await step(false)).toBe(true)
    expect(done.length).toBe(2)
  })
})
