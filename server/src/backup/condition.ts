import type pg from 'pg'

/** What a restored installation has, and whether it is sound. */
export interface Condition {
  accounts: number
  files: number
  /** Files that the database names and that are not there. */
  missingFiles: number
  /** What PostgreSQL's own check of tables and indexes found. */
  damage: string[]
  /** Whether that check could be made. */
  wasChecked: boolean
}

const NAMES_PER_QUERY = 1_000

/**
 * Checks a database: every row against every index of it, and every file that it names.
 * Source: PostgreSQL documentation, "amcheck".
 * @param client of the owner; nothing is changed
 * @param isThere whether the file of a version is
 */
export async function conditionOf(
  client: pg.Client,
  isThere: (version: string) => boolean,
): Promise<Condition> {
  const { rows } = await client.query<{ accounts: number }>(
    'select count(*)::int as accounts from auth.users',
  )
  const check = await corruptions(client)
  return {
    accounts: rows[0]!.accounts,
    ...(await missing(client, isThere)),
    damage: check ?? [],
    wasChecked: check !== undefined,
  }
}

async function missing(
  client: pg.Client,
  isThere: (version: string) => boolean,
): Promise<{ files: number; missingFiles: number }> {
  let [last, files, missingFiles] = ['', 0, 0]
  for (;;) {
    const { rows } = await client.query<{ version: string }>(
      `select version from storage.objects where version > $1 order by version limit ${NAMES_PER_QUERY}`,
      [last],
    )
    for (const { version } of rows) {
      files += 1
      if (!isThere(version)) missingFiles += 1
    }
    if (rows.length < NAMES_PER_QUERY) return { files, missingFiles }
    last = rows.at(-1)!.version
  }
}

/** @returns what amcheck finds; undefined where it cannot be had. Whatever it needs is taken back in the end */
async function corruptions(client: pg.Client): Promise<string[] | undefined> {
  const found: string[] = []
  await client.query('begin')
  try {
    await client.query('create schema amcheck_for_now')
    await client.query('create extension if not exists amcheck with schema amcheck_for_now')
    const { rows: where } = await client.query<{ schema: string }>(
      `select quote_ident(nspname) as schema from pg_extension join pg_namespace n on n.oid = extnamespace where extname = 'amcheck'`,
    )
    const { schema } = where[0]!
    const { rows } = await client.query<{ oid: number; name: string; kind: string }>(
      `select c.oid::int8::int as oid, c.oid::regclass::text as name, c.relkind as kind from pg_class c
       left join pg_index i on i.indexrelid = c.oid
       where c.relpersistence = 'p' and (c.relkind in ('r', 't', 'm')
         or c.relkind = 'i' and c.relam = (select oid from pg_am where amname = 'btree') and i.indisvalid and i.indisready)`,
    )
    for (const { oid, name, kind } of rows) {
      const question =
        kind === 'i'
          ? `select null as msg from ${schema}.bt_index_parent_check(${oid}, true)`
          : `select msg from ${schema}.verify_heapam(${oid})`
      await client.query('savepoint one')
      try {
        const { rows: said } = await client.query<{ msg: string | null }>(question)
        found.push(...said.flatMap(({ msg }) => (msg ? [`${name}: ${msg}`] : [])))
      } catch (error) {
        await client.query('rollback to savepoint one')
        found.push(`${name}: ${(error as Error).message}`)
      }
    }
    return found
  } catch {
    // Not installed, or not for this role.
    return undefined
  } finally {
    await client.query('rollback')
  }
}
