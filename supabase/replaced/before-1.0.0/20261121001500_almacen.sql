-- Storage: in the bucket profiles each member has one photo at avatars/{her id}.{extension}. Photos are read by their
-- public address, which asks no policy; listing shows nobody else's.

create function interno.es_su_foto(bucket text, nombre text) returns boolean
language sql stable set search_path = '' as $$
  select bucket = 'profiles' and nombre = any (array[
    'avatars/' || auth.uid() || '.jpg', 'avatars/' || auth.uid() || '.jpeg',
    'avatars/' || auth.uid() || '.png', 'avatars/' || auth.uid() || '.webp'
  ])
$$;
comment on function interno.es_su_foto is 'Whether an object is the photo of the member who asks.';
revoke all on function interno.es_su_foto from public, anon;
grant execute on function interno.es_su_foto to authenticated, service_role;

create policy "una usuaria ve su propia foto" on storage.objects
  for select to authenticated using ((select interno.es_admitida()) and interno.es_su_foto(bucket_id, name));
create policy "una usuaria sube su propia foto" on storage.objects
  for insert to authenticated with check ((select interno.es_admitida()) and interno.es_su_foto(bucket_id, name));
create policy "una usuaria reemplaza su propia foto" on storage.objects
  for update to authenticated
  using ((select interno.es_admitida()) and interno.es_su_foto(bucket_id, name))
  with check (interno.es_su_foto(bucket_id, name));
create policy "una usuaria borra su propia foto" on storage.objects
  for delete to authenticated using ((select interno.es_admitida()) and interno.es_su_foto(bucket_id, name));
