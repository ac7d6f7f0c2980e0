import { expect, it } from 'vitest'
import { storable, storableJson } from './storable.ts'

it.each([
  ['Texto pegado\u0000 de un PDF', 'Texto pegado de un PDF'],
  ['hola \ud83d', 'hola \ufffd'],
  ['\ude00\ud83d 💜', '\ufffd\ufffd 💜'],
  ['\\u0000 \\ud83d "\\', '\\u0000 \\ud83d "\\'],
])('%j can be stored as %j', (written, stored) => {
  expect(storable(written)).toBe(stored)
  expect(JSON.parse(storableJson(JSON.stringify({ [written]: [written] })))).toEqual({ [stored]: [stored] })
})

it('a pair written as escapes is one character', () => {
  expect(storableJson('"\\uD83D\\ude00 \\uD83D\\\\u0000"')).toBe('"\\uD83D\\ude00 \\ufffd\\\\u0000"')
})
