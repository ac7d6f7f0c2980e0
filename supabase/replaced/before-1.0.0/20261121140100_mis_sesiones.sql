-- Where she is signed in: for the list of devices in her profile.

create function public.mis_sesiones()
returns table (id uuid, abierta_en timestamptz, usada_en timestamptz, navegador text, esta boolean)
language sql stable security definer set search_path = '' as $$
  select s.id, s.created_at, greatest(s.created_at, s.refreshed_at at time zone 'utc'), s.user_agent,
    coalesce(s.id = (auth.jwt() ->> 'session_id')::uuid, false)
  from auth.sessions s
  where s.user_id = auth.uid() and (s.not_after is null or s.not_after > now())
  order by 3 desc
$$;
comment on function public.mis_sesiones is
  'Open sessions of the account that asks: since when, last renewed, by which browser, and which one is asking. Addresses of the network stay out of it.';
revoke all on function public.mis_sesiones from public, anon;
grant execute on function public.mis_sesiones to authenticated;
