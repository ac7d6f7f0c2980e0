-- Live changes: only what is shown live leaves through the publication. Each reader receives what her policies let her read.
alter publication supabase_realtime add table public.mensajes_sala;
