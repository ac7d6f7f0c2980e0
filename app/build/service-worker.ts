import { createHash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Plugin } from 'vite'
import { MEMBER, scriptsOf } from './bundle.ts'

/** What the app needs to run; icons and the like stay on the server. */
const KEPT =
  /^(?:assets\/.+\.(?:js|css|woff2|mp3|ogg|svg|webp)|icono\.svg|otra-vez\.js|manifest\.webmanifest)$/

/**
 * What is kept on every line, however slow or costly: Home, the room of the alarm, the lock before them, what watches over her on every screen, what
 * stands beside these rooms, and the client. Nobody is told of anything without them.
 */
const FIRST_CODE = [
  ...MEMBER,
  /data\/client\.ts$/,
  /inicio\/Inicio\.tsx$/,
  /seguridad\/Seguridad\.tsx$/,
  // What opens over it: it comes behind the room, and must not be missing once there is no network.
  /seguridad\/abierto\.ts$/,
  /seguridad\/watchMember\.ts$/,
  /contactos\/keepContactos\.ts$/,
  /llamadaSegura\/LlamadaEnCurso\.tsx$/,
  /llegada\/LlegadaBanner\.tsx$/,
  /layout\/Behind\.tsx$/,
  /layout\/Cambios\.tsx$/,
  /layout\/NewRelease\.tsx$/,
  /layout\/Hoy\.tsx$/,
  /inicio\/BelowTiles\.tsx$/,
  /layout\/PinScreen\.tsx$/,
  /layout\/SesionTerminada\.tsx$/,
  /ui\/Toaster\.tsx$/,
]
const FIRST_FILES =
  /^(?:assets\/(?:(?:ahead|llamada-entrante)-[^/]+|[^/]+\.css)|icono\.svg|otra-vez\.js|manifest\.webmanifest)$/

/** What is kept once it was opened, on any line: the admin's rooms, which hardly anybody opens. */
const LATER = /^assets\/(?:\w+Admin|Administracion|Revision|redaccion)-/

/** The service that a build is for, where its settings say so; the worker cannot read the app's own (`lib/installation/config.ts`). */
function serviceOf({ VITE_SUPABASE_URL, VITE_SUPABASE_ANON_KEY }: Record<string, string | undefined>) {
  if (!VITE_SUPABASE_URL) return null
  // Found out by the first visitor otherwise.
  if (!URL.canParse(VITE_SUPABASE_URL) || !VITE_SUPABASE_ANON_KEY)
    throw new Error(
      'Ajustes de compilación: VITE_SUPABASE_URL es una dirección y va con VITE_SUPABASE_ANON_KEY.',
    )
  return { supabaseUrl: VITE_SUPABASE_URL.replace(/\/+$/, ''), anonKey: VITE_SUPABASE_ANON_KEY }
}

/** Writes `sw.js` with the list of this build's files and a name that changes with any of them. */
export function serviceWorker(): Plugin {
  let root = ''
  let outDir = ''
  let service: ReturnType<typeof serviceOf> = null
  let code: string[] = []
  return {
    name: 'amparo:service-worker',
    apply: 'build',
    configResolved(config) {
      root = config.root
      outDir = resolve(config.root, config.build.outDir)
      service = serviceOf(config.env)
    },
    writeBundle(_, bundle) {
      code = scriptsOf(bundle, FIRST_CODE).map(({ fileName }) => fileName)
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
        const list = (of: string[]) => JSON.stringify(of.map((file) => `/${file}`))
        const first = files.filter((file) => code.includes(file) || FIRST_FILES.test(file))
        await writeFile(
          join(outDir, 'sw.js'),
          template
            .replace('__RELEASE__', release)
            .replace('__FILES__', list(files))
            .replace('__FIRST__', list(first))
            .replace('__LATER__', list(files.filter((file) => LATER.test(file) && !first.includes(file))))
            .replace('__SERVICE__', () => JSON.stringify(service)),
        )
      },
    },
  }
}
