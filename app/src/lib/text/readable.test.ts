import { describe, expect, it } from 'vitest'
import { hasTexto, isEmojiOnly, lengthOf, readable } from './readable.ts'

describe('legible', () => {
  it.each([
    ['Hola', 'Hola'],
    ['  Hola \r\n', 'Hola'],
    ['a\u202egpj.exe', 'agpj.exe'],
    ['\u2066Bea\u2069: hola\u200b', 'Bea: hola'],
    ['uno\n\n\n\n \n\ndos', 'uno\n\ndos'],
    ['👩‍👧 ❤️', '👩‍👧 ❤️'],
    [`z${'\u0335'.repeat(60)}`, `z${'\u0335'.repeat(4)}`],
    ['<b>Bea</b> & <script>', '<b>Bea</b> & <script>'],
  ])('%j → %j', (text, expected) => expect(readable(text)).toBe(expected))
})

describe('hasTexto', () => {
  it.each([
    ['', false],
    [' \n\t', false],
    ['\u200b\u200d\ufeff\u202e', false],
    ['❤️', true],
    ['.', true],
  ])('%j: %s', (text, expected) => expect(hasTexto(text)).toBe(expected))
})

it('counts characters as the database does', () => expect(lengthOf('ñ👩‍👧')).toBe(4))

it('emoji alone are known, up to three', () => {
  expect(['💜', '👩‍👩‍👧 💜', '🇲🇽🇦🇷'].map(isEmojiOnly)).toEqual([true, true, true])
  expect(['💜💜💜💜', '3', 'hola 💜', ''].map(isEmojiOnly)).toEqual([false, false, false, false])
})
