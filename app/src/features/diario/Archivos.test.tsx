import { screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { expect, it, vi } from 'vitest'
import { renderApp } from '../../testing/render.tsx'

vi.mock('../../lib/session/session.tsx', () => ({ useUser: () => ({ id: 'ana' }) }))
const kept = vi.fn()
vi.mock('./archivos.ts', () => ({ useKept: kept }))

const { Archivos } = await import('./Archivos.tsx')

it.each([
  [true, 'Está en este dispositivo.'],
  [false, 'No cierres la página: este teléfono no tiene espacio.'],
])('of a file that waits it says where it is (kept: %s)', (value, words) => {
  kept.mockReturnValue(value)
  const contenido = { mime: 'audio/webm', segundos: 3, hora: '10:40', datos: new Uint8Array([1]) }
  renderApp(
    <MemoryRouter>
      <Archivos
        archivos={[]}
        porEnviar={[{ id: 'x', fecha: '2026-11-29', tipo: 'voz', held: false, contenido }]}
      />
    </MemoryRouter>,
  )
  expect(screen.getByText(words)).toBeDefined()
})
