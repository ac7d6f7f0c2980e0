import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderApp } from '../../testing/render.tsx'
import { SafeHtml } from './SafeHtml.tsx'

it('names each table by the title above it, so that two of them are told apart', () => {
  const table = '<table><tbody><tr><td>Un dato</td></tr></tbody></table>'
  renderApp(<SafeHtml html={`<h2>Qué guardamos</h2><p>Esto:</p>${table}<h2>Quién lo lee</h2>${table}`} />)
  expect(screen.getAllByRole('region').map((region) => region.getAttribute('aria-label'))).toEqual([
    'Tabla: Qué guardamos',
    'Tabla: Quién lo lee',
    'Avisos (F8)',
  ])
})
