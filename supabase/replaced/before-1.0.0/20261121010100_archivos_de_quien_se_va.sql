-- Leaving: with an account go its files. Their rows go here; the storage server removes what no row names any more.

create function interno.borrar_archivos() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- Hosted Supabase refuses a delete by SQL unless it is said to be meant.
  perform set_config('storage.allow_delete_query', 'true', true);
  delete from storage.objects
  where owner_id = old.id::text or bucket_id = 'profiles' and starts_with(name, 'avatars/' || old.id || '.');
  return null;
end
$$;
comment on function interno.borrar_archivos is 'Trigger on auth.users: the files of an account leave with it.';
revoke all on function interno.borrar_archivos from public, anon;

create trigger borrar_archivos after delete on auth.users
  for each row execute function interno.borrar_archivos();
