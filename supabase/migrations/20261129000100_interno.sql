-- Schema interno: what the rules are made of. The API does not expose it; members reach it only through the policies,
-- views and functions of schema public.
do $$
begin
  -- Every table forces row level security on its owner too, so the owner must be a role that it does not bind.
  if not exists (select from pg_roles where rolname = current_user and (rolsuper or rolbypassrls)) then
    raise exception 'El rol % debe ser superusuario o tener BYPASSRLS para aplicar las migraciones.', current_user;
  end if;
end
$$;

create schema interno;
comment on schema interno is 'Rules and what they stand on. Not exposed by the API.';
grant usage on schema interno to authenticated, service_role, supabase_auth_admin;

-- Settings ------------------------------------------------------------------------------------------------------------

-- What the operator did to them stands in the log (equipo), which hangs its trigger on this table.
create table interno.ajustes (
  clave text primary key,
  valor text not null,
  descripcion text not null
);
comment on table interno.ajustes is 'Settings of this installation, written by its operator. Holds no secret.';
alter table interno.ajustes enable row level security;
alter table interno.ajustes force row level security;
revoke all on interno.ajustes from anon, authenticated;
grant select on interno.ajustes to authenticated, service_role;

-- True for every row: the settings are no secret, and the rules below ask them in the member's name.
create policy "cualquier usuaria lee los ajustes" on interno.ajustes
  for select to authenticated using (true);

insert into interno.ajustes (clave, valor, descripcion) values
  ('zona_horaria', 'America/Mexico_City', 'Time zone of "today" and "this week" on the server'),
  ('prefijo_telefonico', '52', 'Country code given to a phone number that is written without one'),
  ('usuaria_por_defecto', 'Usuaria Amparo', 'Username of an account that was made without one'),
  ('factor_de_ritmo', '1', 'Multiplies every rate limit of the database'),
  ('historias_cada_min', '60', 'A story enters the review queue at the next full so many minutes, so that its moment does not tell who wrote it; 0: at once'),
  ('espera_de_referido', '2', 'Days after which a referral may be shown at the earliest; up to five more are drawn by chance'),
  ('factor_de_administracion', 'obligatorio', 'Whether the admin needs a second factor: obligatorio, or libre');

create function interno.ajuste(nombre text) returns text
language plpgsql stable set search_path = '' as $$
begin
  return (select valor from interno.ajustes where clave = nombre);
end
$$;
comment on function interno.ajuste is 'The value of one setting, or null.';

-- Texts ---------------------------------------------------------------------------------------------------------------

-- The checks of every text that members write are cheap: they end at the first character that decides, and a missing text
-- costs nothing.
create function interno.tiene_texto(texto text) returns boolean
language plpgsql immutable strict parallel safe set search_path = '' as $$
begin
  return texto ~
    '[^\u0001-\u0020\u007f-\u00a0\u00ad\u034f\u061c\u115f\u1160\u1680\u17b4\u17b5\u180e\u2000-\u200f\u2028-\u202f\u205f-\u206f\u2800\u3000\u3164\ufe00-\ufe0f\ufeff\uffa0]';
end
$$;
comment on function interno.tiene_texto is
  'Whether anything can be seen of a text: blanks, control, zero-width and direction characters do not count.';

create function interno.nombre_limpio(texto text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select btrim(regexp_replace(
    regexp_replace(texto, '[\u0001-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]', '', 'g'),
    '\s+', ' ', 'g'
  ))
$$;
comment on function interno.nombre_limpio is
  'A name without control and direction characters, with single blanks: it cannot rearrange the text around it.';

create function interno.correo_limpio(correo text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select lower(btrim(regexp_replace(correo, '[\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]', '', 'g'), E' \t\r\n\u00a0'))
$$;
comment on function interno.correo_limpio is
  'A mail address as it is compared: in lower case, without the blanks, direction marks and zero-width letters that come with pasting.';

create function interno.es_enlace(texto text) returns boolean
language plpgsql immutable strict parallel safe set search_path = '' as $$
begin
  return char_length(texto) <= 2048 and (
    texto ~ '^https://[^\s<>"''\\]+$'
    or texto ~ '^http://(localhost|127\.0\.0\.1|\[::1\])(:[0-9]+)?/[^\s<>"''\\]*$'
    or texto ~ '^/([^/\s<>"''\\][^\s<>"''\\]*)?$'
  );
end
$$;
comment on function interno.es_enlace is
  'Whether a text is an https address, one of this same machine, or a path of our own origin.';

-- Phone numbers -------------------------------------------------------------------------------------------------------

create function interno.telefono_normal(texto text) returns text
language plpgsql stable set search_path = '' as $$
declare
  numero text := regexp_replace(texto, '[\s().\-\u00a0\u2010-\u2015]', '', 'g');
begin
  numero := regexp_replace(numero, '^00(?=[1-9])', '+');
  -- A Mexican mobile as it was dialled from abroad until 2019.
  numero := regexp_replace(numero, '^\+?521(?=[0-9]{10}$)', '+52');
  return case
    when numero ~ '^[1-9][0-9]{6,9}$' then '+' || interno.ajuste('prefijo_telefonico') || numero
    when numero ~ '^[1-9][0-9]{10,14}$' then '+' || numero
    else numero
  end;
end
$$;
comment on function interno.telefono_normal is
  'A phone number in international form: separators go, 7 to 10 digits get the country code of the settings, short codes stay.';

create function interno.es_telefono(texto text) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select texto ~ '^\+[1-9][0-9]{7,14}$' or texto ~ '^[*#]?[0-9]{2,6}#?$'
$$;
comment on function interno.es_telefono is 'Whether a text is an international number (8 to 15 digits) or a short code.';

-- Triggers that many tables share -------------------------------------------------------------------------------------

create function interno.sellar() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.actualizado_en := now();
  return new;
end
$$;
comment on function interno.sellar is 'Trigger: notes when a row was last changed.';

create function interno.marcar_edicion() returns trigger
language plpgsql set search_path = '' as $$
begin
  if auth.uid() is not null then
    new.editado_en := now();
  end if;
  return new;
end
$$;
comment on function interno.marcar_edicion is
  'Trigger: notes that the admin, not a migration, changed a seeded row; later corrections then leave it alone.';

create function interno.callar_firma() returns trigger
language plpgsql set search_path = '' as $$
begin
  if current_user = 'authenticated' and new.created_by <> auth.uid() then
    raise exception using errcode = '42501', message = 'Solo puedes firmar con tu propia cuenta.';
  end if;
  new.created_by := null;
  return new;
end
$$;
comment on function interno.callar_firma is
  'Trigger: created_by is accepted from its writer (42501 for another id) and reads as null, so that no member learns who of the team writes; interno.bitacora keeps it.';

-- Legal texts: the one table that a visitor may read. A published version never changes; a correction is a new version. Texts are
-- sanitised when they are written: what is stored is built anew from words, allowed elements in one exact form, and links that lead
-- somewhere, so that it is safe on every page that shows it and however that page reads HTML.
create function interno.marca_limpia(marca text) returns text
language plpgsql immutable set search_path = '' as $$
declare
  nombre text := lower(substring(marca from '^</?([a-zA-Z][a-zA-Z0-9]*)'));
  cierra constant boolean := marca like '</%';
  destino text;
  extra text := '';
begin
  if nombre = 'h1' then
    -- The page has its own first heading.
    nombre := 'h2';
  end if;
  -- Declarations and processing instructions have no name.
  if nombre is null or nombre not in (
    'p', 'br', 'hr', 'h2', 'h3', 'h4', 'strong', 'b', 'em', 'i', 'u', 's', 'small', 'sub', 'sup', 'blockquote', 'code', 'pre',
    'ul', 'ol', 'li', 'dl', 'dt', 'dd', 'a', 'table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'
  ) then
    return '';
  end if;
  if cierra then
    return case when nombre in ('br', 'hr') then '' else '</' || nombre || '>' end;
  end if;
  if nombre = 'a' then
    destino := coalesce(
      substring(marca from '(?i)[\s"'']href\s*=\s*"([^"]*)"'),
      substring(marca from '(?i)[\s"'']href\s*=\s*''([^'']*)'''),
      substring(marca from '(?i)[\s"'']href\s*=\s*([^\s"''>]+)')
    );
    -- The scheme is written out: no entity, blank or capital letter can make another one of it.
    if destino ~ '^(https?://[^\s"''<>`\\]+|mailto:[^\s"''<>`\\:]+|tel:[0-9+*#%().-]+|/([^\s"''<>`\\/][^\s"''<>`\\]*)?|#[A-Za-z0-9_-]*)$' then
      extra := ' href="' || destino || '"';
    end if;
  elsif nombre = 'ol' then
    extra := coalesce(' start="' || substring(marca from '(?i)\sstart\s*=\s*["'']?(\d{1,4})\M') || '"', '');
  elsif nombre in ('th', 'td') then
    extra := coalesce(' colspan="' || substring(marca from '(?i)\scolspan\s*=\s*["'']?(\d{1,2})\M') || '"', '')
      || coalesce(' rowspan="' || substring(marca from '(?i)\srowspan\s*=\s*["'']?(\d{1,2})\M') || '"', '')
      || case when nombre = 'th' then
        coalesce(' scope="' || lower(substring(marca from '(?i)\sscope\s*=\s*["'']?(row|col|rowgroup|colgroup)\M')) || '"', '')
      else '' end;
  end if;
  return '<' || nombre || extra || '>';
end
$$;
comment on function interno.marca_limpia is 'One tag as it may be stored: rebuilt from what is allowed, or nothing.';

-- The time is linear in the length of the text, also for thousands of «<!».
create function interno.html_limpio(html text) returns text
language plpgsql immutable set search_path = '' as $$
declare
  resto text := html;
  elemento text;
begin
  -- What goes with everything in it, closed or not; a reader of HTML would not show these words either.
  resto := regexp_replace(resto, '<!--.*?--!?>', '', 'g');
  -- Declarations and instructions at once: looked for one by one, thousands that are never closed are each read to the end.
  resto := regexp_replace(resto, '<[!?][^>]*>', '', 'g');
  -- One kind after the other: with a reference back to the opening tag PostgreSQL tries every beginning with every end, and a
  -- few thousand of them hold a connection for minutes.
  foreach elemento in array array[
    'script', 'style', 'template', 'noscript', 'iframe', 'object', 'applet', 'svg', 'math', 'textarea', 'select', 'title', 'xmp',
    'noembed', 'noframes', 'audio', 'video', 'canvas'
  ] loop
    if resto ~* ('<' || elemento) then
      resto := regexp_replace(resto, '<' || elemento || '\M.*?</' || elemento || '\s*>', '', 'gi');
    end if;
  end loop;
  return coalesce((
    select string_agg(
      case
        when m.parte[1] is not null then interno.marca_limpia(m.parte[1])
        when m.parte[2] is not null then '&lt;'
        else m.parte[3]
      end, '' order by m.n
    )
    from regexp_matches(
      -- Letters that nobody sees and some readers skip.
      regexp_replace(resto, '[\u0001-\u0008\u000b\u000c\u000e-\u001f\u007f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]', '', 'g'),
      '(<(?:/?[a-zA-Z](?:[^<>"'']|"[^"]*"|''[^'']*'')*|[!?][^<>]*)>)|(<)|([^<]+)', 'g'
    ) with ordinality m (parte, n)
  ), '');
end
$$;
comment on function interno.html_limpio is
  'HTML with nothing in it that could run, load or lead astray: the words stay, and the elements and links that a written text needs.';

-- Whom the alarm reaches: contacts who said yes, by the ways that they gave themselves, and the queue of what is due to them.
-- Nobody receives anything who has not said yes, and who left receives nothing any more, whatever is on its way.
-- No client reads addresses, numbers and keys of contacts, neither the member nor the admin, in no answer, error or export.
insert into interno.ajustes (clave, valor, descripcion) values
  ('vias_de_alarma', 'correo push', 'Ways by which this installation reaches contacts, with blanks between them: correo, push, sms, whatsapp'),
  ('numero_de_emergencia', '911', 'Emergency number that contacts read where she chose no country'),
  ('numeros_al_dia', '300', 'SMS and WhatsApp messages that ask for a confirmation in 24 hours, of all members together: each costs the operator');

create function interno.contar_version() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.version := old.version + 1;
  return new;
end
$$;
comment on function interno.contar_version is
  'Trigger: the number by which a form says which state of the row it changes; nobody writes it.';

-- What a later migration makes belongs to nobody until it grants it: Supabase gives visitors and members all of it by default, and so
-- does our own server. `tests/privileges.txt` is what is left, on both hosts.
alter default privileges in schema public revoke all on tables from anon, authenticated;
alter default privileges in schema public revoke all on sequences from anon, authenticated;
alter default privileges in schema public revoke all on functions from anon, authenticated;

-- Long texts by the team ---------------------------------------------------------------------------------------------------------

-- As legal texts are kept, for whatever the team writes with titles, lists and links. Words that came without an element are
-- words, not HTML: by a program of somebody's, or from before there was an editor.
create function interno.texto_con_forma(texto text) returns text
language sql immutable set search_path = '' as $$
  select nullif(btrim(case
    when texto ~* '</?[a-z][^<>]*>' then interno.html_limpio(texto)
    else coalesce((
      select string_agg(
        interno.html_limpio('<p>' || replace(replace(btrim(linea), '&', '&amp;'), '<', '&lt;') || '</p>'), E'\n' order by n
      )
      from regexp_split_to_table(texto, E'[\r\n]+') with ordinality as l (linea, n) where interno.tiene_texto(linea)
    ), '')
  end, E' \t\r\n'), '')
$$;
comment on function interno.texto_con_forma is
  'A long text of the team as it is kept: HTML with nothing in it that could run or load; of words alone a paragraph for each line. Null: nothing is written.';

create function interno.limpiar_texto() returns trigger
language plpgsql set search_path = '' as $$
begin
  return jsonb_populate_record(new, (
    select jsonb_object_agg(columna, interno.texto_con_forma(to_jsonb(new) ->> columna)) from unnest(tg_argv) columna
  ));
end
$$;
comment on function interno.limpiar_texto is 'Trigger: these columns are stored as interno.texto_con_forma returns them, no matter who writes them.';

-- Days that a calendar has. PostgreSQL takes «-infinity», years before Christ and the year 20000; no browser reads them, and the page with
-- such a day shows nothing at all: one row by one member of the team would break a page for everybody.
create function interno.es_dia(dia date) returns boolean
language sql immutable set search_path = '' as $$
  select dia between '1900-01-01' and '2199-12-31'
$$;
comment on function interno.es_dia is 'Whether a day is one that every browser can show. Null of null.';
create function interno.es_momento(momento timestamptz) returns boolean
language sql immutable set search_path = '' as $$
  select momento >= '1900-01-01 00:00:00+00' and momento < '2200-01-01 00:00:00+00'
$$;
comment on function interno.es_momento is 'Whether a moment is one that every browser can show. Null of null.';

revoke all on all functions in schema interno from public, anon;
grant execute on function
  interno.ajuste, interno.tiene_texto, interno.nombre_limpio, interno.es_enlace, interno.telefono_normal, interno.es_telefono,
  interno.marca_limpia, interno.html_limpio, interno.texto_con_forma, interno.es_dia, interno.es_momento
  to authenticated, service_role;
grant execute on function interno.tiene_texto, interno.nombre_limpio to supabase_auth_admin;
