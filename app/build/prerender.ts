import { readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import beasties from 'beasties'
import { createServer, type Plugin } from 'vite'
import { type Bundle, FIRST, MEMBER, scriptsOf } from './bundle.ts'
import { minify } from './minify.ts'

const HOME = /inicio\/Inicio\.tsx$/

/** Its types speak of CommonJS, Node takes its other form. */
const Beasties = beasties as unknown as typeof beasties.default

/** As `src/app/prerender/render.tsx` gives it. */
type PrerenderedPage = {
  name: string
  path: string
  isMember: boolean
  numeros: string
  title: string
  html: string
  code: RegExp
  listo: string
  paises: Record<string, string>
}

/**
 * Draws the pages that a visitor may open first into files of their own beside `index.html`: `landing.html` for `/landing`.
 * The web server answers with them, and with `index.html` everywhere else.
 */
export function prerender(): Plugin {
  let root = ''
  let outDir = ''
  return {
    name: 'amparo:prerender',
    apply: 'build',
    configResolved(config) {
      root = config.root
      outDir = resolve(config.root, config.build.outDir)
    },
    async writeBundle(_, bundle) {
      const shell = await readFile(join(outDir, 'index.html'), 'utf8')
      const sheet = sheetOf(shell)
      const [{ prerendered, installation }, visitor, member, place, greet, panico, css] = await Promise.all([
        prerenderPages(root),
        minify('first.ts'),
        minify('member.ts'),
        minify('place.ts'),
        minify('greet.ts'),
        minify('panico.ts'),
        minify('prerender.css'),
      ])
      const whole = await readFile(join(outDir, hrefOf(sheet)), 'utf8')
      const faces = whole.match(FACES)?.join('') ?? ''
      for (const page of prerendered) {
        const later = await minify('later.ts', { LATER: JSON.stringify(sayLater(shell, page, bundle)) })
        const drawn = compose(shell, page, {
          installation,
          first: page.isMember ? member : visitor,
          below: [place, { inicio: greet, seguridad: panico }[page.name] ?? '', later],
        })
        const critical = await criticalCss(drawn.replace(`<noscript>${sheet}</noscript>`, sheet), outDir)
        const html = drawn.replace('<!--css-->', () => `<style>${faces}${critical}${css}</style>`)
        await writeFile(join(outDir, `${page.name}.html`), html)
      }
    },
  }
}

/** Draws them, with what of the app they are made of. */
export async function prerenderPages(
  root: string,
): Promise<{ prerendered: PrerenderedPage[]; installation: string }> {
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
    const { renderPages, INSTALLATION_SHOWN } = await server.ssrLoadModule('/src/app/prerender/render.tsx')
    return { prerendered: renderPages(), installation: INSTALLATION_SHOWN }
  } finally {
    await server.close()
  }
}

/**
 * What the app is made of, for `src/app/prerender/later.ts`: the app's first script, what it imports, what of it draws this page, and what draws
 * Home, whose address brings the landing page.
 */
function sayLater(shell: string, { path, code, isMember }: PrerenderedPage, bundle: Bundle) {
  const sheet = hrefOf(sheetOf(shell))
  if (!sheet) throw new Error('index.html has no style')
  const filesOf = (modules: RegExp[]) => scriptsOf(bundle, modules).map(({ fileName }) => `/${fileName}`)
  // The first that the plain page runs, and the last, which imports it.
  const scripts = [...shell.matchAll(/<script type="module" crossorigin src="([^"]+)"/g)].map(
    ([, src]) => src!,
  )
  const entry = scripts.at(-1)
  if (!entry) throw new Error('index.html has no first script')
  const others = (files: string[]) => files.filter((file) => file !== entry)
  const app = others(filesOf(FIRST))
  return {
    entry,
    alarm: filesOf([/src\/app\/alertBootstrap\.ts$/])[0]!,
    sheet,
    app,
    soon: isMember,
    screen: others(filesOf(isMember ? [...MEMBER, code] : [code])).filter((file) => !app.includes(file)),
    home: path === '/landing' ? others(filesOf([...MEMBER, HOME])).filter((file) => !app.includes(file)) : [],
  }
}

/** The app's style, as the plain page names it. */
const sheetOf = (shell: string) => /<link rel="stylesheet"[^>]*>/.exec(shell)?.[0] ?? ''

const hrefOf = (link: string) => / href="([^"]+)"/.exec(link)?.[1] ?? ''

/** `first` runs before anything is seen, `below` right below the content. */
type Parts = { installation: string; first: string; below: string[] }

/** The page, whole but for its style. */
export function compose(shell: string, page: PrerenderedPage, { installation, first, below }: Parts): string {
  const sheet = sheetOf(shell)
  const [noscript = ''] = /<noscript>[\s\S]*?<\/noscript>/.exec(shell) ?? []
  // Nothing of the app is fetched by the page itself, and the way out of a page without it lies in `first.ts`; what nobody sees is asked for by
  // `later.ts` once the page is seen: it took a tenth of a second of a slow connection before that.
  const scripts =
    /<script (?:type="module"|async (?:fetchpriority="high" )?src="\/assets\/|(?:async )?src="\/(?:antes|otra-vez)\.js")[^>]*><\/script>|<link rel="(?:modulepreload|manifest)"[^>]*>/g
  // What stands in the middle of the screen would move as the rest of it is read. What fills it from above is better seen as it comes.
  const wait =
    page.path === '/landing' || page.isMember ? '' : '<link rel="expect" href="#root" blocking="render">'
  const body = [
    // Where there are no scripts, what a page without them cannot know stands beside the number.
    `<div id="prerendered">${page.html.replace(page.numeros, (found) => found + noscript)}</div>`,
    ...(page.listo ? [`<template data-listo>${page.listo}</template>`] : []),
    ...templates('pais', page.paises),
    ...below.filter(Boolean).map((script) => `<script>${script}</script>`),
  ]
  return (
    shell
      .replace(noscript, '')
      .replaceAll(scripts, '')
      .replaceAll(/<!--[\s\S]*?-->|^\s+(?=\n)/gm, '')
      .replace(sheet, () => `${wait}<!--css--><script>${first}</script>`)
      .replace('<html ', `<html data-installation="${installation}" `)
      .replace(/<title>[^<]*<\/title>/, `<title>${page.title}</title>`)
      .replace(/<body>/, (found) => found + body.join(''))
      // `later.ts` asks for it once the page is seen: named here it would be fetched before that, on a connection that is busy enough.
      .replace('</body>', `<noscript>${sheet}</noscript></body>`)
  )
}

const templates = (name: string, all: Record<string, string>) =>
  Object.entries(all).map(([value, html]) => `<template data-${name}="${value}">${html}</template>`)

/** Ours, which are fetched only where the page names them, and those of the device that stand in for them until then. */
const FACES = /@font-face\s*\{[^}]*\}/g

/** What of the app's style the page is drawn with. */
async function criticalCss(html: string, outDir: string): Promise<string> {
  const critical = new Beasties({
    path: outDir,
    publicPath: '/',
    fonts: false,
    reduceInlineStyles: false,
    logLevel: 'silent',
    // Of a selector with `:is()` or `:where()` it cannot say whether the page has it, and leaves it out: what a button is without a class of its own
    // (`components/button/Button.tsx`), that the way out can be pressed (`*:`), the edge of what has a colour where colours are forced.
    // And the names of our fonts, which `first.ts` lets it have.
    allowRules: [
      /:(?:is|where)\(\./,
      /^:is\(button/,
      /\[open\]/,
      /\[class/,
      /data-letras/,
      /data-largo/,
      /data-inicio/,
    ],
  })
  const [, css] = /<style>([\s\S]*?)<\/style>/.exec(await critical.process(html)) ?? []
  if (!css) throw new Error('a prerendered page has no style')
  return css
}
