import { createHash } from 'node:crypto'
import type { Plugin, Rolldown } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import type { Entry } from '../src/sw/manifest.ts'
import { FIRST, MEMBER, scriptsOf } from './bundle.ts'

type Bundle = Rolldown.OutputBundle

/** Kept on every device: the neutral page of quick exit, and the page without a network. */
const VISITOR = ['medidas.html', 'medidas.css', 'sinred.html', 'sinred.css', 'antes.js']

/** A member's prerendered pages. */
const PRERENDERED = ['inicio.html', 'seguridad.html']

/** What the app needs to run; icons and the like stay on the server. */
const APP = [
  'assets/**/*.{js,css,woff2,mp3,ogg,svg,webp}',
  'icono.svg',
  'otra-vez.js',
  'manifest.webmanifest',
]

/**
 * What is kept on every line, however slow or costly: Home, the alarm's screen, the PIN before them, what runs on every screen, and the
 * client. Without them no alert is sent.
 */
const FIRST_CODE = [
  ...MEMBER,
  /lib\/api\/client\.ts$/,
  /inicio\/Inicio\.tsx$/,
  /seguridad\/Seguridad\.tsx$/,
  // Opens over the alarm's screen: it is loaded after it, and must not be missing once there is no network.
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
  /layout\/LockedApp\.tsx$/,
  /layout\/PinAgain\.tsx$/,
  // Without it an alert could not be ended by the PIN where there is no network.
  /session\/claves\.ts$/,
  /layout\/SesionTerminada\.tsx$/,
  // Where she is once she has signed out.
  /landing\/Landing\.tsx$/,
  /cuenta\/Login\.tsx$/,
  /components\/feedback\/Toaster\.tsx$/,
]
const FIRST_FILES =
  /^(?:assets\/(?:llamada-entrante-[^/]+|[^/]+\.css)|icono\.svg|otra-vez\.js|manifest\.webmanifest)$/

/** Modules of the team's screens. */
const TEAM = /\/src\/features\/(?:.+\/)?(?:admin\/|(?:\w+Admin|AdminLink)\.tsx$)/

/** Files that only the team's screens load: all that cannot be reached from the app without passing through one of them. */
export function teamFiles(bundle: Bundle): Set<string> {
  const files = new Set(Object.keys(bundle).filter((file) => bundle[file]!.type === 'chunk'))
  const visit = (file: string) => {
    const chunk = bundle[file]
    if (chunk?.type !== 'chunk' || !files.has(file)) return
    const own = chunk.moduleIds.filter((id) => !id.includes('/node_modules/'))
    if (own.length > 0 && own.every((id) => TEAM.test(id))) return
    files.delete(file)
    for (const next of [...chunk.imports, ...chunk.dynamicImports]) visit(next)
  }
  for (const { fileName } of scriptsOf(bundle, FIRST)) visit(fileName)
  return files
}

/** The list that the worker is built with: every file and its group, and the app's page with a revision that changes with any of them. */
export function entriesOf(
  files: readonly { url: string; revision: string | null; size: number }[],
  groupOf: (file: string) => Entry['group'],
): (Entry & { size: number })[] {
  const entries = files
    .map((file) => ({ ...file, url: `/${file.url}`, group: groupOf(file.url) }))
    .sort((a, b) => (a.url < b.url ? -1 : 1))
  const release = createHash('sha256').update(JSON.stringify(entries)).digest('hex').slice(0, 12)
  // Without what a visitor sees there: a question behind it asks for the plain page (`server/src/http/pages.ts`).
  return entries.map((entry) =>
    entry.url === '/index.html' ? { ...entry, url: '/?app', revision: release, group: 'page' } : entry,
  )
}

/** Builds `src/sw/sw.ts` into `/sw.js`, with the list of this build's files. */
export function serviceWorker(): Plugin[] {
  let first = new Set<string>()
  let team = new Set<string>()
  const groupOf = (file: string) => {
    if (VISITOR.includes(file)) return 'visitor'
    if (first.has(file) || PRERENDERED.includes(file) || FIRST_FILES.test(file)) return 'first'
    return team.has(file) ? 'team' : 'rest'
  }
  return [
    {
      name: 'amparo:service-worker',
      apply: 'build',
      configResolved({ env: { VITE_SUPABASE_URL, VITE_SUPABASE_ANON_KEY } }) {
        // Found out by the first visitor otherwise.
        if (VITE_SUPABASE_URL && (!URL.canParse(VITE_SUPABASE_URL) || !VITE_SUPABASE_ANON_KEY))
          throw new Error(
            'Ajustes de compilación: VITE_SUPABASE_URL es una dirección y va con VITE_SUPABASE_ANON_KEY.',
          )
      },
      writeBundle(_, bundle) {
        first = new Set(scriptsOf(bundle, FIRST_CODE).map(({ fileName }) => fileName))
        team = teamFiles(bundle)
      },
    },
    ...VitePWA({
      strategies: 'injectManifest',
      srcDir: 'src/sw',
      filename: 'sw.ts',
      manifest: false,
      injectRegister: false,
      injectManifest: {
        rollupFormat: 'iife',
        globPatterns: [...VISITOR, ...PRERENDERED, ...APP, 'index.html'],
        manifestTransforms: [(files) => ({ manifest: entriesOf(files, groupOf) })],
      },
      integration: {
        closeBundleOrder: 'pre',
        configureCustomSWViteBuild(config) {
          config.logLevel = 'warn'
        },
      },
    }),
  ]
}
