import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, it, vi } from 'vitest'
import { AsociacionCard } from './AsociacionCard.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
})

it('shows all that an association does, and the way to its page, with nothing unfolded', () => {
  vi.stubGlobal('navigator', {})
  const asociacion = {
    id: 'a',
    nombre: 'Red de Refugios',
    descripcion: 'Orientación y refugio.\nA toda hora.',
    telefono: null,
    url_web: 'https://refugios.example.mx/ayuda',
    ubicacion: 'Ciudad de México, CDMX',
    visible: true,
  } as never
  const html = renderToStaticMarkup(<AsociacionCard asociacion={asociacion} actions={null} whole={false} />)
  const seen = html.slice(0, html.indexOf('hidden=""'))
  expect(seen).toContain('A toda hora.')
  expect(seen).not.toContain('line-clamp')
  expect(seen).toContain('href="https://refugios.example.mx/ayuda"')
})
