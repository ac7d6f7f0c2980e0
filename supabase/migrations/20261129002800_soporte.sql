-- A member writes to the team, and is answered within the app. One thread for each member. Her words are hers: the team reads a thread by a
-- function alone, which writes down who did (interno.miradas), and no table shows it to any role. What is ninety days old is gone.
create table public.hilos_soporte (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null unique references auth.users on delete cascade,
  espera_desde timestamptz,
  ultimo_en timestamptz not null default now(),
  nuevo boolean not null default false,
  avisar boolean not null default false
);
comment on table public.hilos_soporte is
  'What a member and the team write to each other, one thread each: hers to read, to mute and to delete; the team''s through functions alone.';
comment on column public.hilos_soporte.espera_desde is 'Since when her oldest word without an answer waits; null: nothing waits.';
comment on column public.hilos_soporte.nuevo is 'There is an answer that she has not opened.';
comment on column public.hilos_soporte.avisar is 'She agreed to a notice without words on her devices when somebody answers.';
create index hilos_soporte_espera_idx on public.hilos_soporte (espera_desde) where espera_desde is not null;
create index hilos_soporte_ultimo_idx on public.hilos_soporte (ultimo_en);

create table public.mensajes_soporte (
  -- The device's: what is sent twice is stored once.
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.hilos_soporte (user_id) on delete cascade,
  del_equipo boolean not null default false,
  texto text not null check (char_length(texto) <= 4000 and interno.tiene_texto(texto)),
  codigo text check (codigo ~ '^[0-9A-Z]{4}$'),
  creado_en timestamptz not null default now()
);
comment on table public.mensajes_soporte is
  'Messages between a member and the team, for ninety days: hers to read and to write; the one who answers is named nowhere.';
comment on column public.mensajes_soporte.codigo is 'Of what failed, as the app showed it («Código 7F3K»).';
create index mensajes_soporte_user_id_idx on public.mensajes_soporte (user_id, creado_en, id);
create index mensajes_soporte_creado_en_idx on public.mensajes_soporte (creado_en);

alter table public.hilos_soporte enable row level security;
alter table public.hilos_soporte force row level security;
alter table public.mensajes_soporte enable row level security;
alter table public.mensajes_soporte force row level security;
revoke all on public.hilos_soporte from anon, authenticated;
revoke all on public.mensajes_soporte from anon, authenticated;
grant select, delete, update (nuevo, avisar) on public.hilos_soporte to authenticated;
grant select, insert (id, user_id, texto, codigo) on public.mensajes_soporte to authenticated;
grant all on public.hilos_soporte to service_role;
grant all on public.mensajes_soporte to service_role;

create policy "una usuaria lee su propio hilo" on public.hilos_soporte
  for select to authenticated using ((select interno.es_admitida()) and (select auth.uid()) = user_id);
create policy "una usuaria cambia su propio hilo" on public.hilos_soporte
  for update to authenticated
  using ((select interno.es_admitida()) and (select auth.uid()) = user_id) with check ((select auth.uid()) = user_id);
create policy "una usuaria borra su propio hilo" on public.hilos_soporte
  for delete to authenticated using ((select interno.es_admitida()) and (select auth.uid()) = user_id);
create policy "una usuaria lee lo que se escribe con el equipo" on public.mensajes_soporte
  for select to authenticated using ((select interno.es_admitida()) and (select auth.uid()) = user_id);
-- A pause closes nothing here; a member who was expelled answers that decision instead.
create policy "una usuaria escribe al equipo" on public.mensajes_soporte
  for insert to authenticated with check ((select interno.participa()) and (select auth.uid()) = user_id);
select interno.poner_cupo('public.hilos_soporte', 'tu conversación con el equipo', 'One row for each member.', 'user_id', 3, 20000, 500, 500000);
select interno.poner_cupo(
  'public.mensajes_soporte', 'tus mensajes al equipo', 'Ninety days, with the answers.', 'user_id', 2000, 2000000, 200, 400000
);

-- With its owner's rights: a thread begins with its first message, and nobody else writes it.
create function interno.abrir_hilo() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  quien constant uuid := auth.uid();
begin
  if new.del_equipo then
    return new;
  end if;
  -- What the rule refuses is not looked at: nobody learns from here which accounts there are.
  if quien is not null and (new.user_id is distinct from quien or not interno.participa()) then
    return new;
  end if;
  perform interno.limitar('escribir al equipo', array[10, 30], array[interval '10 minutes', interval '1 day']);
  insert into public.hilos_soporte as h (user_id, espera_desde) values (new.user_id, now())
  on conflict (user_id) do update set espera_desde = coalesce(h.espera_desde, now()), ultimo_en = now();
  update public.pulso_revision set cambio = cambio + 1 where unica;
  return new;
end
$$;
comment on function interno.abrir_hilo is
  'Trigger: her thread is there and waits from now on, and the team hears that something does; ten messages in ten minutes, thirty a day (PT429).';
create trigger abrir before insert on public.mensajes_soporte for each row execute function interno.abrir_hilo();

-- The team's side --------------------------------------------------------------------------------------------------------------

create function interno.exigir_soporte() returns uuid
language plpgsql stable set search_path = '' as $$
begin
  if not interno.es_soporte() then
    raise exception using errcode = '42501', message = 'No tienes permiso para hacer esto.';
  end if;
  return auth.uid();
end
$$;
comment on function interno.exigir_soporte is 'The caller, where she answers members; 42501 for everybody else.';

create function interno.cola_soporte() returns table (id uuid, nombre text, espera_desde timestamptz, ultimo_en timestamptz)
language plpgsql stable security definer set search_path = '' as $$
declare
  quien constant uuid := auth.uid();
begin
  if not interno.es_soporte() then
    return;
  end if;
  return query
    (
      select h.id, p.username, h.espera_desde, h.ultimo_en
      from public.hilos_soporte h left join interno.perfiles p on p.id = h.user_id
      where h.espera_desde is not null and h.user_id <> quien order by h.espera_desde, h.id limit 200
    )
    union all
    (
      select h.id, p.username, h.espera_desde, h.ultimo_en
      from public.hilos_soporte h left join interno.perfiles p on p.id = h.user_id
      where h.espera_desde is null and h.user_id <> quien order by h.ultimo_en desc, h.id limit 50
    );
end
$$;
comment on function interno.cola_soporte is 'What public.cola_soporte does.';
create function public.cola_soporte() returns table (id uuid, nombre text, espera_desde timestamptz, ultimo_en timestamptz)
language sql stable set search_path = '' as $$
  select * from interno.cola_soporte()
$$;
comment on function public.cola_soporte is
  'For soporte: threads that wait, longest first, then fifty that were answered, newest first; no word of them. Empty for everybody else.';

-- One value, as buscar_miembros, so that the line of the lookup cannot be undone by what is asked of the answer.
create function interno.leer_hilo(cual uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  quien constant uuid := interno.exigir_soporte();
  ella uuid;
begin
  perform interno.limitar('leer hilos', array[300], array[interval '1 hour']);
  select h.user_id into ella from public.hilos_soporte h where h.id = cual and h.user_id <> quien;
  if not found then
    raise exception using errcode = 'PT404', message = 'Esta conversación ya no está.';
  end if;
  perform interno.anotar_mirada(ella, 'soporte', 'leyó su conversación');
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', u.id, 'del_equipo', u.del_equipo, 'texto', u.texto, 'codigo', u.codigo, 'creado_en', u.creado_en
    ) order by u.creado_en, u.id), '[]')
    from (select m.* from public.mensajes_soporte m where m.user_id = ella order by m.creado_en desc, m.id desc limit 200) u
  );
end
$$;
comment on function interno.leer_hilo is 'What public.leer_hilo does.';
create function public.leer_hilo(cual uuid) returns jsonb
language sql volatile set search_path = '' as $$
  select interno.leer_hilo(cual)
$$;
comment on function public.leer_hilo is
  'For soporte: the last two hundred messages of a thread ({id, del_equipo, texto, codigo, creado_en}), oldest first; she reads that somebody looked. 42501 for others, PT404 there is none.';

create function interno.tomar_hilo(cual uuid, visto uuid) returns public.hilos_soporte
language plpgsql volatile set search_path = '' as $$
declare
  quien constant uuid := interno.exigir_soporte();
  hilo public.hilos_soporte;
  ultimo record;
begin
  select * into hilo from public.hilos_soporte h where h.id = cual and h.user_id <> quien for update;
  if not found then
    raise exception using errcode = 'PT404', message = 'Esta conversación ya no está.';
  end if;
  select m.id, m.del_equipo into ultimo from public.mensajes_soporte m
  where m.user_id = hilo.user_id order by m.creado_en desc, m.id desc limit 1;
  if ultimo.id is distinct from visto then
    raise exception using errcode = 'PT409', message = case when ultimo.del_equipo
      then 'Alguien más del equipo ya respondió. Léelo antes de enviar lo tuyo.'
      else 'Ella escribió algo más. Léelo antes de responder.' end;
  end if;
  return hilo;
end
$$;
comment on function interno.tomar_hilo is
  'A thread, locked, as the caller has read it: PT409 where somebody wrote since the message that she saw last, PT404 there is none.';

create function interno.responder_hilo(cual uuid, texto text, visto uuid) returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  hilo public.hilos_soporte;
  nuevo uuid;
begin
  perform interno.exigir_soporte();
  -- Its answer got lost: the same words, right behind what she read, are the same press once more.
  select m.id into nuevo
  from public.hilos_soporte h cross join lateral (
    select u.id, u.del_equipo, u.texto, lead(u.id) over (order by u.creado_en desc, u.id desc) as tras
    from public.mensajes_soporte u where u.user_id = h.user_id order by u.creado_en desc, u.id desc limit 2
  ) m
  where h.id = cual and m.del_equipo and m.tras = visto and m.texto = btrim(responder_hilo.texto);
  if nuevo is not null then
    return nuevo;
  end if;
  hilo := interno.tomar_hilo(cual, visto);
  if not interno.tiene_texto(responder_hilo.texto) or char_length(responder_hilo.texto) > 4000 then
    raise exception using errcode = 'PT422', message = 'Escribe tu respuesta, de cuatro mil letras como mucho.';
  end if;
  perform interno.limitar('responder hilos', array[200], array[interval '1 hour']);
  insert into public.mensajes_soporte (user_id, del_equipo, texto, creado_en)
  -- Behind what it answers, whatever the clocks of two transactions say.
  values (hilo.user_id, true, btrim(responder_hilo.texto), clock_timestamp()) returning mensajes_soporte.id into nuevo;
  update public.hilos_soporte h set espera_desde = null, nuevo = true, ultimo_en = now() where h.id = cual;
  perform interno.avisar_respuesta(hilo, nuevo);
  perform interno.anotar_mirada(hilo.user_id, 'soporte', 'respondió');
  return nuevo;
end
$$;
comment on function interno.responder_hilo is 'What public.responder_hilo does.';
create function public.responder_hilo(cual uuid, texto text, visto uuid) returns uuid
language sql volatile set search_path = '' as $$
  select interno.responder_hilo(cual, texto, visto)
$$;
comment on function public.responder_hilo is
  'For soporte: answers a thread whose last message she has seen, and returns the answer''s id. 42501 for others, PT404 there is none, PT409 somebody wrote meanwhile, PT422 no text.';

create function interno.avisar_respuesta(hilo public.hilos_soporte, mensaje uuid) returns void
language plpgsql set search_path = '' as $$
begin
  insert into public.senales as s (user_id) values (hilo.user_id) on conflict (user_id) do update set cambio = s.cambio + 1;
  update public.pulso_revision set cambio = cambio + 1 where unica;
  if hilo.avisar then
    perform interno.encolar_envio(
      'soporte', 'push', 2, hilo.user_id, format('soporte:%s:%s', mensaje, s.id), caduca => now() + interval '1 day', suscripcion_id => s.id
    )
    from public.suscripciones_push s where s.user_id = hilo.user_id;
  end if;
end
$$;
comment on function interno.avisar_respuesta is
  'What she has open hears that there is an answer; her devices, without a word of it, only where she agreed to that.';

create function interno.atender_hilo(cual uuid, visto uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  hilo constant public.hilos_soporte := interno.tomar_hilo(cual, visto);
begin
  update public.hilos_soporte h set espera_desde = null where h.id = cual;
  update public.pulso_revision set cambio = cambio + 1 where unica;
  perform interno.anotar_mirada(hilo.user_id, 'soporte', 'cerró sin responder');
end
$$;
comment on function interno.atender_hilo is 'What public.atender_hilo does.';
create function public.atender_hilo(cual uuid, visto uuid) returns void
language sql volatile set search_path = '' as $$
  select interno.atender_hilo(cual, visto)
$$;
comment on function public.atender_hilo is
  'For soporte: nothing of a thread waits any more, without an answer. Refuses as responder_hilo.';

create function interno.olvidar_soporte(ahora timestamptz default now()) returns int
language plpgsql set search_path = '' as $$
declare
  olvidados int;
begin
  delete from public.mensajes_soporte where creado_en < ahora - interval '90 days';
  get diagnostics olvidados = row_count;
  delete from public.hilos_soporte h
  where h.ultimo_en < ahora - interval '90 days' and not exists (select from public.mensajes_soporte m where m.user_id = h.user_id);
  return olvidados;
end
$$;
comment on function interno.olvidar_soporte is
  'To be called daily: what was written to the team, and its answers, is forgotten after ninety days. Returns how many messages.';

revoke all on all functions in schema interno from public, anon;
revoke all on function public.cola_soporte, public.leer_hilo, public.responder_hilo, public.atender_hilo from anon, public;
grant execute on function
  interno.cola_soporte, public.cola_soporte, interno.leer_hilo, public.leer_hilo, interno.responder_hilo, public.responder_hilo,
  interno.atender_hilo, public.atender_hilo
  to authenticated, service_role;
