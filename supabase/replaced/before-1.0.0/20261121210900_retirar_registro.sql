-- An account whose owner says that the community is not for her (or him) leaves nothing behind.

create function interno.retirar_registro() returns void
language sql volatile security definer set search_path = '' as $$
  delete from auth.users u where u.id = auth.uid()
    and not exists (select from interno.admisiones a where a.user_id = u.id)
    and not exists (select from interno.administradoras a where a.user_id = u.id)
$$;
comment on function interno.retirar_registro is 'What public.retirar_registro does.';

create function public.retirar_registro() returns void
language sql volatile set search_path = '' as $$
  select interno.retirar_registro()
$$;
comment on function public.retirar_registro is
  'Deletes the account that asks, if it was never admitted; an admitted one, and the admin''s, stay as they are.';

revoke all on function interno.retirar_registro, public.retirar_registro from public, anon;
grant execute on function interno.retirar_registro, public.retirar_registro to authenticated;
