import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'
import { FIRST, findCircle, MEMBER, scriptsOf } from './scripts.ts'

/**
 * What may be sent, in KB after compression, before a screen is whole (record 295). Each is a little more than it is today, so that
 * growth is noticed on the day it happens; the goal stands beside it. Counted, never timed.
 */
const SCRIPTS: { screen: string; code: RegExp[]; kb: number; goal: number }[] = [
  // What comes drawn fetches it once the page is idle, or touched (record 376).
  {
    screen: '/landing, behind what is drawn',
    code: [...FIRST, /landing\/Landing\.tsx$/],
    kb: 122,
    goal: 140,
  },
  { screen: '/login, behind what is drawn', code: [...FIRST, /cuenta\/Login\.tsx$/], kb: 118, goal: 140 },
  {
    screen: "a contact's page of an alert",
    code: [...FIRST, /alerta\/AlertaPage\.tsx$/],
    kb: 122,
    goal: 140,
  },
  { screen: 'Home', code: [...MEMBER, /inicio\/Inicio\.tsx$/], kb: 138, goal: 160 },
  { screen: '/seguridad', code: [...MEMBER, /seguridad\/Seguridad\.tsx$/], kb: 167, goal: 190 },
]

/**
 * What is seen before any script of the app: the whole page, style and all, and what of scripts it brings along or asks for by itself.
 *
 * `first`: its bytes as a browser takes them. A first answer of TCP holds ten packets (RFC 6928), 14,600 bytes, of which the headers are 1,290.
 */
const PAGES: { file: string; kb: number; scripts?: number; first?: number }[] = [
  { file: 'landing.html', kb: 15.7, scripts: 5, first: 13_200 },
  { file: 'login.html', kb: 11.6, scripts: 5, first: 13_000 },
  { file: 'register.html', kb: 13.1, scripts: 5, first: 13_000 },
  { file: 'index.html', kb: 2 },
]

/** What the worker keeps of a member's house whatever the line costs (`service-worker.ts`, `FIRST_CODE`): how many files, and KB as they travel. */
const KEPT = { files: 56, kb: 349 }

const sizeOf = (text: string) => gzipSync(text, { level: 9 }).length / 1024

const add = (sum: number, more: number) => sum + more

/** Every script that a page runs or has fetched by itself: where it lies, or its text. */
export function scriptsIn(html: string): { src: string; text: string }[] {
  const tags = html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>|<link\b([^>]*rel="modulepreload"[^>]*)>/g)
  return [...tags].map(([, script, text = '', link]) => ({
    src: /\b(?:src|href)="\/([^"]+)"/.exec(script ?? link ?? '')?.[1] ?? '',
    text,
  }))
}

/** What a worker's text says that it keeps first. */
export function keptFirst(worker: string): string[] {
  const [, list] = /^const FIRST = (\[.*\])$/m.exec(worker) ?? []
  if (!list) throw new Error('sw.js does not say what it keeps first')
  return (JSON.parse(list) as string[]).map((file) => file.slice(1))
}

/** @returns one line for each budget that is exceeded */
export function exceeded(
  sizes: readonly { name: string; size: number; kb: number; unit?: string }[],
): string[] {
  return sizes
    .filter(({ size, kb }) => size > kb)
    .map(
      ({ name, size, kb, unit = 'KB' }) =>
        `${name}: ${size.toFixed(1)} ${unit}, and ${kb} ${unit} is its budget`,
    )
}

/** Fails the build that sends more than its budget before a screen is whole, or files in which modules could run in the wrong order. */
export function budgets(): Plugin {
  let root = ''
  let outDir = ''
  let scripts: { name: string; size: number; kb: number }[] = []
  return {
    name: 'amparo:budgets',
    // React's development build is three times as large.
    apply: (_, { command }) => command === 'build' && process.env.NODE_ENV !== 'development',
    configResolved(config) {
      root = `${config.root}/`
      outDir = resolve(config.root, config.build.outDir)
    },
    writeBundle(_, bundle) {
      const told = [...this.getModuleIds()].filter((id) => this.getModuleInfo(id)?.code?.includes(root))
      if (told.length > 0)
        this.error(`modules that say which folder they lie in (record 463): ${told.join(', ')}`)
      const circle = findCircle(bundle)
      if (circle) this.error(`files that import each other (app/build/chunks.ts): ${circle.join(' → ')}`)
      scripts = SCRIPTS.map(({ screen, code, kb }) => ({
        name: `scripts of ${screen}`,
        size: scriptsOf(bundle, code).reduce((sum, { code }) => sum + sizeOf(code), 0),
        kb,
      }))
    },
    closeBundle: {
      sequential: true,
      async handler(error) {
        if (error) return
        const read = (file: string) => readFile(join(outDir, file), 'utf8')
        const pages = await Promise.all(
          PAGES.map(
            async ({ file, kb, scripts = Number.POSITIVE_INFINITY, first = Number.POSITIVE_INFINITY }) => {
              const html = await read(file)
              const own = await Promise.all(scriptsIn(html).map(({ src, text }) => (src ? read(src) : text)))
              return [
                { name: file, size: sizeOf(html), kb },
                {
                  name: `${file} as Brotli`,
                  size: brotliCompressSync(html).length,
                  kb: first,
                  unit: 'bytes',
                },
                { name: `scripts of ${file} itself`, size: own.map(sizeOf).reduce(add, 0), kb: scripts },
              ]
            },
          ),
        )
        const kept = keptFirst(await read('sw.js'))
        // Sounds do not get smaller.
        const sizes = await Promise.all(
          kept.map(async (file) => gzipSync(await readFile(join(outDir, file)), { level: 9 }).length / 1024),
        )
        const over = exceeded([
          ...scripts,
          ...pages.flat(),
          {
            name: 'files that the worker keeps on a costly line',
            size: kept.length,
            kb: KEPT.files,
            unit: 'files',
          },
          { name: 'what the worker keeps on a costly line', size: sizes.reduce(add, 0), kb: KEPT.kb },
        ])
        if (over.length > 0) this.error(`more than its budget (app/build/budgets.ts):\n${over.join('\n')}`)
      },
    },
  }
}
