import { expect, it } from 'vitest'
import { shortNames, unstyled, withoutUnused } from './umbralStyle.ts'

const CSS =
  ':root{--crema:#fcf8f3;--tinta:#221833;--sombra:#000}@property --tw-blur{syntax:"*";inherits:false}@property --tw-leading{syntax:"*";inherits:false}' +
  'main{background:var(--crema);line-height:var(--tw-leading, 1.5)}@media print{main{color:#000}}@media (width>=40rem){main{color:red}}'

it('keeps of the custom properties what the style or the page reads, and everything else of the style', () => {
  const style = withoutUnused(CSS, '<path fill="var(--tinta)"/>')
  expect(style).toContain('--crema:#fcf8f3')
  expect(style).toContain('--tinta:#221833')
  expect(style).toContain('@property --tw-leading')
  expect(style).toMatch(/main\{background:var\(--crema\);line-height:var\(--tw-leading, ?1\.5\)\}/)
  expect(style).toContain('color:red')
  expect(style).not.toMatch(/--sombra|--tw-blur|print/)
})

it('shortens the classes of a page and its style alike, and leaves those alone that scripts know', () => {
  const { html, css } = shortNames(
    '<a class="salir grid">x</a><p class="lucide">y</p><p class="grid hover:w-[min(1px,2px)] [&amp;&gt;*]:flex" data-class="grid">z</p>',
    '.\\[\\&\\>\\*\\]\\:flex>*{display:flex}' +
      '.hover\\:w-\\[min\\(1px\\,2px\\)\\]:hover{width:1px}.grid{display:grid}:where(.grid) .salir{color:red}.cubierto{display:none}.absent,.grid:hover{color:red}.absent .grid{color:red}.grid:not(.absent,:focus){color:#00f}',
    ['salir', 'cubierto'],
  )
  expect(html).toBe('<a class="salir a">x</a><p>y</p><p class="a c b" data-class="grid">z</p>')
  expect(css).toBe(
    '.b>*{display:flex}.c:hover{width:1px}.a{display:grid}:where(.a) .salir{color:red}.cubierto{display:none}.a:hover{color:red}.a:not(:focus){color:#00f}',
  )
})

it('finds a class that the page says and only the whole style knows', () => {
  const whole =
    '.flex{display:flex}:is(.\\*\\:grow>*){flex:1}.aria-disabled\\:hidden[aria-disabled]{display:none}.grid{display:grid}'
  expect(
    unstyled('<p class="flex *:grow aria-disabled:hidden lucide">x</p>', '.flex{display:flex}', whole),
  ).toEqual(['*:grow'])
})

it('shortens custom properties in both, and leaves alone what scripts say and the style does not', () => {
  const { html, css } = shortNames(
    '<script>a = "--tinta"</script><path fill="var(--tinta)" data-line="--other"/>',
    ':root{--tinta:#221833;--crema:#fff}body{color:var(--tinta)}',
    [],
  )
  expect(html).toBe('<script>a = "--tinta"</script><path fill="var(--a)" data-line="--other"/>')
  expect(css).toBe(':root{--a:#221833;--b:#fff}body{color:var(--a)}')
})
