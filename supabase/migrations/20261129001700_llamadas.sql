-- Calls of circles. A member who may not enter one may not ask for an address either: it costs the operator, and opens for everyone who has it.
create function interno.pedir_llamada() returns uuid
language plpgsql set search_path = '' as $$
begin
  if not interno.es_admitida() then
    raise exception using errcode = 'PT403', message = 'Solo las usuarias admitidas pueden abrir una llamada.';
  end if;
  perform interno.exigir_palabra();
  perform interno.limitar('pedir llamada', array[5], array[interval '1 hour']);
  return auth.uid();
end
$$;
comment on function interno.pedir_llamada is 'What public.pedir_llamada does.';
create function public.pedir_llamada() returns uuid
language sql volatile set search_path = '' as $$
  select interno.pedir_llamada()
$$;
comment on function public.pedir_llamada is
  'Counts one request for a call of the member who asks and says who she is: PT403 not admitted, paused or expelled, PT429 above five an hour.';

-- Issued by the function create-daily-room; only the functions (service_role) know this table.
create table public.salas_emitidas (
  room_url text primary key check (interno.es_enlace(room_url)),
  user_id uuid references auth.users on delete set null,
  emitida_en timestamptz not null default now(),
  vence_en timestamptz not null default now() + interval '2 hours',
  check (vence_en <= emitida_en + interval '24 hours')
);
comment on table public.salas_emitidas is
  'Video addresses issued by create-daily-room, written by service_role alone: no other address can be linked to a circle.';
create index salas_emitidas_user_id_idx on public.salas_emitidas (user_id, emitida_en);
alter table public.salas_emitidas enable row level security;
alter table public.salas_emitidas force row level security;
revoke all on public.salas_emitidas from anon, authenticated;
grant all on public.salas_emitidas to service_role;
select interno.poner_cupo(
  'public.salas_emitidas', 'la casa', 'Five an hour at most (interno.pedir_llamada); forgotten a month after their end.', rechaza => false
);

create function interno.es_llamada_propia(direccion text) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select direccion ~ '/llamada/[A-Za-z0-9_-]{16,64}$'
$$;
comment on function interno.es_llamada_propia is 'Whether a call runs on our own server, where it is known who is in it.';

-- Video calls ---------------------------------------------------------------------------------------------------------------

create table public."Salas" (
  id uuid primary key default gen_random_uuid(),
  nombre text check (char_length(nombre) <= 200),
  tema text check (char_length(tema) <= 500),
  room_url text not null check (interno.es_enlace(room_url)),
  esta_activa boolean not null default true,
  -- Beside the specified columns.
  vence_en timestamptz,
  creada_por uuid default auth.uid() references interno.perfiles on delete set null,
  creada_en timestamptz not null default now(),
  viva_hasta timestamptz,
  acompanada_en timestamptz
);
comment on table public."Salas" is
  'Video calls: a member adds them; others see one only while it is active and its address was issued and has not expired.';
comment on column public."Salas".vence_en is 'When the issued address ends; null for an address that was never issued, which nobody else sees.';
comment on column public."Salas".viva_hasta is
  'Until when others see it: minutes after it was made or last had somebody in it; for an address of another provider, its end.';
comment on column public."Salas".acompanada_en is 'When two or more were last in it, or when it was made.';
create index "Salas_creada_por_idx" on public."Salas" (creada_por);
alter table public."Salas" enable row level security;
alter table public."Salas" force row level security;
revoke all on public."Salas" from anon, authenticated;
grant select, delete,
  insert (id, nombre, tema, room_url, esta_activa), update (nombre, tema, esta_activa)
  on public."Salas" to authenticated;
grant all on public."Salas" to service_role;

create policy "las usuarias leen las salas de video abiertas" on public."Salas"
  for select to authenticated using (
    (select interno.es_admitida())
    and (
      ((select interno.participa()) and esta_activa and vence_en > now() and viva_hasta > now())
      or creada_por = (select auth.uid())
      or (select interno.es_moderadora())
    )
  );
create policy "una usuaria agrega una sala de video" on public."Salas"
  for insert to authenticated with check ((select interno.participa()) and creada_por = (select auth.uid()));
create policy "la moderadora cambia salas de video" on public."Salas"
  for update to authenticated using ((select interno.es_moderadora())) with check ((select interno.es_moderadora()));
create policy "la moderadora borra salas de video" on public."Salas"
  for delete to authenticated using ((select interno.es_moderadora()));

-- With its owner's rights: no member may read which addresses were issued, nor to whom.
create function interno.fechar_sala_video() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform interno.limitar('sala de video', array[10], array[interval '1 hour']);
  new.vence_en := (
    select vence_en from public.salas_emitidas
    where room_url = new.room_url and (auth.uid() is null or user_id = auth.uid())
  );
  -- Long enough to read what a call means before entering it.
  new.viva_hasta := case when interno.es_llamada_propia(new.room_url)
    then least(new.vence_en, now() + interval '3 minutes') else new.vence_en end;
  new.acompanada_en := now();
  return new;
end
$$;
comment on function interno.fechar_sala_video is 'Trigger: a video call ends when its issued address does; an address that was not issued to her has no end and no readers.';
create trigger fechar before insert on public."Salas"
  for each row execute function interno.fechar_sala_video();
create trigger anotar_bitacora after update or delete on public."Salas"
  for each row execute function interno.anotar_bitacora();

create function interno.olvidar_llamadas(ahora timestamptz default now()) returns int
language plpgsql set search_path = '' as $$
declare
  olvidadas int;
begin
  delete from public."Salas" where coalesce(vence_en, creada_en) < ahora - interval '30 days';
  get diagnostics olvidadas = row_count;
  delete from public.salas_emitidas where vence_en < ahora - interval '30 days';
  return olvidadas;
end
$$;

select interno.poner_cupo(
  'public."Salas"', 'tus llamadas', 'Ten an hour at most; they are forgotten a month after their end (interno.olvidar_llamadas).',
  'creada_por', 2000, 4000000, 200, 1000000
);

comment on function interno.olvidar_llamadas is
  'For the owner, daily: forgets calls a month after their end, and the addresses that were issued for them. Returns how many.';

-- Who is in one ---------------------------------------------------------------------------------------------------------------

create table public.presentes_llamada (
  id uuid primary key default gen_random_uuid(),
  llamada_id uuid not null references public."Salas" on delete cascade,
  user_id uuid not null references interno.perfiles on delete cascade,
  visto_en timestamptz not null default clock_timestamp(),
  unique (llamada_id, user_id)
);
alter table public.presentes_llamada
  add constraint presentes_llamada_visto_en_de_calendario check (interno.es_momento(visto_en)) not valid;
comment on table public.presentes_llamada is
  'Who is in a call: read by who is in it too, except between two of whom one blocked the other. Entered through entrar_llamada alone.';
comment on column public.presentes_llamada.id is 'One stay in a call; its live topic is `llamada:<id>`, in which only she speaks.';
create index presentes_llamada_user_id_idx on public.presentes_llamada (user_id);
alter table public.presentes_llamada enable row level security;
alter table public.presentes_llamada force row level security;
revoke all on public.presentes_llamada from anon, authenticated;
grant select, delete, update (visto_en) on public.presentes_llamada to authenticated;
grant all on public.presentes_llamada to service_role;

-- With its owner's rights: the policy below would otherwise ask itself.
create function interno.llamadas_de_quien_pregunta() returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
declare
  quien uuid := auth.uid();
begin
  return (
    select coalesce(array_agg(p.llamada_id), '{}')
    from public.presentes_llamada p join public."Salas" s on s.id = p.llamada_id
    where p.user_id = quien and p.visto_en > clock_timestamp() - interval '45 seconds'
      and s.esta_activa and s.vence_en > now()
  );
end
$$;
comment on function interno.llamadas_de_quien_pregunta is
  'The open calls in which the caller is now. For policies alone.';

create policy "quien está en una llamada lee quién más está" on public.presentes_llamada
  for select to authenticated using (
    (select interno.es_admitida())
    and (
      user_id = (select auth.uid())
      or (
        (select interno.participa())
        and llamada_id = any ((select interno.llamadas_de_quien_pregunta())::uuid[])
        and visto_en > clock_timestamp() - interval '45 seconds'
        and user_id <> all ((select interno.bloqueos_de_quien_pregunta())::uuid[])
      )
    )
  );
create policy "una usuaria dice que sigue en la llamada" on public.presentes_llamada
  for update to authenticated
  using ((select interno.es_admitida()) and (select auth.uid()) = user_id)
  with check ((select interno.es_admitida()) and (select auth.uid()) = user_id);
create policy "una usuaria sale de la llamada" on public.presentes_llamada
  for delete to authenticated using ((select interno.es_admitida()) and (select auth.uid()) = user_id);
alter publication supabase_realtime add table public.presentes_llamada;
-- Why the whole old row: comunidad, «What is shown live».
alter table public.presentes_llamada replica identity full;

create function interno.seguir_en_llamada() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.visto_en := clock_timestamp();
  return new;
end
$$;
comment on function interno.seguir_en_llamada is 'Trigger: a member who says that she is still there is there now, not later.';
create trigger seguir before update on public.presentes_llamada
  for each row execute function interno.seguir_en_llamada();

-- With its owner's rights: members write neither of the two moments.
create function interno.dar_vida() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  juntas constant boolean := (
    select count(*) >= 2 from public.presentes_llamada
    where llamada_id = new.llamada_id and visto_en > clock_timestamp() - interval '45 seconds'
  );
begin
  -- Not at every sign of life: about once in a minute.
  update public."Salas" v
  set viva_hasta = least(v.vence_en, now() + interval '2 minutes'),
      acompanada_en = case when juntas then now() else v.acompanada_en end
  where v.id = new.llamada_id
    and (v.viva_hasta < now() + interval '1 minute' or (juntas and v.acompanada_en < now() - interval '30 seconds'));
  return null;
end
$$;
comment on function interno.dar_vida is 'Trigger: a call lives on for two minutes after a sign of life in it, and remembers when two were there.';
create trigger dar_vida after insert or update on public.presentes_llamada
  for each row execute function interno.dar_vida();

-- A member who is suspended while in a call is out of it at her next sign of life.
create function interno.sacar_de_llamadas() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.presentes_llamada where user_id = new.user_id;
  return null;
end
$$;
comment on function interno.sacar_de_llamadas is 'Trigger: a suspension ends her stay in a call.';

select interno.poner_cupo(
  'public.presentes_llamada', 'las llamadas', 'One call at a time; a sign of life every 12 seconds, all day long.',
  'user_id', 20, 20000, 20000, 6000000
);

-- With its owner's rights: counting the others must see also those whom a block hides from her. One stay at a time: nobody sits in
-- ten calls at once.
create function interno.entrar_llamada(codigo text) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  quien constant uuid := auth.uid();
  llamada uuid;
  entrada uuid;
begin
  if not interno.es_admitida() then
    raise exception using errcode = 'PT403', message = 'Solo las usuarias admitidas pueden entrar a una llamada.';
  end if;
  perform interno.exigir_palabra();
  perform interno.limitar('entrar a llamada', array[30], array[interval '10 minutes']);
  -- The row lock makes two who enter at once wait for each other. A call whose link to its circle could not be saved is
  -- one all the same: its address was issued, and nobody guesses it.
  select v.id into llamada
  from public."Salas" v left join public.salas_comunidad s on s.sala_video_id = v.id
  where codigo ~ '^[A-Za-z0-9_-]{16,64}$' and right(v.room_url, char_length(codigo) + 9) = '/llamada/' || codigo
    and v.esta_activa and v.vence_en > now() and (s.id is null or s.visible or interno.es_admin())
  for update of v;
  if not found then
    raise exception using errcode = 'PT404', message = 'Esta llamada ya terminó.';
  end if;
  delete from public.presentes_llamada
  where user_id = quien or (llamada_id = llamada and visto_en < clock_timestamp() - interval '45 seconds');
  if (select count(*) from public.presentes_llamada where llamada_id = llamada) >= 4 then
    raise exception using errcode = 'PT409', message = 'La llamada está llena: caben cuatro.';
  end if;
  insert into public.presentes_llamada (llamada_id, user_id) values (llamada, quien) returning id into entrada;
  return entrada;
end
$$;
comment on function interno.entrar_llamada is 'What public.entrar_llamada does.';
create function public.entrar_llamada(codigo text) returns uuid
language sql volatile set search_path = '' as $$
  select interno.entrar_llamada(codigo)
$$;
comment on function public.entrar_llamada is
  'Enters the call of a circle by the last part of its address and says under which id: PT404 ended, PT409 full (four), PT403 not admitted or suspended.';

-- With its owner's rights: it counts also those whom a block hides from the caller.
create function interno.llamada_ocupa(cual uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  quien constant uuid := auth.uid();
  llamada public."Salas";
  dentro uuid[];
begin
  select * into llamada from public."Salas" where id = cual and esta_activa and vence_en > now() and viva_hasta > now();
  if not found then
    return false;
  end if;
  if not interno.es_llamada_propia(llamada.room_url) then
    return llamada.creada_en > now() - interval '10 minutes'; -- Nobody tells us who is in it.
  end if;
  dentro := array(
    select user_id from public.presentes_llamada
    where llamada_id = cual and visto_en > clock_timestamp() - interval '45 seconds'
  );
  return case
    when cardinality(dentro) = 0 then true -- Made or left just now: viva_hasta ends it.
    when cardinality(dentro) = 1 then
      llamada.acompanada_en > now() - interval '3 minutes'
      and not exists (select from public.bloqueos where user_id = quien and bloqueada_id = dentro[1])
    else cardinality(dentro) < 4 -- A full one leaves her outside.
  end;
end
$$;
comment on function interno.llamada_ocupa is
  'Whether a circle''s call keeps the caller from linking another: not when it has ended, is empty for minutes, is full, or has nobody in it but one who has been alone in it for three minutes or whom she blocked. At another provider, for ten minutes.';

-- Signalling ------------------------------------------------------------------------------------------------------------------

-- Members in a call hear each other; each one alone speaks in her own topic.
create function interno.oye_llamada(tema text) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  if tema !~ '^llamada:[0-9a-f-]{36}$' then
    return false;
  end if;
  -- With the caller's rights: the row is there for her only if she may see it.
  return exists (
    select from public.presentes_llamada
    where id = substr(tema, 9)::uuid and llamada_id = any (interno.llamadas_de_quien_pregunta())
  );
end
$$;
comment on function interno.oye_llamada is 'Whether a live topic `llamada:<id>` is that of somebody in a call in which the caller is too.';

create function interno.habla_en_llamada(tema text) returns boolean
language plpgsql stable set search_path = '' as $$
declare
  quien uuid := auth.uid();
begin
  if not interno.oye_llamada(tema) then
    return false;
  end if;
  return exists (select from public.presentes_llamada where id = substr(tema, 9)::uuid and user_id = quien);
end
$$;
comment on function interno.habla_en_llamada is 'Whether a live topic `llamada:<id>` is the caller''s own.';

-- Who waits in a call --------------------------------------------------------------------------------------------------------------

-- With its owner's rights: who is in a call is read by those who are in it. From outside only how many, and not those between whom and
-- the caller a block stands.
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
create trigger sacar_de_llamadas after insert or update of hasta on public.suspensiones
  for each row when (new.alcance <> 'falta' and not new.velada and new.hasta > now()) execute function interno.sacar_de_llamadas();

revoke all on all functions in schema interno from public, anon;
revoke all on function public.pedir_llamada, public.entrar_llamada, public.llamadas_en_curso from anon, public;
grant execute on function interno.pedir_llamada, public.pedir_llamada to authenticated;
grant execute on function
  interno.llamadas_de_quien_pregunta, interno.entrar_llamada, public.entrar_llamada, interno.llamada_ocupa, interno.oye_llamada,
  interno.habla_en_llamada, interno.llamadas_en_curso, public.llamadas_en_curso
  to authenticated, service_role;
