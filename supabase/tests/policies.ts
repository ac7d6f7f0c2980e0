/** Who may do what with each table, and what happens when it is written, as a page: `policies.md`, read from the catalogue. */

type Query = <R extends Record<string, unknown>>(sql: string) => Promise<R[]>

const OPERATIONS = ['select', 'insert', 'update', 'delete'] as const
type Operation = (typeof OPERATIONS)[number]

interface Relation extends Record<string, unknown> {
  name: string
  kind: 'r' | 'v'
  comment: string
  /** For a view: the tables behind it. */
  behind: string[] | null
}

interface Grant extends Record<string, unknown> {
  name: string
  role: string
  operation: Operation
  /** Null where the whole row is granted. */
  columns: string | null
}

interface Policy extends Record<string, unknown> {
  name: string
  operation: Operation
  roles: string[]
  sentence: string
  using: string | null
  check: string | null
}

interface Trigger extends Record<string, unknown> {
  name: string
  trigger: string
  definition: string
  function: string
  comment: string
}

const HEAD = `# Who may do what

Written by \`npx vitest run supabase -u\` from the database that the migrations make; a test fails while it is stale. Change the rule in
\`supabase/migrations\` and read the difference here.

A request may do something with a row if two conditions are met: its role was granted the operation (for the columns named, where some are), and a
rule below says yes to the row. \`anon\` is a visitor, \`authenticated\` somebody with a session; every policy for her asks
\`es_admitida()\`, whether she is a member, or for a role of the team: \`es_moderadora()\`, \`es_editora()\`, \`es_soporte()\`, \`es_admin()\`; an administradora has
them all. \`participa()\`: a member who was not expelled. \`service_role\` (our own functions) and the owner need no policy. What is not
listed nobody may. Views ask the tables behind them, as the user who reads them. Each table's rules are tried by role in the file of its name beside this page, where there is one;
what blocks, measures and roles of the team change, in \`convivencia.sql\`, \`medidas.sql\` and \`papeles.sql\`.
`

/** @returns the page as Markdown */
export async function policiesPage(query: Query): Promise<string> {
  const relations = await query<Relation>(RELATIONS)
  const grants = await query<Grant>(GRANTS)
  const policies = await query<Policy>(POLICIES)
  const triggers = await query<Trigger>(TRIGGERS)

  const overview = relations.map(
    (relation) =>
      `| ${link(relation.name)} | ${OPERATIONS.map((operation) => glance(relation, operation)).join(' | ')} |`,
  )
  const sections = relations.map((relation) => section(relation))
  return [
    HEAD,
    '## Overview',
    '',
    'Each cell: the rules that let somebody do it; `service_role`: our own functions alone; –: nobody.',
    '',
    '| relation | select | insert | update | delete |',
    '|---|---|---|---|---|',
    ...overview,
    '',
    ...sections,
  ].join('\n')

  /** The sentences that let somebody do it, or a dash. */
  function glance(relation: Relation, operation: Operation): string {
    const granted = grants.filter((grant) => grant.name === relation.name && grant.operation === operation)
    const people = granted.filter(({ role }) => role !== 'service_role')
    if (people.length === 0) return granted.length > 0 ? '`service_role`' : '–'
    if (relation.kind === 'v') return `as ${relation.behind!.map(link).join(', ')}`
    return (
      rules(relation, operation, people)
        .map(({ sentence }) => sentence)
        .join('; ') || '–'
    )
  }

  function rules(relation: Relation, operation: Operation, granted: Grant[]): Policy[] {
    return policies.filter(
      (policy) =>
        policy.name === relation.name &&
        policy.operation === operation &&
        granted.some(({ role }) => policy.roles.includes(role)),
    )
  }

  function section(relation: Relation): string {
    const lines = [`## ${relation.name}`, '', relation.comment, '']
    if (relation.kind === 'v') lines.push(`A view over ${relation.behind!.map(link).join(', ')}.`, '')
    const rows = OPERATIONS.flatMap((operation) => {
      const granted = grants.filter(
        (grant) =>
          grant.name === relation.name && grant.operation === operation && grant.role !== 'service_role',
      )
      if (granted.length === 0) return []
      const columns = [...new Set(granted.map((grant) => grant.columns ?? 'all'))].join('; ')
      if (relation.kind === 'v') {
        return [
          [operation, granted.map(({ role }) => role).join(', '), 'as the tables behind it', columns, ''],
        ]
      }
      return rules(relation, operation, granted).map((policy) => [
        operation,
        policy.roles.join(', '),
        policy.sentence,
        operation === 'delete' ? '' : columns,
        conditions(policy),
      ])
    })
    if (rows.length > 0) {
      lines.push('| operation | role | rule | columns | condition |', '|---|---|---|---|---|')
      lines.push(...rows.map((row) => `| ${row.join(' | ')} |`), '')
    } else {
      lines.push('Nobody but its owner’s functions.', '')
    }
    const service = grants
      .filter((grant) => grant.name === relation.name && grant.role === 'service_role')
      .map(({ operation }) => operation)
    if (service.length > 0) lines.push(`\`service_role\`: ${service.join(', ')}.`, '')
    const hung = triggers.filter((trigger) => trigger.name === relation.name)
    if (hung.length > 0) {
      lines.push('| trigger | when | what |', '|---|---|---|')
      lines.push(
        ...hung.map(
          (trigger) =>
            `| ${trigger.trigger} | ${when(trigger.definition)} | \`${trigger.function}\`: ${cell(trigger.comment.replace(/^Trigger[^:]*: /, ''))} |`,
        ),
        '',
      )
    }
    return lines.join('\n')
  }
}

function conditions({ using, check }: Policy): string {
  const parts = [
    using && `\`${condition(using)}\``,
    check && `${using ? 'written: ' : ''}\`${condition(check)}\``,
  ]
  return parts.filter(Boolean).join('<br>')
}

/** As it was written, but in one line: PostgreSQL names every subselect after its function. */
function condition(expression: string): string {
  return cell(
    expression
      .replaceAll(/\( ?SELECT ([\w.]+\(\)) AS \w+\)/g, '$1')
      .replaceAll(/\( ?SELECT ([\w.]+\([\w.]+\(\)\)) AS \w+\)/g, '$1')
      .replaceAll(/\s+/g, ' ')
      .trim(),
  )
}

/** «before insert or update of nombre» out of a trigger's definition. */
function when(definition: string): string {
  const match = /^CREATE (?:CONSTRAINT )?TRIGGER \S+ (.+?) ON .+? FOR EACH (ROW|STATEMENT)/s.exec(definition)
  const words = match![1]!.replaceAll(/\b[A-Z]+\b/g, (word) => word.toLowerCase())
  return `${words}${match![2] === 'STATEMENT' ? ', once for each statement' : ''}`
}

const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ')

const link = (relation: string) => `[${relation}](#${anchor(relation)})`

/** As GitHub makes the anchor of a heading. */
const anchor = (name: string) =>
  name
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
    .replaceAll(' ', '-')

const MINE = `(n.nspname in ('public', 'interno') and c.relkind in ('r', 'v', 'p')
  or (n.nspname, c.relname) in (('storage', 'objects'), ('realtime', 'messages')))`

const NAME = `format('%s.%s', n.nspname, c.relname)`

const RELATIONS = `
  select ${NAME} as name, c.relkind as kind,
    coalesce(obj_description(c.oid, 'pg_class'), 'Supabase''s own table; the policies are ours.') as comment,
    (select array_agg(distinct format('%s.%s', bn.nspname, b.relname))
     from pg_rewrite r join pg_depend d on d.objid = r.oid and d.classid = 'pg_rewrite'::regclass and d.refclassid = 'pg_class'::regclass
     join pg_class b on b.oid = d.refobjid and b.oid <> c.oid and b.relkind in ('r', 'v') join pg_namespace bn on bn.oid = b.relnamespace
     where r.ev_class = c.oid) as behind
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where ${MINE}
  order by array_position(array['public', 'interno', 'storage', 'realtime'], n.nspname::text), c.relname collate "C"`

const GRANTS = `
  select ${NAME} as name, r.role, o.operation,
    case when not has_table_privilege(r.role, c.oid, o.operation) then
      (select string_agg(a.attname, ', ' order by a.attnum) from pg_attribute a
       where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and has_column_privilege(r.role, c.oid, a.attnum, o.operation))
    end as columns
  from pg_class c join pg_namespace n on n.oid = c.relnamespace,
    unnest(array['anon', 'authenticated', 'service_role']) r (role), unnest(array['select', 'insert', 'update', 'delete']) o (operation)
  where ${MINE} and (has_table_privilege(r.role, c.oid, o.operation)
    or o.operation <> 'delete' and has_any_column_privilege(r.role, c.oid, o.operation))`

const POLICIES = `
  select ${NAME} as name, case p.polcmd when 'r' then 'select' when 'a' then 'insert' when 'w' then 'update' when 'd' then 'delete' end as operation,
    (select array_agg(r.rolname::text order by r.rolname) from pg_roles r where r.oid = any (p.polroles)) as roles,
    coalesce(obj_description(p.oid, 'pg_policy'), p.polname) as sentence,
    pg_get_expr(p.polqual, p.polrelid, true) as using, pg_get_expr(p.polwithcheck, p.polrelid, true) as check
  from pg_policy p join pg_class c on c.oid = p.polrelid join pg_namespace n on n.oid = c.relnamespace
  where ${MINE}
  order by p.polname collate "C"`

const TRIGGERS = `
  select ${NAME} as name, t.tgname as trigger, pg_get_triggerdef(t.oid) as definition,
    p.oid::regproc::text as function, coalesce(obj_description(p.oid, 'pg_proc'), '') as comment
  from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace join pg_proc p on p.oid = t.tgfoid
  where not t.tgisinternal and ${MINE} and t.tgname !~ '^(cupo|protect)_'
  order by t.tgname collate "C"`
