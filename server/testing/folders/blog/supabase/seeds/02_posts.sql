insert into posts (title, status)
select 'Post number ' || n, (case when n % 2 = 0 then 'published' else 'draft' end)::post_status from generate_series(1, 20) n;
insert into post_tags select p.id, t.id from posts p, tags t where p.id % t.id = 0;
