-- What a later migration makes belongs to nobody until it grants it: Supabase gives visitors and members all of it by default, and so
-- does our own server. Every file before this one takes that back by name; `tests/privileges.txt` is what is left, on both hosts.
alter default privileges in schema public revoke all on tables from anon, authenticated;
alter default privileges in schema public revoke all on sequences from anon, authenticated;
alter default privileges in schema public revoke all on functions from anon, authenticated;
