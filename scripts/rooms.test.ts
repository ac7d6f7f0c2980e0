import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TABLAS } from '../app/src/features/perfil/tablas.ts'
import { type Engine, LawDatabase, startWithLaw } from '../supabase/tests/database.ts'
import { routes, screens, UNSEEN } from './lib/screens.mjs'

/*
 * What a new room is easily forgotten in, derived from the schema and the routes (docs/adding-a-room.md). What a new table
 * needs in the database itself is asked for by reglas.sql, cupos.sql, baja.sql and oraculos.test.ts in supabase/tests.
 */

const root = path.resolve(import.meta.dirname, '..')
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')

/** Tables that name an account and that a member reads, of which no row is about her, and why. */
const NOT_HERS: Readonly<Record<string, string>> = {
  asociaciones_apoyo: 'which admin entered it',
  directorio_terapeutas: 'which admin entered it',
  cola_de_reportes: 'the queue of the admin',
  miradas: 'the administradoras’; what it says of her is in quien_me_vio(), which goes along',
  presentes_llamada: 'who is in a call just now, gone 45 seconds after she left',
  senales: 'a number that says that something changed',
}

/** Screens to which something outside of the app leads. */
const FROM_OUTSIDE = new Map([['/payment-success', 'the payment provider, after paying']])

/** SQL tests that go through all tables: they say nothing of what one of them allows. */
const EVERY_TABLE = new Set(['baja.sql', 'cupos.sql', 'reglas.sql', 'helpers.sql', 'nunca_cierra.sql'])

describe('a table of hers', () => {
  let engine: Engine
  let database: LawDatabase
  beforeAll(async () => {
    engine = await startWithLaw()
    database = await LawDatabase.create(engine)
  })
  afterAll(async () => {
    await database?.close()
    await engine?.stop()
  })

  /** Every relation of the API that a member reads, with whether an account stands in it, or in a table it is made of. */
  const readable = () =>
    database.query<{ name: string; names_accounts: boolean }>(`
      with recursive naming (oid) as (
        select conrelid from pg_constraint
        where contype = 'f' and confrelid in ('auth.users'::regclass, 'interno.perfiles'::regclass)
        union
        select tabla::regclass from interno.cupos where columna is not null
        union
        select r.ev_class from naming n
        join pg_depend d on d.refobjid = n.oid and d.refclassid = 'pg_class'::regclass and d.classid = 'pg_rewrite'::regclass
        join pg_rewrite r on r.oid = d.objid
      )
      select c.relname as name, c.oid in (select oid from naming) as names_accounts
      from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v', 'p')
        and has_any_column_privilege('authenticated', c.oid, 'select')
      order by 1`)

  it('is in «Descargar mis datos», or it is said why not', async () => {
    const named = (await readable()).filter((relation) => relation.names_accounts).map(({ name }) => name)
    const taken = new Set(TABLAS.map(({ tabla }) => tabla))
    const forgotten = named.filter((name) => !taken.has(name) && !(name in NOT_HERS))
    expect(forgotten, 'add it to app/src/features/perfil/tablas.ts').toEqual([])
    expect(
      [...taken].filter((name) => !named.includes(name)),
      'no table of hers',
    ).toEqual([])
    expect(Object.keys(NOT_HERS).filter((name) => !named.includes(name) || taken.has(name))).toEqual([])
  })

  it('has a test of who may do what with it', async () => {
    const tests = readdirSync(path.join(root, 'supabase/tests')).filter(
      (file) => file.endsWith('.sql') && !EVERY_TABLE.has(file),
    )
    const cells = tests.map((file) => read(`supabase/tests/${file}`)).join('\n')
    const forgotten = (await readable()).filter(
      ({ name }) => !new RegExp(`(from|into|update) (public\\.)?"?${name}\\b`).test(cells),
    )
    expect(forgotten.map(({ name }) => name)).toEqual([])
  })

  it('has its line in docs/coverage.md', async () => {
    const coverage = read('docs/coverage.md')
    const forgotten = (await readable()).filter(({ name }) => !coverage.includes(`\`${name}\``))
    expect(forgotten.map(({ name }) => name)).toEqual([])
  })

  it('has its row in «Whose is what» of docs/database.md', async () => {
    const [, whose = ''] = /^## Whose is what$([\s\S]*?)^## /m.exec(read('docs/database.md')) ?? []
    expect(whose).toContain('| relation | reads | writes |')
    const forgotten = (await readable()).filter(({ name }) => !whose.includes(`\`${name}\``))
    expect(forgotten.map(({ name }) => name)).toEqual([])
  })
})

/** `routes.tsx` itself. Its path is in a variable: the app's files are checked with settings of their own. */
async function asTheAppReads() {
  const file = '../app/src/routes.tsx'
  const app: { routes: { path: string; access: string; menus?: object }[] } = await import(
    /* @vite-ignore */ file
  )
  return app.routes
}
const ADMINS = 'administracion'

describe('a screen', () => {
  it('is read from routes.tsx as the app reads it', async () => {
    expect(routes()).toEqual((await asTheAppReads()).map(({ path, access }) => ({ path, access })))
  })

  it('is there for each folder of features, or the frame shows what is in it', () => {
    const source = read('app/src/routes.tsx')
    const folders = readdirSync(path.join(root, 'app/src/features'))
    expect(folders.length).toBeGreaterThan(20)
    // The assistant is a window above every room.
    expect(folders.filter((folder) => !source.includes(`'./features/${folder}/`))).toEqual(['asistente'])
  })

  it('has an entrance: a menu, or something else in the app that leads to it', async () => {
    // The admin's menu is no way in for a member.
    const inMenus = (await asTheAppReads())
      .filter(({ access, menus }) =>
        Object.keys(menus ?? {}).some((menu) => menu !== ADMINS || access === 'admin'),
      )
      .map(({ path }) => path)
    expect(inMenus.length).toBeGreaterThan(20)
    const sources = readdirSync(path.join(root, 'app/src'), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file) && !/\.test\.|^routes\.tsx$/.test(file))
      .map((file) => read(path.join('app/src', file)))
      .join('\n')
    const inside = routes().filter(({ path, access }) => /miembro|admin/.test(access) && !path.includes(':'))
    const hidden = inside.filter(
      ({ path }) =>
        !FROM_OUTSIDE.has(path) &&
        !inMenus.includes(path) &&
        !new RegExp(`['"\`]${path}['"\`?#]`).test(sources),
    )
    expect(hidden.map(({ path }) => path)).toEqual([])
  })

  it('is opened by the proof of all screens', () => {
    const opened = Object.values(screens()).flat()
    expect(opened.length).toBeGreaterThanOrEqual(routes().length - UNSEEN.size)
    expect([...UNSEEN.keys()].filter((path) => !routes().some((route) => route.path === path))).toEqual([])
  })

  it('has its line in docs/coverage.md', () => {
    const coverage = read('docs/coverage.md')
    const forgotten = routes().filter(({ path }) => !UNSEEN.has(path) && !coverage.includes(`\`${path}\``))
    expect(forgotten.map(({ path }) => path)).toEqual([])
  })

  it('has its path in docs/product.md, or the beginning that paths of its kind share', () => {
    const product = read('docs/product.md')
    const forgotten = routes().filter(
      ({ path }) =>
        !UNSEEN.has(path) &&
        !product.includes(`\`${path}\``) &&
        !product.includes(`\`/${path.split('/')[1]}/…\``),
    )
    expect(forgotten.map(({ path }) => path)).toEqual([])
  })
})

describe('docs/drafts.md, of everything she can type', () => {
  const drafts = read('docs/drafts.md')
  const source = path.join(root, 'app/src')
  const sources = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .map((file) => file.split(path.sep).join('/'))
    .filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.'))
    .map((file) => ({ file, text: readFileSync(path.join(source, file), 'utf8') }))

  it('has a line for each draft, by its name', () => {
    // `useBorrador('x', …)`, and of `useBorrador(`x ${id}`, …)` what comes before the id.
    const name = /\b(?:useBorrador|useFormDraft|useEdited)(?:<[^(]*>)?\(\s*['`]([^'`$]*[^'`$ ])/g
    const names = sources.flatMap(({ text }) => [...text.matchAll(name)].map((found) => found[1]!))
    expect(new Set(names).size).toBeGreaterThan(20)
    expect(names.filter((one) => !drafts.includes(`\`texto\`, \`${one}\``))).toEqual([])
  })

  it('has a line for each file with a form or a field for letters, and for no other', () => {
    // What every form is made of, and the design system’s own page.
    const PARTS = /^(ui\/(Form|Field)\.tsx|features\/galeria\/)/
    const FIELD =
      /<(?:Form|Input|Textarea|PasswordInput|textarea)\b|<input\b(?![^>]*type="(?:checkbox|radio|range)")/
    const typing = sources
      .filter(({ file, text }) => file.endsWith('.tsx') && !PARTS.test(file) && FIELD.test(text))
      .map(({ file }) => file)
    const named = [...drafts.matchAll(/`([\w/]+\.tsx)`/g)].map(([, file]) => file!)
    expect(typing.length).toBeGreaterThan(40)
    expect(typing.filter((file) => !named.some((one) => file.endsWith(`/${one}`) || file === one))).toEqual(
      [],
    )
    expect(named.filter((one) => !typing.some((file) => file.endsWith(`/${one}`) || file === one))).toEqual(
      [],
    )
  })
})
