-- Where she is in, device by device, and how to close one of them alone.

create function interno.equipo_de(sesion auth.sessions) returns text
language sql stable set search_path = '' as $$
  select case when sesion.tag ~ '^device:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then sesion.tag
    else sesion.id::text end
$$;
comment on function interno.equipo_de is
  'What stands for the device of a session: the mark that our server gives each browser, or the session itself where there is none (hosted Supabase).';
revoke all on function interno.equipo_de from public;

create function public.mis_equipos()
returns table (id uuid, nombre text, desde timestamptz, usado_en timestamptz, navegadores text[], este boolean)
language sql stable security definer set search_path = '' as $$
  with abiertas as (
    select s.id, interno.equipo_de(s) as equipo, s.created_at, s.user_agent,
      greatest(s.created_at, s.refreshed_at at time zone 'utc') as usada_en
    from auth.sessions s
    where s.user_id = auth.uid() and (s.not_after is null or s.not_after > now())
  )
  select (array_agg(a.id order by a.usada_en desc, a.id))[1],
    -- The same on every screen of hers, and another one in every other account.
    upper(substr(md5(a.equipo || ' ' || auth.uid()), 1, 4)),
    min(a.created_at), max(a.usada_en),
    array_agg(distinct coalesce(a.user_agent, '')),
    coalesce(bool_or(a.id = (auth.jwt() ->> 'session_id')::uuid), false)
  from abiertas a
  group by a.equipo
  order by 6 desc, 4 desc
$$;
comment on function public.mis_equipos is
  'Devices in which the account that asks is open, the one that asks first: a short name to tell them apart, since when, last renewed, by which browsers. A device is one mark (auth.sessions.tag), never one kind of browser; sessions without one stand for themselves. No addresses.';
revoke all on function public.mis_equipos from public, anon;
grant execute on function public.mis_equipos to authenticated;

create function public.cerrar_equipo(cual uuid) returns int
language plpgsql volatile security definer set search_path = '' as $$
declare
  quien constant uuid := auth.uid();
  cerradas int;
begin
  delete from auth.sessions s
  where s.user_id = quien and interno.equipo_de(s) = (
    select interno.equipo_de(una) from auth.sessions una where una.id = cual and una.user_id = quien
  );
  get diagnostics cerradas = row_count;
  return cerradas;
end
$$;
comment on function public.cerrar_equipo is
  'Ends every session of the device that this session of hers is on, at every door from the next request on; how many there were. None for a session that is not hers.';
revoke all on function public.cerrar_equipo from public, anon;
grant execute on function public.cerrar_equipo to authenticated;
