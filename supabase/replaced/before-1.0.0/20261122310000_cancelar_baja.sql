-- «No fui yo»: who undoes a change of her account with its proof takes back a deletion that waits, too.

create function interno.cancelar_baja(cuenta uuid) returns void
language sql volatile security definer set search_path = '' as $$
  delete from interno.bajas_pendientes where user_id = cuenta
$$;
comment on function interno.cancelar_baja is
  'Takes back a deletion that waits for its day; called by the auth door once she has proven herself.';
revoke all on function interno.cancelar_baja from public, anon, authenticated;
grant execute on function interno.cancelar_baja to supabase_auth_admin;
