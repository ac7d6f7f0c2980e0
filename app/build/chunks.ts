import type { Rolldown } from 'vite'

type Graph = {
  getModuleInfo: (id: string) => { importedIds: readonly string[]; code: string | null } | null
}
type Group = NonNullable<
  Exclude<Rolldown.OutputOptions['codeSplitting'], boolean | undefined>['groups']
>[number]

/** Modules that name everything there is of a package; which of it somebody needs, the importing text says. */
const BARRELS = [
  {
    from: 'lucide-react',
    module: /lucide-react\/dist\/esm\/lucide-react\.m?js$/,
    // Some have another name than their file: Trash2 is in trash.mjs.
    find: (name: string) => new RegExp(`/icons/${name.replace(/-?(\d+)$/, '(?:-?$1)?')}\\.m?js$`),
  },
  {
    from: 'radix-ui',
    module: /\/radix-ui\/dist\/index\.m?js$/,
    find: (name: string) => new RegExp(`/react-${name}/dist/`),
  },
  {
    from: '@tanstack/react-query',
    module: /react-query\/build\/modern\/index\.js$/,
    find: (name: string) => new RegExp(`/modern/${name.replaceAll('-', '')}\\.js$`, 'i'),
  },
]

/** What a module's text takes of such a package, as its files are called. */
function namesIn(code: string, from: string): string[] {
  const [, names = ''] = new RegExp(`import\\s*\\{([^}]*)\\}\\s*from\\s*["']${from}["']`).exec(code) ?? []
  return names
    .split(',')
    .map((name) => name.trim().split(/\s+as\s+/)[0]!)
    .filter(Boolean)
    .map((name) => name.replace(/([a-z0-9])([A-Z])/g, '$1-$2').toLowerCase())
}

/** Every module that one of `entries` imports, directly or not, and that it cannot be drawn without. */
function closureOf(entries: readonly string[], graph: Graph): Set<string> {
  const found = new Set<string>()
  const add = (id: string) => {
    if (found.has(id)) return
    found.add(id)
    const info = graph.getModuleInfo(id)
    for (const imported of info?.importedIds ?? []) {
      const barrel = BARRELS.find(({ module }) => module.test(imported))
      if (!barrel) add(imported)
      else {
        const all = graph.getModuleInfo(imported)?.importedIds ?? []
        for (const name of namesIn(info?.code ?? '', barrel.from)) {
          const file = all.find((id) => barrel.find(name).test(id))
          if (file) add(file)
        }
      }
    }
  }
  for (const entry of entries) add(entry)
  return found
}

/**
 * What several screens share and each of these groups of screens needs: a file of its own, so that nobody loads for it what others share besides.
 */
function sharedOf(name: string, priority: number, ...groups: (readonly string[])[]): Group {
  let needed: Set<string>[] | undefined
  return {
    name(id, graph) {
      needed ??= groups.map((entries) => closureOf(entries, graph))
      return needed.every((closure) => closure.has(id)) ? name : null
    },
    debugName: name,
    test: /src\/(?!main|routes)|node_modules/,
    minShareCount: 2,
    priority,
  }
}

/**
 * Which modules lie together in a file (docs/decisions/0313): by who needs them first, so that a visitor's page brings nothing of a member's along,
 * and no first screen what other rooms share.
 *
 * @param src folder of the app's sources
 */
export function chunkGroups(src: string): Group[] {
  const at = (...files: string[]) => files.map((file) => `${src}/${file}`)
  const visitors = at(
    'features/landing/Landing.tsx',
    'features/cuenta/Login.tsx',
    'features/cuenta/Register.tsx',
  )
  const contacts = at(
    'features/alerta/AlertaPage.tsx',
    'features/confianza/Confianza.tsx',
    'features/confianza/ConfirmCorreo.tsx',
  )
  const safety = at('features/seguridad/Seguridad.tsx')
  const home = at('features/inicio/Inicio.tsx')
  const members = [...at('layout/MemberShell.tsx'), ...safety]
  return [
    // The alarm's lane and all it needs: first, and whole without anything else of the house (docs/decisions/0215).
    { name: 'auxilio', test: /src\/auxilio\.ts$/, priority: 8 },
    // What every page needs and hardly ever changes: it stays in the browser's cache over many releases.
    { name: 'react', test: /node_modules\/(?:react|react-dom|scheduler)\//, priority: 7 },
    // The rest of what the app's first script is made of.
    { name: 'casa', tags: ['$initial'], priority: 6 },
    // Forms and the like, of visitors and members, and what contacts and members share: not with what either sees besides.
    // The page that says a single thing too, which contacts see with these.
    sharedOf('formas', 5, visitors, [...members, ...at('ui/NoticePage.tsx')]),
    sharedOf('dibujos', 5, visitors, home),
    sharedOf('dialogo', 5, contacts, members),
    // What a member's rooms share with what says things for a moment: not with the rest of that.
    sharedOf('senas', 5, members, at('ui/Toaster.tsx')),
    sharedOf('visita', 4, visitors),
    // Pages that her contacts open by a link, on whatever network there is then.
    sharedOf('contactos', 4, contacts),
    // What says things for a moment comes to every screen right after it is drawn, and brings nothing of a member's along.
    sharedOf('avisos', 4, at('ui/Toaster.tsx')),
    // The official client, for whoever asks something (`data/opening.ts`).
    { name: 'cliente', test: /src\/data\/client\.ts$/, priority: 3 },
    // The frame of a member's rooms, with all it needs.
    { name: 'marco', test: /src\/layout\/MemberShell\.tsx$/, priority: 3 },
    // What Home and her safety share besides, then each by itself.
    sharedOf('suyo', 2, home, safety),
    { name: 'inicio', test: /src\/features\/inicio\/Inicio\.tsx$/, priority: 2 },
    sharedOf('seguro', 2, safety),
    // What is sent or fetched with its progress: rooms of the team and of members share it, and merged by size with what either shares besides
    // it made two files that import each other.
    {
      name: 'archivos',
      test: /src\/(?:ui\/(?:transfer|Transfer|Progress)|data\/upload|lib\/device\/download)\.tsx?$/,
      minShareCount: 2,
      priority: 1,
    },
    // What circles, calls and the therapists' room report with, for the same reason.
    {
      name: 'denuncia',
      test: /src\/(?:ui\/(?:DenunciaForm|CrisisLine)|data\/denuncias|lib\/revision\/(?:motivos|peligro))\.tsx?$/,
      minShareCount: 2,
      priority: 1,
      includeDependenciesRecursively: false,
    },
    // What circles and the team take measures with, for the same reason.
    {
      name: 'medidas',
      test: /src\/(?:ui\/SuspensionForm|data\/(?:revision|medidas)|lib\/revision\/medidas)\.tsx?$/,
      minShareCount: 2,
      priority: 1,
      includeDependenciesRecursively: false,
    },
    // What the community shows of two of its rooms before she enters either, for the same reason.
    {
      name: 'charlas',
      test: /src\/features\/(?:blog|salas)\//,
      minShareCount: 2,
      priority: 1,
      includeDependenciesRecursively: false,
    },
    // What the directory shares with the team's screens of it, for the same reason.
    {
      name: 'directorio',
      test: /src\/features\/apoyo\//,
      minShareCount: 2,
      priority: 1,
      includeDependenciesRecursively: false,
    },
    // What long texts are written with: three rooms of the team load it, and nobody else.
    {
      name: 'redaccion',
      test: /src\/features\/admin\/richText\/|node_modules\/(?:prosemirror-|orderedmap|rope-sequence|w3c-keyname)/,
      minShareCount: 2,
      priority: 2,
      includeDependenciesRecursively: false,
    },
    // What the team's rooms share and nobody else needs.
    {
      name: 'equipo',
      test: /src\/(?:features\/admin\/|ui\/AdminPage)/,
      minShareCount: 2,
      priority: 1,
      // Icons and the like it shares with members' rooms.
      includeDependenciesRecursively: false,
    },
    // The rest, by who shares it, and little of it with what nearly the same rooms share: Home was sixty files, and sixty requests are ten
    // round trips of a slow line (docs/decisions/0285).
    {
      name: 'comun',
      test: /src\/(?!main|routes)|node_modules/,
      minShareCount: 2,
      entriesAware: true,
      // Bytes of source. Where another commit's files import each other by it, which the build refuses, another size does.
      entriesAwareMergeThreshold: 20_000,
    },
  ]
}
