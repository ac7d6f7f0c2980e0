import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'esbuild'
import { INSTALLATION_NUMERO, NUMEROS } from '../src/lib/emergencia/numeros.ts'

const SOURCES = fileURLToPath(new URL('../src/app/prerender/', import.meta.url))

/** Of the numbers, what such a script reads: of each country its code and the number to call first; not who says so, and when. */
const firstNumbers: Plugin = {
  name: 'first-numbers',
  setup({ onLoad }) {
    const rows = NUMEROS.map(({ codigo, numeros }) => codigo + numeros[0]).join(' ')
    onLoad({ filter: /lib\/emergencia\/numeros\.ts$/ }, () => ({
      contents: [
        `export const NUMEROS = '${rows}'.split(' ').map((row) => ({ codigo: row.slice(0, 2), numeros: [row.slice(2)] }))`,
        `export const INSTALLATION_NUMERO = NUMEROS.find(({ codigo }) => codigo === '${INSTALLATION_NUMERO.codigo}')`,
      ].join('\n'),
    }))
  },
}

/** What modules import of React for their hooks, which no such script calls. */
const withoutReact: Plugin = {
  name: 'without-react',
  setup({ onLoad, onResolve }) {
    onResolve({ filter: /^react$/ }, () => ({ path: 'react', namespace: 'without-react' }))
    onLoad({ filter: /.*/, namespace: 'without-react' }, () => ({
      contents: 'module.exports = { createContext() {} }',
    }))
  },
}

/**
 * One of the small scripts that run before the app, or their style, with all it imports.
 *
 * @param file in `src/app/prerender/`
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
    // What is said of a number, its country and its source, only the panic button's message says.
    plugins: file === 'panico.ts' ? [withoutReact] : [withoutReact, firstNumbers],
    define: { 'import.meta.env.SSR': 'false', ...known },
  })
  const text = outputFiles[0]!.text.trim()
  if (/<\/(?:script|style)/i.test(text)) throw new Error(`${file} would end its own element`)
  return text
}
