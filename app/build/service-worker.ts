import { createHash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Plugin } from 'vite'

/** What the app needs to run; icons and the like stay on the server. */
const KEPT =
  /^(?:assets\/.+\.(?:js|css|woff2|mp3|ogg|svg|webp)|icono\.svg|otra-vez\.js|manifest\.webmanifest)$/

/** The service that a build is for, where its settings say so; the worker cannot read the app's own (`lib/installation/config.ts`). */
function serviceOf({ VITE_SUPABASE_URL, VITE_SUPABASE_ANON_KEY }: Record<string, string | undefined>) {
  return VITE_SUPABASE_URL ? { supabaseUrl: VITE_SUPABASE_URL, anonKey: VITE_SUPABASE_ANON_KEY } : null
}

/** Writes `sw.js` with the list of this build's files and a name that changes with any of them. */
export function serviceWorker(): Plugin {
  let root = ''
  let outDir = ''
  let service: ReturnType<typeof serviceOf> = null
  return {
    name: 'amparo:service-worker',
    apply: 'build',
    configResolved(config) {
      root = config.root
      outDir = resolve(config.root, config.build.outDir)
      service = serviceOf(config.env)
    },
    closeBundle: {
      sequential: true,
      order: 'pre',
      async handler(error) {
        if (error) return
        const files = (await readdir(outDir, { recursive: true })).filter((file) => KEPT.test(file)).sort()
        const index = await readFile(join(outDir, 'index.html'))
        const release = createHash('sha256').update(index).update(files.join()).digest('hex').slice(0, 12)
        const template = await readFile(join(root, 'build/sw.js'), 'utf8')
        const list = JSON.stringify(files.map((file) => `/${file}`))
        await writeFile(
          join(outDir, 'sw.js'),
          template
            .replace('__RELEASE__', release)
            .replace('__FILES__', list)
            .replace('__SERVICE__', () => JSON.stringify(service)),
        )
      },
    },
  }
}
