insert into catalog.products values ('pen', 'A pen', 150, 10), ('ink', 'Ink', 900, 3), ('paper', 'Paper', 400, 0);
