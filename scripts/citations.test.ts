import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

/* What one file says about another holds: links, anchors, records, paths, texts of the screen. */

const root = path.resolve(import.meta.dirname, '..')
const DECISIONS = 'docs/decisions'
const BINARY = /\.(png|jpe?g|webp|avif|gif|ico|mp3|ogg|wav|pdf|woff2?|ttf|svg|gz|zip|tar|tgz|bin)$/

const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\0')
  .filter((file) => file !== '' && existsSync(path.join(root, file)))
const texts = new Map(
  files
    .filter((file) => !BINARY.test(file) && file !== 'package-lock.json')
    .map((file) => [file, readFileSync(path.join(root, file), 'utf8')]),
)
const documents = [...texts].filter(([file]) => file.endsWith('.md') && !file.startsWith('app/src/textos/'))
const source = (file: string) => texts.get(file) ?? ''

/** A text as one line: what a comment says may go on in the next one. */
const flowing = (text: string) => text.replace(/\n[ \t]*(?:\*(?!\/)|\/\/|--|#)?[ \t]*/g, ' ')

const records = files.filter((file) => /^docs\/decisions\/\d{4}-[a-z0-9-]+\.md$/.test(file)).sort()
const numberOf = (file: string) => Number(path.basename(file).slice(0, 4))
const numbers = new Set(records.map(numberOf))

/** The anchors that GitHub gives to the headings of a document. */
function anchorsOf(file: string): Set<string> {
  const anchors = new Set<string>()
  for (const [, heading = ''] of source(file)
    .replace(/^```[\s\S]*?^```/gm, '')
    .matchAll(/^#{1,6} (.+)$/gm)) {
    const anchor = heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-')
    anchors.add(anchor)
  }
  return anchors
}

/** Whether `target`, a path from the root with an anchor or without, leads somewhere. */
function resolves(target: string): boolean {
  const [file = '', anchor] = target.split('#')
  if (!existsSync(path.join(root, file))) return false
  return anchor === undefined || (file.endsWith('.md') && anchorsOf(file).has(anchor))
}

/** Everything that `pattern` finds in the texts and `holds` refuses, as `file: what`. */
function broken(
  pattern: RegExp,
  holds: (found: string[], file: string) => boolean,
  among: Iterable<[string, string]> = texts,
): string[] {
  const found: string[] = []
  for (const [file, text] of among)
    for (const match of flowing(text).matchAll(pattern))
      if (!holds(match, file)) found.push(`${file}: ${match[0].trim()}`)
  return found
}

describe('the records of decisions', () => {
  it('have one numbering', () => {
    expect(records.length).toBe(numbers.size)
  })

  it('begin with their number, title and date', () => {
    const found = records.filter((file) => {
      const [title = '', , date = ''] = source(file).split('\n')
      return !(title.startsWith(`# ${numberOf(file)}. `) && DATE_LINE.test(date))
    })
    expect(found, 'first line `# 60. Title`, third line `*2026-11-22.*`').toEqual([])
  })

  /** `npx vitest run scripts/citations -u` writes the index anew. */
  it('are all in the index', async () => {
    const rows = records.map((file) => {
      const [title = '', , date = ''] = source(file).split('\n')
      const said = title.slice(2).replace(/^\d+\. /, '')
      const since = /(?:Changed|Replaced) by .+(?=\.\*$)/.exec(date)?.[0] ?? ''
      return `| ${numberOf(file)} | [${said}](${path.basename(file)}) | ${date.slice(1, 11)} | ${since} |`
    })
    await expect(`${INDEX}${rows.join('\n')}\n`).toMatchFileSnapshot(`../${DECISIONS}/README.md`)
  })
})

/** `*2026-11-22.*`, or `*2026-11-22. Changed by record [189](0189-….md).*`. */
const DATE_LINE = /^\*\d{4}-\d\d-\d\d\.( (Changed|Replaced) by records? .+\.)?\*$/

const INDEX = `# Decisions

A choice that a newcomer would question gets a dozen lines: context, decision, consequences. One numbering for all of them; cite one as
"record 60". A record is not rewritten when something changes: a new one says so, and the old one names it in its third line. Numbers that are
missing were never given. This index is made from the records by \`scripts/citations.test.ts\`.

| number | title | date | since |
|---|---|---|---|
`

describe('a map names everything that it is a map of', () => {
  const foldersOf = (place: string) => [
    ...new Set(
      files
        .filter((file) => file.startsWith(`${place}/`))
        .map((file) => file.slice(place.length + 1).split('/'))
        .filter((parts) => parts.length > 1)
        .map(([folder]) => folder!),
    ),
  ]

  it.each([
    ['app/src/lib', '`NAME/`'],
    ['app/src/features/seguridad', '`NAME/`'],
    ['server/src', '`src/NAME/`'],
    ['supabase/functions', '`NAME/`'],
  ])('docs/architecture.md: the folders of %s', (place, cell) => {
    const folders = foldersOf(place)
    expect(folders.length).toBeGreaterThan(5)
    const map = source('docs/architecture.md')
    expect(folders.filter((name) => !map.includes(cell.replace('NAME', name)))).toEqual([])
  })

  it('docs/database.md: the migrations', () => {
    const map = source('docs/database.md')
    const migrations = files.filter((file) => /^supabase\/migrations\/\d+_\w+\.sql$/.test(file))
    expect(migrations.length).toBeGreaterThan(20)
    expect(migrations.filter((file) => !map.includes(`(../${file})`))).toEqual([])
  })

  it('README.md: the documents', () => {
    const all = documents.map(([file]) => file).filter((file) => /^docs\/[^/]+\.md$/.test(file))
    expect(all.length).toBeGreaterThan(10)
    expect(all.filter((file) => !source('README.md').includes(`](${file})`))).toEqual([])
  })
})

describe('what is cited is there', () => {
  it('records by number', () => {
    const cited =
      /\brecords?\s+((?:\d{1,4}|\[\d{1,4}\]\([^)]*\))(?:(?:,\s*|\s+(?:and|to|or)\s+)(?:\d{1,4}\b|\[\d{1,4}\]\([^)]*\)))*)/gi
    const found = broken(cited, ([, list = '']) =>
      [...list.replace(/\]\([^)]*\)/g, ']').matchAll(/\d+/g)].every(([number]) =>
        numbers.has(Number(number)),
      ),
    )
    expect(found).toEqual([])
  })

  it('records by file', () => {
    const found = broken(/\bdecisions\/(\d{4})(?!\d|-…|-xx)/g, ([, number]) => numbers.has(Number(number)))
    expect(found).toEqual([])
  })

  it('documents and their sections', () => {
    expect(
      broken(/\bdocs\/[\w./-]+?\.md(?:#[\p{L}\p{N}_-]+)?/gu, ([target = '']) => resolves(target)),
    ).toEqual([])
  })

  it('links of documents', () => {
    const links = broken(
      /\]\(([^)\s]+)\)/g,
      ([, target = ''], file) => {
        if (/^(https?|mailto|tel):/.test(target)) return true
        if (target.startsWith('#')) return resolves(file + target)
        return resolves(path.posix.normalize(path.posix.join(path.posix.dirname(file), target)))
      },
      documents,
    )
    expect(links).toEqual([])
  })

  it('files that documents name', () => {
    const paths = files.map((file) => `/${file}`)
    const named = /`([\w@.*ñáéíóú][\w@./*ñáéíóú-]*\.(?:tsx?|mjs|sql|css|json|toml|md))`/g
    const found = broken(
      named,
      ([, name = ''], file) => {
        const pattern = new RegExp(
          `/${name
            .replace(/[.]/g, '\\.')
            .replaceAll('**/', '(?:.*/)?')
            .replace(/\*(?!\/\))/g, '[^/]*')}$`,
        )
        const example = file === 'docs/adding-a-room.md' && /metas/i.test(name)
        return example || MADE.has(path.posix.basename(name)) || paths.some((file) => pattern.test(file))
      },
      documents,
    )
    expect(found).toEqual([])
  })

  it('texts that product.md puts between «»', () => {
    const said = flowing(
      [...texts]
        .filter(([file]) => /^(app\/(src|index)|supabase\/(functions|migrations))/.test(file))
        .map(([, text]) => text)
        .join('\n'),
    )
    const missing = [...flowing(source('docs/product.md')).matchAll(/«([^»]+)»/g)]
      .map(([, text = '']) => text)
      .filter((text) => !said.includes(text))
    expect(missing).toEqual([])
  })

  /** A cell is `spec: beginning of a title…; another title; sql/name, name; \`file\``. */
  it('tests that coverage.md names', () => {
    const missing: string[] = []
    for (const [, cell = ''] of source('docs/coverage.md').matchAll(
      /^\| (?!---|line |choice ).* \| (.*) \|$/gm,
    )) {
      let spec = ''
      for (const segment of cell.split('; ')) {
        if (segment.startsWith('`')) continue // Held by "files that documents name".
        const names = /^sql\/(.+)$/.exec(segment)?.[1]?.split(', ')
        if (names) {
          missing.push(...names.filter((name) => !texts.has(`supabase/tests/${name}.sql`)))
          continue
        }
        const [, name = '', first = ''] = /^([a-z0-9]+)(?:: (.*)| \(.*\)|)$/.exec(segment) ?? []
        const opens = texts.has(`e2e/${name}.spec.ts`)
        if (opens) spec = source(`e2e/${name}.spec.ts`)
        const title = (opens ? first : segment).replace(/ \(.*\)$/, '').split('…')[0] ?? ''
        if (!spec.includes(title.trim())) missing.push(segment)
      }
    }
    expect(missing).toEqual([])
  })

  it('nothing that is not in the repository', () => {
    const elsewhere = new RegExp(
      [
        // Each is written in two parts, so that this list does not find itself.
        'the spec' + 'ification',
        'spec' + 'ification, sections? \\d',
        'gotrue' + '-contract',
        'security' + ' rows? \\d',
        'security' + ' goals',
        'deci' + 'sions? \\d+',
      ].join('|'),
      'gi',
    )
    const ours = [...texts].filter(([file]) => !file.startsWith('supabase/replaced/'))
    expect(broken(elsewhere, () => false, ours)).toEqual([])
  })
})

/** Files that programs make or that stand outside of the repository. */
const MADE = new Set(['secrets.json', 'config.json', 'package.json'])
