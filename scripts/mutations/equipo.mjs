const TEAM = 'supabase/migrations/20261123001100_equipo.sql'
/** @type {[string, string]} */
const ROLES = ['supabase/tests/sql.test.ts', 'papeles.sql']

/**
 * The team: one kind of work for each role, and nothing that is private.
 * @type {import('./index.mjs').Mutation[]}
 */
export const mutations = [
  {
    name: 'a-role-without-its-factor',
    file: TEAM,
    find: `array[cual, 'administradora'] and interno.estado_admin() = 'activa';`,
    replace: `array[cual, 'administradora'];`,
    test: ROLES,
  },
  {
    name: 'any-role-is-every-role',
    file: TEAM,
    find: `return interno.papeles_de(auth.uid()) && array[cual, 'administradora']`,
    replace: `return interno.papeles_de(auth.uid()) <> '{}'`,
    test: ROLES,
  },
  {
    name: 'moderadoras-read-diaries',
    file: TEAM,
    find: `-- Moderadora: circles and calls, messages and reports, stories, reviews, pauses.`,
    replace: `alter policy "una usuaria lee su propio diario" on public.diario_personal
  using ((select interno.es_moderadora()) or ((select interno.es_admitida()) and (select auth.uid()) = user_id));`,
    test: ROLES,
  },
  {
    name: 'anybody-invited-by-anybody',
    file: TEAM,
    find: 'where c.id = cual and c.correo = interno.mi_correo() and c.vence_en > now();',
    replace: 'where c.id = cual and c.vence_en > now();',
    test: ROLES,
  },
  {
    name: 'invited-without-a-proof',
    file: TEAM,
    find: `  perform interno.exigir_prueba();
  perform interno.limitar('convocar'`,
    replace: `  perform interno.limitar('convocar'`,
    test: ROLES,
  },
]
