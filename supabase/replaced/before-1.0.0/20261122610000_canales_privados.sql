-- Every live channel is private: where the installation takes no public ones (our server's default; on hosted Supabase the switch
-- «Allow public access», docs/hosted.md) whoever listens to changes needs a topic that she may enter. Nobody speaks in these: each
-- is the client's own, made for one screen, and what is heard there the tables' policies say row by row.
drop policy "las usuarias oyen su sala y su llamada" on realtime.messages;
create policy "las usuarias oyen su sala, su llamada y sus cambios" on realtime.messages
  for select to authenticated using (
    ((select interno.es_admitida()) and (
      (extension = 'presence' and (select interno.oye_tema((select realtime.topic()))))
      or (extension = 'broadcast' and (select interno.oye_llamada((select realtime.topic()))))
    ))
    or (
      extension = 'broadcast'
      and (select realtime.topic()) ~ '^(mensajes|presentes|historias|revision):[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
      and ((select interno.es_admitida()) or (select interno.es_admin()))
    )
  );
