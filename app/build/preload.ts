import type { HtmlTagDescriptor, Plugin, Rolldown } from 'vite'

/** The first screen of a new visitor. */
const FIRST_SCREEN = /features\/landing\/Landing\.tsx$/

/**
 * Has the browser fetch the code of the landing page together with the first script, not after it. The fonts are left
 * out on purpose: at 400 kbit/s they would delay the first text by a second, and their fallbacks have the same metrics
 * (styles/fonts.css).
 */
export function preload(): Plugin {
  return {
    name: 'amparo:preload',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const chunks = Object.values(bundle).filter(
          (file): file is Rolldown.OutputChunk => file.type === 'chunk',
        )
        const first = chunks.find(({ facadeModuleId }) => FIRST_SCREEN.test(facadeModuleId ?? ''))
        const scripts = first ? [first.fileName, ...first.imports] : []
        return scripts.filter((file) => !html.includes(file)).map(modulePreload)
      },
    },
  }
}

function modulePreload(file: string): HtmlTagDescriptor {
  return { tag: 'link', attrs: { rel: 'modulepreload', crossorigin: '', href: `/${file}` }, injectTo: 'head' }
}
