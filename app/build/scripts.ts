import type { Rolldown } from 'vite'

export type Chunk = Pick<Rolldown.OutputChunk, 'type' | 'fileName' | 'moduleIds' | 'imports' | 'code'>
export type Bundle = Record<string, Chunk | { type: 'asset' }>

/** The app's own first scripts. */
export const FIRST = [/index\.html$/, /src\/auxilio\.ts$/]
/** The same of somebody who is signed in: the frame of her rooms too. */
export const MEMBER = [...FIRST, /layout\/MemberShell\.tsx$/]

/**
 * Files that import each other in a circle: which of them runs first depends on who asks, and a module may run before what it needs.
 *
 * @returns the circle's files, or null where there is none
 */
export function findCircle(bundle: Bundle): string[] | null {
  const looked = new Set<string>()
  const look = (file: string, way: string[]): string[] | null => {
    if (way.includes(file)) return [...way.slice(way.indexOf(file)), file]
    const chunk = bundle[file]
    if (looked.has(file) || chunk?.type !== 'chunk') return null
    looked.add(file)
    for (const name of chunk.imports) {
      const circle = look(name, [...way, file])
      if (circle) return circle
    }
    return null
  }
  for (const file of Object.keys(bundle)) {
    const circle = look(file, [])
    if (circle) return circle
  }
  return null
}

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
