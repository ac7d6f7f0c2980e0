import { spawnSync } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ZONES, zoneRules } from './lib/zones.mjs'

const root = path.resolve(import.meta.dirname, '..')
const biome = path.join(root, 'node_modules/@biomejs/biome/bin/biome')
const names = Object.keys(ZONES)
const zoneOf = (name: string) => ZONES[name]!

/** One line that imports `from`, in one way or another, and whether the linter should take it. */
interface Attempt {
  folder: string
  file: string
  line: number
  from: string
  allowed: boolean
}
const attempts: Attempt[] = []
/** The lines of each file that tries something: one for each folder, and one for its tests. */
const files = new Map<string, string[]>()

/** Where a file of a zone lies, so many folders below it. */
const place = (name: string, depth = 0, room = 'agenda') =>
  path.join(zoneOf(name).folder.replace('*', room), ...Array<string>(depth).fill('deep'))

function attempt(
  folder: string,
  from: string,
  allowed: boolean,
  name = 'tried.ts',
  line = `import '${from}'`,
): void {
  const file = `${folder}/${name}`
  const lines = files.get(file) ?? []
  files.set(file, lines)
  attempts.push({ folder, file, line: lines.push(line), from, allowed })
}

/** The ways in which a module can be had. */
const waysTo = (from: string) => [
  `import '${from}'`,
  `import { a } from '${from}'`,
  `import type { A } from '${from}'`,
  `export * from '${from}'`,
  `export const later = () => import('${from}')`,
]

const relative = (from: string, to: string) => {
  const way = path.relative(from, to)
  return way.startsWith('.') ? way : `./${way}`
}

for (const name of names) {
  const zone = zoneOf(name)
  for (let depth = 0; depth <= (zone.depth ?? 0); depth++) {
    const from = place(name, depth)
    for (const other of names) {
      if (other === name) continue
      const target = `${place(other, 0, 'diario')}/thing.ts`
      const way = relative(from, target)
      // What lies inside the zone's own folder, as `scripts/lib` does in `scripts`, is its own.
      const allowed = zone.imports.includes(other)
      attempt(from, way, allowed)
      attempt(from, way, allowed || (zone.testImports ?? []).includes(other), 'tried.test.ts')
      attempt(from, way.replace(/\/thing\.ts$/, '/x/../thing.ts'), false)
    }
    attempt(from, './thing.ts', true)
    if (!zone.only) attempt(from, './below/thing.ts', true)
    attempt(from, './below/../../thing.ts', false)
    for (let up = 1; up <= depth; up++) attempt(from, `${'../'.repeat(up)}thing.ts`, true)
    if (name === 'rooms') attempt(from, relative(from, `${place(name, 0, 'diario')}/thing.ts`), false)
  }
}
// Packages: only the zone of data speaks to the server, and what shows things asks for nothing.
attempt(place('rooms'), '@supabase/supabase-js', false)
attempt(place('ui'), '@tanstack/react-query', false)
attempt(place('ui'), '@supabase/supabase-js', false)
attempt(place('layout'), '@supabase/supabase-js', false)
attempt(place('data'), '@supabase/supabase-js', true)
// The client itself, in whatever way, from wherever in the app, tests included.
const service = names.filter((name) => zoneOf(name).folder.startsWith('app') && name !== 'data')
for (const name of service) {
  for (let depth = 0; depth <= (zoneOf(name).depth ?? 0); depth++) {
    const from = place(name, depth)
    const inner = zoneOf('data').inner!.map((file) => relative(from, `${place('data')}/${file}`))
    for (const way of ['@supabase/supabase-js', '@supabase/auth-js/dist/x', ...inner])
      for (const line of waysTo(way))
        for (const file of ['tried.ts', 'tried.test.ts']) attempt(from, way, false, file, line)
  }
}
for (const line of waysTo('./client.ts')) attempt(place('data'), './client.ts', true, 'tried.ts', line)
attempt(place('rooms', 1), relative(place('rooms', 1), `${place('data')}/ask.ts`), true)
attempt(place('rooms'), 'react', true)
attempt(place('rooms'), 'react/jsx-runtime', true)
attempt(place('rooms'), 'node:fs', true)
attempt(place('projectFunctions'), 'fastify', false)
// Folders that no line of the table names import nothing from outside of themselves.
attempt('tools', '../server/src/start.ts', false)
attempt('tools', './thing.ts', true)
attempt('app/src/features/agenda/a/b/c', '../../../../../ui/thing.ts', false)

let folder: string
let refused: Set<string>
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'imports-'))
  for (const file of ['biome.json', 'biome.zones.json'])
    await cp(path.join(root, file), path.join(folder, file))
  for (const [file, lines] of files) {
    await mkdir(path.join(folder, path.dirname(file)), { recursive: true })
    await writeFile(path.join(folder, file), lines.join('\n'))
  }
  refused = lint('style/noRestrictedImports', '.')
}, 240_000)
afterAll(() => rm(folder, { recursive: true, force: true }))

/** @returns the lines that a rule refuses, as `file:line` */
function lint(rule: string, where: string): Set<string> {
  const { stdout } = spawnSync(
    process.execPath,
    [
      biome,
      'lint',
      '--vcs-enabled=false',
      '--max-diagnostics=none',
      '--reporter=json',
      `--only=${rule}`,
      where,
    ],
    { cwd: folder, encoding: 'utf8', maxBuffer: 256 * 1024 * 1024 },
  )
  const { diagnostics } = JSON.parse(stdout) as {
    diagnostics: { location: { path: string; start: { line: number } } }[]
  }
  return new Set(diagnostics.map(({ location }) => `${location.path}:${location.start.line}`))
}

/** Those that the linter judged otherwise than the table does. */
function misjudged(some: Attempt[]): Attempt[] {
  return some.filter(({ file, line, allowed }) => refused.has(`${file}:${line}`) === allowed)
}

describe('imports run one way', () => {
  it('the rules are those of the table', async () => {
    await expect(`${JSON.stringify(zoneRules(), null, 2)}\n`).toMatchFileSnapshot('../biome.zones.json')
  })

  it.each(names)('%s: every other zone is tried, and only what its line lists is taken', (name) => {
    const places = Array.from({ length: (zoneOf(name).depth ?? 0) + 1 }, (_, depth) => place(name, depth))
    const mine = attempts.filter((each) => places.includes(each.folder))
    expect(mine.length).toBeGreaterThan(names.length)
    expect(misjudged(mine)).toEqual([])
  })

  it("only data/ has the service's client, and what stands between it and the network", () => {
    expect(service).toContain('rooms')
    expect(zoneOf('data').inner).toContain('client.ts')
    const client = attempts.filter(({ from }) => /client\.ts$|^@supabase/.test(from))
    expect(client.length).toBeGreaterThan(300)
    expect(misjudged(client)).toEqual([])
  })

  it('a folder that no line names imports nothing from outside', () => {
    const unnamed = attempts.filter(({ folder: where }) => /^tools|\/c$/.test(where))
    expect(unnamed).toHaveLength(3)
    expect(misjudged(unnamed)).toEqual([])
  })

  it('no two files import each other, not even types', async () => {
    await mkdir(path.join(folder, 'round'))
    await writeFile(
      path.join(folder, 'round/a.ts'),
      "import type { B } from './b.ts'\n\nexport type A = B | 1\n",
    )
    await writeFile(
      path.join(folder, 'round/b.ts'),
      "import type { A } from './a.ts'\n\nexport type B = A | 2\n",
    )
    expect([...lint('suspicious/noImportCycles', 'round')].sort()).toEqual(['round/a.ts:1', 'round/b.ts:1'])
  })
})
