-- Legal policies: the one table that a visitor may read. A published version never changes; a correction is a new version.

create table public.politicas_legales (
  id uuid primary key default gen_random_uuid(),
  titulo text not null check (char_length(titulo) <= 200 and interno.tiene_texto(titulo)),
  version text not null unique check (char_length(version) <= 20 and interno.tiene_texto(version)),
  contenido text not null check (char_length(contenido) <= 500000 and interno.tiene_texto(contenido)),
  publicada_en timestamptz not null default now(),
  clave text unique
);
comment on table public.politicas_legales is
  'Terms and privacy: visitors and members read what is published (publicada_en in the past), the admin publishes.';
comment on column public.politicas_legales.contenido is
  'HTML. Sanitised where it is shown; what could run is also refused here.';
alter table public.politicas_legales add constraint politicas_legales_sin_codigo check (
  contenido !~* '<\s*/?\s*(script|style|iframe|frame|object|embed|applet|base|link|meta|form|input|button|svg|math|template)\M'
  and contenido !~* '<[^>]*[\s/"'']on[a-z]+\s*='
  and contenido !~* '<[^>]*(javascript|vbscript|data)\s*:'
);
create index politicas_legales_publicada_en_idx on public.politicas_legales (publicada_en desc);

alter table public.politicas_legales enable row level security;
alter table public.politicas_legales force row level security;
revoke all on public.politicas_legales from anon, authenticated;
grant select on public.politicas_legales to anon;
grant select, insert (id, titulo, version, contenido, publicada_en) on public.politicas_legales to authenticated;
grant all on public.politicas_legales to service_role;

create policy "cualquiera lee las políticas publicadas" on public.politicas_legales
  for select to anon, authenticated using (publicada_en <= now());
create policy "la admin publica políticas" on public.politicas_legales
  for insert to authenticated with check ((select interno.es_admin()));
