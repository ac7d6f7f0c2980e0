const TEAM = 'supabase/migrations/20261123001100_equipo.sql'
const MEASURES = 'supabase/migrations/20261123001200_medidas.sql'
/** @type {[string, string]} */
const DECIDED = ['supabase/tests/sql.test.ts', 'medidas.sql']
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
    find: 'where c.id = cual and c.correo = interno.mi_correo() and c.vence_en > now()\n',
    replace: 'where c.id = cual and c.vence_en > now()\n',
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
  {
    name: 'a-pause-leaves-stories-open',
    file: MEASURES,
    find: `perform interno.exigir_sin_medida(array['escritos', 'expulsion'], 'historias y reseñas');`,
    replace: 'null;',
    test: DECIDED,
  },
  {
    name: 'expelled-and-still-reading',
    file: MEASURES,
    find: `return interno.es_admitida() and not exists (`,
    replace: `return interno.es_admitida() or not exists (`,
    test: DECIDED,
  },
  {
    name: 'expelled-and-still-seen',
    file: MEASURES,
    find: `
    union all
    select user_id from public.suspensiones where alcance = 'expulsion' and hasta > now() and user_id <> quien`,
    replace: '',
    test: DECIDED,
  },
  {
    name: 'expelled-and-back-with-her-address',
    file: MEASURES,
    find: 'create trigger vigilar before insert on interno.admisiones for each row execute function interno.vigilar_admision();',
    replace: '',
    test: DECIDED,
  },
  {
    name: 'expelled-and-back-with-a-plus',
    file: MEASURES,
    find: 'interno.buzon_de(lower(btrim(correo)))',
    replace: 'lower(btrim(correo))',
    test: DECIDED,
  },
  {
    name: 'one-let-in-and-the-other-with-her',
    file: MEASURES,
    find: 'delete from interno.direcciones_vedadas where de = quien;',
    replace: `delete from interno.direcciones_vedadas
    where huella in (select v.huella from interno.direcciones_vedadas v where v.de = quien);`,
    test: DECIDED,
  },
  {
    name: 'expelled-and-seen-by-another-picture',
    file: MEASURES,
    find: `alter policy "una usuaria sube su propia foto" on storage.objects
  with check ((select interno.participa())`,
    replace: `alter policy "una usuaria sube su propia foto" on storage.objects
  with check ((select interno.es_admitida())`,
    test: DECIDED,
  },
  {
    name: 'expelled-and-opening-calls',
    file: MEASURES,
    find: `  perform interno.exigir_palabra();
  perform interno.limitar('pedir llamada'`,
    replace: `  perform interno.limitar('pedir llamada'`,
    test: DECIDED,
  },
  {
    name: 'expelled-and-paying-for-ever',
    file: 'supabase/functions/create-portal/handler.ts',
    find: `'pedir_portal'`,
    replace: `'pedir_pago'`,
    test: ['scripts/pagos.test.ts', 'sold nothing more'],
  },
  {
    name: 'anonymous-author-told-to-the-team',
    file: MEASURES,
    find: `or ((select interno.es_moderadora()) and not velada))`,
    replace: `or (select interno.es_moderadora()))`,
    test: DECIDED,
  },
  {
    name: 'who-decided-decides-again',
    file: MEASURES,
    find: 'if medida.por is not distinct from auth.uid() or medida.user_id = auth.uid()',
    replace: 'if medida.user_id = auth.uid()',
    test: DECIDED,
  },
  {
    name: 'the-reported-learn-that-they-are',
    file: MEASURES,
    find: 'and (desde is null or m.cuando < desde or m.sabida)',
    replace: '',
    test: DECIDED,
  },
  {
    name: 'absence-tells-the-reported',
    file: MEASURES,
    find: 'and (desde is null or m.cuando < desde or m.sabida)',
    replace: 'and (desde is null or m.cuando < desde)',
    test: DECIDED,
  },
  {
    name: 'expelled-and-still-of-the-team',
    file: TEAM,
    find: `where s.user_id = quien and s.alcance = 'expulsion' and s.hasta > now()`,
    replace: 'where false',
    test: ROLES,
  },
  {
    name: 'another-role-ended-without-a-proof',
    file: TEAM,
    find: 'if auth.uid() is not null and old.user_id <> auth.uid() and interno.es_admin() then',
    replace: 'if false then',
    test: ROLES,
  },
  {
    name: 'expelled-without-a-proof',
    file: MEASURES,
    find: `if new.alcance = 'expulsion' and interno.es_admin() then`,
    replace: 'if false then',
    test: DECIDED,
  },
  {
    name: 'veiled-and-out-of-the-call',
    file: MEASURES,
    find: `when (new.alcance <> 'falta' and not new.velada and`,
    replace: `when (new.alcance <> 'falta' and`,
    test: DECIDED,
  },
  {
    name: 'put-back-and-still-in-the-call',
    file: MEASURES,
    find: 'create trigger sacar_de_llamadas after insert or update of hasta on',
    replace: 'create trigger sacar_de_llamadas after insert on',
    test: ['supabase/tests/sql.test.ts', 'revision.sql'],
  },
  {
    name: 'lifted-and-nobody-tells-her',
    file: MEASURES,
    find: 'create trigger dar_senal after insert or update of hasta or delete on public.suspensiones',
    replace: 'create trigger dar_senal after insert or delete on public.suspensiones',
    test: ['supabase/tests/sql.test.ts', 'revision.sql'],
  },
  {
    name: 'put-back-and-still-with-a-seat',
    file: 'supabase/migrations/20261123002110_encuentros.sql',
    find: 'create trigger soltar_plazas after insert or update of hasta on',
    replace: 'create trigger soltar_plazas after insert on',
    test: ['supabase/tests/encuentros.test.ts', 'expelled once more'],
  },
  {
    name: 'veiled-and-of-the-team',
    file: MEASURES,
    find: 'from interno.perfiles p where p.id = ella and not interno.es_del_equipo(p.id);',
    replace: 'from interno.perfiles p where p.id = ella;',
    test: DECIDED,
  },
  {
    name: 'left-and-back-clean',
    file: MEASURES,
    find: 'create trigger recobrar_medidas after insert on interno.perfiles for each row execute function interno.recobrar_medidas();',
    replace: '',
    test: DECIDED,
  },
  {
    name: 'who-decided-deletes-the-answer',
    file: MEASURES,
    find: `
    and (apelada_en is null or resuelta_en is not null or interno.decidio_otra(id))`,
    replace: '',
    test: DECIDED,
  },
  {
    name: 'looks-answered-in-rows',
    file: MEASURES,
    find: `create function public.ver_miembro(cual uuid, motivo text) returns jsonb
language sql volatile set search_path = '' as $$
  select interno.ver_miembro(cual, motivo)`,
    replace: `create function public.ver_miembro(cual uuid, motivo text) returns table (nombre text)
language sql volatile set search_path = '' as $$
  select interno.ver_miembro(cual, motivo) ->> 'nombre'`,
    test: ['supabase/tests/sql.test.ts', 'reglas.sql'],
  },
  {
    name: 'looked-up-without-a-line',
    file: MEASURES,
    find: `perform interno.anotar_mirada(cual, 'ficha', motivo);`,
    replace: '',
    test: DECIDED,
  },
  {
    name: 'accepted-after-it-was-taken-back',
    file: TEAM,
    find: `  for update;
  if not found then
    raise exception using errcode = 'PT404', message = 'Esta convocatoria ya no está.';`,
    replace: `  ;
  if not found then
    raise exception using errcode = 'PT404', message = 'Esta convocatoria ya no está.';`,
    test: ['supabase/tests/a_la_vez.test.ts', 'taken back in the moment'],
  },
  {
    name: 'two-who-decide-do-not-know-of-each-other',
    file: MEASURES,
    find: `  perform pg_advisory_xact_lock(hashtextextended('medida de ' || ella, 0));
  select * into ultima`,
    replace: `  select * into ultima`,
    test: ['supabase/tests/a_la_vez.test.ts', 'two decide about a member'],
  },
  {
    name: 'veiled-and-told-by-whoever-claims-to-have-read-it',
    file: MEASURES,
    find: 'where s.id = vista and s.user_id = ella and not s.velada)',
    replace: 'where s.id = vista and s.user_id = ella)',
    test: DECIDED,
  },
  {
    name: 'who-decided-first-is-not-told-to-the-second',
    file: MEASURES,
    find: `  perform interno.exigir_vista(ella, vista);
`,
    replace: '',
    test: DECIDED,
  },
  {
    name: 'whose-role-ends-hears-nothing-of-it',
    file: TEAM,
    find: `create trigger dar_senal after insert or delete on public.integrantes
  for each row execute function interno.dar_senal();`,
    replace: '',
    test: ['supabase/tests/a_la_vez.test.ts', 'hears that her role'],
  },
]
