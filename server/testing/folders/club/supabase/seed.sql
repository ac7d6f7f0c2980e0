insert into public.books (id, title, shelf, pages, added_by) values (1, 'Rayuela', 'A', 600, null), (2, 'Los ríos profundos', 'B', 250, null);
select setval(pg_get_serial_sequence('public.books', 'id'), 100);
