const QUOTAS = 'supabase/migrations/20261122000200_limites.sql'
/** Where the count of what was written is made anew. */
const COUNTS = 'supabase/migrations/20261124000200_cupos.sql'
const PRESSES = 'supabase/migrations/20261122000700_seguridad.sql'
/** The press's clock as it is since. */
const CLOCKS = 'supabase/migrations/20261123002500_fechas.sql'
const WALKS = 'supabase/migrations/20261123000320_reloj.sql'
const CALLS = 'supabase/migrations/20261122001100_llamadas.sql'
const TEAM = 'supabase/migrations/20261123001100_equipo.sql'
/** @param {string} name a file of the SQL tests */
const sql = (name) => /** @type {[string, string]} */ (['supabase/tests/sql.test.ts', `${name}.sql`])

/**
 * Quotas, presses that join, walks whose code is spent, and calls that hold their circle only while somebody is in them.
 * @type {import('./index.mjs').Mutation[]}
 */
export const mutations = [
  {
    name: 'rows-without-a-quota',
    file: COUNTS,
    find: '(parte.filas > 0 and c.filas > (parte.cupo).filas) or',
    replace: '',
    test: sql('cupos'),
  },
  {
    name: 'bytes-without-a-quota',
    file: COUNTS,
    find: 'or (parte.octetos > 0 and c.octetos > (parte.cupo).octetos)',
    replace: '',
    test: sql('cupos'),
  },
  {
    name: 'quota-counts-what-shrinks',
    file: COUNTS,
    find: '(parte.filas > 0 and c.filas > (parte.cupo).filas) or (parte.octetos > 0 and c.octetos > (parte.cupo).octetos)',
    replace: 'c.filas > (parte.cupo).filas or c.octetos > (parte.cupo).octetos',
    test: sql('cupos'),
  },
  {
    name: 'days-without-an-end',
    file: COUNTS,
    find: `    if gasto.agotada then
      perform interno.rechazar_por_dia(parte.cupo, gasto.desde);
    end if;`,
    replace: '',
    test: sql('cupos'),
  },
  {
    name: 'a-request-without-an-end',
    file: COUNTS,
    find: 'if de_esta_vez > 1000 then',
    replace: 'if false then',
    test: sql('cupos'),
  },
  {
    name: 'what-does-not-fit-is-written-first',
    file: COUNTS,
    find: 'or de_esta_vez <= 20 then',
    replace: 'or de_esta_vez <= 2000 then',
    test: sql('cupos'),
  },
  {
    name: 'only-what-was-there-is-counted',
    file: COUNTS,
    find: 'insert into interno.consumo (user_id, tabla) values (parte.duenia, nombre) on conflict do nothing;',
    replace: 'exit;',
    test: sql('cupos'),
  },
  {
    name: 'what-is-deleted-is-not-given-back',
    file: QUOTAS,
    find: `create trigger cupo_borrar after delete on %s referencing old table as viejas
    for each statement execute function interno.contar_escritura()`,
    replace: `create trigger cupo_borrar after delete on %s referencing old table as viejas
    for each statement when (false) execute function interno.contar_escritura()`,
    test: sql('cupos'),
  },
  {
    name: 'a-table-without-a-quota',
    file: 'supabase/migrations/20261122001000_convivencia.sql',
    find: `select interno.poner_cupo('public.bloqueos', 'tu lista de bloqueadas', 'Sixty a day at most.', 'user_id', 2000, 400000, 500, 200000);
`,
    replace: '',
    test: sql('cupos'),
  },
  {
    name: 'a-column-without-an-end',
    file: 'supabase/migrations/20261122000900_apoyo.sql',
    find: `  add constraint numeros_emergencia_numeros_cortos check (cardinality(numeros) <= 20 and octet_length(numeros::text) <= 600) not valid,
`,
    replace: '',
    test: sql('cupos'),
  },
  {
    name: 'presses-that-do-not-join',
    file: PRESSES,
    find: 'continue when abierto.id is null;',
    replace: 'continue;',
    test: sql('eventos_peligro'),
  },
  {
    name: 'presses-of-any-hour-apart',
    file: PRESSES,
    find: 'if abierto.id is null and (hora > 12 or dia > 60 or todos > 5000) then',
    replace: 'if false then',
    test: sql('eventos_peligro'),
  },
  {
    name: 'presses-counted-twice',
    file: PRESSES,
    find: 'pulsaciones = e.pulsaciones + case when nueva.cliente_id = any (e.juntadas) then 0 else nueva.pulsaciones end',
    replace: 'pulsaciones = e.pulsaciones + nueva.pulsaciones',
    test: sql('eventos_peligro'),
  },
  {
    name: 'no-press-is-written',
    file: CLOCKS,
    find: 'return case when de_esta_vez <= 20 then new end;',
    replace: 'return null;',
    test: sql('eventos_peligro'),
  },
  {
    // The lock of the events behind it (0700) would keep the events together, and not the alerts.
    name: 'presses-that-race',
    file: 'supabase/migrations/20261123000200_alarma.sql',
    find: `    perform pg_advisory_xact_lock(hashtextextended('alertas ' || quien, 0));
`,
    replace: '',
    test: ['supabase/tests/alarma.test.ts', 'ten are one alert that tells of ten'],
  },
  {
    name: 'events-from-tomorrow',
    file: CLOCKS,
    find: `  if new.ocurrido_en > now() then
    new.ocurrido_en := now();
  end if;
`,
    replace: '',
    test: sql('eventos_peligro'),
  },
  {
    name: 'presses-by-the-time-they-claim',
    file: PRESSES,
    find: `case when nueva.cliente_id = any (e.juntadas) then coalesce(nueva.ubicacion_en, nueva.ocurrido_en) else 'infinity' end`,
    replace: 'coalesce(nueva.ubicacion_en, nueva.ocurrido_en)',
    test: sql('eventos_peligro'),
  },
  {
    name: 'a-day-of-contacts-spent',
    file: PRESSES,
    find: "'user_id', 500, 500000, null, null\n",
    replace: "'user_id', 500, 500000, 2000, 2000000\n",
    test: sql('cupos'),
  },
  {
    name: 'deleted-contacts-in-the-way',
    file: PRESSES,
    find: 'offset greatest(0, 499 - (',
    replace: 'offset greatest(0, 99999 - (',
    test: sql('contactos_emergencia'),
  },
  {
    name: 'made-up-walks-spend-hers',
    file: WALKS,
    find: `sha256(convert_to(codigo, 'UTF8')) and not a.terminado
  ) then
    return false;`,
    replace: `sha256(convert_to(codigo, 'UTF8')) and not a.terminado
  ) then
    perform interno.limitar('posicion', array[30], array[interval '1 minute']);
    return false;`,
    test: sql('acompanamientos'),
  },
  {
    name: 'a-message-deleted-count-first',
    file: 'supabase/migrations/20261122001900_nombres.sql',
    find: 'create trigger antes_ocultarse after delete',
    replace: 'create trigger ocultarse after delete',
    test: sql('nombres_mostrados'),
  },
  {
    name: 'walks-started-twice',
    file: WALKS,
    find: `  if not found then
    raise exception using errcode = 'PT409', message = 'Ese enlace ya no sirve. Empieza de nuevo con otro.';
  end if;
  fin :=`,
    replace: '  fin :=',
    test: sql('acompanamientos'),
  },
  {
    name: 'walk-secret-not-compared',
    file: WALKS,
    find: `or codigo <> translate(encode(sha256(convert_to(secreto, 'UTF8')), 'base64'), '+/=', '-_')`,
    replace: '',
    test: sql('acompanamientos'),
  },
  {
    name: 'walk-started-without-a-secret',
    file: WALKS,
    find: 'if char_length(codigo) = 43 and (',
    replace: 'if false and (',
    attack: 'links/started-before-her-device',
  },
  {
    name: 'places-without-a-rate',
    file: WALKS,
    find: `perform interno.limitar('posicion', array[30], array[interval '1 minute']);`,
    replace: '',
    test: sql('acompanamientos'),
  },
  {
    name: 'any-call-gives-way',
    file: TEAM,
    find: 'if old.sala_video_id is not null and interno.llamada_ocupa(old.sala_video_id) then',
    replace: 'if false then',
    test: sql('salas_video'),
  },
  {
    name: 'empty-calls-live-on',
    file: CALLS,
    find: `then least(new.vence_en, now() + interval '3 minutes') else new.vence_en end;`,
    replace: 'then new.vence_en else new.vence_en end;',
    attack: 'rules/empty-call-holds-a-circle',
  },
  {
    name: 'one-alone-holds-a-circle',
    file: CALLS,
    find: `llamada.acompanada_en > now() - interval '3 minutes'
      and`,
    replace: 'true and',
    test: sql('salas_video'),
  },
  {
    name: 'full-calls-hold-a-circle',
    file: CALLS,
    find: 'else cardinality(dentro) < 4',
    replace: 'else true',
    test: sql('salas_video'),
  },
  {
    name: 'whom-she-blocked-holds-a-circle',
    file: CALLS,
    find: `and not exists (select from public.bloqueos where user_id = quien and bloqueada_id = dentro[1])`,
    replace: '',
    test: sql('salas_video'),
  },
  {
    name: 'calls-of-others-tied',
    file: TEAM,
    find: 'and viva_hasta > now() and creada_por = auth.uid()',
    replace: 'and viva_hasta > now()',
    test: sql('salas_video'),
  },
  {
    name: 'suspended-and-ties-calls',
    file: TEAM,
    find: `  perform interno.exigir_palabra();
  if old.sala_video_id`,
    replace: '  if old.sala_video_id',
    test: sql('salas_video'),
  },
  {
    name: 'ties-without-a-rate',
    file: TEAM,
    find: `  perform interno.limitar('enlazar llamada en ' || new.id, array[3], array[interval '1 hour']);
`,
    replace: '',
    test: sql('salas_video'),
  },
  {
    name: 'in-many-calls-at-once',
    file: CALLS,
    find: 'where user_id = quien or (llamada_id = llamada and visto_en',
    replace: 'where (user_id = quien and llamada_id = llamada) or (llamada_id = llamada and visto_en',
    test: sql('presentes_llamada'),
  },
  {
    name: 'suspended-and-still-in-the-call',
    file: 'supabase/migrations/20261123001200_medidas.sql',
    find: `create trigger sacar_de_llamadas after insert or update of hasta on public.suspensiones
  for each row when (new.alcance <> 'falta' and not new.velada and new.hasta > now()) execute function interno.sacar_de_llamadas();`,
    replace: '',
    test: sql('salas_video'),
  },
  {
    name: 'searches-without-a-rate',
    file: 'supabase/migrations/20261122001400_bienestar.sql',
    find: `perform interno.limitar('buscar en el diario', array[30], array[interval '1 minute']);`,
    replace: '',
    test: sql('diario_personal'),
  },
  {
    name: 'reminders-without-end-for-one-day',
    file: 'supabase/migrations/20261123000310_recordatorios.sql',
    find: 'where o.puesto <= 50',
    replace: 'where o.puesto > 0',
    test: sql('recordatorios'),
  },
  {
    name: 'tags-looked-for-with-every-end',
    file: 'supabase/migrations/20261123001900_textos.sql',
    find: `resto := regexp_replace(resto, '<' || elemento || '\\M.*?</' || elemento || '\\s*>', '', 'gi');`,
    replace: `resto := regexp_replace(resto, '<(script|style)\\M.*?</\\1\\s*>', '', 'gi'); exit;`,
    test: sql('html_limpio'),
  },
  {
    name: 'refusals-of-the-database-unsaid',
    file: 'app/src/data/errors.ts',
    find: 'return /^PT4\\d\\d$/.test(code) ? message : undefined',
    replace: 'return undefined',
    e2e: ['e2e/cupos.spec.ts', 'a full diary says so'],
  },
  {
    name: 'spent-walk-codes-start-again',
    file: WALKS,
    find: `  insert into interno.codigos_usados (huella) values (marca) on conflict do nothing;
  if not found then`,
    replace: `  insert into interno.codigos_usados (huella) values (marca) on conflict do nothing;
  if false then`,
    test: ['supabase/tests/sql.test.ts', 'acompanamientos.sql'],
  },
]
