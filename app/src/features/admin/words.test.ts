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

it('finds no more than what was taken away, put in or put elsewhere', () => {
  const html = (lines: string) => lines.split('').join('\n')
  const marks = (before: string, after: string) =>
    differences(html(before), html(after)).map(({ kind, text }) => (kind === 'added' ? '+' : '-') + text)
  expect(marks('xab', 'ab')).toEqual(['-x'])
  expect(marks('abx', 'ab')).toEqual(['-x'])
  expect(marks('ab', 'abx')).toEqual(['+x'])
  expect(marks('', 'ab')).toEqual(['+a', '+b'])
  expect(marks('ab', '')).toEqual(['-a', '-b'])
  // The longer part stays where it is, whichever it is.
  expect(marks('abcde', 'cdeab')).toEqual(['-a', '-b', '+a', '+b'])
  expect(marks('cdeab', 'abcde')).toEqual(['+a', '+b', '-a', '-b'])
  expect(marks('abcabba', 'cbabac')).toHaveLength(5)
})

it('reads the words as they are seen: signs for their names, and blanks for one', () => {
  expect(wordsOf('<p> a &lt; b \t &gt;  c </p><br><p></p>\n<p>d &amp;lt;</p>')).toBe('a < b > c\nd &lt;')
})

it('what is exactly as long as it may be is not too long', () => {
  expect([tooLong('ñandú', 5), tooLong('ñandúe', 5)]).toEqual([
    '',
    'Es demasiado largo para guardarlo. Quita una parte.',
  ])
})
