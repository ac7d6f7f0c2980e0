import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { HtmlTagDescriptor, Plugin, Rolldown } from 'vite'
import { minify } from './minify.ts'
import { type Bundle, FIRST, MEMBER, scriptsOf } from './scripts.ts'

/** The page's first script, before that of the house. */
const AUXILIO = /src\/auxilio\.ts$/

/**
 * What is fetched before the app's first script has run.
 *
 * The alarm's script comes first, as a file of its own: it runs as soon as it is there, and without the rest. Beside it a script of 1 KB asks for
 * the code of the screen that the address opens (`src/umbral/ahead.ts`), which would otherwise come only once the app has looked at it: entry,
 * frame and room one after the other. Pages that come drawn name their own code (`umbral.ts`). The fonts are left out on purpose: at 400 kbit/s
 * they would delay the first text by a second, and their fallbacks have the same metrics (styles/fonts.css).
 */
export function preload(): Plugin {
  let root = ''
  let outDir = ''
  let ahead = { file: '', text: '' }
  return {
    name: 'amparo:preload',
    configResolved(config) {
      root = config.root
      outDir = resolve(config.root, config.build.outDir)
    },
    transformIndexHtml: {
      order: 'post',
      async handler(html, { bundle }) {
        if (!bundle) return [script('src/auxilio.ts')]
        const chunks = Object.values(bundle).filter(
          (file): file is Rolldown.OutputChunk => file.type === 'chunk',
        )
        const auxilio = chunks.find(({ facadeModuleId }) => AUXILIO.test(facadeModuleId ?? ''))
        if (!auxilio) throw new Error('the build has no src/auxilio.ts')
        const [routes, equipo] = await Promise.all(
          ['src/routes.tsx', 'src/features/admin/rooms.ts'].map((file) => readFile(join(root, file), 'utf8')),
        )
        const text = await sayAhead(bundle, readRooms(routes!, equipo!))
        const hash = createHash('sha256').update(text).digest('base64url').slice(0, 8)
        ahead = { file: `assets/ahead-${hash}.js`, text }
        // Before all others, since a browser asks for them in turn over a few lines: what this one names is what the first screen waits for last.
        const first = `<script async fetchpriority="high" src="/${ahead.file}"></script>`
        return {
          html: html.replace('</title>', (found) => `${found}\n    ${first}`),
          tags: [script(auxilio.fileName)],
        }
      },
    },
    async writeBundle() {
      if (ahead.file) await writeFile(join(outDir, ahead.file), ahead.text)
    },
  }
}

function script(file: string): HtmlTagDescriptor {
  return {
    tag: 'script',
    // As soon as it is there, whatever else is still on its way.
    attrs: { type: 'module', async: true, crossorigin: '', src: `/${file}` },
    injectTo: 'head',
  }
}

type Opened = { path: string; access: string; module: string }

async function sayAhead(bundle: Bundle, opened: Opened[]): Promise<string> {
  const first = new Set(scriptsOf(bundle, FIRST).map(({ fileName }) => fileName))
  const files: string[] = []
  const placesOf = (code: RegExp[]) =>
    scriptsOf(bundle, code)
      .filter(({ fileName }) => !first.has(fileName))
      .map(({ fileName }) => {
        if (!files.includes(fileName)) files.push(fileName)
        return files.indexOf(fileName)
      })
  const frame = placesOf(MEMBER)
  const rooms = opened.map(({ path, access, module }) => ({
    path,
    access,
    code: placesOf([new RegExp(`/src/${module.replaceAll('.', '\\.')}$`)]),
  }))
  return minify('ahead.ts', { AHEAD: JSON.stringify({ files, frame, rooms }) })
}

/**
 * Which module each path opens, as `routes.tsx` says it. Read, not run: it would bring the whole app along.
 *
 * @param source of that file
 * @param equipo that of `features/admin/rooms.ts`, which says where each of the team's rooms lies
 * @throws Error where a route is written in another way than all others
 */
export function readRooms(source: string, equipo: string): Opened[] {
  const places = new Map(
    [...equipo.matchAll(/(\w+): async \(\) => \(await import\('\.\/([^']+)'\)\)/g)].map(
      ([, screen, file]) => [screen!, `features/admin/${file}`] as const,
    ),
  )
  const modules = new Map<string, string | undefined>([
    ...[...source.matchAll(/const (\w+) = room\(\s*\(\) => import\('\.\/([^']+)'\)/g)].map(
      ([, name, module]) => [name!, module] as const,
    ),
    ...[...source.matchAll(/const (\w+) = ofEquipo\('(\w+)'\)/g)].map(
      ([, name, screen]) => [name!, places.get(screen!)] as const,
    ),
  ])
  const list = source.slice(source.indexOf('export const routes'), source.indexOf('if (import.meta.env.DEV)'))
  const rooms = [...list.matchAll(/\bpath: '([^']+)'([\s\S]*?)(?=\bpath: '|$)/g)].map(([, path, said]) => {
    const access = /\balone: true\b/.test(said!) ? 'sola' : /\baccess: '(\w+)'/.exec(said!)?.[1]
    const module = modules.get(/\bscreen: (\w+)/.exec(said!)?.[1] ?? '')
    if (!access || !module)
      throw new Error(`routes.tsx: what ${path} opens cannot be read (build/preload.ts)`)
    return { path: path!, access, module }
  })
  if (rooms.length === 0) throw new Error('routes.tsx: no route can be read (build/preload.ts)')
  return rooms
}
