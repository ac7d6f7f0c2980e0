import { readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import beasties from 'beasties'
import { createServer, type Plugin } from 'vite'
import { minify } from './minify.ts'
import { type Bundle, scriptsOf } from './scripts.ts'

/** Its types speak of CommonJS, Node takes its other form. */
const Beasties = beasties as unknown as typeof beasties.default

/** As `src/umbral/render.tsx` gives it. */
type Umbral = {
  path: string
  title: string
  html: string
  code: RegExp
  variantes: Record<string, string>
  paises: Record<string, string>
}

/**
 * Draws the pages that a visitor may open first into files of their own beside `index.html` (record 294): `landing.html` for `/landing`.
 * Whoever serves the site answers with them, and with `index.html` everywhere else.
 */
export function umbral(): Plugin {
  let root = ''
  let outDir = ''
  return {
    name: 'amparo:umbral',
    apply: 'build',
    configResolved(config) {
      root = config.root
      outDir = resolve(config.root, config.build.outDir)
    },
    async writeBundle(_, bundle) {
      const shell = await readFile(join(outDir, 'index.html'), 'utf8')
      const [{ umbrales, casa }, first, place, css] = await Promise.all([
        drawUmbrales(root),
        minify('first.ts'),
        minify('place.ts'),
        minify('umbral.css'),
      ])
      for (const page of umbrales) {
        const drawn = compose(shell, page, { casa, first, place, preloads: codeOf(page.code, bundle) })
        const critical = await criticalCss(drawn, outDir)
        const html = drawn.replace('<!--css-->', () => `<style>${critical}${css}</style>`)
        await writeFile(join(outDir, `${page.path.slice(1)}.html`), html)
      }
    },
  }
}

/** Draws them, with what of the app they are made of. */
export async function drawUmbrales(root: string): Promise<{ umbrales: Umbral[]; casa: string }> {
  const server = await createServer({
    configFile: false,
    root,
    mode: 'production',
    logLevel: 'error',
    appType: 'custom',
    server: { middlewareMode: true, ws: false, hmr: false, watch: null },
    optimizeDeps: { noDiscovery: true },
  })
  try {
    const { renderUmbrales, CASA_SHOWN } = await server.ssrLoadModule('/src/umbral/render.tsx')
    return { umbrales: renderUmbrales(), casa: CASA_SHOWN }
  } finally {
    await server.close()
  }
}

/** The page's code and what it imports, to be fetched beside the first script and not after it. */
function codeOf(code: RegExp, bundle: Bundle): string[] {
  return scriptsOf(bundle, [code]).map(({ fileName }) => fileName)
}

type Parts = { casa: string; first: string; place: string; preloads: string[] }

/** The page, whole but for its style. */
export function compose(shell: string, page: Umbral, { casa, first, place, preloads }: Parts): string {
  const [sheet = ''] = /<link rel="stylesheet"[^>]*>/.exec(shell) ?? []
  const [noscript = ''] = /<noscript>[\s\S]*?<\/noscript>/.exec(shell) ?? []
  const numeros = /<(section|p) (?=[^>]*data-numeros)[\s\S]*?<\/\1>/
  const links = preloads
    .filter((file) => !shell.includes(file))
    .map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`)
  const body = [
    // Where there are no scripts, what a page without them cannot know stands beside the number.
    `<div id="umbral">${page.html.replace(numeros, (found) => found + noscript)}</div>`,
    ...templates('variante', page.variantes),
    ...templates('pais', page.paises),
    `<script>${place}</script>`,
  ]
  return (
    shell
      .replace(noscript, '')
      .replace(sheet, () => `<!--css--><script>${first}</script>${links.join('')}`)
      .replace('<html ', `<html data-casa="${casa}" `)
      .replace(/<title>[^<]*<\/title>/, `<title>${page.title}</title>`)
      .replace(/<body>/, (found) => found + body.join(''))
      // Where it delays nothing that is drawn above it; the app's code, which is drawn with it, waits for it.
      .replace('</body>', `${sheet}</body>`)
  )
}

const templates = (name: string, all: Record<string, string>) =>
  Object.entries(all).map(([value, html]) => `<template data-${name}="${value}">${html}</template>`)

/** Fonts of the device that stand in for ours until those are here: without them everything would jump once they are. */
const STAND_INS = /@font-face\s*\{[^}]*\}/g

/** What of the app's style the page is drawn with. Our fonts come with the rest. */
async function criticalCss(html: string, outDir: string): Promise<string> {
  const critical = new Beasties({
    path: outDir,
    publicPath: '/',
    fonts: false,
    reduceInlineStyles: false,
    logLevel: 'silent',
  })
  const [, css] = /<style>([\s\S]*?)<\/style>/.exec(await critical.process(html)) ?? []
  if (!css) throw new Error('a page that comes drawn has no style')
  const [, sheet = ''] = /<link rel="stylesheet"[^>]* href="\/([^"]+)"/.exec(html) ?? []
  const faces = (await readFile(join(outDir, sheet), 'utf8')).match(STAND_INS) ?? []
  return faces.filter((face) => !face.includes('url(')).join('') + css
}
