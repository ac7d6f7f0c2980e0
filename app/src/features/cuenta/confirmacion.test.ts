import { expect, it } from 'vitest'
import { isHerRegistro, readConfirmacion } from './confirmacion.ts'

it.each([
  ['', '', { tokenHash: null, confirmed: true, byHand: true }],
  ['', '#', { tokenHash: null, confirmed: true, byHand: true }],
  ['?code=abc', '', { tokenHash: null, confirmed: true, byHand: false }],
  ['', '#type=signup&token_hash=pkce_a1', { tokenHash: 'pkce_a1', confirmed: false, byHand: false }],
  [
    '',
    '#message=Email+confirmed&type=signup&token_hash=a1',
    { tokenHash: 'a1', confirmed: true, byHand: false },
  ],
  ['', '#message=Email+already+confirmed&type=signup', { tokenHash: null, confirmed: true, byHand: false }],
])('%j and %j', (search, hash, expected) => {
  expect(readConfirmacion({ search, hash })).toEqual(expected)
})

it.each([
  ['#type=signup&token_hash=a1', false, false],
  ['#type=signup&token_hash=a1', true, true],
  ['#message=Email+confirmed&type=signup&token_hash=a1', true, false],
  ['', false, true],
])('%j, with a session that came along: %s', (hash, entroPorEnlace, expected) => {
  expect(isHerRegistro(readConfirmacion({ search: '', hash }), entroPorEnlace)).toBe(expected)
})
