insert into tags (name) values ('one'), ('two'), ('three');
