import type { LucideIcon } from 'lucide-react'
import { createElement, type SVGProps } from 'react'

/** The shapes that an icon is drawn with: their element and its attributes. */
export type Trazos = readonly (readonly [string, Record<string, string>])[]

const LIENZO = {
  xmlns: 'http://www.w3.org/2000/svg',
  width: 24,
  height: 24,
  viewBox: '0 0 24 24',
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 2,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
} as const

/** Says something by itself: then a screen reader hears of it. */
const SAYS = /^(?:aria-|role$|title$)/

/**
 * An icon of `lucide-react`, as the build draws it (`build/iconos.ts`): what the library itself does for it is 2 KB of every first screen.
 */
export function icono(trazos: Trazos): LucideIcon {
  const Icono = (props: SVGProps<SVGSVGElement>) =>
    createElement(
      'svg',
      {
        ...LIENZO,
        'aria-hidden': Object.keys(props).some((name) => SAYS.test(name)) ? undefined : true,
        ...props,
      },
      ...trazos.map(([tag, attributes]) => createElement(tag, attributes)),
    )
  return Icono as unknown as LucideIcon
}
