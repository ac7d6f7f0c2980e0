-- What Supabase Realtime brings: the publication that carries changes, and the table that private channels are judged by.
do $$
begin
  if not exists (select from pg_publication where pubname = 'supabase_realtime') then
    create publication supabase_realtime;
  end if;
end
$$;

create table if not exists realtime.messages (
  id uuid not null default gen_random_uuid(),
  topic text not null,
  extension text not null,
  payload jsonb,
  event text,
  private boolean default false,
  updated_at timestamp not null default now(),
  inserted_at timestamp not null default now(),
  primary key (id, inserted_at)
);
alter table realtime.messages enable row level security;
grant select, insert on realtime.messages to anon, authenticated, service_role;

create or replace function realtime.topic() returns text language sql stable as $$
  select nullif(current_setting('realtime.topic', true), '')
$$;
grant execute on function realtime.topic() to anon, authenticated, service_role;

-- Messages that the database sends. A row of `realtime.messages` is written as the sender, so that the policies on it decide, and
-- taken out again in the same transaction: nothing of what is sent is kept. Every process hears it when the transaction ends, in
-- parts that a notice can carry. Source: Supabase documentation, "Broadcast", broadcast from the database.
create or replace function realtime.pass_on(message uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  sent text;
  parts int;
begin
  delete from realtime.messages m where m.id = message
    returning encode(convert_to(jsonb_build_object('topic', m.topic, 'event', m.event, 'payload', m.payload, 'private', m.private)::text, 'utf8'), 'base64')
    into sent;
  if sent is null then return; end if;
  sent := translate(sent, E'\n', '');
  if length(sent) > 340000 then
    raise exception 'a message takes 256 KB at most' using errcode = '54000';
  end if;
  parts := (length(sent) + 7499) / 7500;
  perform pg_notify('local_server_realtime_sent', format('%s %s %s %s', message, n, parts, substr(sent, n * 7500 + 1, 7500)))
    from generate_series(0, parts - 1) n;
end
$$;

create or replace function realtime.send(payload jsonb, event text, topic text, private boolean default true) returns void
language plpgsql set search_path = '' as $$
#variable_conflict use_variable
declare
  message uuid := gen_random_uuid();
begin
  -- What cannot be sent keeps no row from being written: its writer did not ask for a message.
  begin
    perform set_config('realtime.topic', topic, true);
    insert into realtime.messages (id, topic, extension, payload, event, private)
    values (message, topic, 'broadcast', payload, event, private);
    perform realtime.pass_on(message);
  exception when others then
    raise warning 'ErrorSendingBroadcastMessage: %', sqlerrm;
  end;
end
$$;

create or replace function realtime.broadcast_changes(
  topic_name text, event_name text, operation text, table_name text, table_schema text, new record, old record, level text default 'ROW'
) returns void language plpgsql set search_path = '' as $$
#variable_conflict use_variable
begin
  if level = 'STATEMENT' then
    raise exception 'function can only be triggered for each row, not for each statement';
  end if;
  perform realtime.send(
    jsonb_build_object('schema', table_schema, 'table', table_name, 'operation', operation,
      'record', to_jsonb(new), 'old_record', to_jsonb(old)),
    event_name, topic_name);
end
$$;
grant execute on function realtime.pass_on(uuid), realtime.send(jsonb, text, text, boolean) to anon, authenticated, service_role;
