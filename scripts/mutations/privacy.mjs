const MEASURES = 'supabase/migrations/20261123001200_medidas.sql'
const NAMES = 'supabase/migrations/20261122001900_nombres.sql'
const ACCOUNTS = 'supabase/migrations/20261122001800_cuentas.sql'
const STORIES = 'supabase/migrations/20261122001300_historias.sql'
const CIRCLES = 'supabase/migrations/20261122001000_convivencia.sql'
const REPORTS = 'supabase/migrations/20261123000800_reportes.sql'
const COUNTS = 'supabase/migrations/20261124000200_cupos.sql'
const PICTURES = 'supabase/migrations/20261122000500_perfiles.sql'
/** @param {string} name @returns {[string, string]} */
const law = (name) => ['supabase/tests/sql.test.ts', name]

/**
 * Names that are shown, stories without an author, pictures whose address ends, files that tell nothing of who made them.
 * @type {import('./index.mjs').Mutation[]}
 */
export const mutations = [
  {
    name: 'every-member-is-listed',
    file: MEASURES,
    find: `          ((select interno.participa()) and se_muestra)
          -- As she who asks`,
    replace: `          true
          -- As she who asks`,
    test: law('nombres_mostrados.sql'),
  },
  {
    name: 'names-between-two-who-keep-apart',
    file: MEASURES,
    find: `        and id <> all ((select interno.bloqueos_de_quien_pregunta())::uuid[])\n`,
    replace: '',
    test: law('nombres_mostrados.sql'),
  },
  {
    name: 'names-outlive-the-last-message',
    file: NAMES,
    find: 'perform interno.mirar_si_se_muestra(autoras.user_id)',
    replace: 'perform autoras.user_id',
    test: law('nombres_mostrados.sql'),
  },
  {
    name: 'reports-keep-a-name-readable',
    file: MEASURES,
    find: 'or ((select interno.participa()) and id in (select r.referido_id from public.referidos r))',
    replace:
      'or ((select interno.participa()) and id in (select r.referido_id from public.referidos r)) or id in (select r.autora_id from public.reportes_sala r)',
    attack: 'oracles/report-to-go-on-reading',
  },
  {
    name: 'blocks-tell-who-is-a-member',
    file: CIRCLES,
    find: '  bloqueada_id uuid not null,\n',
    replace: '  bloqueada_id uuid not null references interno.perfiles on delete cascade,\n',
    test: law('nombres_mostrados.sql'),
  },
  {
    name: 'suspensions-tell-who-is-a-member',
    file: CIRCLES,
    find: `create trigger exigir_conocida before insert on public.suspensiones
  for each row execute function interno.exigir_conocida();`,
    replace: '',
    test: law('nombres_mostrados.sql'),
  },
  {
    name: 'signatures-tell-who-is-a-member',
    file: 'supabase/migrations/20261122000900_apoyo.sql',
    find: `create trigger firmar_como_propia before insert or update of created_by on public.asociaciones_apoyo
  for each row execute function interno.firmar_como_propia();`,
    replace: '',
    test: law('nombres_mostrados.sql'),
  },
  {
    name: 'referrals-at-the-moment',
    file: ACCOUNTS,
    find: ' = invitador_id and creado_en <= now());',
    replace: ' = invitador_id);',
    test: law('referidos.sql'),
  },
  {
    name: 'referrals-tell-the-microsecond',
    file: ACCOUNTS,
    find: 'creado_en timestamptz not null default interno.dia_de_referido(),',
    replace: 'creado_en timestamptz not null default now(),',
    test: law('referidos.sql'),
  },
  {
    name: 'pictures-open-without-a-version',
    file: 'server/src/storage/objects.ts',
    find: 'if (wanted !== undefined && wanted !== key) throw noSuchKey()',
    replace: '',
    attack: 'storage/picture-by-her-id',
  },
  {
    name: 'pictures-keep-their-address-after-a-block',
    file: CIRCLES,
    find: `create trigger pedir_renovacion after insert on public.bloqueos
  for each row execute function interno.pedir_renovacion();`,
    replace: '',
    test: law('direcciones_de_fotos.sql'),
  },
  {
    name: 'pictures-tell-who-blocked',
    file: PICTURES,
    find: `  insert into interno.fotos_por_renovar default values;`,
    replace: `  insert into interno.fotos_por_renovar default values;
  update interno.perfiles set foto_url = split_part(foto_url, '?', 1) || '?v=' where id = new.user_id and interno.es_su_direccion(id, foto_url);`,
    test: law('direcciones_de_fotos.sql'),
  },
  {
    name: 'pictures-keep-their-address-after-a-ban',
    file: PICTURES,
    find: `  perform interno.renovar_fotos(now() + interval '1 second');\n  return null;`,
    replace: '  return null;',
    test: law('direcciones_de_fotos.sql'),
  },
  {
    name: 'stories-leave-with-her',
    file: ACCOUNTS,
    find: '  where a.id = h.id and a.user_id = old.id and not a.anonima;',
    replace: '  where a.id = h.id and a.user_id = old.id;',
    test: law('historias_al_irse.sql'),
  },
  {
    name: 'reviews-leave-with-her',
    file: ACCOUNTS,
    find: '  delete from interno.autorias_reseñas where user_id = old.id;',
    replace:
      '  delete from interno.reseñas h using interno.autorias_reseñas a where a.id = h.id and a.user_id = old.id;',
    test: law('historias_al_irse.sql'),
  },
  {
    name: 'stories-come-down-at-once',
    file: STORIES,
    find: `references interno.historias on delete cascade,
  retirar_en timestamptz not null default now() + random() * interval '48 hours'`,
    replace: `references interno.historias on delete cascade,
  retirar_en timestamptz not null default now()`,
    attack: 'oracles/stories-that-leave-together',
  },
  {
    name: 'taken-story-ids-tell-who-left',
    file: 'supabase/migrations/20261123000400_casa.sql',
    find: `raise exception using errcode = '23505', message = 'Esa historia ya está guardada.';`,
    replace: 'raise;',
    attack: 'oracles/story-whose-author-left',
  },
  {
    name: 'stories-withdrawn-by-everybody',
    file: STORIES,
    find: `create policy "una usuaria retira sus historias" on interno.historias
  for delete to authenticated using (
    (select interno.es_admitida())
    and id in (select a.id from interno.autorias_historias a where a.user_id = (select auth.uid()))
`,
    replace: `create policy "una usuaria retira sus historias" on interno.historias
  for delete to authenticated using (
    (select interno.es_admitida())
`,
    attack: 'rules/story-without-an-owner',
  },
  {
    name: 'live-deletions-name-her',
    file: CIRCLES,
    find: `  user_id uuid not null unique references auth.users on delete cascade,
  cambio bigint not null default 1,
  -- What a deletion tells live is the key of the row: the key is not her own id.
  id uuid not null default gen_random_uuid() primary key
`,
    replace: `  user_id uuid primary key references auth.users on delete cascade,
  cambio bigint not null default 1,
  id uuid not null default gen_random_uuid()
`,
    test: law('historias_al_irse.sql'),
  },
  {
    name: 'sound-and-documents-kept-as-they-came',
    file: 'server/src/storage/admit.ts',
    find: ` || isCleanable(type))`,
    replace: ')',
    attack: 'uploads/author-of-a-wav',
  },
  {
    name: 'documents-keep-their-history',
    file: 'server/src/storage/clean/pdf.ts',
    find: 'if (!reached.has(ref)) context.delete(ref)',
    replace: 'if (!reached.has(ref)) continue',
    test: ['server/src/storage/documents.test.ts', 'what an earlier version left'],
  },
  {
    name: 'photographs-in-documents-keep-their-place',
    file: 'server/src/storage/clean/jpeg.ts',
    find: 'if (!isNote) kept.push(',
    replace: 'if (isNote || !isNote) kept.push(',
    test: ['server/src/storage/documents.test.ts', 'author, program'],
  },
  {
    name: 'broken-documents-are-kept',
    file: 'server/src/storage/admit.ts',
    find: 'if (code !== 0) throw unreadableFile()',
    replace: '',
    test: ['server/src/storage/documents.test.ts', 'leaves nothing of what it refused'],
  },
  {
    name: 'reports-leave-with-her',
    file: REPORTS,
    find: 'alter table public.reportes_sala drop constraint reportes_sala_user_id_fkey;',
    replace: '',
    test: law('historias_al_irse.sql'),
  },
  {
    name: 'reports-come-down-at-once',
    file: REPORTS,
    find: `retirar_en timestamptz not null default now() + random() * interval '48 hours'`,
    replace: 'retirar_en timestamptz not null default now()',
    test: law('historias_al_irse.sql'),
  },
  {
    name: 'settled-after-she-left-is-refused',
    file: COUNTS,
    find: `if escribe and tg_op = 'UPDATE' then`,
    replace: `if false then`,
    test: law('historias_al_irse.sql'),
  },
]
