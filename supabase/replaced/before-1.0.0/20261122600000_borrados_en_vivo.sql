-- Who hears live that a row is gone. Row level security cannot be asked about a row that is not there any more, and the key
-- alone does not say who could read it: accounts that are not admitted heard every deletion. With the whole old row in the
-- stream our server puts it to the table's policies, and tells each reader the key of what she could have read; the row itself
-- leaves the database for nobody. (Hosted Supabase, too, sends the key alone wherever row level security is on.)
alter table public.mensajes_sala replica identity full;
alter table public.presentes_llamada replica identity full;
alter table public.pulso_revision replica identity full;
alter table public.reportes_sala replica identity full;
alter table public.salas_comunidad replica identity full;
alter table public.senales replica identity full;
