const LAW = 'supabase/migrations/20261122000400_administracion.sql'
const DOORS = 'supabase/migrations/20261123000900_puertas.sql'
const TEAM = 'supabase/migrations/20261123001100_equipo.sql'
const KEEP = 'server/src/keep.ts'
const KEPT = 'server/src/kept.ts'
const USER = 'server/src/auth/user.ts'
/** @param {string} table @param {string} verbs @param {string} house */
const trigger = (table, verbs, house = '') => `create trigger anotar_bitacora after ${verbs} on ${table}
  for each row execute function interno.anotar_bitacora(${house});`

/**
 * The admin's right, its log, and the server that is kept.
 * @type {import('./index.mjs').Mutation[]}
 */
export const mutations = [
  {
    name: 'admin-by-password-alone',
    file: TEAM,
    find: `if interno.ajuste('factor_de_administracion') = 'libre' then`,
    replace: 'if true then',
    attack: 'accounts/leaked-password-without-factor',
  },
  {
    name: 'any-session-of-the-admin-counts',
    file: DOORS,
    find: `s.user_id = quien and s.aal in ('aal2', 'aal3')`,
    replace: 's.user_id = quien',
    attack: 'sessions/one-factor-token-of-the-admin',
  },
  {
    name: 'rules-without-the-factor',
    file: DOORS,
    find: 'return interno.fue_admitida() and interno.mostro_factor();',
    replace: 'return interno.fue_admitida();',
    test: ['supabase/tests/sql.test.ts', 'segundo_paso.sql'],
  },
  {
    name: 'a-press-waits-for-the-code',
    file: DOORS,
    find: `return interno.levantar(interno.exigir_auxilio(), cliente_id`,
    replace: 'return interno.levantar(interno.exigir_admitida(), cliente_id',
    test: ['supabase/tests/sql.test.ts', 'segundo_paso.sql'],
  },
  {
    name: 'anybody-counts-as-admin',
    file: TEAM,
    find: `if interno.papeles_de(quien) = '{}' or not exists (select from interno.admisiones where user_id = quien) then
    return 'ninguna';`,
    replace: `if false then
    return 'ninguna';`,
    attack: 'accounts/who-is-admin-by-state',
  },
  {
    name: 'printed-password-counts',
    file: TEAM,
    find: 'if exists (select from interno.claves_de_un_uso where user_id = quien) then',
    replace: 'if false then',
    attack: 'accounts/printed-password-kept-by-its-own-change',
  },
  {
    name: 'printed-password-never-ends',
    file: LAW,
    find: `update auth.users set encrypted_password = '', updated_at = now() where id = any (vencidas);`,
    replace: '',
    attack: 'accounts/printed-password-never-ends',
  },
  {
    name: 'a-password-may-be-set-again',
    file: USER,
    find: 'if (await passwordMatches(password, user.encrypted_password)) {',
    replace: 'if (password === undefined) {',
    attack: 'accounts/same-password-as-the-printed-one',
  },
  {
    name: 'other-sessions-survive-a-new-password',
    file: USER,
    find: `await endSessions(client, user.id, session.id, 'others')`,
    replace: '',
    attack: 'sessions/opened-with-the-printed-password',
  },
  {
    name: 'reset-factor-leaves-sessions',
    file: LAW,
    find: `delete from auth.mfa_factors where user_id = cuenta;
  delete from auth.sessions where user_id = cuenta;`,
    replace: 'delete from auth.mfa_factors where user_id = cuenta;',
    attack: 'sessions/replay-after-reset-factor',
  },
  {
    name: 'admin-reads-diaries',
    file: 'supabase/migrations/20261122001400_bienestar.sql',
    find: `create policy "una usuaria lee su propio diario" on public.diario_personal
  for select to authenticated using ((select interno.es_admitida()) and (select auth.uid()) = user_id);`,
    replace: `create policy "una usuaria lee su propio diario" on public.diario_personal
  for select to authenticated using ((select interno.es_admin()) or (select auth.uid()) = user_id);`,
    attack: 'rules/admin-reads-private-tables',
  },
  {
    name: 'interno-is-exposed',
    file: 'supabase/config.toml',
    find: 'schemas = ["public"',
    replace: 'schemas = ["interno", "public"',
    attack: 'rules/admin-reads-tables-of-the-house',
  },
  {
    name: 'anybody-names-an-admin',
    file: LAW,
    find: 'grant execute on function interno.es_admin, interno.estado_admin,',
    replace: 'grant execute on function interno.establecer_admin, interno.es_admin, interno.estado_admin,',
    attack: 'rules/admin-names-another',
  },
  {
    name: 'settings-are-writable',
    file: 'supabase/migrations/20261122000100_interno.sql',
    find: 'grant select on interno.ajustes to authenticated, service_role;',
    replace: 'grant select, update on interno.ajustes to authenticated, service_role;',
    attack: 'rules/admin-switches-the-factor-off',
  },
  {
    name: 'deleted-messages-leave-no-line',
    file: 'supabase/migrations/20261122001200_comunidad.sql',
    find: trigger('public.mensajes_sala', 'update or delete'),
    replace: '',
    attack: 'rules/deletion-without-a-line',
  },
  {
    name: 'changed-contents-leave-no-line',
    file: 'supabase/migrations/20261122000900_apoyo.sql',
    find: trigger('public.asociaciones_apoyo', 'insert or update or delete', `'casa'`),
    replace: '',
    attack: 'rules/content-changed-without-a-line',
  },
  {
    name: 'removed-files-leave-no-line',
    file: 'supabase/migrations/20261122001500_biblioteca.sql',
    find: trigger('storage.objects', 'insert or update or delete', `'casa'`),
    replace: '',
    attack: 'storage/file-removed-without-a-line',
  },
  {
    name: 'log-may-be-deleted',
    file: LAW,
    find: `create trigger guardar before update or delete or truncate on interno.bitacora
  for each statement execute function interno.guardar_bitacora();`,
    replace: '',
    attack: 'rules/log-deleted',
  },
  {
    name: 'log-read-by-members',
    file: LAW,
    find: 'for select to authenticated using ((select interno.es_admin()));',
    replace: 'for select to authenticated using ((select interno.es_admitida()));',
    attack: 'oracles/log-read-by-members',
  },
  {
    name: 'log-of-members-deeds',
    file: TEAM,
    find: `p <> 'raíz' and interno.estado_admin() = 'activa' order by p limit 1
    )`,
    replace: `p <> 'raíz' and interno.estado_admin() = 'activa' union all select 'servicio' limit 1
    )`,
    attack: 'oracles/log-names-who-wrote-an-anonymous-story',
  },
  {
    name: 'log-keeps-contents',
    file: TEAM,
    find: 'tg_op, cambiadas\n',
    replace: 'tg_op || fila::text, cambiadas\n',
    attack: 'oracles/log-tells-contents',
  },
  {
    name: 'config-names-the-admin',
    file: 'scripts/lib/amparo.mjs',
    find: 'publicSettings: {',
    replace: 'publicSettings: { adminEmail,',
    attack: 'headers/config-names-the-admin',
  },
  {
    name: 'printed-password-screen-is-skipped',
    file: 'app/src/layout/Gate.tsx',
    find: `if (session && estadoAdmin === 'clave') {`,
    replace: 'if (session && estadoAdmin === null && !loading && false) {',
    e2e: ['e2e/administradora.spec.ts', 'the printed password is changed first'],
  },
  {
    name: 'server-is-not-started-again',
    file: KEEP,
    find: 'child = spare?.isRunning ? spare : spawnServer(options)',
    replace: 'if (falls > 0) return',
    test: ['scripts/start.test.ts', 'a killed server is up again'],
  },
  {
    name: 'pauses-do-not-grow',
    file: KEEP,
    find: 'FIRST_PAUSE_MS * 2 ** (falls - 1)',
    replace: 'FIRST_PAUSE_MS',
    test: ['scripts/start.test.ts', 'meets growing pauses'],
  },
  {
    name: 'server-outlives-its-keeper',
    file: KEPT,
    find: `process.on('disconnect', () => lastWords(server?.app.log, 1))`,
    replace: '',
    test: ['scripts/start.test.ts', 'after the keeper is killed'],
  },
  {
    name: 'uncaught-errors-are-swallowed',
    file: KEPT,
    find: `process.on('uncaughtException', crash('uncaught exception'))`,
    replace: `process.on('uncaughtException', () => undefined)`,
    test: ['server/src/kept.test.ts', 'after an uncaught exception'],
  },
  {
    name: 'reset-factor-leaves-no-line',
    file: 'supabase/migrations/20261122000400_administracion.sql',
    find: `insert into interno.bitacora (papel, tabla, clave, verbo) values ('dueña', 'auth.mfa_factors', cuenta::text, 'RESET');`,
    replace: '',
    test: ['supabase/tests/sql.test.ts', 'administracion.sql'],
  },
]
