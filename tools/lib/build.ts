import { createHash } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { releaseOf } from './release.ts'
import { capture, fail, root } from './run.ts'

/** What an operator runs: bundled into `server/dist`, and part of a release. All other commands are for developers. */
export const COMMANDS = ['start', 'backup', 'restore', 'export', 'admin', 'reset', 'doctor']

/** Bundled too: the serving process, the command of any folder, what `bench/` measures, and two programs that the server starts. */
const OTHERS = {
  serve: 'tools/serve.ts',
  build: 'tools/lib/build.ts',
  amparo: 'tools/lib/amparo.ts',
  main: 'server/src/main.ts',
  cleaner: 'server/src/storage/clean/cleaner.ts',
  'guessing.worker': 'server/src/auth/accounts/guessing.worker.ts',
}
/** Servers that tests start as processes of their own. */
export const FOR_TESTS = { 'e2e-server': 'tools/e2e-server.ts', 'api-server': 'tools/api-server.ts' }

/**
 * Builds what a command needs.
 * @returns the address of its module: built for what `npm start` runs, where each second counts; from its source for all others
 */
export async function prepare(name: string): Promise<string> {
  const source = path.join(root, `tools/${name}.ts`)
  if (!/^[a-z0-9-]+$/.test(name) || !existsSync(source)) fail(`No hay ningún comando «${name}».`)
  if (name === 'start') await build()
  process.argv[1] = name === 'start' ? path.join(root, 'server/dist/start.js') : source
  return pathToFileURL(process.argv[1]).href
}

/** Whether `build` would have nothing to do. Bundled as well, so that a start that needs no build needs no tsx either. */
export async function isFresh(): Promise<boolean> {
  return (await Promise.all([SERVER, FUNCTIONS, APP].map(isDone))).every(Boolean)
}

/** Builds whatever of server and app is older than its sources. */
export async function build(): Promise<void> {
  await Promise.all([buildServer(), unlessDone(APP)])
}

/** Builds the server and, beside it, the functions of the project that it runs. */
export async function buildServer(): Promise<void> {
  await unlessDone(SERVER)
  await unlessDone(FUNCTIONS)
}

interface Step {
  name: string
  /** Files and folders from the root, of which a change makes it run again. */
  inputs: string[]
  /** Files without which it runs again. */
  outputs: string[]
  work(): Promise<void>
}

const ENTRIES: Record<string, string> = {
  ...Object.fromEntries(COMMANDS.map((name) => [name, `tools/${name}.ts`])),
  ...OTHERS,
  ...FOR_TESTS,
}

/** Server and commands, bundled into `server/dist`; packages stay outside the bundle. */
const SERVER: Step = {
  name: 'server',
  inputs: ['server/src', 'tools', 'server/package.json', 'package-lock.json'],
  outputs: Object.keys(ENTRIES).map((name) => `server/dist/${name}.js`),
  async work() {
    const { build: bundle } = await import('esbuild')
    await rm(path.join(root, 'server/dist'), { recursive: true, force: true })
    await bundle({
      absWorkingDir: root,
      entryPoints: ENTRIES,
      outdir: 'server/dist',
      bundle: true,
      splitting: true,
      packages: 'external',
      platform: 'node',
      format: 'esm',
      target: 'node20',
      sourcemap: true,
      logLevel: 'warning',
    })
  },
}

const FUNCTIONS_FOLDER = 'supabase/functions'
const NAMES = existsSync(path.join(root, FUNCTIONS_FOLDER))
  ? readdirSync(path.join(root, FUNCTIONS_FOLDER), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && /^[a-z0-9]/i.test(entry.name))
      .map(({ name }) => name)
  : []

/** Each function of the project, with all it needs, bundled into one file in `server/dist/functions`. */
const FUNCTIONS: Step = {
  name: 'functions',
  inputs: [FUNCTIONS_FOLDER, 'package-lock.json'],
  outputs: NAMES.map((name) => `server/dist/functions/${name}.js`),
  async work() {
    const { build: bundle } = await import('esbuild')
    await bundle({
      absWorkingDir: root,
      entryPoints: Object.fromEntries(NAMES.map((name) => [name, `${FUNCTIONS_FOLDER}/${name}/handler.ts`])),
      outdir: 'server/dist/functions',
      bundle: true,
      platform: 'neutral',
      // Packages that need Node itself stay outside, as they do in the server's own bundle; so does what of Node both hosts have.
      external: [
        'nodemailer',
        'web-push',
        'node:crypto',
        'node:http',
        'node:https',
        'node:timers',
        'node:url',
      ],
      // Packages that have a form for hosts without Node: Supabase's runtime is one.
      conditions: ['worker'],
      format: 'esm',
      target: 'es2022',
      logLevel: 'warning',
    })
  },
}

/** Where another server has the pages (docs/operations.md), the build alone can say which release they are of, for a report of a fault. */
const releaseWithoutServer = () => (process.env.VITE_SUPABASE_URL ? { VITE_RELEASE: releaseOf(root) } : {})

/** The app, built by Vite into `app/dist`. */
const APP: Step = {
  name: 'app',
  inputs: ['app', 'package-lock.json'],
  outputs: ['app/dist/index.html'],
  async work() {
    console.log('Construyendo la aplicación…')
    const vite = path.join(root, 'node_modules/vite/bin/vite.js')
    const built = await capture(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
      cwd: path.join(root, 'app'),
      env: { ...process.env, ...releaseWithoutServer() },
    })
    if (built.output.trim()) console.error(built.output.trimEnd())
    if (built.code !== 0) fail('No se pudo construir la aplicación.')
  },
}

const stampOf = ({ name }: Step) => path.join(root, 'node_modules/.cache/amparo', `${name}.hash`)

/** Whether a step ran for exactly these inputs before, and its results are still there. */
async function isDone(step: Step): Promise<boolean> {
  if (!step.outputs.every((output) => existsSync(path.join(root, output)))) return false
  const [wanted, stored] = await Promise.all([
    hashOf(step.inputs),
    readFile(stampOf(step), 'utf8').catch(() => ''),
  ])
  return wanted === stored
}

async function unlessDone(step: Step): Promise<void> {
  if (await isDone(step)) return
  const wanted = await hashOf(step.inputs)
  await step.work()
  await mkdir(path.dirname(stampOf(step)), { recursive: true })
  await writeFile(stampOf(step), wanted)
}

const SKIP = /(^|\/)(node_modules|dist|test-results|\.[\w-]+)(\/|$)|\.tsbuildinfo$/

/** One hash over name, size and moment of change of every file: to read them all would take longer than the rest of a start. */
async function hashOf(entries: string[]): Promise<string> {
  const each = await Promise.all(entries.map(filesBelow))
  const lines = await Promise.all(
    each.flat().map(async (file) => {
      const { size, mtimeMs } = await stat(path.join(root, file))
      return `${file} ${size} ${mtimeMs}`
    }),
  )
  return createHash('sha256').update(lines.sort().join('\n')).digest('hex')
}

async function filesBelow(entry: string): Promise<string[]> {
  const at = path.join(root, entry)
  if ((await stat(at)).isFile()) return [entry]
  const found = await readdir(at, { recursive: true, withFileTypes: true })
  return found
    .filter((one) => one.isFile())
    .map((one) => path.relative(root, path.join(one.parentPath, one.name)))
    .filter((file) => !SKIP.test(file))
}
