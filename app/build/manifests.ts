import { readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Plugin } from 'vite'
import {
  ATAJOS,
  type Atajo,
  ICONOS,
  type Icono,
  iconFile,
  manifestOf,
  nameOf,
} from '../src/lib/device/atajos.ts'

type Manifest = {
  shortcuts: { name: string }[]
  icons: { src: string }[]
  share_target?: unknown
} & Record<string, unknown>

/** Where an installed app is handed a text; the worker takes it in (`src/sw/share.ts`), and no address ever holds it. */
const SHARE_TARGET = {
  action: '/compartir',
  method: 'POST',
  enctype: 'multipart/form-data',
  params: { title: 'titulo', text: 'texto', url: 'enlace' },
}

/**
 * The manifest for every choice of hers: a file cannot ask anybody.
 *
 * @param base the one that stands in `public`, with every shortcut
 * @returns by their names below the root
 */
export function manifestsOf(base: Manifest): Map<string, Manifest> {
  const choices = Array.from(
    { length: 2 ** ATAJOS.length },
    (_, bits) => new Set<Atajo>(ATAJOS.filter((_, index) => bits & (1 << index))),
  )
  return new Map(
    (Object.keys(ICONOS) as Icono[]).flatMap((icono) =>
      choices.map((chosen) => {
        const manifest: Manifest = {
          ...base,
          name: ICONOS[icono],
          short_name: ICONOS[icono],
          icons: base.icons.map((icon) => ({
            ...icon,
            src: icon.src.replace('/icono', `/${iconFile(icono, '')}`),
          })),
          shortcuts: base.shortcuts.filter(({ name }) => chosen.has(name.toLowerCase() as Atajo)),
          ...(chosen.has('compartir') && { share_target: SHARE_TARGET }),
        }
        return [manifestOf(icono, nameOf(chosen)), manifest] as const
      }),
    ),
  )
}

/** Writes them into the build. */
export function manifests(): Plugin {
  let outDir = ''
  return {
    name: 'amparo:manifests',
    apply: 'build',
    configResolved(config) {
      outDir = resolve(config.root, config.build.outDir)
    },
    closeBundle: {
      sequential: true,
      order: 'pre',
      async handler(error) {
        if (error) return
        const base = JSON.parse(await readFile(join(outDir, 'manifest.webmanifest'), 'utf8'))
        for (const [name, manifest] of manifestsOf(base))
          if (name !== 'manifest.webmanifest') await writeFile(join(outDir, name), JSON.stringify(manifest))
      },
    },
  }
}
