const LAW = 'supabase/migrations/20261123000100_confianza.sql'
const SQL = 'supabase/tests/sql.test.ts'

/**
 * Contacts who said yes: who may say it, by which ways they are told, and how it ends.
 * @type {import('./index.mjs').Mutation[]}
 */
export const mutations = [
  {
    name: 'confianza-a-subject-that-decodes-to-another-name',
    file: 'supabase/functions/_shared/mime.ts',
    find: "line.includes('=?') ? encodeWord(line, 'Q', 52) : ",
    replace: '',
    test: ['scripts/textos.test.ts', 'holds its words whole'],
  },
  {
    name: 'confianza-a-name-that-a-mail-reads-as-another',
    file: 'supabase/migrations/20261123000100_confianza.sql',
    find: "if position('=?' in new.nombre) > 0 then",
    replace: 'if false then',
    test: ['supabase/tests/sql.test.ts', 'alarma_ajustes'],
  },
  {
    name: 'link-in-her-chats-opens-the-contacts-page',
    file: LAW,
    find: `  if fila.estado = 'acepto' and fila.pagina_huella is distinct from marca then
    return interno.vista_respondida(fila);
  end if;
  return interno.vista_confianza(fila);
end
$$;
comment on function public.ver_invitacion is`,
    replace: `  return interno.vista_confianza(fila);
end
$$;
comment on function public.ver_invitacion is`,
    test: [SQL, 'confianza.sql'],
  },
  {
    name: 'link-in-her-chats-adds-ways',
    file: LAW,
    find: `  if fila.pagina_huella is distinct from marca then
    return interno.vista_respondida(fila);
  end if;
  if via <> 'push' then`,
    replace: `  if via <> 'push' then`,
    test: [SQL, 'confianza.sql'],
  },
  {
    name: 'invitation-answered-again-whenever-it-is-found',
    file: LAW,
    find: `  elsif fila.estado <> 'invitada' and fila.respondida_en <= now() - interval '10 minutes' then`,
    replace: `  elsif false then`,
    test: [SQL, 'confianza.sql'],
  },
  {
    name: 'another-number-keeps-the-yes',
    file: LAW,
    find: `    old.telefono is distinct from new.telefono or old.user_id is distinct from new.user_id or (old.activo and not new.activo)`,
    replace: `    old.user_id is distinct from new.user_id or (old.activo and not new.activo)`,
    test: [SQL, 'confianza.sql'],
  },
  {
    name: 'deleted-contact-keeps-the-yes',
    file: LAW,
    find: ` or old.user_id is distinct from new.user_id or (old.activo and not new.activo)`,
    replace: ` or old.user_id is distinct from new.user_id`,
    test: [SQL, 'confianza.sql'],
  },
  {
    name: 'address-used-before-anybody-confirmed-it',
    file: LAW,
    find: ` and f.telefono = c.telefono and v.confirmada_en is not null`,
    replace: ` and f.telefono = c.telefono`,
    test: [SQL, 'vias_contacto.sql'],
  },
  {
    name: 'mailbox-filled-with-many-codes',
    file: LAW,
    find: `  sale := interno.cabe_hoy(format('a %s', interno.buzon_de(destino)), 3);`,
    replace: `  sale := true;`,
    test: [SQL, 'vias_contacto.sql'],
  },
  {
    name: 'contacts-are-asked-by-the-team',
    file: LAW,
    find: `  if interno.imita_al_equipo(new.nombre) and`,
    replace: `  if false and`,
    test: [SQL, 'alarma_ajustes.sql'],
  },
  {
    name: 'mailbox-filled-under-many-names',
    file: LAW,
    find: `format('a %s', interno.buzon_de(destino))`,
    replace: `format('a %s', destino)`,
    test: [SQL, 'vias_contacto.sql'],
  },
  {
    name: 'numbers-asked-by-the-thousand',
    file: LAW,
    find: `  if sale and clase = 'numero' and not`,
    replace: `  if false and not`,
    test: [SQL, 'vias_contacto.sql'],
  },
  {
    name: 'refusal-tells-that-an-address-was-asked-today',
    file: LAW,
    find: `  if not sale then
    return true;
  end if;`,
    replace: `  if not sale then
    return false;
  end if;`,
    test: [SQL, 'vias_contacto.sql'],
  },
  {
    name: 'digits-guessed-without-end',
    file: LAW,
    find: ` and v.via in ('sms', 'whatsapp') and intentos < 5`,
    replace: ` and v.via in ('sms', 'whatsapp')`,
    test: [SQL, 'vias_contacto.sql'],
  },
  {
    name: 'way-of-somebody-else-taken-away',
    file: LAW,
    find: `where v.id = quitar_via.via and v.contacto_id = fila.contacto_id`,
    replace: `where v.id = quitar_via.via`,
    test: [SQL, 'vias_contacto.sql'],
  },
  {
    name: 'who-left-is-still-written-to',
    file: LAW,
    find: `begin
  delete from interno.envios where contacto_id = cual;
  delete from interno.vias_contacto where contacto_id = cual;
  if como is null then`,
    replace: `begin
  if como is null then`,
    test: [SQL, 'confianza.sql'],
  },
  {
    name: 'answers-that-meet-a-deletion-wait-in-a-ring',
    file: LAW,
    find: `  perform from auth.users where id = fila.user_id for key share;
  perform from public.contactos_emergencia where id = fila.contacto_id for key share;
`,
    replace: '',
    test: [SQL, 'a contact who answers'],
  },
  {
    name: 'unknown-address-written-into-the-log',
    file: 'server/src/web/log.ts',
    find: `  override routeNotFound(): void {}
`,
    replace: '',
    test: ['server/src/web/log.test.ts'],
  },
  {
    name: 'alarm-code-known-by-its-beginning',
    file: LAW,
    find: `then sha256(convert_to(codigo, 'UTF8')) end`,
    replace: `then sha256(convert_to(left(codigo, 8), 'UTF8')) end`,
    attack: 'alarm/codes-by-pieces',
  },
  {
    name: 'alarm-typed-code-tried-without-end',
    file: LAW,
    find: ` and v.via in ('sms', 'whatsapp') and intentos < 5`,
    replace: ` and v.via in ('sms', 'whatsapp')`,
    attack: 'alarm/typed-code-guessed',
  },
  {
    name: 'alarm-number-asked-without-end',
    file: LAW,
    find: `  sale := interno.cabe_hoy(format('a %s', interno.buzon_de(destino)), 3);`,
    replace: `  sale := true;`,
    attack: 'alarm/number-flooded',
  },
  {
    name: 'alarm-leaving-ends-nothing',
    file: LAW,
    find: `  perform interno.terminar_confianza(contacto, case estado_actual when 'acepto' then 'se_fue' else 'no_puede' end);`,
    replace: `  update interno.confianzas set codigo_huella = null where contacto_id = contacto;`,
    attack: 'alarm/harassing-who-left',
  },
  {
    name: 'alarm-unconfirmed-address-is-used',
    file: LAW,
    find: ` and f.telefono = c.telefono and v.confirmada_en is not null`,
    replace: ` and f.telefono = c.telefono`,
    attack: 'alarm/address-replaced-unconfirmed',
  },
  {
    name: 'alarm-addresses-in-the-log',
    file: 'server/src/web/log.ts',
    find: `      route: request.routeOptions.url ?? '(none)',`,
    replace: `      route: request.url,`,
    attack: 'alarm/codes-in-the-log',
  },
  {
    name: 'rest-get-calls-functions-that-write',
    file: 'server/src/rest/call.ts',
    find: 'const asked = isReadOnly ? { ...identity, isReadOnly } : identity',
    replace: 'const asked = identity',
    attack: 'alarm/scanner-opens-every-link',
  },
]
