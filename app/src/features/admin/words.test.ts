import { expect, it } from 'vitest'
import { differences } from './words.ts'

it('finds what reads otherwise, line by line', () => {
  expect(differences('<p>uno</p>\n<p>dos</p>', '<p>uno</p>\n<p><strong>dos</strong></p>')).toEqual([])
  expect(differences('<p>uno</p>\n<p>dos</p>', '<p>cero</p>\n<p>uno</p>\n<p>tres &amp; más</p>')).toEqual([
    { kind: 'added', text: 'cero' },
    { kind: 'removed', text: 'dos' },
    { kind: 'added', text: 'tres & más' },
  ])
  expect(differences('', '<tr><td>a</td><td>b</td></tr>')).toEqual([{ kind: 'added', text: 'a · b' }])
})
