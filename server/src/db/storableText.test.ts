import { describe, expect, it } from 'vitest'
import { storable, storableJson } from './storableText.ts'

const TEXTS: [written: string, stored: string][] = [
  ['Texto pegado\u0000 de un PDF', 'Texto pegado de un PDF'],
  ['hola \ud83d', 'hola \ufffd'],
  ['\ude00 hola', '\ufffd hola'],
  ['\ude00\ud83d', '\ufffd\ufffd'],
  ['\ud83d\u0000\ude00', '\ufffd\ufffd'],
  ['💜 \\u0000 \\ud83d "\\', '💜 \\u0000 \\ud83d "\\'],
]

describe('what can be stored of a text', () => {
  it.each(TEXTS)('%j', (written, stored) => {
    expect(storable(written)).toBe(stored)
    expect(JSON.parse(storableJson(JSON.stringify({ [written]: [written] })))).toEqual({ [stored]: [stored] })
  })

  it('is the same however JSON writes it', () => {
    expect(storableJson('"\\uD83D\\uDE00 \\ud83d\\uDe00 \\uD83D \\uDFff\\\\u0000\\\\\\u0000"')).toBe(
      '"\\uD83D\\uDE00 \\ud83d\\uDe00 \\ufffd \\ufffd\\\\u0000\\\\"',
    )
  })
})
