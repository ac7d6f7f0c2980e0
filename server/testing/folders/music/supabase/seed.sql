insert into public.artists (id, name, born, genres, meta) values
  (1, 'Mercedes Sosa', 1935, '{folk}', '{"town": "Tucumán", "founded": 1959, "tags": ["a", "b"], "home": {"zip": "4000"}}'),
  (2, 'Violeta Parra', 1917, '{folk,poetry}', '{"town": "San Carlos", "founded": 1953, "home": {"zip": "3340000"}}'),
  (3, 'Nina Simone', 1933, '{jazz,soul}', '{"town": "Tryon", "founded": null}'),
  (4, 'Café, "Tacvba"', null, '{rock}', null);
insert into public.labels values (1, 'Philips', 'NL'), (2, 'Odeón', null);
insert into public.albums (id, artist_id, label_id, title, year, price) values
  (1, 1, 1, 'Canciones con fundamento', 1965, 10), (2, 1, 1, 'Mujeres argentinas', 1969, 12.5),
  (3, 2, 2, 'Las últimas composiciones', 1966, 8), (4, 3, 1, 'Pastel Blues', 1965, 15), (5, 4, null, 'Re', 1994, null);
insert into public.tracks (id, album_id, title, seconds) values
  (1, 2, 'Alfonsina y el mar', 283), (2, 2, 'Juana Azurduy', 200), (3, 3, 'Gracias a la vida', 278), (4, 3, 'Volver a los 17', 230),
  (5, 4, 'Sinnerman', 622), (6, 4, 'Be My Husband', 205), (7, 5, 'Ingrata', null);
insert into public.playlists values (1, 'Sunday'), (2, 'Empty');
insert into public.playlist_tracks values (1, 1, 1), (1, 3, 2), (1, 5, 3);
insert into public.messages values (1, 'hola', 1, 2), (2, 'chau', 2, 1), (3, null, 3, null);
insert into public.bookings values
  (1, 'Emerald', '[2000-01-01 13:00,2000-01-01 15:00)', '[1,5)', '{[2000-01-01 13:00,2000-01-01 14:00)}'),
  (2, 'Topaz', '[2000-01-02 09:00,2000-01-02 10:00)', '[5,9)', null);
insert into public.stock values (1, 1, 1, 3), (1, 2, 2, 0), (2, 1, 3, 7);
insert into public.listeners (id, username, mood, big, spent, bytes, "Weird Name") values
  ('00000000-0000-4000-8000-000000000001', 'ana', 'happy', 9007199254740993, '(3,EUR)', '\xdead', 'x'),
  ('00000000-0000-4000-8000-000000000002', 'bea', 'sad', null, null, null, null);
insert into public.categories values (1, 'music', null), (2, 'rock', 1), (3, 'folk', 1), (4, 'nueva canción', 3);
select setval(pg_get_serial_sequence('public.artists', 'id'), 100), setval(pg_get_serial_sequence('public.albums', 'id'), 100),
  setval(pg_get_serial_sequence('public.tracks', 'id'), 100);
