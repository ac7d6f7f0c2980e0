-- Profiles: public.profiles is the table of the specification, as a view over two tables with different readers.
-- What members see of each other (username, foto_url) lies in one, what only its owner sees in the other, and row level
-- security of both applies to whoever asks (security_invoker), so that another's private fields are null in every call.

create function interno.generar_codigo() returns text
language plpgsql volatile set search_path = '' as $$
declare
  -- Without look-alikes: no 0 and O, no 1, I and L.
  alfabeto constant text := '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
  azar bytea;
  octeto int;
  codigo text := '';
begin
  while char_length(codigo) < 8 loop
    azar := decode(replace(gen_random_uuid()::text, '-', ''), 'hex');
    -- Bytes 6 and 8 of a random uuid carry its version; 248 is the largest multiple of 31 that a byte can hold.
    foreach octeto in array array[0, 1, 2, 3, 4, 5, 9, 10, 11, 12, 13, 14, 15] loop
      if get_byte(azar, octeto) < 248 and char_length(codigo) < 8 then
        codigo := codigo || substr(alfabeto, get_byte(azar, octeto) % 31 + 1, 1);
      end if;
    end loop;
  end loop;
  return codigo;
end
$$;
comment on function interno.generar_codigo is 'An invitation code: 8 random characters without look-alikes.';

create table interno.perfiles (
  id uuid primary key references auth.users on delete cascade,
  username text not null check (char_length(username) between 1 and 60 and interno.tiene_texto(username)),
  -- Other origins are also stopped by the page's content security policy.
  foto_url text check (interno.es_enlace(foto_url))
);
comment on table interno.perfiles is 'What admitted members see of each other. Made at admission, changed by its owner.';
alter table interno.perfiles enable row level security;
alter table interno.perfiles force row level security;
revoke all on interno.perfiles from anon, authenticated;
grant select, update (username, foto_url) on interno.perfiles to authenticated;
grant all on interno.perfiles to service_role;

create policy "una usuaria admitida lee los nombres y las fotos" on interno.perfiles
  for select to authenticated using ((select interno.es_admitida()));
create policy "una usuaria cambia su propio nombre y su foto" on interno.perfiles
  for update to authenticated
  using ((select interno.es_admitida()) and (select auth.uid()) = id)
  with check ((select auth.uid()) = id);

create table interno.perfiles_privados (
  id uuid primary key references interno.perfiles on delete cascade,
  momento_vida text not null default 'emprendiendo'
    check (momento_vida in ('feliz', 'duelo', 'emprendiendo', 'soledad', 'maternando')),
  tipo_plan text not null default 'basico' check (tipo_plan in ('basico', 'premium')),
  codigo_invitacion text not null unique default interno.generar_codigo()
    check (codigo_invitacion ~ '^[2-9A-HJKMNP-Z]{8}$'),
  email text
);
comment on table interno.perfiles_privados is 'What only its owner sees of a profile.';
alter table interno.perfiles_privados enable row level security;
alter table interno.perfiles_privados force row level security;
revoke all on interno.perfiles_privados from anon, authenticated;
grant select, update (momento_vida, tipo_plan) on interno.perfiles_privados to authenticated;
grant all on interno.perfiles_privados to service_role;

create policy "una usuaria lee lo privado de su perfil" on interno.perfiles_privados
  for select to authenticated using ((select interno.es_admitida()) and (select auth.uid()) = id);
create policy "una usuaria cambia lo privado de su perfil" on interno.perfiles_privados
  for update to authenticated
  using ((select interno.es_admitida()) and (select auth.uid()) = id)
  with check ((select auth.uid()) = id);

create view public.profiles with (security_invoker = true) as
  select p.id, p.username, p.foto_url, q.momento_vida, q.tipo_plan, q.codigo_invitacion, q.email
  from interno.perfiles p left join interno.perfiles_privados q on q.id = p.id;
comment on view public.profiles is
  'Every admitted member''s username and photo; momento_vida, tipo_plan, codigo_invitacion and email are null but for one''s own.';
revoke all on public.profiles from anon, authenticated;
grant select, update (username, foto_url, momento_vida, tipo_plan) on public.profiles to authenticated;
grant all on public.profiles to service_role;

-- Runs with the rights of whoever updates the view, so the two tables' own policies decide.
create function interno.cambiar_perfil() returns trigger
language plpgsql set search_path = '' as $$
begin
  if tg_op <> 'UPDATE' then
    -- Without this, PostgreSQL would answer "cannot insert into view" before it looks at who asks.
    raise exception using errcode = '42501', message = 'Un perfil nace y muere con su cuenta.';
  end if;
  if new.username is distinct from old.username then
    new.username := interno.nombre_limpio(new.username);
    if char_length(new.username) not between 3 and 30 then
      raise exception using errcode = '23514', message = 'Tu nombre debe tener entre 3 y 30 caracteres.';
    end if;
  end if;
  update interno.perfiles set username = new.username, foto_url = new.foto_url where id = old.id;
  if not found then
    return null;
  end if;
  update interno.perfiles_privados set momento_vida = new.momento_vida, tipo_plan = new.tipo_plan where id = old.id;
  return new;
end
$$;
comment on function interno.cambiar_perfil is 'Instead-of trigger: an update of public.profiles reaches the tables behind it.';
create trigger cambiar_perfil instead of insert or update or delete on public.profiles
  for each row execute function interno.cambiar_perfil();

-- The copy of the address follows the account's.
create function interno.seguir_correo() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update interno.perfiles_privados set email = new.email where id = new.id;
  return null;
end
$$;
comment on function interno.seguir_correo is 'Trigger on auth.users: keeps perfiles_privados.email equal to the account''s address.';
create trigger seguir_correo after update of email on auth.users
  for each row when (old.email is distinct from new.email) execute function interno.seguir_correo();

revoke all on all functions in schema interno from public, anon;
