insert into rooms values (1, 'hall');
