import { expect, it } from 'vitest'
import { withoutUnused } from './umbral.ts'

const CSS =
  ':root{--crema:#fcf8f3;--tinta:#221833;--sombra:#000}@property --tw-blur{syntax:"*";inherits:false}@property --tw-leading{syntax:"*";inherits:false}' +
  'main{background:var(--crema);line-height:var(--tw-leading, 1.5)}'

it('keeps of the custom properties what the style or the page reads, and everything else of the style', () => {
  const style = withoutUnused(CSS, '<path fill="var(--tinta)"/>')
  expect(style).toContain('--crema:#fcf8f3')
  expect(style).toContain('--tinta:#221833')
  expect(style).toContain('@property --tw-leading')
  expect(style).toMatch(/main\{background:var\(--crema\);line-height:var\(--tw-leading, ?1\.5\)\}/)
  expect(style).not.toMatch(/--sombra|--tw-blur/)
})
