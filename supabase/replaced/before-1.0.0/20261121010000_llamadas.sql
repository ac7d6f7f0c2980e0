-- Calls: who may ask create-daily-room for an address, and how often. The addresses it issues are rows of
-- public.salas_emitidas, which it writes as service_role; who asked when is kept by interno.limitar.

create function interno.pedir_llamada() returns uuid
language plpgsql set search_path = '' as $$
begin
  if not interno.es_admitida() then
    raise exception using errcode = 'PT403', message = 'Solo las usuarias admitidas pueden abrir una llamada.';
  end if;
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
  'Counts one request for a call of the member who asks and says who she is: PT403 not admitted, PT429 above five an hour.';

revoke all on function interno.pedir_llamada, public.pedir_llamada from public, anon;
grant execute on function interno.pedir_llamada, public.pedir_llamada to authenticated;
