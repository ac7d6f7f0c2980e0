import { describe, expect, it } from 'vitest'
import { hayTexto, isEmojiOnly, largo, legible, parts } from './texto.ts'

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
  ])('%j → %j', (text, expected) => expect(legible(text)).toBe(expected))
})

describe('hayTexto', () => {
  it.each([
    ['', false],
    [' \n\t', false],
    ['\u200b\u200d\ufeff\u202e', false],
    ['❤️', true],
    ['.', true],
  ])('%j: %s', (text, expected) => expect(hayTexto(text)).toBe(expected))
})

it('emoji alone are known, up to three', () => {
  expect(['💜', '👩‍👩‍👧 💜', '🇲🇽🇦🇷'].map(isEmojiOnly)).toEqual([true, true, true])
  expect(['💜💜💜💜', '3', 'hola 💜', ''].map(isEmojiOnly)).toEqual([false, false, false, false])
})

it('counts characters as the database does', () => expect(largo('ñ👩‍👧')).toBe(4))

describe('parts', () => {
  it('links are apart, without the point after them', () => {
    expect(parts('Mira https://ejemplo.org/a?b=1. Y (http://x.mx)')).toEqual([
      { kind: 'text', text: 'Mira ' },
      { kind: 'link', text: 'https://ejemplo.org/a?b=1', href: 'https://ejemplo.org/a?b=1' },
      { kind: 'text', text: '. Y (' },
      { kind: 'link', text: 'http://x.mx', href: 'http://x.mx/' },
      { kind: 'text', text: ')' },
    ])
  })
  it.each(['javascript:alert(1)', 'https://google.com@malo.mx/', 'data:text/html,x', 'ejemplo.org'])(
    'no link: %s',
    (text) => expect(parts(text).every(({ kind }) => kind === 'text')).toBe(true),
  )
})
