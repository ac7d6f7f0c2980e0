import { expect, it } from 'vitest'
import { unbounded } from './safeupdate.ts'

it.each([
  ['update a set b = 1', 1],
  ['update a set b = (select c from d where e)', 1],
  ['update a set b = 1 where c', 0],
  ['begin delete from a; delete from b where c; end', 1],
  ['with x as (delete from a returning b) select from x where x.b', 1],
  ['with x as (delete from a where b returning b) select from x', 0],
  ['insert into a values (1) on conflict (b) do update set c = 1', 0],
  ['select from a for update; select from a for no key update', 0],
  ['create trigger t after insert or update of b on a', 0],
  ['-- update a set b = 1\nselect 1', 0],
  [`execute format('delete from %I', tabla)`, 1],
  [`execute 'update a set b = ''x'' where c'`, 0],
  [`if tg_op = 'UPDATE' then return new; end if`, 0],
])('%s: %i', (sql, many) => {
  expect(unbounded(sql)).toHaveLength(many)
})
