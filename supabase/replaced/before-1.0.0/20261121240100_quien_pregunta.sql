-- Who asks is read from the claims once for each question. Written into the condition it was read again for every row of a
-- small table, which PostgreSQL reads from end to end: a hundred times over for each reader of each message of a circle.

create or replace function interno.es_admitida() returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  quien uuid := auth.uid();
begin
  return exists (select from interno.admisiones where user_id = quien);
end
$$;

create or replace function interno.es_admin() returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  quien uuid := auth.uid();
begin
  return exists (
    select from interno.administradoras a join interno.admisiones using (user_id) where a.user_id = quien
  );
end
$$;

create or replace function interno.llamadas_de_quien_pregunta() returns uuid[]
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

create or replace function interno.habla_en_llamada(tema text) returns boolean
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
