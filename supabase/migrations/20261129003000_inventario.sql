-- What is kept about whom: one row for each table, so that what the notice of privacy says can be compared with it. `docs/security.md` shows these
-- rows; a table that is missing here, or here and gone, fails `inventario_de_datos.sql`. A later migration adds the row of its own table.
create table interno.inventario_de_datos (
  tabla text primary key,
  que text,
  de_quien text,
  lee text,
  plazo text,
  sale text,
  sin_datos text,
  constraint inventario_de_datos_entero check (
    num_nonnulls(que, de_quien, lee, plazo, sale) = case when sin_datos is null then 5 else 0 end
  )
);
comment on table interno.inventario_de_datos is
  'Which personal data each table has, or why it has none: read by tests and for the notice of privacy. No data itself, and not readable through the API.';
comment on column interno.inventario_de_datos.lee is 'Who reads it through the app. The operator can read the database.';
comment on column interno.inventario_de_datos.plazo is 'Until when. What is called «account» ends with the account that it is about.';
comment on column interno.inventario_de_datos.sale is 'To whom outside of this installation; – for nobody.';
comment on column interno.inventario_de_datos.sin_datos is 'Why nothing in it is about a person; the other columns are empty then.';
alter table interno.inventario_de_datos enable row level security;
alter table interno.inventario_de_datos force row level security;
revoke all on interno.inventario_de_datos from anon, authenticated, service_role;

insert into interno.inventario_de_datos (tabla, que, de_quien, lee, plazo, sale) values
  -- The account
  ('auth.users', 'address or telephone, password as a hash, the name, identity and invitation code given at the sign-up', 'member', 'she', 'account; one that nobody confirms, 7 days', 'mail relay or SMS provider, when a mail or a text is sent'),
  ('auth.identities', 'address and name as another provider gave them', 'member', 'she', 'account, or until she unlinks it', 'the provider (Google), where the operator set one up'),
  ('auth.sessions', 'since when, browser, network address', 'member', 'she, without the address', 'until she signs out; unused, 365 days', '–'),
  ('auth.refresh_tokens', 'what renews a session; of no use without a key that is outside of the database', 'member', 'nobody', 'the session; replaced ones 30 days', '–'),
  ('auth.mfa_factors', 'second factors and their names', 'member', 'she', 'account, or until she removes it', '–'),
  ('auth.one_time_tokens', 'hashes of codes and links that were sent', 'member', 'nobody', 'a day', '–'),
  ('auth.flow_state', 'sign-ins on their way', 'member', 'nobody', 'a day', '–'),
  ('auth.audit_log_entries', 'sign-ins, failures and changes with the network address; no address, no name', 'member', 'nobody', '180 days', '–'),
  ('local_server.account_devices', 'marks of browsers in which an account was entered', 'member', 'nobody', 'account, or 180 days', '–'),
  ('local_server.delayed_changes', 'changes that wait a day, a new address among them', 'member', 'she', 'a day', '–'),
  ('local_server.mail_outbox', 'mails that wait: to whom, in the open; what they say, sealed', 'member, contact', 'nobody', 'until the relay has them; 30 hours at most', 'mail relay'),
  ('local_server.mailbox', 'mails of an installation without a relay, on its own machine', 'member, contact', 'anybody at that machine', 'the newest few hundred', '–'),
  ('local_server.mailed_passwords', 'that a password came by mail, the hash of the one before', 'member', 'nobody', '7 days', '–'),
  ('local_server.security_notices', 'what a notice of security was about, what undoes it', 'member', 'who has the mail', '7 days', 'mail relay'),
  ('storage.objects', 'her picture, without what the camera wrote into it; pictures and voice notes of her diary as her device encrypted them, with day and kind; files of library, podcast and therapists', 'member; the operator', 'the picture, anybody who knows the address, which changes with a block and weekly; files of the diary, she, who alone can open them; Amparo''s own files, everybody', 'until she changes or deletes it, or account', 'object store, where the operator set one up'),
  ('interno.admisiones', 'the identity that she stated, since when she is a member', 'member', 'she; the moderadoras the day', 'account', '–'),
  ('interno.perfiles', 'name, picture', 'member', 'members, once she shows herself, not between two of whom one blocked the other; the moderadoras whom they look up or answer for', 'account', '–'),
  ('interno.perfiles_privados', 'moment of her life, plan, invitation code, address', 'member', 'she', 'account', '–'),
  ('interno.invitaciones', 'by whose code she came, whether her name may be told', 'member', 'nobody', 'a moment', '–'),
  ('interno.bajas_pendientes', 'that an account is to be deleted, and when', 'member', 'she', 'a day', '–'),
  ('interno.historias_al_irse', 'what becomes of her anonymous stories', 'member', 'nobody', 'account', '–'),
  ('interno.consumo', 'how much she keeps and writes, by table', 'member', 'nobody', 'account', '–'),
  ('interno.ritmos', 'when she last did what is counted', 'member', 'nobody', 'account', '–'),
  ('public.senales', 'a number that grows when something changed for her', 'member', 'she', 'account', '–'),
  ('public.aceptaciones_legales', 'which legal texts she accepted, and when', 'member', 'she', 'account', '–'),
  ('public.referidos', 'whom she invited, and when', 'member', 'she who invited, some days later', 'account of her who invited; of who came and left, the day alone', '–'),
  ('public.suscripciones', 'plan, state, dates, numbers of the provider', 'member', 'she', 'account', 'Stripe, where payments are set up'),
  ('interno.suscripciones_por_cancelar', 'number of a subscription that is to end, without whose it was', 'member', 'nobody', 'until Stripe has ended it', 'Stripe'),
  ('interno.archivos_por_borrar', 'names of files that are to be removed, her picture''s among them', 'member', 'nobody', 'until they are', 'the storage service, on hosted Supabase'),
  -- Safety
  ('public.contactos_emergencia', 'name, telephone, priority', 'contact, as she wrote it down', 'she', 'account; one that she takes off her list stays, unused, until then', '–'),
  ('interno.confianzas', 'what a contact answered to her invitation, hashes of the codes, the number of then', 'contact', 'she what was answered; the contact', 'until the contact or she ends it, or account; unanswered, 30 days, and forgotten after 30 more', '–'),
  ('interno.vias_contacto', 'mail address, number or device of a contact who accepted', 'contact', 'nobody; the contact, masked; she by which ways, never an address', 'until the contact leaves, she takes the contact off or writes another number, or account; unconfirmed, 3 days', 'mail relay, push service, SMS or WhatsApp provider'),
  ('public.alarma_ajustes', 'name and number that contacts read, pause, order, country', 'member', 'she; contacts who accepted the name, and the number where she gave one', 'account', 'with a message to a contact'),
  ('public.alertas', 'alerts: when, last place, note, how it ended', 'member', 'she; her contacts, by their link, until an hour after its end', 'place, 7 days after its end; the rest account, of the last 300 that left and 100 others', 'with a message to a contact: name, hour, note; the place by the link alone'),
  ('public.entregas', 'whom an alert reached, by which way, what was answered', 'member, contact', 'she', 'the alert', '–'),
  ('public.eventos_peligro', 'presses of the panic button: when, place, which contact', 'member', 'she', 'place, exact for 90 days, then rounded to about a kilometre; the rest account', '–'),
  ('public.llegadas', '«¿Llegaste?»: where to, note, when, for whom, last place', 'member', 'she; contacts once it opened an alert', 'place, while it runs; the rest a week after its end', 'with a message to a contact'),
  ('interno.alertas_sin_cuenta', 'of an alert that was open when its account ended: name, hour, what a contact answered', 'member, contact', 'her contacts, by their link', 'an hour', 'with a message to a contact'),
  ('interno.acompanamientos', 'the last place of a location sharing, hash of its link', 'member', 'anybody who has the link; it does not say who she is', 'place until its end; the rest a day', '–'),
  ('interno.codigos_usados', 'hash of the link of every location sharing, without whose', 'member', 'nobody', 'always', '–'),
  ('interno.codigos_alerta', 'hash of each contact''s link, what was answered', 'contact', 'nobody', '7 days after the alert''s end', '–'),
  ('interno.pendientes', 'what is due of an alert, a timer, an event', 'member', 'nobody', 'until it is done', '–'),
  ('interno.envios', 'messages that are due, and what they are made of', 'member, contact, team', 'nobody', 'a day after they were done; digits and addresses in them until they left', 'mail relay, push service, SMS or WhatsApp provider'),
  ('interno.recibos_sueltos', 'receipts of a provider', 'contact', 'nobody', 'a day', '–'),
  ('interno.frenos', 'hashes of addresses and codes, and when they were used', 'member, contact', 'nobody', 'a day', '–'),
  ('interno.gastos', 'how many messages that cost she caused in a day', 'member', 'nobody', 'account', '–'),
  -- What she writes for herself
  ('public.diario_personal', 'diary', 'member', 'she', 'until she deletes it, or account', '–'),
  ('public.agenda_personal', 'agenda', 'member', 'she', 'until she deletes it, or account', '–'),
  ('public.suscripciones_push', 'address that her browser gave for notices, time zone', 'member', 'she', 'until she switches them off, signs out there or deletes the account; 30 days after a new password, unless that browser claims it', 'the push service of her browser: that there is a notice, not what it says'),
  ('interno.recordatorios', 'which reminder went to which device', 'member', 'nobody', 'a week', '–'),
  ('public.descargas_libros', 'books that she downloaded', 'member', 'she', 'account', '–'),
  ('public.plazas', 'a seat at an event, or a turn', 'member', 'she; the editoras how many, by tens', 'a week after the event, or account', '–'),
  -- With others
  ('public.mensajes_sala', 'messages in circles', 'member', 'members, not between two of whom one blocked the other; the moderadoras', 'until she or the team deletes it; after her account without a name', '–'),
  ('public.Salas', 'calls of circles, who opened them', 'member', 'members while it lasts; she, the moderadoras', '30 days after its end', 'Daily or Jitsi, where the operator set one up'),
  ('public.salas_emitidas', 'addresses of calls, for whom they were made', 'member', 'nobody', '30 days after its end', '–'),
  ('public.presentes_llamada', 'who is in a call', 'member', 'who is in it too', 'until she leaves it, or 30 days after its end; shown for 45 seconds after the last sign of her', '–'),
  ('interno.historias', 'stories', 'member', 'members what is published; the moderadoras; she', 'until she takes it back; after her account: signed ones at once, anonymous ones within 48 hours, or they stay, as she chose', '–'),
  ('interno.autorias_historias', 'who wrote a story', 'member', 'of a signed one, members; of an anonymous one, she alone', 'the story, or account', '–'),
  ('interno.reseñas', 'reviews of therapists', 'member', 'members', 'until she or the team deletes it; after her account, within 48 hours', '–'),
  ('interno.autorias_reseñas', 'who wrote a review', 'member', 'she', 'the review, or account', '–'),
  ('public.bloqueos', 'whom she blocked, and the name of then', 'member', 'she', 'until she takes it back, or either account', '–'),
  -- With the team
  ('public.reportes_sala', 'what was reported, a copy of its words, about whom, by whom', 'member', 'she who reported; the moderadoras, not by whom', 'the account of her who reported and 48 hours; after the account of her whom it is about, without her', '–'),
  ('public.reportes_apoyo', 'that a number of the directory is dead, by whom', 'member', 'she; the editoras, not by whom', 'until it is settled; after her account, 48 hours', '–'),
  ('public.sugerencias_apoyo', 'suggestions for the directory, by whom', 'member', 'she; the editoras, not by whom', '90 days after it is settled; after her account, 48 hours', '–'),
  ('public.hilos_soporte', 'that she writes with the team', 'member', 'she; soporte, with her name', '90 days, or until she deletes it', '–'),
  ('public.mensajes_soporte', 'what she and the team wrote', 'member', 'she; soporte, and each reading is written down', '90 days, or until she deletes it', '–'),
  ('public.recados', 'words of the team about something of hers', 'member', 'she', '90 days, or until she deletes it', '–'),
  ('public.suspensiones', 'strikes, pauses, expulsions: why, until when, her answer', 'member', 'she; the moderadoras, but for what was veiled', 'until it is lifted, or account (then interno.medidas_guardadas)', '–'),
  ('interno.medidas_guardadas', 'what was decided about who left, with a keyed hash of her address', 'member', 'nobody', 'until it ends; a year at most', '–'),
  ('interno.denuncias_guardadas', 'keyed hash of the address of who left while a report about her was open', 'member', 'nobody', 'until it is decided; a year at most', '–'),
  ('interno.direcciones_vedadas', 'keyed hash of the address of who was expelled', 'member', 'nobody', 'until the expulsion is lifted or over', '–'),
  ('interno.medidas_veladas', 'a pause of an anonymous author: why, until when, never of whom', 'team', 'the administradoras', '90 days after its end', '–'),
  ('interno.miradas', 'who of the team looked at a member or decided about her, and why', 'member, team', 'the administradoras, but for what would lift an anonymity; she day, role and kind', 'account of her whom it is about', '–'),
  ('interno.decisiones', 'what the team decided in the queue; for a day also what it was and whose', 'member, team', 'who decided, for a day', 'a year; whose it was, a day', '–'),
  -- The team, and who is published
  ('interno.administradoras', 'which account is the root of the team', 'team', 'nobody', 'account', '–'),
  ('interno.claves_de_un_uso', 'that a printed password was not changed yet', 'team', 'nobody', 'until it is changed', '–'),
  ('interno.bitacora', 'what the team changed and deleted: who, when, which columns, no contents', 'team', 'the administradoras', 'always', '–'),
  ('interno.tomas', 'who of the team has something in hand', 'team', 'the moderadoras that somebody has it', 'a quarter of an hour; a day at most', '–'),
  ('public.integrantes', 'who is of the team, in which role', 'team', 'the administradoras; each her own', 'until the role ends, or account', '–'),
  ('public.convocatorias', 'addresses of who was invited to the team', 'team', 'the administradoras; she', 'until it is answered; 7 days', 'mail relay'),
  ('public.guardias', 'who is on duty, and when', 'team', 'the moderadoras', 'until she takes it off, or account', '–'),
  ('public.directorio_terapeutas', 'therapists: name, telephone, licence, picture', 'therapist', 'members', 'until the editoras delete it', '–'),
  ('public.respuestas_terapeutas', 'what a therapist answered to a review', 'therapist', 'members', 'the review', '–');

insert into interno.inventario_de_datos (tabla, sin_datos) values
  ('interno.ajustes', 'settings of the installation'),
  ('interno.cifras', 'counts of everybody'),
  ('interno.caudales', 'how many messages a second a provider takes'),
  ('interno.cupos', 'limits, the same for all'),
  ('interno.estado_casa', 'what the server said of itself'),
  ('interno.fotos_por_renovar', 'that somebody blocked somebody, without who'),
  ('interno.inventario_de_datos', 'this list'),
  ('interno.latidos', 'minutes in which the server answered'),
  ('interno.llaves', 'keys of hashes'),
  ('interno.retiros_historias', 'which story comes down when; nobody is its author any more'),
  ('interno.retiros_reportes', 'which report comes down when; nobody is its author any more'),
  ('interno.retiros_reseñas', 'which review comes down when; nobody is its author any more'),
  ('public.asociaciones_apoyo', 'help lines and shelters, published'),
  ('public.biblioteca_libros', 'books, published'),
  ('public.borradores_legales', 'legal texts that are being written'),
  ('public.comunicados', 'what the team tells members; who reads it stands nowhere'),
  ('public.encuentros', 'events, published'),
  ('public.fallos', 'faults of a screen: a place in the app, a release, a kind of browser; not whose'),
  ('public.historial_apoyo', 'what became of entries of the directory; who did it stands in interno.bitacora'),
  ('public.numeros_emergencia', 'emergency numbers, published'),
  ('public.podcast', 'episodes, published'),
  ('public.politicas_legales', 'legal texts, published'),
  ('public.pulso_revision', 'one number'),
  ('public.salas_comunidad', 'circles, published');
