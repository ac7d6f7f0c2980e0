import { describe, expect, it } from 'vitest'
import { exceeded, precachedFirst, scriptsIn } from './budgets.ts'
import { scriptsOf } from './bundle.ts'

const chunk = (fileName: string, imports: string[] = [], ...moduleIds: string[]) => ({
  type: 'chunk' as const,
  fileName,
  moduleIds,
  imports,
  code: fileName,
})

const bundle = {
  'index.js': chunk('index.js', ['react.js'], '/app/index.html'),
  'react.js': chunk('react.js', ['index.js']),
  'Landing.js': chunk('Landing.js', ['react.js', 'piezas.js'], '/app/src/features/landing/Landing.tsx'),
  'piezas.js': chunk('piezas.js'),
  'Inicio.js': chunk('Inicio.js', [], '/app/src/features/inicio/Inicio.tsx'),
  'app.css': { type: 'asset' as const },
}

describe('what is sent before a screen is whole', () => {
  it('is its code with all that it imports, each once, and nothing that waits', () => {
    const names = scriptsOf(bundle, [/index\.html$/, /Landing\.tsx$/]).map(({ fileName }) => fileName)
    expect(names.sort()).toEqual(['Landing.js', 'index.js', 'piezas.js', 'react.js'])
  })

  it('is not taken for nothing where a module has another name now', () => {
    expect(() => scriptsOf(bundle, [/Landing\.jsx$/])).toThrow('the build has no')
  })

  it('is said by name and size where it is more than its budget', () => {
    expect(
      exceeded([
        { name: 'a', size: 10.04, kb: 10 },
        { name: 'b', size: 10, kb: 10 },
      ]),
    ).toEqual(['a: 10.0 KB, and 10 KB is its budget'])
  })
})

it('counts every script that a page brings along or asks for by itself', () => {
  const html =
    '<script>a()</script><link rel="modulepreload" crossorigin href="/x.js"><script async src="/y.js"></script><link rel="icon" href="/z.svg">'
  expect(scriptsIn(html)).toEqual([
    { src: '', text: 'a()' },
    { src: 'x.js', text: '' },
    { src: 'y.js', text: '' },
  ])
})

it('counts a script of several lines, and a link in whatever order it says what it is', () => {
  const html = '<script>\n  a()\n</script><link href="/x.js" crossorigin rel="modulepreload">'
  expect(scriptsIn(html)).toEqual([
    { src: '', text: '\n  a()\n' },
    { src: 'x.js', text: '' },
  ])
})

it('reads of a built worker what it precaches on every connection', () => {
  const list =
    '[{"group":"first","revision":null,"url":"/b.js"},{"group":"rest","revision":"1","url":"/c.css"}]'
  expect(precachedFirst(`const a=[1],b=${list},c=[{}]`)).toEqual(['b.js'])
  expect(() => precachedFirst('const a=self.__WB_MANIFEST')).toThrow('sw.js')
})
