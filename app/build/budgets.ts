import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'
import type { Entry } from '../src/sw/manifest.ts'
import { FIRST, MEMBER, scriptsOf } from './bundle.ts'

/** The most that the scripts of a screen may weigh, in KB after gzip, with all that they import. Counted, never timed. */
const SCRIPTS: { screen: string; code: RegExp[]; kb: number }[] = [
  { screen: '/landing, behind what is prerendered', code: [...FIRST, /landing\/Landing\.tsx$/], kb: 144 },
  { screen: '/login, behind what is prerendered', code: [...FIRST, /cuenta\/Login\.tsx$/], kb: 143 },
  { screen: "a contact's page of an alert", code: [...FIRST, /alerta\/AlertaPage\.tsx$/], kb: 139 },
  { screen: 'Home', code: [...MEMBER, /inicio\/Inicio\.tsx$/], kb: 161 },
  { screen: '/seguridad', code: [...MEMBER, /seguridad\/Seguridad\.tsx$/], kb: 197 },
]

/**
 * Documents, in KB after gzip: what stands before their content (style and inline scripts), and what they load by themselves.
 * A first answer of TCP holds ten packets (RFC 6928), about 14 KB: what is seen first has to be in it.
 */
const PAGES: { file: string; before: number; scripts?: number }[] = [
  { file: 'landing.html', before: 11, scripts: 5 },
  { file: 'login.html', before: 11, scripts: 5 },
  { file: 'register.html', before: 11, scripts: 5 },
  { file: 'index.html', before: 2 },
]

/**
 * What the worker precaches of the app for a member on every connection (`service-worker.ts`, `FIRST_CODE`): how many files, and KB as they
 * travel.
 */
const PRECACHED = { files: 66, kb: 413 }

const sizeOf = (text: string) => gzipSync(text, { level: 9 }).length / 1024

const add = (sum: number, more: number) => sum + more

/** Every script that a page runs or has fetched by itself: its address, or its text. */
export function scriptsIn(html: string): { src: string; text: string }[] {
  const tags = html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>|<link\b([^>]*rel="modulepreload"[^>]*)>/g)
  return [...tags].map(([, script, text = '', link]) => ({
    src: /\b(?:src|href)="\/([^"]+)"/.exec(script ?? link ?? '')?.[1] ?? '',
    text,
  }))
}

/** The files that a built worker precaches first. */
export function precachedFirst(worker: string): string[] {
  const [list] = /\[\{"group":.*?\}\]/.exec(worker) ?? []
  if (!list) throw new Error('sw.js has no list of files')
  const entries: Entry[] = JSON.parse(list)
  return entries.filter(({ group }) => group === 'first').map(({ url }) => url.slice(1))
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

/** Fails the build that sends more than its budget before a screen is whole. */
export function budgets(): Plugin {
  let outDir = ''
  let scripts: { name: string; size: number; kb: number }[] = []
  return {
    name: 'amparo:budgets',
    // React's development build is three times as large.
    apply: (_, { command }) => command === 'build' && process.env.NODE_ENV !== 'development',
    configResolved(config) {
      outDir = resolve(config.root, config.build.outDir)
    },
    writeBundle(_, bundle) {
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
          PAGES.map(async ({ file, before, scripts = Number.POSITIVE_INFINITY }) => {
            const html = await read(file)
            const own = await Promise.all(scriptsIn(html).map(({ src, text }) => (src ? read(src) : text)))
            const [head = html] = html.split('<div id="prerendered">')
            return [
              { name: `${file} before its content`, size: sizeOf(head), kb: before },
              { name: `scripts of ${file} itself`, size: own.map(sizeOf).reduce(add, 0), kb: scripts },
            ]
          }),
        )
        const kept = precachedFirst(await read('sw.js'))
        // Sounds do not get smaller.
        const sizes = await Promise.all(
          kept.map(async (file) => gzipSync(await readFile(join(outDir, file)), { level: 9 }).length / 1024),
        )
        const over = exceeded([
          ...scripts,
          ...pages.flat(),
          {
            name: 'files that the worker keeps on a metered connection',
            size: kept.length,
            kb: PRECACHED.files,
            unit: 'files',
          },
          {
            name: 'what the worker keeps on a metered connection',
            size: sizes.reduce(add, 0),
            kb: PRECACHED.kb,
          },
        ])
        if (over.length > 0) this.error(`more than its budget (app/build/budgets.ts):\n${over.join('\n')}`)
      },
    },
  }
}
