import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'
import type { Trazos } from '../src/lib/icono.ts'

const ICON = /lucide-react\/dist\/esm\/icons\/[\w-]+\.mjs$/

/** One shape as the library writes it: with a key that only its own way of drawing needs. */
type Shape = [tag: string, attributes: Record<string, string>]

/** Of each icon its shapes alone, drawn by `src/lib/icono.ts`. */
export function iconos(): Plugin {
  let icono = ''
  return {
    name: 'amparo:iconos',
    apply: 'build',
    enforce: 'pre',
    configResolved({ root }) {
      icono = resolve(root, 'src/lib/icono.ts')
    },
    async load(id) {
      if (!ICON.test(id)) return null
      const { __iconData } = (await import(pathToFileURL(id).href)) as { __iconData?: { node: Shape[] } }
      // Another name of an icon, which that one's file says.
      return __iconData ? sayIcon(icono, __iconData.node) : null
    },
  }
}

/** The module that stands for one icon. */
export function sayIcon(icono: string, shapes: readonly Shape[]): string {
  const trazos: Trazos = shapes.map(([tag, { key: _, ...attributes }]) => [tag, attributes])
  return `import { icono } from ${JSON.stringify(icono)}\nexport default /* @__PURE__ */ icono(${JSON.stringify(trazos)})\n`
}
