import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const tokens = readFileSync(new URL('../src/styles/tokens.css', import.meta.url), 'utf8')

type Palette = Record<string, string>

const read = (css: string): Palette =>
  Object.fromEntries(
    [...css.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name, value]) => [name, value]),
  )

const [lightCss = '', darkCss = ''] = tokens.split('@media')
const light = read(lightCss)
const themes: [string, Palette][] = [
  ['light', light],
  ['dark', { ...light, ...read(darkCss) }],
]

/** Relative luminance and contrast ratio as WCAG 2.2 defines them. */
function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function contrast(one: string, other: string): number {
  const [lighter = 0, darker = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (lighter + 0.05) / (darker + 0.05)
}

const paper = ['crema', 'superficie', 'hundido']
const tints = ['jacaranda-suave', 'bugambilia-suave', 'salvia-suave', 'maiz-suave', 'alerta-suave']

const text: [ink: string, papers: string[]][] = [
  ['tinta', [...paper, ...tints]],
  ['tinta-suave', [...paper, ...tints, 'dibujo-cielo', 'dibujo-colina']],
  ['jacaranda-texto', [...paper, 'jacaranda-suave', 'salvia-suave', 'alerta-suave', 'dibujo-cielo']],
  ['bugambilia-texto', [...paper, 'bugambilia-suave']],
  ['salvia-texto', [...paper, 'salvia-suave']],
  ['maiz-texto', [...paper, 'maiz-suave']],
  ['alerta-texto', [...paper, 'alerta-suave', 'dibujo-colina']],
  ['sobre-jacaranda', ['jacaranda', 'jacaranda-viva']],
  ['sobre-jacaranda-suave', ['jacaranda']],
  ['sobre-alerta', ['alerta']],
]

const controls: [mark: string, papers: string[]][] = [
  ['linea-fuerte', paper],
  ['jacaranda-viva', ['crema', 'superficie']],
  ['salvia', ['crema', 'superficie']],
  ['alerta', ['superficie', 'alerta-suave']],
  ['foco', [...paper, ...tints, 'dibujo-cielo']],
]

describe.each(themes)('%s theme', (_, palette) => {
  const cases = (pairs: [string, string[]][]) =>
    pairs.flatMap(([one, others]) => others.map((other) => [one, other]))

  it.each(cases(text))('%s can be read on %s', (ink, background) => {
    expect(contrast(palette[ink!]!, palette[background!]!)).toBeGreaterThanOrEqual(4.5)
  })

  it.each(cases(controls))('%s can be told from %s', (mark, background) => {
    expect(contrast(palette[mark!]!, palette[background!]!)).toBeGreaterThanOrEqual(3)
  })
})
