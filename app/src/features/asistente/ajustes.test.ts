import { expect, it } from 'vitest'
import { ajustesOf } from './ajustes.ts'

it('is called «Psicóloga AI» until she says otherwise', () => {
  expect(ajustesOf(undefined)).toEqual({ name: 'Psicóloga AI', avatar: '' })
  expect(ajustesOf({ name: 'Luz', avatar: '' })).toEqual({ name: 'Luz', avatar: '' })
})

it.each(['', 'no es JSON', null, 7, [], { name: 7, avatar: {} }, { name: '  ' }])(
  'what cannot be read counts as nothing: %s',
  (kept) => {
    expect(ajustesOf(kept)).toEqual({ name: 'Psicóloga AI', avatar: '' })
  },
)
