-- Leaving for good. With the account go its rows, by their foreign keys, and its files, by the trigger borrar_archivos.

create function public.eliminar_mi_cuenta(ensayo boolean default false) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  -- When she last proved who she is: whoever only holds her unlocked phone cannot take everything from her.
  probada constant numeric := (
    select max((prueba ->> 'timestamp')::numeric)
    from jsonb_array_elements(
      coalesce(nullif(current_setting('request.jwt.claims', true), '')::jsonb -> 'amr', '[]')
    ) prueba
  );
begin
  if auth.uid() is null then
    raise exception using errcode = '42501', message = 'Solo se puede eliminar la cuenta propia.';
  end if;
  if exists (select from interno.administradoras where user_id = auth.uid()) then
    raise exception using errcode = 'PT403', message = 'La cuenta que administra no se elimina desde aquí.';
  end if;
  if coalesce(probada, 0) < extract(epoch from now() - interval '10 minutes') then
    raise exception using errcode = 'PT428', message = 'Para eliminar tu cuenta, confirma primero que eres tú.';
  end if;
  if not ensayo then
    delete from auth.users where id = auth.uid();
  end if;
end
$$;
comment on function public.eliminar_mi_cuenta is
  'Deletes the account that asks, with all its rows and files; ensayo only says whether it may. Not the admin''s (PT403); PT428 more than ten minutes after she entered.';

revoke all on function public.eliminar_mi_cuenta from public, anon;
grant execute on function public.eliminar_mi_cuenta to authenticated;
