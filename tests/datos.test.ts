import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TABLAS } from '../app/src/features/perfil/tablas.ts'
import { type Engine, startWithSchema, TestDatabase } from '../supabase/tests/database.ts'

/*
 * «Descargar mis datos» takes along every table of hers: asked of the schema, so that a new one is missed. That each ends with her
 * account is asked by supabase/tests/baja.sql, who may read it by reglas.sql and the snapshots of sql.test.ts there.
 */

/** Tables that name an account and that a member reads, of which no row is about her, and why. */
const NOT_HERS: Readonly<Record<string, string>> = {
  cola_de_reportes: 'the queue of the admin',
  miradas: 'the administradoras’; what it says of her is in quien_me_vio(), which goes along',
  presentes_llamada: 'who is in a call just now, gone 45 seconds after she left',
  senales: 'a number that says that something changed',
}

describe('a table of hers', () => {
  let engine: Engine
  let database: TestDatabase
  beforeAll(async () => {
    engine = await startWithSchema()
    database = await TestDatabase.create(engine)
  })
  afterAll(async () => {
    await database?.close()
    await engine?.stop()
  })

  it('is in «Descargar mis datos», or it is said why not', async () => {
    // Every relation of the API that a member reads and in which an account stands, or in a table that it is made of.
    const found = await database.query<{ name: string }>(`
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
      select c.relname as name from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v', 'p')
        and has_any_column_privilege('authenticated', c.oid, 'select') and c.oid in (select oid from naming)
      order by 1`)
    const named = found.map(({ name }) => name)
    const taken = new Set(TABLAS.map(({ tabla }) => tabla))
    const forgotten = named.filter((name) => !taken.has(name) && !(name in NOT_HERS))
    expect(forgotten, 'add it to app/src/features/perfil/tablas.ts').toEqual([])
    expect(
      [...taken].filter((name) => !named.includes(name)),
      'no table of hers',
    ).toEqual([])
    expect(Object.keys(NOT_HERS).filter((name) => !named.includes(name) || taken.has(name))).toEqual([])
  })
})
