create table public.politicas_legales (
  id uuid primary key default gen_random_uuid(),
  titulo text not null check (char_length(titulo) <= 200 and interno.tiene_texto(titulo)),
  version text not null unique check (char_length(version) <= 20 and interno.tiene_texto(version)),
  contenido text not null check (char_length(contenido) <= 500000 and interno.tiene_texto(contenido)),
  publicada_en timestamptz not null default now(),
  clave text unique,
  menor boolean not null default false,
  que_cambio text check (char_length(que_cambio) <= 2000 and interno.tiene_texto(que_cambio)),
  revision integer not null default 1,
  constraint politicas_legales_sin_codigo check (
    contenido !~* '<\s*/?\s*(script|style|iframe|frame|object|embed|applet|base|link|meta|form|input|button|svg|math|template)\M'
    and contenido !~* '<[^>]*[\s/"'']on[a-z]+\s*='
    and contenido !~* '<[^>]*(javascript|vbscript|data)\s*:'
  )
);
comment on table public.politicas_legales is
  'Terms and privacy: visitors and members read what is published (publicada_en in the past), the admin publishes.';
comment on column public.politicas_legales.contenido is 'HTML, sanitised here when it is written and once more where it is shown.';
comment on column public.politicas_legales.menor is 'A small correction: nobody is asked to accept it.';
comment on column public.politicas_legales.que_cambio is
  'What changed, in plain words: what a member reads first when she is asked. Null in the first version, and where there was nothing to say.';
comment on column public.politicas_legales.revision is 'Counts the corrections before its day; a form says by it which state it was filled in from.';
create index politicas_legales_publicada_en_idx on public.politicas_legales (publicada_en desc);
-- The proof, for every row but those that are older than it: sanitising once more changes nothing.
alter table public.politicas_legales
  add constraint politicas_legales_limpias check (contenido = interno.html_limpio(contenido)) not valid;
alter table public.politicas_legales
  add constraint politicas_legales_publicada_en_de_calendario check (interno.es_momento(publicada_en)) not valid;
alter table public.politicas_legales enable row level security;
alter table public.politicas_legales force row level security;
revoke all on public.politicas_legales from anon, authenticated;
grant select on public.politicas_legales to anon;
grant select, insert (id, titulo, version, contenido, publicada_en) on public.politicas_legales to authenticated;
grant all on public.politicas_legales to service_role;
revoke insert on public.politicas_legales from authenticated;
revoke insert (id, titulo, version, contenido, publicada_en) on public.politicas_legales from authenticated;

create policy "cualquiera lee las políticas publicadas" on public.politicas_legales
  for select to anon, authenticated using (publicada_en <= now());

create function interno.limpiar_politica() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.contenido := btrim(interno.html_limpio(new.contenido), E' \t\r\n');
  return new;
end
$$;
comment on function interno.limpiar_politica is 'Trigger: a legal text is stored sanitised, no matter who writes it.';
create trigger limpiar before insert or update of contenido on public.politicas_legales
  for each row execute function interno.limpiar_politica();
create trigger anotar_bitacora after insert or update or delete on public.politicas_legales
  for each row execute function interno.anotar_bitacora('casa');
select interno.poner_cupo('public.politicas_legales', 'los textos legales', 'Rows of the installation.', null, 20000, null, 50, 60000000);

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
comment on function interno.aceptar_al_entrar is 'Trigger: a member who registers accepts the version that the form showed her.';
create trigger aceptar_al_entrar after insert on interno.perfiles
  for each row execute function interno.aceptar_al_entrar();

-- Who is asked -----------------------------------------------------------------------------------------------------------------

-- The newest text is what she reads and accepts; she is asked only where one that is no small correction came since what she accepted last.
create function public.politica_pendiente() returns uuid
language sql stable set search_path = '' begin atomic
  select interno.exigir_paso();
  select vigente from interno.politica_vigente() vigente
  where exists (
    select from public.politicas_legales p
    where p.publicada_en <= now() and not p.menor and p.publicada_en > coalesce((
      select max(s.publicada_en) from public.aceptaciones_legales a join public.politicas_legales s on s.id = a.politica_id
      where a.user_id = (select auth.uid())
    ), '-infinity')
  );
end;
comment on function public.politica_pendiente is
  'The version in force, where one that is no small correction came into force since the last that the member who asks accepted; null otherwise.';

create function interno.contar_revision() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.revision := old.revision + 1;
  return new;
end
$$;
comment on function interno.contar_revision is 'Trigger: as contar_version, of what has a version of another kind.';
create trigger contar_revision before update on public.politicas_legales
  for each row execute function interno.contar_revision();

-- Drafts -----------------------------------------------------------------------------------------------------------------------

-- Unfinished: whatever may still be empty is. Sanitised like what is published, so that no editora is shown what another pasted.
create table public.borradores_legales (
  id uuid primary key default gen_random_uuid(),
  titulo text not null default '' check (char_length(titulo) <= 200),
  version text not null default '' check (char_length(version) <= 20),
  contenido text not null default '' check (char_length(contenido) <= 500000),
  que_cambio text not null default '' check (char_length(que_cambio) <= 2000),
  menor boolean not null default false,
  entra_en timestamptz,
  revision integer not null default 1,
  guardado_en timestamptz not null default now(),
  constraint borradores_legales_limpios check (contenido = interno.html_limpio(contenido))
);
alter table public.borradores_legales
  add constraint borradores_legales_entra_en_de_calendario check (interno.es_momento(entra_en)) not valid;
comment on table public.borradores_legales is 'Legal texts that are being written: the editoras'' together, nobody else reads them.';
comment on column public.borradores_legales.entra_en is 'From when it is to be in force; null: as soon as it is published.';
alter table public.borradores_legales enable row level security;
alter table public.borradores_legales force row level security;
revoke all on public.borradores_legales from anon, authenticated;
grant select, delete, insert (id, titulo, version, contenido, que_cambio, menor, entra_en),
  update (titulo, version, contenido, que_cambio, menor, entra_en) on public.borradores_legales to authenticated;
grant all on public.borradores_legales to service_role;

create policy "las editoras leen los borradores" on public.borradores_legales
  for select to authenticated using ((select interno.es_editora()));
create policy "las editoras agregan borradores" on public.borradores_legales
  for insert to authenticated with check ((select interno.es_editora()));
create policy "las editoras cambian borradores" on public.borradores_legales
  for update to authenticated using ((select interno.es_editora())) with check ((select interno.es_editora()));
create policy "las editoras borran borradores" on public.borradores_legales
  for delete to authenticated using ((select interno.es_editora()));

create trigger limpiar before insert or update of contenido on public.borradores_legales
  for each row execute function interno.limpiar_politica();
create function interno.guardar_borrador() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.revision := old.revision + 1;
  new.guardado_en := now();
  return new;
end
$$;
comment on function interno.guardar_borrador is 'Trigger: counts how often a draft was saved, and when last; nobody writes either.';
create trigger guardar before update on public.borradores_legales for each row execute function interno.guardar_borrador();
create trigger anotar_bitacora after insert or update or delete on public.borradores_legales
  for each row execute function interno.anotar_bitacora('casa');

select interno.poner_cupo('public.borradores_legales', 'los borradores legales', 'Rows of the installation.', null, 100, null, 500, 60000000);

create function interno.exigir_editora() returns uuid
language plpgsql stable set search_path = '' as $$
begin
  if not interno.es_editora() then
    raise exception using errcode = '42501', message = 'No tienes permiso para hacer esto.';
  end if;
  return auth.uid();
end
$$;
comment on function interno.exigir_editora is 'The caller, where she looks after the texts of the installation; 42501 for everybody else.';

create function interno.exigir_que_cambio(que_cambio text, menor boolean) returns void
language plpgsql stable set search_path = '' as $$
begin
  if not coalesce(menor, false) and not coalesce(interno.tiene_texto(que_cambio), false) and interno.politica_vigente() is not null then
    raise exception using errcode = 'PT422', message = 'Di qué cambió, en palabras sencillas: es lo primero que lee cada una.';
  end if;
  if coalesce(menor, false) and interno.politica_vigente() is null then
    raise exception using errcode = 'PT422', message = 'Todavía no hay una versión vigente: la primera no puede ser un cambio menor.';
  end if;
end
$$;
comment on function interno.exigir_que_cambio is
  'Refuses (PT422) a version that asks its readers without saying what changed, and a small correction of nothing.';

create function interno.publicar_politica(
  cual uuid, titulo text, version text, contenido text, que_cambio text, menor boolean, entra_en timestamptz, borrador uuid, visto integer
) returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  hay public.politicas_legales;
begin
  perform interno.exigir_editora();
  select * into hay from public.politicas_legales p where p.id = cual;
  if hay.id is not null then
    -- Its answer got lost: it is there once. With other words it is another's, who published the same draft.
    if (hay.titulo, hay.version, hay.contenido) = (
      btrim(publicar_politica.titulo), btrim(publicar_politica.version), btrim(interno.html_limpio(publicar_politica.contenido), E' \t\r\n')
    ) then
      return cual;
    end if;
    raise exception using errcode = 'PT409', message = 'Alguien del equipo ya publicó este borrador. Lo que escribiste sigue aquí.';
  end if;
  perform interno.exigir_que_cambio(que_cambio, menor);
  if borrador is not null then
    delete from public.borradores_legales b where b.id = borrador and b.revision = visto;
    if not found then
      raise exception using errcode = 'PT409', message = 'Alguien del equipo cambió este borrador. Mira cómo quedó antes de publicar.';
    end if;
  end if;
  insert into public.politicas_legales (id, titulo, version, contenido, que_cambio, menor, publicada_en)
  values (
    cual, btrim(publicar_politica.titulo), btrim(publicar_politica.version), publicar_politica.contenido,
    nullif(btrim(publicar_politica.que_cambio, E' \t\r\n'), ''), coalesce(publicar_politica.menor, false), greatest(entra_en, now())
  );
  return cual;
end
$$;
comment on function interno.publicar_politica is 'What public.publicar_politica does.';
create function public.publicar_politica(
  cual uuid, titulo text, version text, contenido text, que_cambio text default null, menor boolean default false,
  entra_en timestamptz default null, borrador uuid default null, visto integer default null
) returns uuid
language sql volatile set search_path = '' as $$
  select interno.publicar_politica(cual, titulo, version, contenido, que_cambio, menor, entra_en, borrador, visto)
$$;
comment on function public.publicar_politica is
  'For editoras: publishes a legal text under the id that the device drew, at once or from a day on; the draft that it was ends with it, as it was seen (visto). PT422 without que_cambio unless menor, PT409 somebody changed the draft, 23505 there is that version, 23514 nothing to read, 42501 for others.';

create function interno.politicas_programadas() returns setof public.politicas_legales
language plpgsql stable security definer set search_path = '' as $$
begin
  if not interno.es_editora() then
    return;
  end if;
  return query select p.* from public.politicas_legales p where p.publicada_en > now() order by p.publicada_en, p.id;
end
$$;
comment on function interno.politicas_programadas is 'What public.politicas_programadas does.';
create function public.politicas_programadas() returns setof public.politicas_legales
language sql stable set search_path = '' as $$
  select * from interno.politicas_programadas()
$$;
comment on function public.politicas_programadas is
  'For editoras: versions that wait for their day, soonest first. Empty for everybody else; the table shows them to nobody before.';

create function interno.explicar_programada(cual uuid) returns void
language plpgsql stable set search_path = '' as $$
declare
  desde constant timestamptz := (select p.publicada_en from public.politicas_legales p where p.id = cual);
begin
  if desde is null then
    raise exception using errcode = 'PT404', message = 'Alguien del equipo retiró esta versión.';
  elsif desde <= now() then
    raise exception using errcode = 'PT409', message = 'Esta versión ya está en vigor y no cambia. Publica una corrección.';
  end if;
  raise exception using errcode = 'PT409', message = 'Alguien del equipo cambió esta versión. Mira cómo quedó antes de guardar.';
end
$$;
comment on function interno.explicar_programada is 'Why a version that waits for its day is not changed: PT404 gone, PT409 in force, or changed meanwhile.';

create function interno.corregir_programada(
  cual uuid, visto integer, titulo text, version text, contenido text, que_cambio text, menor boolean, entra_en timestamptz
) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform interno.exigir_editora();
  perform interno.exigir_que_cambio(que_cambio, menor);
  update public.politicas_legales p
  set titulo = btrim(corregir_programada.titulo), version = btrim(corregir_programada.version), contenido = corregir_programada.contenido,
    que_cambio = nullif(btrim(corregir_programada.que_cambio, E' \t\r\n'), ''), menor = coalesce(corregir_programada.menor, false),
    publicada_en = greatest(entra_en, now())
  where p.id = cual and p.publicada_en > now() and p.revision = visto;
  if not found then
    perform interno.explicar_programada(cual);
  end if;
end
$$;
comment on function interno.corregir_programada is 'What public.corregir_programada does.';
create function public.corregir_programada(
  cual uuid, visto integer, titulo text, version text, contenido text, que_cambio text default null, menor boolean default false,
  entra_en timestamptz default null
) returns void
language sql volatile set search_path = '' as $$
  select interno.corregir_programada(cual, visto, titulo, version, contenido, que_cambio, menor, entra_en)
$$;
comment on function public.corregir_programada is
  'For editoras: corrects a version that waits for its day, as it was seen (visto), or moves its day; null: from now on. PT409 changed meanwhile or in force, PT404 withdrawn, else as publicar_politica.';

create function interno.retirar_programada(cual uuid, visto integer) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  retirada public.politicas_legales;
begin
  perform interno.exigir_editora();
  delete from public.politicas_legales p where p.id = cual and p.publicada_en > now() and p.revision = visto returning * into retirada;
  if retirada.id is null then
    perform interno.explicar_programada(cual);
  end if;
  insert into public.borradores_legales (id, titulo, version, contenido, que_cambio, menor, entra_en)
  values (
    retirada.id, retirada.titulo, retirada.version, retirada.contenido, coalesce(retirada.que_cambio, ''), retirada.menor,
    retirada.publicada_en
  );
end
$$;
comment on function interno.retirar_programada is 'What public.retirar_programada does.';
create function public.retirar_programada(cual uuid, visto integer) returns void
language sql volatile set search_path = '' as $$
  select interno.retirar_programada(cual, visto)
$$;
comment on function public.retirar_programada is
  'For editoras: withdraws a version that waits for its day, as it was seen (visto); its text is a draft again, under the same id. Refuses as corregir_programada.';

create function public.politica_cambios() returns table (version text, publicada_en timestamptz, que_cambio text)
language sql stable set search_path = '' begin atomic
  select interno.exigir_paso();
  select p.version, p.publicada_en, p.que_cambio from public.politicas_legales p
  where p.publicada_en <= now() and not p.menor and p.que_cambio is not null and p.publicada_en > coalesce((
    select max(s.publicada_en) from public.aceptaciones_legales a join public.politicas_legales s on s.id = a.politica_id
    where a.user_id = (select auth.uid())
  ), '-infinity')
  order by p.publicada_en;
end;
comment on function public.politica_cambios is
  'What changed, in plain words, with every version that the member who asks has not accepted, oldest first; small corrections are none.';

revoke all on all functions in schema interno from public, anon;
revoke all on function
  public.politica_pendiente, public.publicar_politica, public.politicas_programadas, public.corregir_programada,
  public.retirar_programada, public.politica_cambios
  from anon, public;
grant execute on function
  interno.politica_vigente, public.politica_pendiente, interno.exigir_editora, interno.publicar_politica, public.publicar_politica,
  interno.politicas_programadas, public.politicas_programadas, interno.corregir_programada, public.corregir_programada,
  interno.retirar_programada, public.retirar_programada, public.politica_cambios
  to authenticated, service_role;
