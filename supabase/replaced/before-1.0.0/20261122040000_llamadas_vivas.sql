-- A circle's call is open while somebody is in it. Whoever ties a call and leaves, or sits in it alone, does not keep the
-- circle closed: another member may tie hers. Those who are in a call stay in it, also when the circle opens another.

alter table public."Salas"
  add column viva_hasta timestamptz,
  add column acompanada_en timestamptz;
comment on column public."Salas".viva_hasta is
  'Until when others see it: minutes after it was made or last had somebody in it; for an address of another provider, its end.';
comment on column public."Salas".acompanada_en is 'When two or more were last in it, or when it was made.';
update public."Salas" set viva_hasta = vence_en, acompanada_en = creada_en;

create function interno.es_llamada_propia(direccion text) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select direccion ~ '/llamada/[A-Za-z0-9_-]{16,64}$'
$$;
comment on function interno.es_llamada_propia is 'Whether a call happens inside the house, where it is known who is in it.';

create or replace function interno.fechar_sala_video() returns trigger
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

alter policy "las usuarias leen las salas de video abiertas" on public."Salas"
  using (
    (select interno.es_admitida())
    and (
      (esta_activa and vence_en > now() and viva_hasta > now())
      or creada_por = (select auth.uid())
      or (select interno.es_admin())
    )
  );

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

-- With its owner's rights: it counts also those whom a block hides from her who asks.
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
  'Whether a circle''s call keeps her who asks from tying another: not when it has ended, is empty for minutes, is full, or holds nobody but one who has been alone in it for three minutes or whom she blocked. At another provider, for ten minutes.';

create or replace function interno.vigilar_enlace() returns trigger
language plpgsql set search_path = '' as $$
begin
  if current_user <> 'authenticated' or interno.es_admin() then
    return new;
  end if;
  if to_jsonb(new) - 'sala_video_id' <> to_jsonb(old) - 'sala_video_id' then
    raise exception using errcode = '42501', message = 'Solo la administradora puede cambiar una sala.';
  end if;
  perform interno.exigir_palabra();
  if old.sala_video_id is not null and interno.llamada_ocupa(old.sala_video_id) then
    raise exception using errcode = 'PT409', message = 'Esta sala ya tiene una llamada abierta.';
  end if;
  if not exists (
    select from public."Salas"
    where id = new.sala_video_id and esta_activa and vence_en > now() and viva_hasta > now() and creada_por = auth.uid()
  ) then
    raise exception using errcode = 'PT403', message = 'Esa dirección no es de una llamada tuya que siga abierta.';
  end if;
  perform interno.limitar('enlazar llamada en ' || new.id, array[3], array[interval '1 hour']);
  perform interno.limitar('enlazar llamada', array[8, 30], array[interval '1 hour', interval '1 day']);
  return new;
end
$$;
comment on function interno.vigilar_enlace is
  'Trigger: a member who may write sets sala_video_id alone (42501, PT403 suspended), to an open call of her own (PT403), where no other one holds the circle (PT409), three times an hour in one and eight in all (PT429).';

-- One stay at a time: nobody sits in ten calls at once.
create or replace function interno.entrar_llamada(codigo text) returns uuid
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

-- Whoever is suspended while in a call is out of it at her next sign of life.
create function interno.sacar_de_llamadas() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.presentes_llamada where user_id = new.user_id;
  return null;
end
$$;
comment on function interno.sacar_de_llamadas is 'Trigger: a suspension ends her stay in a call.';
create trigger sacar_de_llamadas after insert on public.suspensiones
  for each row execute function interno.sacar_de_llamadas();

create function public.llamada_abierta(sala uuid) returns text
language sql stable set search_path = '' begin atomic
  select v.room_url
  from public.salas_comunidad s join public."Salas" v on v.id = s.sala_video_id
  where s.id = sala and v.esta_activa and v.vence_en > now() and v.viva_hasta > now();
end;
comment on function public.llamada_abierta is
  'Address of the call that is open in a circle, for whoever sees it; null where there is none, also to her who made one that has ended.';

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
comment on function interno.olvidar_llamadas is
  'For the owner, daily: forgets calls a month after their end, and the addresses that were issued for them. Returns how many.';

revoke all on function
  interno.es_llamada_propia, interno.dar_vida, interno.llamada_ocupa, interno.sacar_de_llamadas, public.llamada_abierta,
  interno.olvidar_llamadas
  from public, anon, authenticated;
grant execute on function interno.llamada_ocupa, public.llamada_abierta to authenticated, service_role;
