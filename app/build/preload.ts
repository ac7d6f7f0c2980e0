import type { HtmlTagDescriptor, Plugin, Rolldown } from 'vite'

/** The page's first script, before that of the house. */
const AUXILIO = /src\/auxilio\.ts$/

/**
 * Puts the alarm's script first, as a file of its own: it runs as soon as it is there, and without the rest. Pages that come drawn name
 * their own code (`umbral.ts`). The fonts are left out on purpose: at 400 kbit/s they would delay the first text by a second, and their
 * fallbacks have the same metrics (styles/fonts.css).
 */
export function preload(): Plugin {
  return {
    name: 'amparo:preload',
    transformIndexHtml: {
      order: 'post',
      handler(_, { bundle }) {
        if (!bundle) return [script('src/auxilio.ts')]
        const chunks = Object.values(bundle).filter(
          (file): file is Rolldown.OutputChunk => file.type === 'chunk',
        )
        const auxilio = chunks.find(({ facadeModuleId }) => AUXILIO.test(facadeModuleId ?? ''))
        if (!auxilio) throw new Error('the build has no src/auxilio.ts')
        return [script(auxilio.fileName)]
      },
    },
  }
}

function script(file: string): HtmlTagDescriptor {
  return {
    tag: 'script',
    // As soon as it is there, whatever else is still on its way.
    attrs: { type: 'module', async: true, crossorigin: '', src: `/${file}` },
    injectTo: 'head',
  }
}
