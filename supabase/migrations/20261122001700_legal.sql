-- Legal texts: the one table that a visitor may read. A published version never changes; a correction is a new version. Texts are
-- sanitised when they are written: what is stored is built anew from words, allowed elements in one exact form, and links that lead
-- somewhere, so that it is safe whoever shows it and however that page reads HTML.

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

-- Takes as long as the text is: no text makes it wait.
create function interno.html_limpio(html text) returns text
language plpgsql immutable set search_path = '' as $$
declare
  resto text := html;
  elemento text;
begin
  -- What goes with everything in it, closed or not; a reader of HTML would not show these words either.
  resto := regexp_replace(resto, '<!--.*?--!?>', '', 'g');
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
      '(<(?:/?[a-zA-Z](?:[^<>"'']|"[^"]*"|''[^'']*'')*|[!?][^>]*)>)|(<)|([^<]+)', 'g'
    ) with ordinality m (parte, n)
  ), '');
end
$$;
comment on function interno.html_limpio is
  'HTML with nothing in it that could run, load or lead astray: the words stay, and the elements and links that a written text needs.';

create table public.politicas_legales (
  id uuid primary key default gen_random_uuid(),
  titulo text not null check (char_length(titulo) <= 200 and interno.tiene_texto(titulo)),
  version text not null unique check (char_length(version) <= 20 and interno.tiene_texto(version)),
  contenido text not null check (char_length(contenido) <= 500000 and interno.tiene_texto(contenido)),
  publicada_en timestamptz not null default now(),
  clave text unique,
  constraint politicas_legales_sin_codigo check (
    contenido !~* '<\s*/?\s*(script|style|iframe|frame|object|embed|applet|base|link|meta|form|input|button|svg|math|template)\M'
    and contenido !~* '<[^>]*[\s/"'']on[a-z]+\s*='
    and contenido !~* '<[^>]*(javascript|vbscript|data)\s*:'
  )
);
comment on table public.politicas_legales is
  'Terms and privacy: visitors and members read what is published (publicada_en in the past), the admin publishes.';
comment on column public.politicas_legales.contenido is 'HTML, sanitised here when it is written and once more where it is shown.';
create index politicas_legales_publicada_en_idx on public.politicas_legales (publicada_en desc);
-- The proof, for every row but those that are older than it: sanitising once more changes nothing.
alter table public.politicas_legales
  add constraint politicas_legales_limpias check (contenido = interno.html_limpio(contenido)) not valid;

alter table public.politicas_legales enable row level security;
alter table public.politicas_legales force row level security;
revoke all on public.politicas_legales from anon, authenticated;
grant select on public.politicas_legales to anon;
grant select, insert (id, titulo, version, contenido, publicada_en) on public.politicas_legales to authenticated;
grant all on public.politicas_legales to service_role;

create policy "cualquiera lee las políticas publicadas" on public.politicas_legales
  for select to anon, authenticated using (publicada_en <= now());
create policy "la admin publica políticas" on public.politicas_legales
  for insert to authenticated with check ((select interno.es_admin()));

create function interno.limpiar_politica() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.contenido := btrim(interno.html_limpio(new.contenido), E' \t\r\n');
  return new;
end
$$;
comment on function interno.limpiar_politica is 'Trigger: a legal text is stored sanitised, whoever writes it.';
create trigger limpiar before insert or update of contenido on public.politicas_legales
  for each row execute function interno.limpiar_politica();
create trigger anotar_bitacora after insert or update or delete on public.politicas_legales
  for each row execute function interno.anotar_bitacora('casa');
select interno.poner_cupo('public.politicas_legales', 'los textos legales', 'The house''s.', null, 300, null, 50, 60000000);

create function interno.politica_vigente() returns uuid
language sql stable set search_path = '' as $$
  select id from public.politicas_legales where publicada_en <= now() order by publicada_en desc limit 1
$$;
comment on function interno.politica_vigente is 'The legal text in force: the latest published one.';

-- Which version each member has accepted ----------------------------------------------------------------------------------------

-- By registering she accepts the one in force; only a later one is asked about, and nothing in here depends on the answer: the app
-- asks, and safety never waits for it.
create table public.aceptaciones_legales (
  user_id uuid not null default auth.uid() references interno.perfiles on delete cascade,
  politica_id uuid not null references public.politicas_legales,
  aceptada_en timestamptz not null default now(),
  primary key (user_id, politica_id)
);
comment on table public.aceptaciones_legales is 'Versions that a member has accepted: hers to read and to add; nobody takes one back.';
create index aceptaciones_legales_politica_id_idx on public.aceptaciones_legales (politica_id);
alter table public.aceptaciones_legales enable row level security;
alter table public.aceptaciones_legales force row level security;
revoke all on public.aceptaciones_legales from anon, authenticated;
grant select, insert (user_id, politica_id) on public.aceptaciones_legales to authenticated;
grant all on public.aceptaciones_legales to service_role;

create policy "una usuaria lee lo que aceptó" on public.aceptaciones_legales
  for select to authenticated using ((select interno.es_admitida()) and (select auth.uid()) = user_id);
create policy "una usuaria acepta lo publicado" on public.aceptaciones_legales
  for insert to authenticated with check (
    (select interno.es_admitida()) and (select auth.uid()) = user_id
    -- What she cannot read she cannot accept: one that waits for its day is not there yet.
    and politica_id in (select p.id from public.politicas_legales p)
  );
select interno.poner_cupo('public.aceptaciones_legales', 'tus aceptaciones', 'One for each version.', 'user_id', 500, 100000, 500, 100000);

create function interno.aceptar_al_entrar() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.aceptaciones_legales (user_id, politica_id)
  select new.id, vigente from interno.politica_vigente() vigente where vigente is not null;
  return null;
end
$$;
comment on function interno.aceptar_al_entrar is 'Trigger: whoever registers accepts the version that the form showed her.';
create trigger aceptar_al_entrar after insert on interno.perfiles
  for each row execute function interno.aceptar_al_entrar();

create function public.politica_pendiente() returns uuid
language sql stable set search_path = '' begin atomic
  select vigente from interno.politica_vigente() vigente
  where not exists (
    select from public.aceptaciones_legales a where a.user_id = (select auth.uid()) and a.politica_id = vigente
  );
end;
comment on function public.politica_pendiente is 'The version in force, where the member who asks has not accepted it; null otherwise.';

revoke all on all functions in schema interno from public, anon;
revoke all on function public.politica_pendiente from public, anon;
grant execute on function
  interno.marca_limpia, interno.html_limpio, interno.politica_vigente, public.politica_pendiente
  to authenticated, service_role;
