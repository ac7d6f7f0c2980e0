import { describe, expect, it } from 'vitest'
import { parts } from './texto.ts'

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
  it('a link alone, or two of them, have nothing empty around them', () => {
    const link = (text: string) => ({ kind: 'link', text, href: `${text}/` })
    expect(parts('https://a.mx')).toEqual([link('https://a.mx')])
    expect(parts('https://a.mx http://b.mx')).toEqual([
      link('https://a.mx'),
      { kind: 'text', text: ' ' },
      link('http://b.mx'),
    ])
    expect(parts('')).toEqual([])
  })
  it.each([
    'https://[x',
    'javascript:alert(1)',
    'https://google.com@malo.mx/',
    'data:text/html,x',
    'ejemplo.org',
  ])('no link: %s', (text) => expect(parts(text).every(({ kind }) => kind === 'text')).toBe(true))
})
