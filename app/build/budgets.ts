import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Plugin, Rolldown } from 'vite'

type Chunk = Pick<Rolldown.OutputChunk, 'type' | 'fileName' | 'moduleIds' | 'imports' | 'code'>
type Bundle = Record<string, Chunk | { type: 'asset' }>

/** The code of the first screen: the app's first script, and what that screen is made of. */
const FIRST = [/index\.html$/, /src\/auxilio\.ts$/]
const MEMBER = [...FIRST, /layout\/MemberShell\.tsx$/]

/**
 * What may be sent, in KB after compression, before a screen is whole (record 295). Each is a little more than it is today, so that
 * growth is noticed on the day it happens; the goal stands beside it. Counted, never timed.
 */
const SCRIPTS: { screen: string; code: RegExp[]; kb: number; goal: number }[] = [
  { screen: '/landing', code: [...FIRST, /landing\/Landing\.tsx$/], kb: 275, goal: 20 },
  { screen: '/login', code: [...FIRST, /cuenta\/Login\.tsx$/], kb: 272, goal: 90 },
  { screen: 'Home', code: [...MEMBER, /inicio\/Inicio\.tsx$/], kb: 280, goal: 150 },
  { screen: '/seguridad', code: [...MEMBER, /seguridad\/Seguridad\.tsx$/], kb: 294, goal: 160 },
]

/** What is seen before any script: the whole page, style and all. A first answer of TCP holds 14 KB. */
const PAGES: { file: string; kb: number }[] = [
  { file: 'landing.html', kb: 18 },
  { file: 'login.html', kb: 13 },
  { file: 'register.html', kb: 14.5 },
  { file: 'index.html', kb: 2 },
]

const sizeOf = (text: string) => gzipSync(text, { level: 9 }).length / 1024

/**
 * The scripts that some modules bring along, with all they import.
 *
 * @throws Error where the build has no such module
 */
export function scriptsOf(bundle: Bundle, modules: readonly RegExp[]): Chunk[] {
  const chunks = Object.values(bundle).filter((file): file is Chunk => file.type === 'chunk')
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const found = new Set<Chunk>()
  const add = (chunk: Chunk | undefined) => {
    if (!chunk || found.has(chunk)) return
    found.add(chunk)
    for (const name of chunk.imports) add(byName.get(name))
  }
  for (const module of modules) {
    const chunk = chunks.find(({ moduleIds }) => moduleIds.some((id) => module.test(id)))
    if (!chunk) throw new Error(`the build has no ${module}`)
    add(chunk)
  }
  return [...found]
}

/** @returns one line for each budget that is exceeded */
export function exceeded(sizes: readonly { name: string; size: number; kb: number }[]): string[] {
  return sizes
    .filter(({ size, kb }) => size > kb)
    .map(({ name, size, kb }) => `${name}: ${size.toFixed(1)} KB, and ${kb} KB is its budget`)
}

/** Fails the build that sends more than its budget before a screen is whole. */
export function budgets(): Plugin {
  let outDir = ''
  let scripts: { name: string; size: number; kb: number }[] = []
  return {
    name: 'amparo:budgets',
    apply: 'build',
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
        const pages = await Promise.all(
          PAGES.map(async ({ file, kb }) => ({
            name: file,
            size: sizeOf(await readFile(join(outDir, file), 'utf8')),
            kb,
          })),
        )
        const over = exceeded([...scripts, ...pages])
        if (over.length > 0) this.error(`more than its budget (app/build/budgets.ts):\n${over.join('\n')}`)
      },
    },
  }
}
