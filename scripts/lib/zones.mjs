import path from 'node:path'

/**
 * @typedef {object} Zone
 * @property {string} folder from the root; a last segment `*` stands for each folder there, which is then a zone by itself
 * @property {number} [depth] how many levels of folders it has below; 0 by default
 * @property {boolean} [only] its own files alone, none of the folders below
 * @property {string[]} imports names of the zones that it may import besides itself
 * @property {string[]} [testImports] further ones for its `*.test.ts`
 * @property {string[]} [inner] files of its own that no other zone may import, whatever else of it they may
 * @property {string[]} [packages] the only packages that it may import; without a list, whatever its package.json declares
 */

const REACT = ['react', 'react-dom', 'react-router']
const LOOKS = ['lucide-react', 'radix-ui']

/**
 * Who may import whom: everything that is not listed here is refused (`biome.zones.json` is made from this table,
 * `imports.test.ts` tries every pair, docs/architecture.md shows it).
 * @type {Record<string, Zone>}
 */
export const ZONES = {
  // The app: routes compose rooms and layout; rooms know neither each other nor where they hang.
  routes: {
    folder: 'app/src',
    only: true,
    imports: ['rooms', 'layout', 'data', 'ui', 'lib', 'texts', 'styles'],
    packages: [...REACT, 'lucide-react', '@tanstack/react-query'],
  },
  // What comes drawn, before the app: some of its rooms, drawn by the build.
  umbral: {
    folder: 'app/src/umbral',
    imports: ['routes', 'layout', 'rooms', 'data', 'lib'],
    packages: REACT,
  },
  layout: {
    folder: 'app/src/layout',
    depth: 1,
    imports: ['routes', 'rooms', 'data', 'ui', 'lib', 'texts'],
    testImports: ['appTesting'],
    packages: [...REACT, ...LOOKS, '@tanstack/react-query'],
  },
  rooms: {
    folder: 'app/src/features/*',
    depth: 2,
    imports: ['data', 'ui', 'lib', 'texts'],
    testImports: ['appTesting'],
    packages: [
      ...REACT,
      ...LOOKS,
      '@tanstack/react-query',
      'diff',
      'fflate',
      'papaparse',
      '@tiptap/*',
      'react-easy-crop',
      'react-day-picker',
      'zod',
    ],
  },
  // The only zone that speaks to the server: every other one asks through `ask.ts`, `live.ts`, `kept.ts` and the queue.
  data: {
    folder: 'app/src/data',
    depth: 1,
    imports: ['lib'],
    inner: ['client.ts', 'gate.ts', 'steadySession.ts', 'seal.ts'],
    packages: ['@supabase/*', '@tanstack/*', 'idb', 'react'],
  },
  ui: {
    folder: 'app/src/ui',
    depth: 1,
    imports: ['lib'],
    testImports: ['appTesting'],
    packages: [...REACT, ...LOOKS, 'react-day-picker', 'zod'],
  },
  lib: {
    folder: 'app/src/lib',
    depth: 2,
    imports: [],
    packages: [...REACT, 'lucide-react', 'libphonenumber-js', 'file-type', 'zod'],
  },
  // For component tests alone.
  appTesting: {
    folder: 'app/src/testing',
    imports: ['ui', 'lib'],
    packages: [...REACT, '@testing-library/*', '@tanstack/react-query', 'vitest'],
  },
  texts: { folder: 'app/src/textos', depth: 1, imports: [] },
  styles: { folder: 'app/src/styles', imports: [] },
  // The service worker, which has no page around it.
  worker: { folder: 'app/src/sw', imports: ['lib'], packages: ['workbox-*'] },
  appBuild: { folder: 'app/build', depth: 1, imports: ['lib', 'texts', 'worker'] },
  appConfig: { folder: 'app', only: true, imports: ['appBuild'] },

  // The server: doors know `core/` and nothing of each other; `start.ts` and its neighbours compose them.
  serverRoot: {
    folder: 'server/src',
    only: true,
    imports: [
      ...['core', 'settings', 'auth', 'rest', 'storage', 'realtime', 'functions'],
      ...['mail', 'push', 'web', 'postgres', 'database', 'backup'],
    ],
    testImports: ['serverTesting'],
  },
  core: { folder: 'server/src/core', imports: [], testImports: ['serverTesting'] },
  settings: { folder: 'server/src/settings', imports: ['core'] },
  auth: { folder: 'server/src/auth', imports: ['core'], testImports: ['serverTesting'] },
  rest: { folder: 'server/src/rest', imports: ['core'], testImports: ['serverTesting'] },
  storage: { folder: 'server/src/storage', depth: 1, imports: ['core'], testImports: ['serverTesting'] },
  realtime: { folder: 'server/src/realtime', imports: ['core'], testImports: ['serverTesting'] },
  functions: {
    folder: 'server/src/functions',
    imports: ['core'],
    testImports: ['serverTesting', 'settings', 'serverRoot'],
  },
  mail: { folder: 'server/src/mail', imports: ['core'], testImports: ['serverTesting'] },
  push: { folder: 'server/src/push', imports: ['core'], testImports: ['serverTesting'] },
  web: { folder: 'server/src/web', imports: ['core'], testImports: ['settings'] },
  postgres: { folder: 'server/src/postgres', imports: [], testImports: ['serverTesting'] },
  database: { folder: 'server/src/database', imports: ['core', 'settings'], testImports: ['serverTesting'] },
  // A house in one file, and a house of one.
  backup: {
    folder: 'server/src/backup',
    imports: ['core', 'settings', 'postgres', 'database'],
    testImports: ['serverTesting', 'serverRoot'],
  },
  // What a client may see of the schema is what its types say: one reading of the catalogue for both.
  types: { folder: 'server/src/types', imports: ['core', 'rest'], testImports: ['serverTesting'] },
  serverTesting: {
    folder: 'server/testing',
    imports: [
      ...['serverRoot', 'core', 'settings', 'auth', 'rest', 'storage', 'realtime', 'functions'],
      ...['mail', 'push', 'postgres', 'database'],
    ],
  },
  serverProofs: { folder: 'server/proofs', imports: ['serverTesting', 'serverRoot', 'postgres'] },

  // The project's functions run inside the server and elsewhere: they import nothing of it.
  projectFunctions: {
    folder: 'supabase/functions',
    depth: 2,
    imports: [],
    packages: ['stripe', 'nodemailer', 'web-push'],
  },
  sqlTests: {
    folder: 'supabase/tests',
    depth: 1,
    imports: ['serverTesting', 'core', 'settings', 'rest', 'postgres', 'database', 'backup'],
    testImports: ['scripts'],
  },

  scripts: {
    folder: 'scripts',
    depth: 1,
    imports: ['serverRoot', 'settings', 'types'],
    // What a new room is easily forgotten in is seen from outside of it.
    testImports: ['serverTesting', 'sqlTests', 'rooms', 'projectFunctions'],
  },
  endToEnd: { folder: 'e2e', depth: 1, imports: ['scripts', 'serverTesting'] },
  bench: { folder: 'bench', depth: 1, imports: ['scripts', 'serverRoot'] },
}

/** The official client: in the app, tests included, only a zone that lists it may import it. */
const CLIENT = '@supabase/*'

const TESTS = ['ts', 'tsx'].map((end) => `*.test.${end}`)

/**
 * The rules as Biome reads them: one for each zone, level of folders, and for its tests. A path is taken as it is
 * written, so only the shortest way to a file passes; any other is refused, wherever it leads.
 */
export function zoneRules() {
  return {
    overrides: [
      // A folder that the table does not name may import what lies in it.
      rule(['**'], ['../**'], 'an unnamed folder'),
      ...Object.entries(ZONES).flatMap(([name, zone]) => rulesOf(name, zone)),
    ],
  }
}

/** @param {string} name @param {Zone} zone */
function rulesOf(name, zone) {
  const rules = []
  for (let depth = 0; depth <= (zone.depth ?? 0); depth++) {
    const where = `${zone.folder}${'/*'.repeat(depth)}`
    rules.push(rule([`${where}/*`], patterns(zone, depth), name))
    const tests = TESTS.map((file) => `${where}/${file}`)
    rules.push(rule(tests, patterns(zone, depth, true), name))
  }
  return rules
}

/**
 * What is refused, then what of it is taken all the same; of two that fit, the later one counts.
 * @param {Zone} zone @param {number} depth @param {boolean} [tests] whether for its tests, which may import more
 */
function patterns({ folder, imports, testImports = [], packages, only }, depth, tests = false) {
  const inside = `${folder}${'/x'.repeat(depth)}`
  const allowed = [...imports, ...(tests ? testImports : [])].flatMap((name) => {
    const target = /** @type {Zone} */ (ZONES[name])
    const straight = path.relative(inside, target.folder.replace('/*', ''))
    const way = straight.startsWith('.') ? straight : `./${straight}`
    const inner = (target.inner ?? []).map((file) => `${way}/${file}`)
    return target.only ? [`!${way}/*`] : [`!${way}/**`, `${way}/**/../**`, ...inner]
  })
  const some = tests ? undefined : packages
  return [
    ...(some ? ['**', '!node:*', ...some.flatMap((name) => [`!${name}`, `!${name}/**`])] : []),
    ...(folder.startsWith('app') && !packages?.includes(CLIENT) ? [`${CLIENT}*`] : []),
    ...(only ? ['./*/**', '!./*'] : ['!./**', './**/../**']),
    '../**',
    ...(depth > 0 ? ['!../**', `${'../'.repeat(depth + 1)}**`] : []),
    ...allowed,
  ]
}

/** @param {string[]} includes @param {string[]} group @param {string} name */
function rule(includes, group, name) {
  const message = `${name} may not import this: scripts/lib/zones.mjs lists what it may.`
  const options = { patterns: [{ group, message }] }
  return {
    includes,
    linter: { rules: { style: { noRestrictedImports: { level: 'error', options } } } },
  }
}
