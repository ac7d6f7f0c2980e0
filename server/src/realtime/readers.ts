import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { type Credentials, createPool, type DatabaseAddress } from '../db/database.ts'
import { isPostgresError } from '../db/errors.ts'
import { Pipeline, type Statement, type StatementResult } from '../db/pipeline.ts'

/** Who reads, as her token says; the same claims are one reader, however many sockets she has. */
export interface Reader {
  role: string
  /** The claims as JSON text, which policies see. */
  claims: string
  /** The same as an element of an array in PostgreSQL's text form, made once. */
  quotedClaims: string
}

/** A table whose rows are asked for, as the replication stream describes it. */
export interface Table {
  oid: number
  schema: string
  name: string
  /** Primary key (replica identity), in order. */
  key: readonly string[]
}

export interface Question {
  table: Table
  /** Transaction that wrote the row: nobody is asked about before its commit can be seen. */
  transaction: number
  /** Values of the primary key in PostgreSQL's text form. */
  key: readonly string[]
  /** A deleted row, as far as it is known: it cannot be asked for, so the table's policies are asked about these values. */
  deleted?: Readonly<Record<string, string | null | undefined>>
  /** Conditions over the row `r`, with the columns that each of them asks, and the values they take as `$1`. */
  conditions: readonly { sql: string; columns: readonly string[] }[]
  values: readonly string[]
}

/** What readers of one role see of one row. */
export interface Sight {
  /** Which of the readers asked about may read the row at this moment, by position. */
  readers: number[]
  /** The row as they may read it (columns by privilege), JSON text as the data API would give it. */
  record: string
  /** JSON text: name and type of each of those columns. */
  columns: string
  /** Which conditions the row meets; false where one asks a column that the role may not read. */
  matches: boolean[]
}

/** How many readers are asked about in one statement: small enough that the first of many need not wait for the last. */
const CHUNK = 125
/** Unless it is said. */
const CONNECTIONS = 3
/** The stream can be ahead of what a new snapshot sees by an instant. Source: PostgreSQL, ProcArrayEndTransaction. */
const RETRY_MS = 2
const RETRIES = 1_000
const STATEMENT_TIMEOUT = '3s'

/**
 * Asks the database who may read a row. Each reader is asked for with her own role and claims, one after the other in one
 * call of a function that keeps its plan (of a deleted row: her policies are put to its last values); every call is one transaction with one snapshot, so that what a reader is sent
 * is what she could have read herself at that moment. Nothing about who may read what is remembered.
 */
export class Readers {
  private readonly pool: pg.Pool
  /** Functions that a connection has, by their definition's name. */
  private readonly known = new WeakMap<pg.PoolClient, Set<string>>()
  private readonly functions = new Map<string, Promise<{ name: string; sql: string }>>()

  constructor(
    address: DatabaseAddress,
    credentials: Credentials,
    searchPath: string,
    connections = CONNECTIONS,
  ) {
    const settings = [
      `default_transaction_isolation = 'repeatable read'`,
      'default_transaction_read_only = on',
      'plan_cache_mode = force_generic_plan',
      'jit = off',
      `statement_timeout = '${STATEMENT_TIMEOUT}'`,
      `search_path = ${searchPath}`,
    ]
    this.pool = createPool(address, credentials, {
      // As statements: a pooler in between takes no settings with the connection.
      onConnect: async (client) => {
        await client.query(settings.map((setting) => `set ${setting}`).join('; '))
      },
      max: connections,
      application_name: 'realtime readers',
      idleTimeoutMillis: 0,
    })
  }

  /**
   * Asks for all readers of one role; large groups are split over several connections.
   * @param claims quoted, see `Reader`
   * @param onSight called for each part as soon as it is known; `readers` are positions in `claims`
   */
  async ask(
    question: Question,
    role: string,
    claims: readonly string[],
    onSight: (sight: Sight) => void,
  ): Promise<void> {
    const parts: Promise<void>[] = []
    for (let start = 0; start < claims.length; start += CHUNK) {
      const part = claims.slice(start, start + CHUNK)
      parts.push(
        this.askPart(question, role, part).then((sights) => {
          for (const sight of sights) {
            sight.readers = sight.readers.map((position) => position + start)
            onSight(sight)
          }
        }),
      )
    }
    await Promise.all(parts)
  }

  /** One part; where a policy fails for somebody, the part is halved until she alone is left out. */
  private async askPart(question: Question, role: string, claims: readonly string[]): Promise<Sight[]> {
    try {
      return [await this.askOnce(question, role, claims)]
    } catch (error) {
      if (!isPostgresError(error) || error.code.startsWith('57P')) throw error
      if (claims.length <= 1) return []
      const middle = Math.ceil(claims.length / 2)
      const first = await this.askPart(question, role, claims.slice(0, middle))
      const second = await this.askPart(question, role, claims.slice(middle))
      for (const sight of second) sight.readers = sight.readers.map((position) => position + middle)
      return [...first, ...second]
    }
  }

  private async askOnce(question: Question, role: string, claims: readonly string[]): Promise<Sight> {
    const { name, sql } = await this.functionFor(question.table)
    const statement: Statement = {
      text: `select * from pg_temp.${name}($1, $2, $3, $4, $5, $6, $7, $8)`,
      values: [
        String(question.transaction),
        role,
        `{${claims.join(',')}}`,
        arrayText(question.key),
        question.deleted ? JSON.stringify(question.deleted) : null,
        arrayText(question.conditions.map((condition) => condition.sql)),
        JSON.stringify(question.conditions.map((condition) => condition.columns)),
        arrayText(question.values),
      ],
    }
    for (let attempt = 0; attempt < RETRIES; attempt++) {
      const result = await this.run(statement, name, sql)
      const [state, readers, columns, record, matches] = result.rows[0]!
      if (state !== 'early') {
        return {
          readers: listOf(readers).map((position) => Number(position) - 1),
          columns: columns ?? '[]',
          record: record ?? '{}',
          matches: listOf(matches).map((value) => value === 't'),
        }
      }
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
    }
    throw new Error('a streamed transaction did not become visible')
  }

  private async run(statement: Statement, name: string, definition: string): Promise<StatementResult> {
    const client = await this.pool.connect()
    let broken = true
    let isDefining = false
    try {
      let known = this.known.get(client)
      if (!known) {
        known = new Set()
        this.known.set(client, known)
      }
      if (!known.has(name)) {
        isDefining = true
        await client.query(`begin read write; ${definition}; commit`)
        isDefining = false
        known.add(name)
      }
      const pipeline = new Pipeline([statement])
      client.query(pipeline)
      const [result] = await pipeline.done
      broken = false
      return result!
    } catch (error) {
      // Where the definition failed its transaction is still open.
      broken = isDefining || !isPostgresError(error) || (error as { severity?: string }).severity === 'FATAL'
      throw error
    } finally {
      client.release(broken)
    }
  }

  /** Runs catalogue queries as the serving role; for the few questions that a join asks. */
  async query<R extends pg.QueryResultRow>(text: string, values: unknown[]): Promise<R[]> {
    return (await this.pool.query<R>(text, values)).rows
  }

  /** The columns of a table's primary key, in the table's order; none where it has none. */
  async primaryKey(oid: number): Promise<string[]> {
    const rows = await this.query<{ name: string }>(
      `select a.attname as name from pg_index i
       join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
       where i.indrelid = $1 and i.indisprimary order by a.attnum`,
      [oid],
    )
    return rows.map((row) => row.name)
  }

  async close(): Promise<void> {
    await this.pool.end()
  }

  private functionFor(table: Table): Promise<{ name: string; sql: string }> {
    const signature = JSON.stringify([table.oid, table.schema, table.name, table.key])
    let found = this.functions.get(signature)
    if (!found) {
      found = this.define(table)
      this.functions.set(signature, found)
      // Who asks is told; what failed is not remembered.
      found.catch(() => this.functions.delete(signature))
    }
    return found
  }

  private async define(table: Table): Promise<{ name: string; sql: string }> {
    const name = `sight_${randomUUID().replaceAll('-', '')}`
    const types = await this.query<{ type: string }>(
      `select format_type(a.atttypid, a.atttypmod) as type from unnest($2::text[]) with ordinality k(name, place)
       join pg_attribute a on a.attrelid = $1 and a.attname = k.name order by k.place`,
      [table.oid, table.key],
    )
    return {
      name,
      sql: sightFunction(
        name,
        table,
        types.map(({ type }) => type),
      ),
    }
  }
}

/**
 * The function of one table. Temporary, so that it needs nothing in the database and goes with its connection; with its
 * caller's rights, so that it may become each reader in turn. The table itself is named only where it is a reader already: whose
 * connection it is may see less than she.
 * @param types of the key's columns, as PostgreSQL writes them
 */
function sightFunction(name: string, table: Table, types: readonly string[]): string {
  const relation = `${pg.escapeIdentifier(table.schema)}.${pg.escapeIdentifier(table.name)}`
  const columns = table.key.map((column) => pg.escapeIdentifier(column))
  const declared = columns.map((_, index) => `sight_key_${index} ${types[index] ?? 'text'};`).join('\n  ')
  const assigned = columns.map((_, index) => `sight_key_${index} := sight_key[${index + 1}];`).join('\n  ')
  const where = columns.map((column, index) => `r.${column} = sight_key_${index}`).join(' and ')
  /** Text that stands inside a format string inside quotes. */
  const inFormat = (text: string) => text.replaceAll("'", "''").replaceAll('%', '%%')
  const keyRow = columns.map((column, index) => `$${index + 2} as ${column}`).join(', ')
  const keyWhere = columns.map((column, index) => `s.${column} = $${index + 2}`).join(' and ')
  const keyParameters = columns.map((_, index) => `sight_key_${index}`).join(', ')
  return `create or replace function pg_temp.${name}(
  sight_transaction text, sight_role text, sight_claims text[], sight_key text[], sight_old jsonb,
  sight_conditions text[], sight_asked jsonb, sight_values text[],
  out sight_state text, out sight_readers int[], out sight_columns text, out sight_record text, out sight_matches boolean[]
) language plpgsql as $${name}$
declare
  sight_snapshot pg_snapshot := pg_current_snapshot();
  sight_next bigint := pg_snapshot_xmax(sight_snapshot)::text::bigint;
  sight_full bigint := ((sight_next >> 32) << 32) + sight_transaction::bigint;
  sight_readable text[];
  sight_list text;
  sight_tests text;
  sight_deleted boolean := sight_old is not null;
  sight_policies text;
  sight_may boolean;
  ${declared}
begin
  -- The stream names a transaction by its low half; the full name is the one nearest to the next.
  if sight_full > sight_next + 2147483648 then
    sight_full := sight_full - 4294967296;
  elsif sight_full < sight_next - 2147483648 then
    sight_full := sight_full + 4294967296;
  end if;
  if not pg_visible_in_snapshot(sight_full::text::xid8, sight_snapshot) then
    sight_state := 'early';
    return;
  end if;
  sight_state := 'known';
  perform set_config('role', sight_role, true);
  if not has_schema_privilege((select relnamespace from pg_class where oid = ${table.oid}), 'usage') then
    return;
  end if;
  select array_agg(a.attname::text order by a.attnum),
      string_agg(quote_ident(a.attname), ', ' order by a.attnum) filter (where not sight_deleted or a.attname = any(${textArray(table.key)})),
      json_agg(json_build_object('name', a.attname, 'type', t.typname) order by a.attnum) filter (where not sight_deleted or a.attname = any(${textArray(table.key)}))
    into sight_readable, sight_list, sight_columns
    from pg_attribute a join pg_type t on t.oid = a.atttypid
    where a.attrelid = ${table.oid} and a.attnum > 0 and not a.attisdropped
      and has_column_privilege(${table.oid}, a.attnum, 'select');
  if sight_readable is null or not sight_readable @> ${textArray(table.key)} then
    return;
  end if;
  ${assigned}
  -- A condition that asks what the role may not read is never met: it would tell what the record does not.
  select string_agg(case
      when sight_readable @> array(select jsonb_array_elements_text(sight_asked -> (c.position::int - 1))) then c.condition
      else 'false' end, ', ' order by c.position)
    into sight_tests from unnest(sight_conditions) with ordinality as c(condition, position);
  sight_tests := coalesce(sight_tests, '');
  if sight_deleted then
    perform set_config('request.jwt.claims', '{}', true);
    execute format('select row_to_json(r)::text, array[%s]::boolean[] from (select ${inFormat(keyRow)}) r', sight_tests)
      into sight_record, sight_matches using sight_values, ${keyParameters};
    if not row_security_active(${table.oid}) then
      sight_readers := array(select generate_subscripts(sight_claims, 1));
      return;
    end if;
    -- The row is gone, its policies are not: each reader is asked whether she might read a row of these values now, as
    -- PostgreSQL would ask: any permissive policy of hers and every restrictive one. Without a policy nobody may.
    -- One that asks for a column of which nothing is known passes nobody: null would be an answer that the row never gave.
    select '(' || coalesce(string_agg('(' || e.condition || ')', ' or ') filter (where p.polpermissive), 'false') || ')'
        || coalesce(' and ' || string_agg('(' || e.condition || ')', ' and ') filter (where not p.polpermissive), '')
      into sight_policies
      from pg_policy p cross join lateral (select case
        when exists (
            select from pg_attribute a
            where a.attrelid = p.polrelid and a.attnum > 0 and not a.attisdropped and not sight_old ? a.attname
              and (pg_get_expr(p.polqual, p.polrelid) ~ '\\.\\*' or exists (
                select from pg_depend d
                where d.classid = 'pg_policy'::regclass and d.objid = p.oid and d.refclassid = 'pg_class'::regclass
                  and d.refobjid = a.attrelid and d.refobjsubid = a.attnum)))
        then 'false' else pg_get_expr(p.polqual, p.polrelid) end as condition) e
      where p.polrelid = ${table.oid} and p.polcmd in ('r', '*')
        and exists (select from unnest(p.polroles) r where r = 0 or pg_has_role(r, 'usage'));
    -- A text is read as a value of its column's type, except by columns that take a text as it is.
    select jsonb_object_agg(o.key, case when a.atttypid in ('json'::regtype, 'jsonb'::regtype) then o.value::jsonb else to_jsonb(o.value) end)
      into sight_old
      from jsonb_each_text(sight_old) o join pg_attribute a on a.attrelid = ${table.oid} and a.attname = o.key;
    for sight_position in 1 .. coalesce(array_length(sight_claims, 1), 0) loop
      perform set_config('request.jwt.claims', sight_claims[sight_position], true);
      execute format('select exists (select from jsonb_populate_record(null::${inFormat(relation)}, $1) as ${inFormat(pg.escapeIdentifier(table.name))} where %s)', sight_policies)
        into sight_may using sight_old;
      if sight_may then
        sight_readers := sight_readers || sight_position;
      end if;
    end loop;
    return;
  end if;
  for sight_position in 1 .. coalesce(array_length(sight_claims, 1), 0) loop
    perform set_config('request.jwt.claims', sight_claims[sight_position], true);
    perform from ${relation} r where ${where};
    if found then
      sight_readers := sight_readers || sight_position;
      if sight_record is null then
        execute format('select row_to_json(r)::text, array[%s]::boolean[] from (select %s from ${inFormat(relation)} s where ${inFormat(keyWhere)}) r', sight_tests, sight_list)
          into sight_record, sight_matches using sight_values, ${keyParameters};
      end if;
    end if;
  end loop;
end
$${name}$`
}

function textArray(values: readonly string[]): string {
  return `array[${values.map((value) => pg.escapeLiteral(value)).join(', ')}]::text[]`
}

/** An array of texts in PostgreSQL's text form. */
export function arrayText(values: readonly string[]): string {
  return `{${values.map(arrayElement).join(',')}}`
}

/** One text as an element of such an array. */
export function arrayElement(value: string): string {
  return `"${value.replace(/["\\]/g, '\\$&')}"`
}

/** The elements of a one-dimensional array of numbers or booleans in PostgreSQL's text form. */
function listOf(text: string | null | undefined): string[] {
  return !text || text === '{}' ? [] : text.slice(1, -1).split(',')
}
