const LAW = 'supabase/migrations/20261123000200_alarma.sql'
const SQL = 'supabase/tests/sql.test.ts'

/**
 * Alerts: no press is refused, no state is ahead of its proof, and who left is written to no more.
 * @type {import('./index.mjs').Mutation[]}
 */
export const mutations = [
  {
    name: 'alert-failure-fails-the-event',
    file: LAW,
    find: `      raise warning 'alarma: an event could not open its alert: %', sqlerrm;`,
    replace: `      raise;`,
    test: [SQL, 'alertas.sql'],
  },
  {
    name: 'alerts-without-end-tell-everybody',
    file: LAW,
    find: `case when alerta.una_via then (x.lugar - 1) / 4 else 0 end`,
    replace: `0`,
    test: [SQL, 'alertas.sql'],
  },
  {
    name: 'alert-leaves-in-its-pause',
    file: LAW,
    find: `  if alerta.estado is distinct from 'pausa' or alerta.sale_en > now() then`,
    replace: `  if alerta.estado is distinct from 'pausa' then`,
    test: [SQL, 'alertas.sql'],
  },
  {
    name: 'alert-held-again-by-each-answer',
    file: LAW,
    find: `then c.sostiene_desde else coalesce(c.sostiene_desde, now()) end`,
    replace: `then c.sostiene_desde else now() end`,
    test: [SQL, 'alertas.sql'],
  },
  {
    name: 'alert-code-outlives-its-contact',
    file: LAW,
    find: `  delete from interno.codigos_alerta c where c.contacto_id = old.contacto_id;`,
    replace: `  perform 1;`,
    test: [SQL, 'entregas.sql'],
  },
  {
    name: 'delivery-seen-by-a-way-that-was-never-used',
    file: LAW,
    find: `    and (por is null or e.via = por)`,
    replace: ``,
    test: [SQL, 'entregas.sql'],
  },
  {
    name: 'delivery-goes-back',
    file: LAW,
    find: `    or new.estado <> 'fallida' and array_position(pasos, new.estado) < array_position(pasos, old.estado)`,
    replace: ``,
    test: [SQL, 'entregas.sql'],
  },
  {
    name: 'answers-of-a-flood-are-all-heard',
    file: LAW,
    find: ` and c.cambios < 50`,
    replace: ``,
    test: [SQL, 'alarma_abuso.sql'],
  },
  {
    name: 'message-leaves-after-closing',
    file: LAW,
    find: `      or a.estado = 'cerrada' and e.tipo <> 'cierre'`,
    replace: ``,
    test: [SQL, 'envios.sql'],
  },
  {
    name: 'receipt-before-its-note-is-lost',
    file: LAW,
    find: `  insert into interno.recibos_sueltos (via, proveedor_id, resultado, detalle)`,
    replace: `  insert into interno.recibos_sueltos (via, proveedor_id, resultado, detalle) select '', '', 'fallida', '' where false;
  return false;
  insert into interno.recibos_sueltos (via, proveedor_id, resultado, detalle)`,
    test: [SQL, 'envios.sql'],
  },
  {
    name: 'members-not-in-turn',
    file: LAW,
    find: `  select case when antes < 16 then 0`,
    replace: `  select case when antes >= 0 then 0`,
    test: [SQL, 'envios.sql'],
  },
  {
    name: 'drill-holds-up-a-press',
    file: LAW,
    find: `    where a.user_id = quien and a.estado <> 'cerrada' and a.origen <> 'simulacro'
    order by a.creada_en limit 1;`,
    replace: `    where a.user_id = quien and a.estado <> 'cerrada'
    order by a.creada_en limit 1;`,
    test: [SQL, 'alertas.sql'],
  },
  {
    name: 'cancelling-pushes-out-what-happened',
    file: LAW,
    find: ` and (a.avisada_en is null or a.origen = 'simulacro')
    order by a.creada_en desc offset 100 limit 5)
    union all
    (select a.id from public.alertas a
    where a.user_id = quien and a.estado = 'cerrada' and a.avisada_en is not null and a.origen <> 'simulacro'
`,
    replace: `
`,
    test: [SQL, 'alarma_abuso.sql'],
  },
  {
    name: 'closed-alert-shows-where-she-was',
    file: LAW,
    find: `on l.id = a.id and l.estado = 'abierta' where`,
    replace: `on l.id = a.id where`,
    test: [SQL, 'alarma_abuso.sql'],
  },
  {
    name: 'push-services-read-the-admins-address',
    file: 'scripts/lib/amparo.mjs',
    find: `pushSubject: settings.siteUrl.replace(/^http:/, 'https:'),`,
    replace: `pushSubject: 'mailto:' + adminEmail,`,
    test: ['scripts/alarma.test.ts', 'reaches each way'],
  },
  {
    name: 'unsigned-news-of-any-length',
    file: 'supabase/functions/alarma-sms/handler.ts',
    find: `if (body.length > LONGEST)`,
    replace: `if (false)`,
    test: ['scripts/alarma.test.ts', 'that it did not sign changes nothing'],
  },
  {
    name: 'alerts-of-everybody',
    file: LAW,
    find: `  where a.user_id = quien and (a.id = cual or a.cliente_id = cual or cual = any (a.juntadas))`,
    replace: `  where (a.id = cual or a.cliente_id = cual or cual = any (a.juntadas))`,
    attack: 'rules/acts-on-her-alert',
  },
  {
    name: 'alerts-read-by-everybody',
    file: LAW,
    find: `create policy "una usuaria lee sus propias entregas" on public.entregas
  for select to authenticated using ((select interno.es_admitida()) and (select auth.uid()) = user_id);`,
    replace: `create policy "una usuaria lee sus propias entregas" on public.entregas
  for select to authenticated using ((select interno.es_admitida()));`,
    attack: 'oracles/who-answers-her',
  },
  {
    name: 'senders-work-for-members',
    file: LAW,
    find: `public.anotar_recibo, public.siguiente_envio, public.atender_pendientes
  to service_role;`,
    replace: `public.anotar_recibo, public.siguiente_envio, public.atender_pendientes
  to service_role, authenticated;`,
    attack: 'functions/does-the-senders-work',
  },
  {
    name: 'pushes-to-any-address',
    file: 'supabase/functions/_shared/vias/push.ts',
    find: `if (!isService(endpoint)) return failed('ese dispositivo no recibe avisos')`,
    replace: '',
    attack: 'functions/alarm-into-the-house',
  },
  {
    name: 'late-yes-is-not-told',
    file: LAW,
    find: `create trigger sumar after insert on interno.vias_contacto`,
    replace: `create trigger sumar after insert on interno.recibos_sueltos`,
    test: [SQL, 'sumar.sql'],
  },
  {
    name: 'late-yes-comes-before-its-turn',
    file: LAW,
    find: `    or not exists (select from interno.pendientes s where s.alerta_id = alerta.id and s.tipo = 'escalar')`,
    replace: `    or true`,
    test: [SQL, 'sumar.sql'],
  },
  {
    name: 'alarm-late-yes-is-told-without-end',
    file: LAW,
    find: `  if not interno.cabe_hoy(format('sumar %s %s', alerta.id, contacto), 6) then`,
    replace: `  if false then`,
    attack: 'alarm/devices-without-end',
  },
  {
    name: 'alarm-answers-without-end',
    file: LAW,
    find: ` and c.cambios < 50`,
    replace: ``,
    attack: 'alarm/answers-in-a-flood',
  },
  {
    name: 'alarm-sms-receipt-unsigned',
    file: 'supabase/functions/alarma-sms/handler.ts',
    find: `    if (!(await isTheirs(url)) && !(await isTheirs(withPort(url))))`,
    replace: `    if (!(await isTheirs(url)) && !(await isTheirs(withPort(url))) && url === '')`,
    attack: 'alarm/forged-sms-receipt',
  },
  {
    name: 'alarm-whatsapp-receipt-unsigned',
    file: 'supabase/functions/alarma-whatsapp/handler.ts',
    find: `    if (!(await isSigned('SHA-256', secret, body, signature)))`,
    replace: `    if (signature && !(await isSigned('SHA-256', secret, body, signature)))`,
    attack: 'alarm/forged-whatsapp-receipt',
  },
  {
    name: 'alarm-closing-says-she-is-safe',
    file: 'supabase/functions/_shared/textos/cierre.ts',
    find: `  if (!datos.con_pin) return`,
    replace: `  if (datos.con_pin === undefined) return`,
    attack: 'alarm/her-phone-after-the-press',
  },
  {
    name: 'alert-note-read-by-whom-she-left-out',
    file: LAW,
    find: `  where n -> 'contactos' = 'null' or n -> 'contactos' ? contacto::text`,
    replace: `  where true`,
    test: [SQL, 'alertas.sql'],
  },
]
