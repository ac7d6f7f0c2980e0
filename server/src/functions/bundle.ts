import { createHash } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Plugin } from 'esbuild'

/** Where the packages of this server are, for functions whose folder has none of its own. */
const HERE = import.meta.dirname
/** What a function of Supabase's runtime finds without importing it; `hosts` holds it until the function has asked for it. */
const HEAD = (key: string) =>
  `import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);
const __host = globalThis[Symbol.for('functions.hosts')].get(${JSON.stringify(key)});
const { Deno, EdgeRuntime } = __host;`

/**
 * Makes one file of a function as Supabase's runtime has it: TypeScript, with packages named as Deno names them (`npm:`, `jsr:`,
 * `https://esm.sh/`, an import map), which are taken from `node_modules` of the folder, or of this server.
 * @param entry its `index.ts`
 * @param importMap `deno.json` or an import map; without one that beside it, or beside its folder
 * @param target folder in which the file is made
 * @param key under which the function finds its host
 * @returns where the file is; it has another name whenever it says something else
 * @throws Error naming what cannot be found
 */
export async function bundleFunction(
  entry: string,
  { importMap, target, key }: { importMap?: string; target: string; key: string },
): Promise<string> {
  const esbuild = await import('esbuild').catch(() => {
    throw new Error('esbuild is not installed: functions in TypeScript need it')
  })
  const { outputFiles } = await esbuild.build({
    entryPoints: [entry],
    bundle: true,
    write: false,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    banner: { js: HEAD(key) },
    // Node has none of its own before version 22, and without one the client cannot even be made.
    define: { WebSocket: '__host.WebSocket', 'globalThis.WebSocket': '__host.WebSocket' },
    plugins: [denoNames(await readImports(entry, importMap))],
    logLevel: 'silent',
  })
  const { contents } = outputFiles[0]!
  const hash = createHash('sha256').update(contents).digest('hex').slice(0, 16)
  const file = path.join(target, `${path.basename(path.dirname(entry))}-${hash}.mjs`)
  await mkdir(target, { recursive: true, mode: 0o700 })
  await writeFile(file, contents, { mode: 0o600 })
  return file
}

type Imports = Readonly<Record<string, string>>

async function readImports(
  entry: string,
  importMap: string | undefined,
): Promise<{ imports: Imports; from: string }> {
  const folder = path.dirname(entry)
  const places = importMap
    ? [importMap]
    : [
        ...['deno.json', 'deno.jsonc', 'import_map.json'].map((name) => path.join(folder, name)),
        ...['deno.json', 'import_map.json'].map((name) => path.join(folder, '..', name)),
      ]
  for (const place of places) {
    // Otherwise the next place is tried.
    const text = await readFile(place, 'utf8').catch(() => undefined)
    if (text === undefined) continue
    const { imports = {} } = JSON.parse(text.replace(/^\s*\/\/.*$/gm, '')) as { imports?: Imports }
    return { imports, from: path.dirname(place) }
  }
  return { imports: {}, from: folder }
}

/** What of another address stands in for it here. */
const EMPTY = 'empty'
const SERVE = 'serve'

/** Resolves names as Deno writes them. */
function denoNames({ imports, from }: { imports: Imports; from: string }): Plugin {
  return {
    name: 'deno-names',
    setup(build) {
      build.onResolve({ filter: /.*/ }, async (asked) => {
        if (asked.pluginData === 'resolved' || asked.kind === 'entry-point') return undefined
        const mapped = mapName(asked.path, imports)
        const name = packageOf(mapped ?? asked.path)
        if (name === EMPTY || name === SERVE) return { path: name, namespace: 'deno' }
        if (/^https?:/.test(name))
          return { errors: [{ text: `${asked.path} is not taken from the network` }] }
        const options = { kind: asked.kind, importer: asked.importer, pluginData: 'resolved' }
        const base = mapped?.startsWith('.') ? from : asked.resolveDir
        const found = await build.resolve(name, { ...options, resolveDir: base })
        if (found.errors.length === 0 || name.startsWith('.') || path.isAbsolute(name)) return found
        const own = await build.resolve(name, { ...options, resolveDir: HERE })
        if (own.errors.length === 0) return own
        // Packages try what they could do without: it is missing when it is asked for, as everywhere else.
        if (asked.kind === 'require-call' || asked.kind === 'require-resolve')
          return { path: name, external: true }
        const text = `${asked.path} is not installed: ${installing(mapped ?? asked.path)}, in the folder`
        return { errors: [{ text }] }
      })
      build.onLoad({ filter: /.*/, namespace: 'deno' }, ({ path: name }) => ({
        contents: name === SERVE ? 'export const serve = (one, other) => Deno.serve(one, other)' : '',
        loader: 'js',
      }))
    },
  }
}

function mapName(name: string, imports: Imports): string | undefined {
  if (imports[name] !== undefined) return imports[name]
  const prefix = Object.keys(imports).find((key) => key.endsWith('/') && name.startsWith(key))
  return prefix && imports[prefix] + name.slice(prefix.length)
}

const SPECIFIER =
  /^(npm:\/?|jsr:\/?|https:\/\/esm\.sh\/)?((?:@[^/@]+\/)?[^/@?]+)(@[^/?]+)?(\/[^?]*)?(?:\?.*)?$/

/** What installs a package: what is imported of it is no part of its name, its version is. */
function installing(specifier: string): string {
  const [, registry, name = specifier, version = ''] = SPECIFIER.exec(specifier) ?? []
  return registry?.startsWith('jsr:') ? `npx jsr add ${name}${version}` : `npm install ${name}${version}`
}

/** The name that Node has for what Deno names `npm:name@1/sub`. */
function packageOf(name: string): string {
  if (/^jsr:@supabase\/functions-js\b|edge-runtime\.d\.ts$/.test(name)) return EMPTY
  if (/^https:\/\/deno\.land\/std(@[^/]+)?\/http\/server\.ts$/.test(name)) return SERVE
  const [, registry, own, , part = ''] = SPECIFIER.exec(name) ?? []
  return registry ? own! + part : name
}
