import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'
import type { Trazos } from '../src/lib/icono.ts'

const ICON = /lucide-react\/dist\/esm\/icons\/[\w-]+\.mjs$/

/** One shape as the library writes it: with a key that only its own way of drawing needs. */
type Shape = [tag: string, attributes: Record<string, string>]

/** Of each icon its shapes alone, drawn by `src/lib/icono.ts`. */
export function iconos(): Plugin {
  return {
    name: 'amparo:iconos',
    apply: 'build',
    enforce: 'pre',
    async load(id) {
      if (!ICON.test(id)) return null
      const { __iconData } = (await import(pathToFileURL(id).href)) as { __iconData?: { node: Shape[] } }
      // Another name of an icon, which that one's file says.
      return __iconData ? sayIcon(__iconData.node) : null
    },
  }
}

/**
 * The module that stands for one icon. It names the other by its place below Vite's root: with the whole path each of these would be longer in one folder
 * than in another, and what the bundler merges by size with it (docs/decisions/0463).
 */
export function sayIcon(shapes: readonly Shape[]): string {
  const trazos: Trazos = shapes.map(([tag, { key: _, ...attributes }]) => [tag, attributes])
  return `import { icono } from '/src/lib/icono.ts'\nexport default /* @__PURE__ */ icono(${JSON.stringify(trazos)})\n`
}
