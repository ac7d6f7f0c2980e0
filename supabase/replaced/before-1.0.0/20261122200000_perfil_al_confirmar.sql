-- A member is made when her address, or her telephone, is confirmed: until then an account is a claim that anybody can make
-- with anybody's address. A profile at the sign-up told who had an account already (no row for the number that the sign-up
-- answered), and gave whoever typed her address first a place among the members.
-- Accounts that exist keep what they have.

create or replace function interno.recibir_cuenta() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  datos constant jsonb := coalesce(new.raw_user_meta_data, '{}');
  identidad constant text := interno.identidad_declarada(datos);
begin
  if identidad is not null then
    perform interno.admitir(
      new.id, identidad, datos ->> 'username', new.email, datos ->> 'codigo',
      (datos -> 'comparte_nombre') = 'true'::jsonb
    );
  end if;
  return null;
end
$$;
comment on function interno.recibir_cuenta is
  'Trigger on auth.users: admits an account at its confirmation, if its sign-up metadata states an accepted identity (username, codigo and comparte_nombre come along).';

drop trigger recibir_cuenta on auth.users;
-- Who comes confirmed already: from the installation, or by an identity provider.
create trigger recibir_cuenta after insert on auth.users
  for each row when (coalesce(new.email_confirmed_at, new.phone_confirmed_at) is not null)
  execute function interno.recibir_cuenta();
-- The first confirmation, and no other: metadata that she rewrites later decides nothing.
-- By its name it comes before recibir_confirmacion, which counts the referral of an account that waits for it since before.
create trigger recibir_al_confirmar after update of email_confirmed_at, phone_confirmed_at on auth.users
  for each row when (
    coalesce(old.email_confirmed_at, old.phone_confirmed_at) is null
    and coalesce(new.email_confirmed_at, new.phone_confirmed_at) is not null
  )
  execute function interno.recibir_cuenta();

comment on table interno.invitaciones is
  'Who invited an account, for the moment between its admission and its referral; of accounts made before profiles waited for the confirmation, until that. Nobody''s to read.';
