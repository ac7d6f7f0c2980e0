-- Closing a device of hers asks who she is: else he who holds her telephone shuts her out of all the others.
create or replace function public.cerrar_equipo(cual uuid) returns int
language plpgsql volatile security definer set search_path = '' as $$
declare
  quien constant uuid := auth.uid();
  este constant uuid := nullif(auth.jwt() ->> 'session_id', '')::uuid;
  equipo text;
  cerradas int;
begin
  select interno.equipo_de(una) into equipo from auth.sessions una where una.id = cual and una.user_id = quien;
  if equipo is null then
    return 0;
  end if;
  -- Leaving the device that she is on asks for nothing.
  if not exists (
    select from auth.sessions s where s.id = este and s.user_id = quien and interno.equipo_de(s) = equipo
  ) then
    perform interno.exigir_prueba();
  end if;
  delete from auth.sessions s where s.user_id = quien and interno.equipo_de(s) = equipo;
  get diagnostics cerradas = row_count;
  return cerradas;
end
$$;
comment on function public.cerrar_equipo is
  'Ends every session of the device that this session of hers is on, at every door from the next request on; how many there were. None for a session that is not hers. PT428 without a proof of the last ten minutes, but for the device that asks.';
