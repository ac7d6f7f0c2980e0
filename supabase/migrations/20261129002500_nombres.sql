-- Whose name is read. Another member is read by name once she has shown herself, and while something of hers is in sight: a message
-- in a circle, a published story that she signed, or, by those who are in it with her, a call. If every member could be listed, a
-- friend who declined to be named to her inviter would be the one new row of that second.
-- Last of all areas, because the one rule below asks nearly every table that shows a name.

-- The fact: interno.perfiles.se_muestra ---------------------------------------------------------------------------------------

-- With its owner's rights: neither a member nor the admin writes this about anybody.
create function interno.mirar_si_se_muestra(quien uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  -- Waits for a transaction that writes a message of hers at this moment (its foreign key locks her row), and makes the next one wait.
  perform from interno.perfiles where id = quien for update;
  if not found then
    return;
  end if;
  update interno.perfiles p set se_muestra = ahora.se_muestra
  from (
    select exists (select from public.mensajes_sala where user_id = quien)
      or exists (
        select from interno.autorias_historias a join interno.historias h on h.id = a.id
        where a.user_id = quien and not a.anonima and h.estado = 'publicada'
      ) as se_muestra
  ) ahora
  where p.id = quien and p.se_muestra <> ahora.se_muestra;
end
$$;
comment on function interno.mirar_si_se_muestra is 'Brings se_muestra of one member in line with what of hers is in sight.';

create function interno.mostrarse() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update interno.perfiles set se_muestra = true where id = new.user_id and not se_muestra;
  return null;
end
$$;
comment on function interno.mostrarse is 'Trigger: a member who writes in a circle shows her name there.';
create trigger mostrarse after insert on public.mensajes_sala
  for each row execute function interno.mostrarse();

create function interno.ocultarse() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- In one order, so that two who remove messages at once do not wait for each other in a ring.
  perform interno.mirar_si_se_muestra(autoras.user_id)
  from (select distinct user_id from viejas where user_id is not null order by user_id) autoras;
  return null;
end
$$;
comment on function interno.ocultarse is 'Trigger: a member who took back the last of her messages is not shown by them any more.';
-- Named so that it comes before cupo_borrar: who writes a message locks her profile first (its foreign key, mostrarse) and her count
-- after, and two who took them in different order would wait for each other in a ring.
create trigger antes_ocultarse after delete on public.mensajes_sala
  referencing old table as viejas for each statement execute function interno.ocultarse();

create function interno.mostrar_autora() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  quien uuid;
begin
  if tg_table_name = 'autorias_historias' then
    quien := old.user_id;
  else
    quien := (select user_id from interno.autorias_historias where id = new.id and not anonima);
  end if;
  if quien is not null then
    perform interno.mirar_si_se_muestra(quien);
  end if;
  return null;
end
$$;
comment on function interno.mostrar_autora is 'Trigger: a story shows the author who signed it while it is published.';
create trigger mostrar_autora after insert or update of estado on interno.historias
  for each row when (new.estado = 'publicada') execute function interno.mostrar_autora();
create trigger mostrar_autora_ya_no after update of estado on interno.historias
  for each row when (old.estado = 'publicada' and new.estado <> 'publicada') execute function interno.mostrar_autora();
create trigger mostrar_autora after update of anonima on interno.autorias_historias
  for each row when (old.anonima <> new.anonima) execute function interno.mostrar_autora();
create trigger mostrar_autora_al_retirar after delete on interno.autorias_historias
  for each row when (not old.anonima) execute function interno.mostrar_autora();

-- Who reads -------------------------------------------------------------------------------------------------------------------

create policy "se leen el nombre propio y los de quienes se muestran" on interno.perfiles
  for select to authenticated using (
    (select interno.es_admitida())
    and (
      id = (select auth.uid())
      or (
        (
          ((select interno.participa()) and se_muestra)
          -- With the caller's rights: who is in a call with her now, and friends she invited who agreed to be named.
          or id in (select p.user_id from public.presentes_llamada p)
          or ((select interno.participa()) and id in (select r.referido_id from public.referidos r))
        )
        and id <> all ((select interno.bloqueos_de_quien_pregunta())::uuid[])
      )
      -- The moderadoras: whom they have to answer, or to answer for; the administradoras the team besides.
      or (
        (select interno.es_moderadora())
        and (
          se_muestra
          or id in (select r.autora_id from public.reportes_sala r)
          or id in (select s.user_id from public.suspensiones s)
          or id in (select a.user_id from interno.autorias_historias a)
        )
      )
      or ((select interno.es_admin()) and id in (select i.user_id from public.integrantes i))
    )
  );

revoke all on all functions in schema interno from public, anon;
