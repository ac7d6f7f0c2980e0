import { expect, it } from 'vitest'
import { differences, tooLong, wordsOf } from './words.ts'

it('finds what reads otherwise, line by line', () => {
  expect(differences('<p>uno</p>\n<p>dos</p>', '<p>uno</p>\n<p><strong>dos</strong></p>')).toEqual([])
  expect(differences('<p>uno</p>\n<p>dos</p>', '<p>cero</p>\n<p>uno</p>\n<p>tres &amp; más</p>')).toEqual([
    { kind: 'added', text: 'cero' },
    { kind: 'removed', text: 'dos' },
    { kind: 'added', text: 'tres & más' },
  ])
  expect(differences('', '<tr><td>a</td><td>b</td></tr>')).toEqual([{ kind: 'added', text: 'a · b' }])
})

it('keeps as many lines as both have in the same order, and tells the rest as little as can be', () => {
  const lines = (letters: string) => [...letters].map((letter) => `<p>${letter}</p>`).join('\n')
  const told = (before: string, after: string) =>
    differences(lines(before), lines(after))
      .map(({ kind, text }) => (kind === 'added' ? '+' : '-') + text)
      .join(' ')
  expect(told('xabc', 'abcx')).toBe('-x +x')
  expect(told('abcde', 'cdeab')).toBe('-a -b +a +b')
  expect(told('abc', 'abcd')).toBe('+d')
  expect(told('abcd', 'abc')).toBe('-d')
  expect(told('zabc', 'yabc')).toBe('-z +y')
  expect(told('abxcd', 'aybcd')).toBe('+y -x')
  expect(told('', 'ab')).toBe('+a +b')
  expect(told('ab', '')).toBe('-a -b')
  expect(told('aXbXc', 'abc')).toBe('-X -X')
  expect(told('abc', 'aXbXc')).toBe('+X +X')
})

it('takes from what the editor wrote its words, a line each', () => {
  expect(wordsOf('<p> uno   &lt;dos&gt;\t<em>tres</em> </p>\n<p></p>\n<p>a<br>b &amp;lt; c</p>')).toBe(
    'uno <dos> tres\na\nb &lt; c',
  )
  expect(wordsOf('<tr><th>a</th><td>b</td></tr>')).toBe('a · b')
})

it('says that a text is too long from the first letter beyond what fits', () => {
  expect(tooLong('<p>ab</p>', 9)).toBe('')
  expect(tooLong('<p>abc</p>', 9)).toBe('Es demasiado largo para guardarlo. Quita una parte.')
})
