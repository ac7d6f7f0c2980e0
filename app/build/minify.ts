import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const SOURCES = fileURLToPath(new URL('../src/umbral/', import.meta.url))

/**
 * One of the small scripts that run before the app, or their style, with all it imports.
 *
 * @param file in `src/umbral/`
 * @param known names that the build puts values in the place of
 * @throws Error where the text would end the element that it is written into
 */
export async function minify(file: string, known: Record<string, string> = {}): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [`${SOURCES}${file}`],
    bundle: true,
    minify: true,
    write: false,
    format: 'iife',
    target: 'es2022',
    charset: 'utf8',
    define: { 'import.meta.env.SSR': 'false', ...known },
  })
  const text = outputFiles[0]!.text.trim()
  if (/<\/(?:script|style)/i.test(text)) throw new Error(`${file} would end its own element`)
  return text
}
