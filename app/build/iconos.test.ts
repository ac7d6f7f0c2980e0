import { House } from 'lucide-react'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { icono } from '../src/lib/icono.ts'
import { sayIcon } from './iconos.ts'

/** What is drawn, without the library's own names for it. */
const draw = (Icon: typeof House, props: object) =>
  renderToStaticMarkup(createElement(Icon, props)).replace(
    / class="lucide[^"]*?(?: (size-\d))?"/,
    (_, own) => (own ? ` class="${own}"` : ''),
  )

const attributes = (html: string) => html.match(/[\w-]+="[^"]*"/g)?.sort()

it.each([
  {},
  { className: 'size-5' },
  { 'aria-label': 'Inicio' },
  { strokeWidth: 1.5 },
  { 'aria-hidden': 'true' },
])('an icon is drawn as its library draws it, with %o', async (props) => {
  const { __iconData } = await import('../../node_modules/lucide-react/dist/esm/icons/house.mjs' as string)
  const ours = icono(
    __iconData.node.map(([tag, { key: _, ...rest }]: [string, Record<string, string>]) => [tag, rest]),
  )
  expect(attributes(draw(ours, props))).toEqual(attributes(draw(House, props)))
})

it('says the shapes of an icon, without keys', () => {
  expect(sayIcon([['path', { d: 'M0 0', key: 'abc' }]])).toBe(
    'import { icono } from \'/src/lib/icono.ts\'\nexport default /* @__PURE__ */ icono([["path",{"d":"M0 0"}]])\n',
  )
})
