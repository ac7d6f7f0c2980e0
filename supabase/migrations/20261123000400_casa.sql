-- The house says what is true: a form that is older than its row does not overwrite it, a decision is made once, a name is a name at
-- every door, a call that somebody waits in is seen from outside, a printed password opens once.

-- A form knows which state of its row it was filled in from ----------------------------------------------------------------------

-- A counter and not a moment: two changes within one transaction have the same moment.
alter table public.biblioteca_libros add column version integer not null default 1;
alter table public.podcast add column version integer not null default 1;
alter table public.salas_comunidad add column version integer not null default 1;
alter table public.directorio_terapeutas add column version integer not null default 1;
alter table public.asociaciones_apoyo add column version integer not null default 1;

create function interno.contar_version() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.version := old.version + 1;
  return new;
end
$$;
comment on function interno.contar_version is
  'Trigger: the number by which a form says which state of the row it changes; nobody writes it.';
-- Of what the forms write. The order of a list is no reason to refuse a form, nor is the call that a member links to a circle.
create trigger contar_version before update of titulo, autor, url_pdf, semana, disponible on public.biblioteca_libros
  for each row execute function interno.contar_version();
create trigger contar_version before update of titulo, descripcion, fecha_creacion, url_audio, duracion_s, visible on public.podcast
  for each row execute function interno.contar_version();
create trigger contar_version before update of nombre, descripcion, icono, visible on public.salas_comunidad
  for each row execute function interno.contar_version();
create trigger contar_version
  before update of nombre, especialidad, ciudad, telefono, whatsapp, contacto, visible on public.directorio_terapeutas
  for each row execute function interno.contar_version();
create trigger contar_version
  before update of nombre, descripcion, telefono, url_web, ubicacion, pais, visible, fuente_url, fuente_fecha, verificada_el
  on public.asociaciones_apoyo
  for each row execute function interno.contar_version();

-- A story is decided on once -----------------------------------------------------------------------------------------------------

-- As in historias, and a decision names the state that was read besides the text: of two who decide at once, the second is told.
create or replace function interno.escribir_historia() returns trigger
language plpgsql set search_path = '' as $$
begin
  if tg_op = 'DELETE' then
    delete from interno.historias where id = old.id;
    return case when found then old end;
  end if;

  new.titulo := btrim(new.titulo);
  new.contenido := btrim(new.contenido, E' \t\r\n');
  new.anonima := coalesce(new.anonima, true);
  if tg_op = 'INSERT' then
    perform interno.limitar('historia', array[5, 20], array[interval '1 hour', interval '1 day']);
    new.id := coalesce(new.id, gen_random_uuid());
    begin
      insert into interno.autorias_historias (id, user_id, anonima) values (new.id, auth.uid(), new.anonima);
      insert into interno.historias (id, titulo, contenido, avatar) values (new.id, new.titulo, new.contenido, new.avatar);
    exception when unique_violation then
      raise exception using errcode = '23505', message = 'Esa historia ya está guardada.';
    end;
  else
    update interno.historias
    set titulo = new.titulo, contenido = new.contenido, avatar = new.avatar, estado = new.estado, motivo = new.motivo
    -- Changed or decided on in this very moment: whoever decides has not read that.
    where id = old.id and version = old.version and estado = old.estado;
    if not found then
      return null;
    end if;
    if new.anonima <> old.anonima then
      update interno.autorias_historias set anonima = new.anonima where id = old.id and user_id = auth.uid();
    end if;
  end if;
  select * into new from public.historias where id = new.id;
  return new;
end
$$;

-- Names --------------------------------------------------------------------------------------------------------------------------

create function interno.rechazo_de_nombre(nombre text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select case
    when char_length(limpio) not between 3 and 30 then 'Tu nombre debe tener entre 3 y 30 caracteres.'
    when not interno.letras_de_nombre(limpio) then 'Escribe tu nombre con letras de nuestro alfabeto; también valen acentos, números y dibujitos.'
    when interno.imita_al_equipo(limpio) then 'Ese nombre se parece al del equipo. Elige otro, por favor.'
  end
  from (select coalesce(interno.nombre_limpio(nombre), '') as limpio) t
$$;
comment on function interno.rechazo_de_nombre is
  'What is wrong with a name, in words for her; null where nothing is. One rule for the registration and the profile.';

-- Behind every door. A name given at registration was looked at by the hook; one that comes another way (an identity provider, an
-- account of before) is no reason to keep her out: a long one is cut, any other becomes everybody's.
create or replace function interno.vigilar_nombre() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  rechazo text;
begin
  if exists (select from interno.administradoras where user_id = new.id) then
    return new;
  end if;
  if tg_op = 'INSERT' then
    new.username := btrim(left(new.username, 30));
  end if;
  rechazo := interno.rechazo_de_nombre(new.username);
  if rechazo is null then
    return new;
  end if;
  if tg_op = 'INSERT' then
    new.username := interno.ajuste('usuaria_por_defecto');
    return new;
  end if;
  raise exception using errcode = 'PT422', message = rechazo;
end
$$;
comment on function interno.vigilar_nombre is
  'Trigger: refuses (PT422) a name that is too short or too long, of other letters, or that imitates the team; at registration it becomes the default one. The admin is free.';

create or replace function interno.antes_de_crear_usuaria(event jsonb) returns jsonb
language plpgsql immutable set search_path = '' as $$
declare
  datos constant jsonb := event #> '{user,user_metadata}';
  identidad constant text := interno.identidad_declarada(datos);
  rechazo text;
begin
  if identidad is not null and identidad not in ('mujer cis', 'mujer trans') then
    return jsonb_build_object('error', jsonb_build_object(
      'http_code', 403,
      'message', 'Acceso Restringido: esta comunidad es exclusivamente para mujeres. Gracias por tu comprensión.'
    ));
  end if;
  -- Who registers with a form says both: she is told about her name while she can still choose another.
  if identidad is not null and interno.tiene_texto(datos ->> 'username') then
    rechazo := interno.rechazo_de_nombre(datos ->> 'username');
    if rechazo is not null then
      return jsonb_build_object('error', jsonb_build_object('http_code', 422, 'message', rechazo));
    end if;
  end if;
  return '{}';
end
$$;
comment on function interno.antes_de_crear_usuaria is
  'before-user-created hook: refuses a stated identity that is not admitted, and with an accepted one a name that may not be; lets an account without one be made.';

-- A number that WhatsApp knows -----------------------------------------------------------------------------------------------------

create or replace function interno.preparar_terapeuta() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.nombre := btrim(new.nombre);
  new.telefono := interno.telefono_normal(new.telefono);
  new.whatsapp := interno.telefono_normal(new.whatsapp);
  -- A short code can be called, and nobody can be written to at one. One from before stays until it is changed.
  if new.whatsapp <> '' and new.whatsapp !~ '^\+[0-9]{8,15}$'
    and (tg_op = 'INSERT' or new.whatsapp is distinct from old.whatsapp) then
    raise exception using errcode = 'PT422', message = 'Ese número de WhatsApp no está completo. Escríbelo con su clave de país, como +52 55 1234 5678.';
  end if;
  return new;
end
$$;
comment on function interno.preparar_terapeuta is
  'Trigger: numbers are kept in international form, so that call and message links always work; a WhatsApp number is a whole one (PT422).';

-- Who waits in a call --------------------------------------------------------------------------------------------------------------

-- With its owner's rights: who is in a call is read by those who are in it. From outside only how many, and not those between whom and
-- her who asks a block stands.
create function interno.llamadas_en_curso() returns table (sala_id uuid, dentro integer)
language plpgsql stable security definer set search_path = '' as $$
declare
  ajenas constant uuid[] := interno.bloqueos_de_quien_pregunta();
  es_admin constant boolean := interno.es_admin();
begin
  -- Who was expelled (medidas) sees nobody.
  if not interno.participa() then
    return;
  end if;
  return query
    select s.id, count(*)::integer
    from public.salas_comunidad s
    join public."Salas" v on v.id = s.sala_video_id
    join public.presentes_llamada p on p.llamada_id = v.id
    where (s.visible or es_admin) and v.esta_activa and v.vence_en > now()
      and p.visto_en > clock_timestamp() - interval '45 seconds' and p.user_id <> all (ajenas)
    group by s.id;
end
$$;
comment on function interno.llamadas_en_curso is 'What public.llamadas_en_curso does.';
create function public.llamadas_en_curso() returns table (sala_id uuid, dentro integer)
language sql stable set search_path = '' as $$
  select * from interno.llamadas_en_curso()
$$;
comment on function public.llamadas_en_curso is
  'How many are in the call of each circle that the member who asks sees, where there is anybody: a number, no names; without those whom a block hides.';

-- A printed password opens once ------------------------------------------------------------------------------------------------------

alter table interno.claves_de_un_uso add column usada_en timestamptz;
comment on column interno.claves_de_un_uso.usada_en is 'When somebody signed in with it: it opens no second session.';

-- Where a session says how it was opened: one that a mail opened is another proof, and is let in.
create function interno.gastar_clave_de_un_uso() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  cuenta constant uuid := (select user_id from auth.sessions where id = new.session_id);
  clave interno.claves_de_un_uso;
begin
  select * into clave from interno.claves_de_un_uso where user_id = cuenta for update;
  if not found then
    return new;
  end if;
  if clave.usada_en is not null
    -- The session that it opened may say once more that it knows it.
    and not exists (
      select from auth.mfa_amr_claims where session_id = new.session_id and authentication_method = 'password'
    )
  then
    raise exception using errcode = 'PT403',
      message = 'Esa contraseña era de un solo uso y ya se usó. Pide otra a quien tiene el servidor: npm run admin -- new-password';
  end if;
  update interno.claves_de_un_uso set usada_en = now() where user_id = cuenta;
  return new;
end
$$;
comment on function interno.gastar_clave_de_un_uso is
  'Trigger on auth.mfa_amr_claims: a printed password signs in once (PT403 afterwards); then she chooses her own, or has another printed.';
-- Printed passwords are our own server's; a service that lets nobody hang a trigger there prints none.
do $$
begin
  if has_table_privilege('auth.mfa_amr_claims', 'TRIGGER') then
    create trigger gastar_clave_de_un_uso before insert on auth.mfa_amr_claims
      for each row when (new.authentication_method = 'password')
      execute function interno.gastar_clave_de_un_uso();
  end if;
end
$$;

create or replace function interno.clave_de_un_uso(cuenta uuid) returns void
language plpgsql volatile set search_path = '' as $$
begin
  insert into interno.claves_de_un_uso (user_id) values (cuenta)
  on conflict (user_id) do update set creada_en = now(), usada_en = null;
  insert into interno.bitacora (papel, tabla, clave, verbo)
  values ('dueña', 'interno.claves_de_un_uso', cuenta::text, 'INSERT');
end
$$;

revoke all on all functions in schema interno from public, anon;
revoke all on function public.llamadas_en_curso from public, anon;
grant execute on function interno.llamadas_en_curso, public.llamadas_en_curso to authenticated, service_role;
-- The hook asks both as itself.
grant execute on function interno.rechazo_de_nombre, interno.letras_de_nombre, interno.imita_al_equipo, interno.esqueleto, interno.nombre_limpio, interno.tiene_texto to supabase_auth_admin;
