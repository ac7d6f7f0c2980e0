-- Calls that happen inside the house: who is in one, and who may hear whose signalling.

create table public.presentes_llamada (
  id uuid primary key default gen_random_uuid(),
  llamada_id uuid not null references public."Salas" on delete cascade,
  user_id uuid not null references interno.perfiles on delete cascade,
  visto_en timestamptz not null default clock_timestamp(),
  unique (llamada_id, user_id)
);
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
language sql stable security definer set search_path = '' as $$
  select coalesce(array_agg(p.llamada_id), '{}')
  from public.presentes_llamada p join public."Salas" s on s.id = p.llamada_id
  where p.user_id = auth.uid() and p.visto_en > clock_timestamp() - interval '45 seconds'
    and s.esta_activa and s.vence_en > now()
$$;
comment on function interno.llamadas_de_quien_pregunta is
  'The open calls in which she who asks is now. For policies alone.';

create policy "quien está en una llamada lee quién más está" on public.presentes_llamada
  for select to authenticated using (
    (select interno.es_admitida())
    and (
      user_id = (select auth.uid())
      or (
        llamada_id = any ((select interno.llamadas_de_quien_pregunta())::uuid[])
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

create function interno.seguir_en_llamada() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.visto_en := clock_timestamp();
  return new;
end
$$;
comment on function interno.seguir_en_llamada is 'Trigger: whoever says that she is still there is there now, not later.';
create trigger seguir before update on public.presentes_llamada
  for each row execute function interno.seguir_en_llamada();

-- With its owner's rights: counting the others must see also those whom a block hides from her.
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
  where llamada_id = llamada and (user_id = quien or visto_en < clock_timestamp() - interval '45 seconds');
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

-- A member of a call is reported by her stay in it, as she who reports sees it.
create or replace function interno.preparar_reporte_sala() returns trigger
language plpgsql set search_path = '' as $$
begin
  perform interno.limitar('reporte de sala', array[30], array[interval '1 day']);
  if new.origen = 'mensaje' then
    select sala_id, user_id, contenido, creado_en
    into new.sala_id, new.autora_id, new.contenido, new.escrito_en
    from public.mensajes_sala where id = new.mensaje_id;
    if not found then
      raise exception using errcode = 'PT404', message = 'Ese mensaje ya no está.';
    end if;
  else
    select s.id into new.sala_id
    from public.presentes_llamada p left join public.salas_comunidad s on s.sala_video_id = p.llamada_id
    where p.user_id = new.autora_id and p.llamada_id = any (interno.llamadas_de_quien_pregunta());
    if not found then
      raise exception using errcode = 'PT404', message = 'Esa persona ya no está.';
    end if;
  end if;
  return new;
end
$$;

-- Signalling: whoever is in the call hears her who is in it; only she speaks in her own topic.
create function interno.oye_llamada(tema text) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  if tema !~ '^llamada:[0-9a-f-]{36}$' then
    return false;
  end if;
  -- As she who asks: the row is there for her only if she may see it.
  return exists (
    select from public.presentes_llamada
    where id = substr(tema, 9)::uuid and llamada_id = any (interno.llamadas_de_quien_pregunta())
  );
end
$$;
comment on function interno.oye_llamada is 'Whether a live topic `llamada:<id>` is that of somebody in a call in which she who asks is too.';

create function interno.habla_en_llamada(tema text) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  if not interno.oye_llamada(tema) then
    return false;
  end if;
  return exists (select from public.presentes_llamada where id = substr(tema, 9)::uuid and user_id = auth.uid());
end
$$;
comment on function interno.habla_en_llamada is 'Whether a live topic `llamada:<id>` is her own who asks.';

drop policy "las usuarias oyen cuántas hay en una sala" on realtime.messages;
drop policy "las usuarias dicen que están en una sala" on realtime.messages;
create policy "las usuarias oyen su sala y su llamada" on realtime.messages
  for select to authenticated using (
    (select interno.es_admitida()) and (
      (extension = 'presence' and (select interno.oye_tema((select realtime.topic()))))
      or (extension = 'broadcast' and (select interno.oye_llamada((select realtime.topic()))))
    )
  );
create policy "las usuarias están en su sala y hablan en su llamada" on realtime.messages
  for insert to authenticated with check (
    (select interno.es_admitida()) and (
      (extension = 'presence' and (select interno.oye_tema((select realtime.topic()))))
      or (extension = 'broadcast' and (select interno.habla_en_llamada((select realtime.topic()))))
    )
  );

alter publication supabase_realtime add table public.presentes_llamada;

revoke all on function
  interno.llamadas_de_quien_pregunta, interno.seguir_en_llamada, interno.entrar_llamada, public.entrar_llamada,
  interno.oye_llamada, interno.habla_en_llamada
  from public, anon;
grant execute on function
  interno.llamadas_de_quien_pregunta, interno.entrar_llamada, public.entrar_llamada, interno.oye_llamada,
  interno.habla_en_llamada
  to authenticated, service_role;
