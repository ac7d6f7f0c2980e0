import { expect, it } from 'vitest'
import { readCorreoChange } from './correoChange.ts'

it.each([
  ['', '', 'nada'],
  ['?code=abc', '', 'hecho'],
  ['', '#type=email_change', 'hecho'],
  ['', '#message=Confirmation+link+accepted.+Please+proceed+to+confirm+link+sent&type=email_change', 'medio'],
  ['?message=Confirmation+link+accepted', '', 'medio'],
  [
    '',
    '#message=Both+addresses+are+confirmed.+The+change+will+be+made+after+a+day&type=email_change',
    'espera',
  ],
])('%j and %j: %s', (search, hash, expected) => {
  expect(readCorreoChange({ search, hash })).toBe(expected)
})
