import type { Rolldown } from 'vite'

export type Chunk = Pick<Rolldown.OutputChunk, 'type' | 'fileName' | 'moduleIds' | 'imports' | 'code'>
export type Bundle = Record<string, Chunk | { type: 'asset' }>

/** What every page loads first. */
export const FIRST = [/src\/app\/main\.tsx$/]
/** The same for a signed-in member: the layout around her screens too. */
export const MEMBER = [...FIRST, /layout\/MemberShell\.tsx$/]

/**
 * The scripts that some modules need, with all that they import statically.
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
