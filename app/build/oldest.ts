import { transform } from 'esbuild'
import type { Plugin } from 'vite'

/**
 * What the oldest browser that reads Amparo (Safari 16.0) cannot read: one pattern with a lookbehind, or a class with a static block, and
 * the whole file is a syntax error there; a nested rule or a range in a media query and the style is not what was drawn.
 *
 * @returns a line each
 */
export async function unreadable(file: string, text: string): Promise<string[]> {
  if (file.endsWith('.js')) {
    return [
      ...(/\(\?<[=!]/.test(text) ? [`${file}: a pattern with a lookbehind`] : []),
      ...(/[{;}]static\s*\{/.test(text) ? [`${file}: a static block of a class`] : []),
    ]
  }
  if (!file.endsWith('.css')) return []
  const written = async (nesting: boolean) =>
    (await transform(text, { loader: 'css', supported: { nesting }, logLevel: 'silent' })).code
  return [
    ...((await written(true)) === (await written(false)) ? [] : [`${file}: rules within rules`]),
    ...(/@media[^{]*[<>][^{]*\{/.test(text) ? [`${file}: a range in a query`] : []),
  ]
}

/** Fails the build that Safari 16.0 could not read. */
export function oldest(): Plugin {
  return {
    name: 'amparo:oldest',
    apply: 'build',
    async writeBundle(_, bundle) {
      const checks = Object.values(bundle).map((file) =>
        unreadable(file.fileName, file.type === 'chunk' ? file.code : String(file.source)),
      )
      const found = (await Promise.all(checks)).flat()
      if (found.length > 0)
        this.error(`Safari 16.0 cannot read it (app/build/oldest.ts):\n${found.join('\n')}`)
    },
  }
}
