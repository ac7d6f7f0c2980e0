import { expect, it } from 'vitest'
import { ownRuta } from './lecturas.ts'

it.each([
  ['/cuadernos/cuaderno-1.pdf', '/cuadernos/cuaderno-1.pdf'],
  ['https://casa.mx/storage/v1/object/public/biblioteca/a.pdf', '/storage/v1/object/public/biblioteca/a.pdf'],
  ['https://otra.mx/libro.pdf', null],
  ['http://casa.mx/libro.pdf', null],
])('a book at %s is ours at %s', (url, path) => {
  expect(ownRuta(url, 'https://casa.mx')).toBe(path)
})
