import type { Plugin } from 'vite'
import { minify } from './minify.ts'

/** Scripts of `src/app/prerender/` that pages name by an address that never changes, also pages that are no part of the app. */
const SCRIPTS = ['antes', 'otra-vez']

/** Builds each into a file below the root, `/antes.js`. */
export function plainScripts(): Plugin {
  return {
    name: 'amparo:plain-scripts',
    async generateBundle() {
      for (const name of SCRIPTS)
        this.emitFile({ type: 'asset', fileName: `${name}.js`, source: await minify(`${name}.ts`) })
    },
    configureServer({ middlewares }) {
      middlewares.use(async ({ url = '' }, response, next) => {
        const name = SCRIPTS.find((one) => url.split('?')[0] === `/${one}.js`)
        if (!name) return next()
        response.setHeader('content-type', 'text/javascript')
        response.end(await minify(`${name}.ts`))
      })
    },
  }
}
