import { readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { unlessDone } from './fingerprint.mjs'
import { isPacked, releaseOf } from './release.mjs'
import { capture, fail, root } from './run.mjs'

/** Builds whatever of server and app is older than its sources; a release has no sources and is built already. */
export async function build() {
  if (isPacked) return
  await Promise.all([buildServer(), buildApp()])
}

/** Builds the server and, beside it, the functions of the project that it runs. */
export async function buildServer() {
  if (isPacked) return
  await bundleServer()
  await bundleFunctions()
}

/** Bundles `server/src` into `server/dist`; packages stay outside the bundle. */
async function bundleServer() {
  await unlessDone('server', {
    inputs: ['server/src', 'server/package.json', 'package-lock.json'],
    outputs: [
      'server/dist/start.js',
      'server/dist/keep.js',
      'server/dist/attend.js',
      'server/dist/backups.js',
      'server/dist/guessing.worker.js',
      'server/dist/cleaner.js',
    ],
    async work() {
      const { build: bundle } = await import('esbuild')
      await rm(path.join(root, 'server/dist'), { recursive: true, force: true })
      await bundle({
        absWorkingDir: root,
        entryPoints: [
          ...['start.ts', 'keep.ts', 'attend.ts', 'backups.ts', 'main.ts', 'types/generate.ts'],
          ...['auth/guessing.worker.js', 'storage/clean/cleaner.ts'],
        ].map((file) => `server/src/${file}`),
        outdir: 'server/dist',
        outbase: 'server/src',
        entryNames: '[name]',
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
  })
}

/** Bundles each function of the project, with all it needs, into one file in `server/dist/functions`. */
async function bundleFunctions() {
  const folder = 'supabase/functions'
  const entries = await readdir(path.join(root, folder), { withFileTypes: true })
  const names = entries
    .filter((entry) => entry.isDirectory() && /^[a-z0-9]/i.test(entry.name))
    .map(({ name }) => name)
  await unlessDone('functions', {
    inputs: [folder, 'package-lock.json'],
    outputs: names.map((name) => `server/dist/functions/${name}.js`),
    async work() {
      const { build: bundle } = await import('esbuild')
      await bundle({
        absWorkingDir: root,
        entryPoints: Object.fromEntries(names.map((name) => [name, `${folder}/${name}/handler.ts`])),
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
  })
}

/** Where somebody else serves the pages (docs/operations.md), the build alone can say which release they are of, for a report of a fault. */
const releaseWithoutServer = () => (process.env.VITE_SUPABASE_URL ? { VITE_RELEASE: releaseOf(root) } : {})

/** Builds the app with Vite into `app/dist`. */
export async function buildApp() {
  await unlessDone('app', {
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
  })
}
