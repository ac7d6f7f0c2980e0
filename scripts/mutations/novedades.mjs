const TOLD = 'supabase/migrations/20261123002100_comunicados.sql'
const EVENTS = 'supabase/migrations/20261123002110_encuentros.sql'
const DAYS = 'supabase/migrations/20261123002500_fechas.sql'
/** @type {[string, string]} */
const DAYS_TEST = ['supabase/tests/sql.test.ts', 'fechas.sql']
/** @type {[string, string]} */
const TOLD_TEST = ['supabase/tests/sql.test.ts', 'comunicados.sql']
/** @type {[string, string]} */
const EVENTS_TEST = ['supabase/tests/sql.test.ts', 'encuentros.sql']

/**
 * What the team tells, and seats: told without knowing whom, handed out once; and what whoever has one of its accounts could do with them.
 * @type {import('./index.mjs').Mutation[]}
 */
export const mutations = [
  {
    name: 'novedades-how-many-to-the-last-one',
    file: TOLD,
    find: 'new.alcance := interno.por_decenas((',
    replace: 'new.alcance := interno.con_suelo((',
    test: TOLD_TEST,
  },
  {
    name: 'novedades-a-push-to-every-device',
    file: TOLD,
    find: 'where s.comunicados and s.id > coalesce',
    replace: 'where s.id > coalesce',
    test: TOLD_TEST,
  },
  {
    name: 'novedades-told-before-alerts',
    file: TOLD,
    find: "'comunicado', 'push', 2, equipo.user_id",
    replace: "'comunicado', 'push', 0, equipo.user_id",
    test: TOLD_TEST,
  },
  {
    name: 'novedades-two-take-one-seat',
    file: EVENTS,
    find: 'where e.id = cual for no key update;',
    replace: 'where e.id = cual;',
    test: ['supabase/tests/encuentros.test.ts', 'at once'],
  },
  {
    name: 'novedades-the-link-for-who-waits',
    file: EVENTS,
    find: "e.estado = 'publicado' and not p.en_espera and not pausada",
    replace: "e.estado = 'publicado' and p.user_id is not null and not pausada",
    test: EVENTS_TEST,
  },
  {
    name: 'novedades-the-link-before-its-moment',
    file: EVENTS,
    find: ' and not pausada and now() >= e.empieza - make_interval(mins => e.abre_min)',
    replace: ' and not pausada',
    test: EVENTS_TEST,
  },
  {
    name: 'novedades-a-place-is-pointed-at',
    file: 'app/src/features/admin/revision/cola.ts',
    find: 'return now >= 0 ? now : Math.max',
    replace: 'return Math.max',
    test: ['app/src/features/admin/revision/cola.test.ts'],
  },
  {
    name: 'seats-become-fewer',
    file: EVENTS,
    find: 'if new.cabida < coalesce(old.cabida, 1001) then',
    replace: 'if false then',
    test: EVENTS_TEST,
  },
  {
    name: 'published-and-a-draft-again',
    file: EVENTS,
    find: "if new.estado = 'borrador' then",
    replace: 'if false then',
    test: EVENTS_TEST,
  },
  {
    name: 'days-no-browser-shows',
    file: DAYS,
    find: "select momento >= '1900-01-01 00:00:00+00' and momento < '2200-01-01 00:00:00+00'",
    replace: 'select true',
    test: DAYS_TEST,
  },
  {
    name: 'a-press-before-all-years',
    file: DAYS,
    find: "if new.ubicacion_en < '1970-01-01 00:00:00+00' then",
    replace: 'if false then',
    test: DAYS_TEST,
  },
  {
    name: 'each-declaration-read-to-the-end',
    file: 'supabase/migrations/20261123001900_textos.sql',
    find: '|[!?][^<>]*)>)',
    replace: '|[!?][^>]*)>)',
    test: ['supabase/tests/sql.test.ts', 'html_limpio.sql'],
  },
  {
    name: 'a-tab-leads-to-another-host',
    file: 'app/src/lib/path.ts',
    find: ".replace(/[\\t\\n\\r]/g, '')",
    replace: '',
    test: ['app/src/lib/path.test.ts', 'is never another host'],
  },
  {
    name: 'shared-with-whoever-comes-next',
    file: 'app/src/data/eraseDevice.ts',
    find: ', forgetShared()])',
    replace: '])',
    test: ['app/src/data/eraseDevice.test.ts', 'handed over'],
  },
]
